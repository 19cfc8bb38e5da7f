import { LIMITS, type ProblemCode } from "./problems";
import type { FigureName } from "./reading";
import type { Unit } from "./format_value";

/** How a figure is drawn. */
export interface Chart {
  figure: FigureName;
  unit: Unit;
  /** Values above it indicate a problem. */
  limit?: number;
  /** Problems that the figure shows. */
  problemCodes?: readonly ProblemCode[];
  /** Lines in the legend only, because they would flatten the others. */
  hiddenLines?: readonly string[];
  /** Whether line names are translated. Otherwise they are names of services. */
  isTranslated: boolean;
}

export type GroupName = "groupGames" | "groupSpeed" | "groupFollowers" | "groupClients" | "groupMachine";

export const GROUPS: readonly { name: GroupName; charts: readonly Chart[] }[] = [
  {
    name: "groupGames",
    charts: [
      { figure: "tables", unit: "count", isTranslated: true, hiddenLines: ["over"] },
      { figure: "commands", unit: "rate", isTranslated: true },
      {
        figure: "deadLetters",
        unit: "count",
        isTranslated: true,
        problemCodes: ["deadLetters", "replayMismatch", "unknownRules"],
      },
    ],
  },
  {
    name: "groupSpeed",
    charts: [
      { figure: "waiting", unit: "seconds", isTranslated: true },
      { figure: "deciding", unit: "seconds", isTranslated: true },
      {
        figure: "appending",
        unit: "seconds",
        isTranslated: true,
        limit: LIMITS.appendSeconds,
        problemCodes: ["appendSlow"],
      },
      { figure: "committed", unit: "seconds", isTranslated: true },
      {
        figure: "delivered",
        unit: "seconds",
        isTranslated: true,
        limit: LIMITS.deliverySeconds,
        problemCodes: ["deliverySlow"],
      },
    ],
  },
  {
    name: "groupFollowers",
    charts: [
      {
        figure: "lag",
        unit: "count",
        isTranslated: false,
        limit: LIMITS.commandLag,
        problemCodes: ["commandsWait", "projectorLags"],
      },
      {
        figure: "age",
        unit: "seconds",
        isTranslated: false,
        limit: LIMITS.commandAgeSeconds,
        problemCodes: ["commandsOld"],
      },
      {
        figure: "models",
        unit: "seconds",
        isTranslated: false,
        limit: LIMITS.modelAgeSeconds,
        problemCodes: ["modelOld", "tablesParked", "nobodyProjects"],
      },
      {
        figure: "shards",
        unit: "count",
        isTranslated: true,
        problemCodes: ["shardsWithoutOwner", "deadlinesOverdue"],
      },
    ],
  },
  {
    name: "groupClients",
    charts: [
      { figure: "sockets", unit: "count", isTranslated: true, problemCodes: ["slowClients", "socketLimit"] },
      { figure: "subscriptions", unit: "count", isTranslated: true },
      {
        figure: "webhooks",
        unit: "count",
        isTranslated: true,
        limit: LIMITS.webhooksWaiting,
        problemCodes: ["webhookDeadLetters", "webhooksWait"],
      },
    ],
  },
  {
    name: "groupMachine",
    charts: [
      { figure: "memory", unit: "bytes", isTranslated: false },
      { figure: "cpu", unit: "share", isTranslated: false },
      { figure: "serverMemory", unit: "bytes", isTranslated: true, problemCodes: ["serverMemory"] },
      { figure: "serverCpu", unit: "share", isTranslated: true },
      { figure: "serverOperations", unit: "count", isTranslated: true },
    ],
  },
];
