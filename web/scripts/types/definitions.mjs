// Reads all schemas and merges them into one set of definitions in which every type exists once.
import { readdir, readFile } from "node:fs/promises";
import {
    mapValues,
    pascalCase,
    refName,
    refsIn,
    requireDefaults,
    withoutConstraints,
    withRefs,
} from "./schema.mjs";

const SHARED_MODULE = "table";
const GATEWAY_MODULE = "gateway";
// Schemas used by the client: `<module>.<record>.json`. The modules are `live` and one for each game.
const RECORDS =
    /^(?<module>[a-z0-9_]+)\.(?<record>command|commit\.redacted|figures|options|pieces|view|from_client|to_client)\.json$/;

/** Return the definitions with names and modules. `nameIn(document)` maps a schema's own names to them. */
export async function readDefinitions(schemas) {
    const openapi = JSON.parse(await readFile(new URL("openapi.json", schemas), "utf8"));
    const definitions = new Map();
    for (const document of [...(await recordDocuments(schemas)), ...gatewayDocuments(openapi)])
        addDefinitions(definitions, document);
    nameDefinitions(definitions);
    const nameOf = (key) => definitions.get(key).name;
    const named = [...definitions.values()].map(({ name, module, schema, keyOf }) => ({
        name,
        module,
        schema: withRefs(schema, (ref) => nameOf(keyOf[ref])),
    }));
    const gatewayNames = (usage) =>
        Object.fromEntries(
            [...definitions]
                .flatMap(([key, { usages }]) => [...usages].map((used) => [used, key]))
                .filter(([used]) => used.startsWith(`${usage} `))
                .map(([used, key]) => [used.slice(usage.length + 1), nameOf(key)]),
        );
    return {
        openapi,
        definitions: named.sort((a, b) => (a.name < b.name ? -1 : 1)),
        requestNames: gatewayNames("request"),
        responseNames: gatewayNames("response"),
    };
}

async function recordDocuments(schemas) {
    const files = (await readdir(new URL("json/", schemas))).sort();
    return Promise.all(
        files
            .filter((file) => RECORDS.test(file))
            .map(async (file) => {
                const { module, record } = RECORDS.exec(file).groups;
                const text = await readFile(new URL(`json/${file}`, schemas), "utf8");
                const { $defs: declared, ...schema } = requireDefaults(JSON.parse(text));
                const $defs = mapValues(declared ?? {}, withoutConstraints);
                const { $schema: _schema, ...root } = withoutConstraints(schema);
                const rootName = pascalCase(`${module}.${record}`);
                const isRedacted = record === "commit.redacted";
                return root.$ref
                    ? { module, isRedacted, named: $defs, rename: { [refName(root.$ref)]: rootName } }
                    : { module, isRedacted, named: { ...$defs, [rootName]: root }, rename: {} };
            }),
    );
}

// The server writes fields with a default, but requests may leave them out: the same record has two types.
function gatewayDocuments({ paths, components: { schemas } }) {
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    const reachable = (parts, found = new Set()) => {
        for (const name of refsIn(parts))
            if (!found.has(name)) {
                found.add(name);
                reachable(schemas[name], found);
            }
        return found;
    };
    const pick = (names, read) => Object.fromEntries([...names].map((name) => [name, read(schemas[name])]));
    const requests = reachable(operations.map(({ requestBody }) => requestBody));
    const responses = reachable(operations.map((operation) => operation.responses));
    return [
        {
            module: GATEWAY_MODULE,
            usage: "request",
            named: pick(requests, withoutConstraints),
            rename: {},
        },
        {
            module: GATEWAY_MODULE,
            usage: "response",
            named: pick(responses, (schema) => withoutConstraints(requireDefaults(schema))),
            rename: {},
        },
    ];
}

// Each definition gets a key that spells out what it refers to, so that two definitions are the same type
// exactly if they have the same key.
function addDefinitions(definitions, { module, usage, isRedacted, named, rename }) {
    const spell = (name, open = []) =>
        open.includes(name)
            ? `recursive ${open.length - open.indexOf(name)}`
            : JSON.stringify(
                  withRefs(named[name], (inner) => `${inner}=${spell(inner, [...open, name])}`),
                  (key, value) => (key === "description" && typeof value === "string" ? undefined : value),
              );
    const keyOf = (name) => `${rename[name] ?? name} ${spell(name)}`;
    for (const [name, schema] of Object.entries(named)) {
        const key = keyOf(name);
        const known = definitions.get(key) ?? {
            name: rename[name] ?? name,
            schema,
            modules: new Set(),
            usages: new Set(),
            keyOf: {},
        };
        known.modules.add(module);
        known.isRedacted ||= isRedacted;
        if (usage) known.usages.add(`${usage} ${name}`);
        for (const ref of refsIn(schema)) known.keyOf[ref] = keyOf(ref);
        definitions.set(key, known);
    }
}

// What a game or the live socket declares stays there, even if the gateway sends it, too.
function moduleOf({ modules }) {
    const owners = [...modules].filter((module) => module !== GATEWAY_MODULE);
    if (owners.length === 0) return GATEWAY_MODULE;
    return owners.length === 1 ? owners[0] : SHARED_MODULE;
}

// Give every definition one name. Where several have the same one, the record of a request is named so, then
// the module's name is put in front, then `Redacted`.
function nameDefinitions(definitions) {
    const all = [...definitions.values()];
    for (const definition of all) definition.module = moduleOf(definition);
    const isRequestOnly = ({ usages, modules }) =>
        modules.size === 1 && usages.size > 0 && [...usages].every((usage) => usage.startsWith("request "));
    const rules = [
        (definition) => (isRequestOnly(definition) ? `${definition.name}Request` : definition.name),
        ({ module, name }) =>
            module === SHARED_MODULE || name.startsWith(pascalCase(module))
                ? name
                : pascalCase(`${module}.${name}`),
        ({ isRedacted, name }) => (isRedacted ? `Redacted${name}` : name),
    ];
    for (const rule of rules) {
        const count = (name) => all.filter((definition) => definition.name === name).length;
        const ambiguous = all.filter(({ name }) => count(name) > 1);
        for (const definition of ambiguous) definition.name = rule(definition);
    }
    const names = all.map(({ name }) => name);
    const repeated = names.filter((name, index) => names.indexOf(name) !== index);
    if (repeated.length) throw new Error(`Several definitions are named ${repeated.join(", ")}.`);
}
