import { useRef, useState } from "react";
import { Button } from "../look/controls";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import styles from "./table.module.css";

export function CopyLink({ href }: { href: string }) {
  const t = useWords(coreWords);
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    // Pages that come over plain HTTP have no clipboard: the link is marked, for the hand to copy.
    field.current?.select();
    await navigator.clipboard?.writeText(href);
    setCopied(Boolean(navigator.clipboard));
  };
  return (
    <div className={styles.link}>
      <input
        ref={field}
        readOnly
        value={href}
        aria-label={t("share")}
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={() => void copy()}>{copied ? t("copied") : t("copyLink")}</Button>
    </div>
  );
}
