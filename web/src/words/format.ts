export type Values = Readonly<Record<string, string | number>>;

const pluralRules = new Map<string, Intl.PluralRules>();

/** Kept: a log of a whole game asks for it a thousand times. */
function rulesOf(language: string): Intl.PluralRules {
  let rules = pluralRules.get(language);
  if (!rules) {
    rules = new Intl.PluralRules(language);
    pluralRules.set(language, rules);
  }
  return rules;
}

/**
 * Fills a message: `{name}` is a value, and `{n|# card|# cards}` chooses the form for a number, one
 * form for each plural category of the language in the order `one`, `other` (all five of ours have
 * these two), with `#` for the number itself.
 */
export function format(message: string, values: Values, language: string): string {
  return message.replace(
    /\{([^{}|]+)(?:\|([^{}|]*)\|([^{}|]*))?\}/g,
    (whole, name: string, one?: string, other?: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      if (one === undefined || other === undefined) return String(value);
      const form = rulesOf(language).select(Number(value)) === "one" ? one : other;
      return form.replaceAll("#", String(value));
    },
  );
}
