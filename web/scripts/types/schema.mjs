// Functions on JSON Schemas, as far as types depend on them.
const isObject = (value) => value !== null && typeof value === "object";
export const mapValues = (record, change) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
export const pascalCase = (text) => text.replace(/(?:^|[._])(\w)/g, (_, letter) => letter.toUpperCase());
export const refName = (ref) => ref.replace(/^#\/(\$defs|components\/schemas)\//, "");

// Mark fields with a default as required: the server writes them, too.
export function requireDefaults(schema) {
    if (Array.isArray(schema)) return schema.map(requireDefaults);
    if (!isObject(schema)) return schema;
    const mapped = mapValues(schema, requireDefaults);
    if (!mapped.properties) return mapped;
    const withDefault = Object.keys(mapped.properties).filter((key) => "default" in mapped.properties[key]);
    return { ...mapped, required: [...new Set([...(mapped.required ?? []), ...withDefault])] };
}

// What a TypeScript type depends on.
const TYPE_KEYWORDS = new Set([
    ..."$ref type enum const anyOf oneOf allOf items prefixItems properties required".split(" "),
    "additionalProperties",
    "description",
]);

// Drop what does not change the type, so that equal types have equal schemas.
export function withoutConstraints(schema) {
    if (Array.isArray(schema)) return schema.map(withoutConstraints);
    if (!isObject(schema)) return schema;
    if (schema.$ref) return { $ref: schema.$ref };
    // A mapping of anything.
    if (schema.type === "object" && !schema.properties && !("additionalProperties" in schema))
        return withoutConstraints({ ...schema, additionalProperties: {} });
    // Types are closed by default.
    const kept = Object.entries(schema).filter(
        ([key, value]) => TYPE_KEYWORDS.has(key) && !(key === "additionalProperties" && value === false),
    );
    return mapValues(Object.fromEntries(kept), (value, key) =>
        key === "properties"
            ? mapValues(value, withoutConstraints)
            : key === "required"
              ? [...value].sort()
              : withoutConstraints(value),
    );
}

export function refsIn(schema, found = new Set()) {
    if (Array.isArray(schema)) for (const item of schema) refsIn(item, found);
    else if (isObject(schema)) {
        if (typeof schema.$ref === "string") found.add(refName(schema.$ref));
        for (const value of Object.values(schema)) refsIn(value, found);
    }
    return found;
}

export function withRefs(schema, rename, prefix = "#/$defs/") {
    if (Array.isArray(schema)) return schema.map((item) => withRefs(item, rename, prefix));
    if (!isObject(schema)) return schema;
    return mapValues(schema, (value, key) =>
        key === "$ref" && typeof value === "string"
            ? `${prefix}${rename(refName(value))}`
            : withRefs(value, rename, prefix),
    );
}
