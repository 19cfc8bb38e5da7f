/** The part of JSON Schema that options use. */
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  title?: string;
  description?: string;
  type?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema | false;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
}

/** A schema with its reference resolved. A default beside the reference wins. */
export function resolve(schema: Schema, root: Schema): Schema {
  if (!schema.$ref) return schema;
  const { $ref, ...beside } = schema;
  return { ...resolve(root.$defs?.[$ref.replace("#/$defs/", "")] ?? {}, root), ...beside };
}

/** Return a value that fits the schema: its default, or the smallest one. */
export function defaultOf(schema: Schema, root: Schema): unknown {
  const resolved = resolve(schema, root);
  if ("default" in resolved) return resolved.default;
  if ("const" in resolved) return resolved.const;
  if (resolved.enum) return resolved.enum[0];
  if (resolved.anyOf)
    return resolved.anyOf.some(({ type }) => type === "null") ? null : defaultOf(resolved.anyOf[0]!, root);
  switch (resolved.type) {
    case "boolean":
      return false;
    case "integer":
    case "number":
      return resolved.minimum ?? (resolved.exclusiveMinimum ?? -1) + 1;
    case "string":
      return "";
    case "array":
      if (resolved.prefixItems) return resolved.prefixItems.map((item) => defaultOf(item, root));
      return Array.from({ length: resolved.minItems ?? 0 }, () => defaultOf(resolved.items || {}, root));
    case "object":
      return requiredOptions(resolved, root);
    default:
      return null;
  }
}

/** Values of the options that have no default. The server fills in the others. */
export function requiredOptions(options: object, root: object = options): Record<string, unknown> {
  const { properties = {}, required = [] } = resolve(options, root);
  return Object.fromEntries(
    required.flatMap((name) => {
      const property = properties[name];
      return property && !("default" in property) ? [[name, defaultOf(property, root)]] : [];
    }),
  );
}
