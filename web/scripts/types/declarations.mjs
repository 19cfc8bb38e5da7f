// Turns definitions into TypeScript declarations, one module for each part of the contract.
import { compile } from "json-schema-to-typescript";
import ts from "typescript";

/** Return module name -> { text, imports: module name -> names }. */
export async function declare(definitions) {
    const $defs = Object.fromEntries(
        definitions.map(({ name, schema }) => [name, { title: name, ...schema }]),
    );
    const bundle = {
        title: "Bundle",
        type: "object",
        properties: Object.fromEntries(Object.keys($defs).map((name) => [name, { $ref: `#/$defs/${name}` }])),
        $defs,
    };
    const source = await compile(bundle, "Bundle", {
        additionalProperties: false,
        bannerComment: "",
        format: false,
        ignoreMinAndMaxItems: true,
        strictIndexSignatures: true,
    });
    const moduleOf = new Map(definitions.map(({ name, module }) => [name, module]));
    const file = ts.createSourceFile("bundle.ts", source, ts.ScriptTarget.Latest, true);
    const modules = new Map();
    for (const statement of file.statements) {
        const name = statement.name.text;
        if (name === "Bundle") continue;
        const module = moduleOf.get(name);
        if (!module) throw new Error(`${name} is not a definition of the bundle.`);
        addDeclaration(
            modules,
            module,
            statement.getFullText(file).trim(),
            referencedTypes(statement),
            moduleOf,
        );
    }
    return { modules, moduleOf };
}

/** Add a declaration to a module, with imports of the types it uses. */
export function addDeclaration(modules, module, text, types, moduleOf) {
    if (!modules.has(module)) modules.set(module, { text: "", imports: new Map() });
    const declared = modules.get(module);
    declared.text += `${text}\n\n`;
    for (const name of types) {
        const from = moduleOf.get(name);
        if (!from || from === module) continue;
        if (!declared.imports.has(from)) declared.imports.set(from, new Set());
        declared.imports.get(from).add(name);
    }
}

export function referencedTypes(statement) {
    const names = new Set();
    const visit = (node) => {
        if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) names.add(node.typeName.text);
        ts.forEachChild(node, visit);
    };
    visit(statement);
    return names;
}

export const render = ({ text, imports }) =>
    [...imports]
        .map(([from, names]) => `import type { ${[...names].sort().join(", ")} } from "./${from}";\n`)
        .join("") + `\n${text}`;
