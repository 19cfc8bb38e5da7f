import type { DuelCommitRedacted } from "../contract/duel_commit";

export type DuelCommit = DuelCommitRedacted;
export type DuelEvent = DuelCommit["events"][number];
