import type { Viewer } from "../table/table_view";
import { SeatMark } from "../ui/seat";
import styles from "./generic.module.css";
import { hiddenPart } from "./hidden";
import { isRecord, type Labels } from "./labels";

type Rec = Readonly<Record<string, unknown>>;

export interface PositionContext {
  labels: Labels;
  viewer: Viewer;
  /** Names of fields that hold lists. */
  listFields: ReadonlySet<string>;
}

/** The fields of a record, with labels. Records of seats come first. */
export function Fields({
  record,
  siblings = [],
  except = [],
  context,
}: {
  record: Rec;
  /** Records of the same list. */
  siblings?: readonly Rec[];
  except?: readonly string[];
  context: PositionContext;
}) {
  const { label } = context.labels;
  const names = Object.keys(record).filter((name) => !except.includes(name));
  const ordered = [
    ...names.filter((name) => isSeatList(record[name])),
    ...names.filter((name) => !isSeatList(record[name])),
  ];
  return (
    <dl className={styles.fields}>
      {ordered.map((name) => (
        <div key={name} data-wide={isWide(record[name])}>
          <dt>{label(name)}</dt>
          <dd>
            <Value name={name} record={record} siblings={siblings} context={context} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({
  name,
  record,
  siblings,
  context,
}: {
  name: string;
  record: Rec;
  siblings: readonly Rec[];
  context: PositionContext;
}) {
  const { labels, viewer, listFields } = context;
  const { t } = labels;
  const value = record[name];
  const hidden = hiddenPart(name, record, siblings, viewer, listFields);
  if (hidden === "all") return <em className={styles.hidden}>{t("hidden")}</em>;
  if (hidden !== null)
    return (
      <em className={styles.hidden}>{hidden === 0 ? t("none") : t("hiddenCount", { count: hidden })}</em>
    );
  if (isRecord(value)) return <Fields record={value} context={context} />;
  if (!Array.isArray(value) || value.length === 0) return <>{labels.text(name, value)}</>;
  if (isSeatList(value)) return <SeatList seats={value} context={context} />;
  if (isGrid(value)) return <Grid name={name} rows={value} labels={labels} />;
  if (value.some((item) => typeof item === "object" && item !== null)) {
    const records = value.filter(isRecord);
    return (
      <ol className={styles.records}>
        {(value as unknown[]).map((item, index) => (
          <li key={index}>
            {isRecord(item) ? (
              <Fields record={item} siblings={records} context={context} />
            ) : (
              labels.text(name, item)
            )}
          </li>
        ))}
      </ol>
    );
  }
  return (
    <ul className={styles.items}>
      {value.map((item, index) => (
        <li key={index}>{labels.text(name, item)}</li>
      ))}
    </ul>
  );
}

/** One block for each seat, the viewer's own first. */
function SeatList({ seats, context }: { seats: readonly SeatRecord[]; context: PositionContext }) {
  const { labels, viewer } = context;
  const own = seats.filter(({ seat }) => seat === viewer);
  const others = seats.filter(({ seat }) => seat !== viewer);
  return (
    <ol className={styles.seats}>
      {[...own, ...others].map((record) => {
        const player = labels.playerOf(record.seat);
        return (
          <li key={record.seat} data-own={record.seat === viewer}>
            <p className={styles.player}>
              <SeatMark seat={record.seat} name={player} /> {player}
            </p>
            <Fields record={record} siblings={seats} except={["seat"]} context={context} />
          </li>
        );
      })}
    </ol>
  );
}

function Grid({ name, rows, labels }: { name: string; rows: readonly unknown[][]; labels: Labels }) {
  return (
    <table className={styles.grid} aria-label={labels.label(name)}>
      <tbody>
        {rows.map((row, y) => (
          <tr key={y}>
            {row.map((cell, x) => (
              <td key={x}>{cell === null || cell === "" ? "·" : labels.text(name, cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type SeatRecord = Rec & { seat: number };

const isSeatList = (value: unknown): value is SeatRecord[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => isRecord(item) && typeof item.seat === "number") &&
  new Set(value.map((item: SeatRecord) => item.seat)).size === value.length;

/** Rows of equal length without records. */
const isGrid = (value: readonly unknown[]): value is unknown[][] => {
  const width = Array.isArray(value[0]) ? value[0].length : 0;
  return (
    width > 0 &&
    value.every(
      (row) =>
        Array.isArray(row) &&
        row.length === width &&
        row.every((cell) => typeof cell !== "object" || cell === null),
    )
  );
};

const isWide = (value: unknown): boolean =>
  isRecord(value) ||
  (Array.isArray(value) && value.some((item) => typeof item === "object" && item !== null));
