// Generates the types of the gateway's paths and operations. The records they use are declared elsewhere.
import openapiTypescript, { astToString } from "openapi-typescript";
import ts from "typescript";
import { referencedTypes } from "./declarations.mjs";
import { mapValues, withRefs } from "./schema.mjs";

const DECLARED = new Set(["paths", "operations"]);
const RECORD = /components\["schemas"\]\["(\w+)"\]/g;

/** Return the text of each declaration with the names of the types it uses. */
export async function declarePaths({ openapi, definitions, requestNames, responseNames }) {
    const inComponents = (schema, names) =>
        withRefs(schema ?? {}, (ref) => names[ref], "#/components/schemas/");
    const paths = mapValues(openapi.paths, (path) =>
        mapValues(path, ({ requestBody, responses, ...operation }) => ({
            ...operation,
            ...(requestBody && { requestBody: inComponents(requestBody, requestNames) }),
            responses: inComponents(responses, responseNames),
        })),
    );
    const schemas = Object.fromEntries(definitions.map(({ name }) => [name, { type: "object" }]));
    const tree = await openapiTypescript(
        { ...openapi, paths, components: { ...openapi.components, schemas } },
        { alphabetize: true, defaultNonNullable: false, emptyObjectsUnknown: true },
    );
    const source = astToString(tree).replace(RECORD, "$1");
    const file = ts.createSourceFile("paths.ts", source, ts.ScriptTarget.Latest, true);
    return file.statements
        .filter((statement) => DECLARED.has(statement.name.text))
        .map((statement) => ({
            text: statement.getFullText(file).trim(),
            types: referencedTypes(statement),
        }));
}
