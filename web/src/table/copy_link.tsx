import { useRef, useState } from "react";
import { Button } from "../ui/controls";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";
import styles from "./table.module.css";

export function CopyLink({ href }: { href: string }) {
  const t = useTranslate(coreWords);
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    // Pages served over plain HTTP have no clipboard access: select the link for manual copying.
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
        aria-label={t("linkToShare")}
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={() => void copy()}>{copied ? t("copied") : t("copyLink")}</Button>
    </div>
  );
}
