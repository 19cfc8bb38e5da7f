import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

export default tseslint.config(
    { ignores: ["dist", "src/contract"] },
    js.configs.recommended,
    tseslint.configs.recommendedTypeChecked,
    reactHooks.configs.flat.recommended,
    jsxA11y.flatConfigs.recommended,
    { languageOptions: { parserOptions: { projectService: true } } },
    {
        rules: {
            "@typescript-eslint/no-unused-vars": [
                "error",
                { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
            ],
            // Clickable SVG groups carry a role, a name and keys; the rule can't see into them.
            "jsx-a11y/no-noninteractive-element-to-interactive-role": "off",
        },
    },
    {
        // Only `games.ts` names games. Everything else works for any game.
        files: ["src/**"],
        ignores: ["src/games.ts", "src/city/**", "src/duel/**", "src/testing/**", "src/**/*.test.*"],
        rules: {
            "no-restricted-imports": [
                "error",
                {
                    patterns: [
                        {
                            regex: "/(contract/)?(city|duel)(/|$)",
                            message: "Only games.ts may import a game UI.",
                        },
                    ],
                },
            ],
        },
    },
    {
        // Plain JavaScript has no types to check.
        files: ["**/*.js", "**/*.mjs"],
        extends: [tseslint.configs.disableTypeChecked],
    },
    {
        files: ["scripts/**", "e2e/**", "*.js"],
        languageOptions: { globals: { process: "readonly", console: "readonly", URL: "readonly" } },
    },
);
