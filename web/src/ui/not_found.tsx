import { Link } from "wouter";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";
import { buttonClass } from "./controls";
import styles from "./frame.module.css";

export default function NotFound() {
  const t = useTranslate(coreWords);
  return (
    <div className={styles.middle}>
      <title>{`${t("notFound")} · Blue Moon`}</title>
      <h1>{t("notFound")}</h1>
      <Link href="/" className={buttonClass("primary")}>
        {t("toLobby")}
      </Link>
    </div>
  );
}
