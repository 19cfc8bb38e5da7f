import { Component, type ErrorInfo, type ReactNode } from "react";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import { Button } from "./controls";
import styles from "./frame.module.css";

/** A page that breaks says so and offers a way on; the tokens and commands are kept elsewhere. */
export class SafetyNet extends Component<{ children: ReactNode }, { error: Error | null }> {
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
  const t = useWords(coreWords);
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
