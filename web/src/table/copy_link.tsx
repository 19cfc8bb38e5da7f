import { useState } from "react";
import { Button } from "../look/controls";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import styles from "./table.module.css";

export function CopyLink({ href }: { href: string }) {
  const t = useWords(coreWords);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(href);
    setCopied(true);
  };
  return (
    <div className={styles.link}>
      <input readOnly value={href} aria-label={t("share")} onFocus={(event) => event.target.select()} />
      <Button onClick={() => void copy()}>{copied ? t("copied") : t("copyLink")}</Button>
    </div>
  );
}
