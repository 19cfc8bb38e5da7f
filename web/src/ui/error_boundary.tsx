import { Component, type ErrorInfo, type ReactNode } from "react";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";
import { Button } from "./controls";
import styles from "./frame.module.css";

/** Shows an error and a reload button when a page crashes. Tokens and commands are stored elsewhere. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    return this.state.error ? <Crashed error={this.state.error} /> : this.props.children;
  }
}

function Crashed({ error }: { error: Error }) {
  const t = useTranslate(coreWords);
  return (
    <div className={styles.middle} role="alert">
      <h1>{t("crashed")}</h1>
      <p>{error.message}</p>
      <Button tone="primary" onClick={() => location.reload()}>
        {t("reload")}
      </Button>
    </div>
  );
}
