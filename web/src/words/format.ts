export type Values = Readonly<Record<string, string | number>>;

const pluralRules = new Map<string, Intl.PluralRules>();

/** Cached: a game's log needs them a thousand times. */
function pluralRulesOf(language: string): Intl.PluralRules {
  let rules = pluralRules.get(language);
  if (!rules) {
    rules = new Intl.PluralRules(language);
    pluralRules.set(language, rules);
  }
  return rules;
}

/**
 * Format a message: `{name}` inserts a value, `{n|# card|# cards}` selects a plural form in the order
 * `one`, `other` (the two categories of all our languages), with `#` for the number.
 */
export function format(message: string, values: Values, language: string): string {
  return message.replace(
    /\{([^{}|]+)(?:\|([^{}|]*)\|([^{}|]*))?\}/g,
    (placeholder, name: string, singular?: string, plural?: string) => {
      const value = values[name];
      if (value === undefined) return placeholder;
      if (singular === undefined || plural === undefined) return String(value);
      const form = pluralRulesOf(language).select(Number(value)) === "one" ? singular : plural;
      return form.replaceAll("#", String(value));
    },
  );
}
