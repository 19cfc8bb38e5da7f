import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

export default tseslint.config(
    { ignores: ["dist", "src/contract"] },
    js.configs.recommended,
    tseslint.configs.recommended,
    reactHooks.configs.flat.recommended,
    jsxA11y.flatConfigs.recommended,
    {
        rules: {
            "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
            // Clickable SVG groups carry a role, a name and keys; the rule can't see into them.
            "jsx-a11y/no-noninteractive-element-to-interactive-role": "off",
        },
    },
    {
        files: ["scripts/**", "e2e/**", "*.js"],
        languageOptions: { globals: { process: "readonly", console: "readonly", URL: "readonly" } },
    },
);
