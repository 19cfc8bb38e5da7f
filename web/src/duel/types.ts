import type { DuelCommitRedacted } from "../contract/duel";

export type DuelCommit = DuelCommitRedacted;
export type DuelEvent = DuelCommit["events"][number];
