import type { DuelCommitSeen } from "../contract/duel_commit";

export type DuelCommit = DuelCommitSeen;
export type DuelEvent = DuelCommit["events"][number];
