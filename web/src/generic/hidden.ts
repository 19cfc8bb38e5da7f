import type { Viewer } from "../table/table_view";
import { isRecord } from "./labels";

type Fields = Readonly<Record<string, unknown>>;

/** Collect the names of fields that hold a list somewhere. Where such a field is a number, the list is hidden. */
export function listFieldsIn(values: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: unknown) => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    else if (isRecord(value)) {
      for (const [name, inner] of Object.entries(value)) {
        if (Array.isArray(inner)) names.add(name);
        visit(inner);
      }
    }
  };
  visit(values);
  return names;
}

/**
 * How much of a field is hidden: the length of a hidden list, `all` for another hidden value, or null if
 * the viewer sees it. The gateway sends hidden lists as their length and other hidden values as null; a
 * null of another seat means hidden only if the viewer sees the same field of the own seat.
 */
export function hiddenPart(
  name: string,
  record: Fields,
  siblings: readonly Fields[],
  viewer: Viewer,
  listFields: ReadonlySet<string>,
): number | "all" | null {
  const value = record[name];
  if (typeof value === "number" && listFields.has(name)) return value;
  if (value !== null || !("seat" in record) || record.seat === viewer) return null;
  const own = siblings.find(({ seat }) => seat === viewer);
  return own && own[name] !== null && own[name] !== undefined ? "all" : null;
}
