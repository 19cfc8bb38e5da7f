import { coreWords } from "../words/core";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "../words/language";
import { useTranslate } from "../words/messages";
import { Dialog, Field, Checkbox } from "./controls";
import styles from "./frame.module.css";
import { updatePreferences, usePreferences, type Theme } from "./preferences";

export function PreferencesDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate(coreWords);
  const { language, theme, animations } = usePreferences();
  const themes: Record<Theme, string> = {
    system: t("themeSystem"),
    light: t("themeLight"),
    dark: t("themeDark"),
  };
  return (
    <Dialog title={t("settings")} closeLabel={t("close")} onClose={onClose}>
      <div className={styles.preferences}>
        <Field label={t("language")}>
          <select
            value={language}
            onChange={(event) => updatePreferences({ language: event.target.value as Language })}
          >
            {LANGUAGES.map((code) => (
              <option key={code} value={code} lang={code}>
                {LANGUAGE_NAMES[code]}
              </option>
            ))}
          </select>
        </Field>
        <Field label={t("theme")}>
          <select
            value={theme}
            onChange={(event) => updatePreferences({ theme: event.target.value as Theme })}
          >
            {(Object.keys(themes) as Theme[]).map((name) => (
              <option key={name} value={name}>
                {themes[name]}
              </option>
            ))}
          </select>
        </Field>
        <Checkbox
          label={t("animations")}
          checked={animations}
          onChange={(event) => updatePreferences({ animations: event.target.checked })}
        />
      </div>
    </Dialog>
  );
}
