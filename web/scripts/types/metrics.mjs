// Generates the types of the samples that the operations API returns.
import { readFile } from "node:fs/promises";

export async function declareMetrics(schemas) {
    const labelsOf = JSON.parse(await readFile(new URL("metrics.json", schemas), "utf8"));
    const members = Object.entries(labelsOf).map(
        ([name, labels]) =>
            `${name}: ${labels.map((label) => JSON.stringify(label)).join(" | ") || "never"};`,
    );
    return `/** The labels of each sample of the operations API. */
export interface SampleLabels { ${members.join("\n")} }

export type SampleName = keyof SampleLabels;
`;
}
