import { LIMITS, type ProblemCode } from "./problems";
import type { FigureName } from "./reading";
import type { Unit } from "./units";

/** A figure as it is drawn. */
export interface Chart {
  figure: FigureName;
  unit: Unit;
  /** Beyond it something is wrong. */
  limit?: number;
  /** The troubles that this figure shows. */
  tells?: readonly ProblemCode[];
  /** Lines that are said and not drawn: beside them the others would be flat. */
  undrawn?: readonly string[];
  /** Are its lines named by words of ours? Else by what services call themselves. */
  worded: boolean;
}

export type GroupName = "groupGames" | "groupSpeed" | "groupFollowers" | "groupClients" | "groupMachine";

export const GROUPS: readonly { name: GroupName; charts: readonly Chart[] }[] = [
  {
    name: "groupGames",
    charts: [
      { figure: "games", unit: "count", worded: true, undrawn: ["over"] },
      { figure: "commands", unit: "rate", worded: true },
      { figure: "deadLetters", unit: "count", worded: true, tells: ["deadLetters", "replayMismatch"] },
    ],
  },
  {
    name: "groupSpeed",
    charts: [
      { figure: "waiting", unit: "seconds", worded: true },
      { figure: "deciding", unit: "seconds", worded: true },
      {
        figure: "appending",
        unit: "seconds",
        worded: true,
        limit: LIMITS.appendSeconds,
        tells: ["appendSlow"],
      },
      { figure: "committed", unit: "seconds", worded: true },
      { figure: "told", unit: "seconds", worded: true, limit: LIMITS.toldSeconds, tells: ["toldLate"] },
    ],
  },
  {
    name: "groupFollowers",
    charts: [
      {
        figure: "lag",
        unit: "count",
        worded: false,
        limit: LIMITS.commandLag,
        tells: ["commandsWait", "projectorLags"],
      },
      {
        figure: "age",
        unit: "seconds",
        worded: false,
        limit: LIMITS.commandAgeSeconds,
        tells: ["commandsOld"],
      },
      {
        figure: "models",
        unit: "seconds",
        worded: false,
        limit: LIMITS.modelAgeSeconds,
        tells: ["modelOld", "gamesParked", "nobodyProjects"],
      },
      { figure: "shards", unit: "count", worded: true, tells: ["shardsWithoutOwner", "deadlinesOverdue"] },
    ],
  },
  {
    name: "groupClients",
    charts: [
      { figure: "sockets", unit: "count", worded: true, tells: ["slowClients", "socketLimit"] },
      { figure: "subscriptions", unit: "count", worded: true },
      {
        figure: "webhooks",
        unit: "count",
        worded: true,
        limit: LIMITS.webhooksWaiting,
        tells: ["webhooksDead", "webhooksWait"],
      },
    ],
  },
  {
    name: "groupMachine",
    charts: [
      { figure: "memory", unit: "bytes", worded: false },
      { figure: "cpu", unit: "share", worded: false },
      { figure: "serverMemory", unit: "bytes", worded: true, tells: ["serverMemory"] },
      { figure: "serverCpu", unit: "share", worded: true },
      { figure: "serverOperations", unit: "count", worded: true },
    ],
  },
];
