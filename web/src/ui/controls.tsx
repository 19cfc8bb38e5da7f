import { useEffect, useId, useRef, type ComponentProps, type ReactNode } from "react";
import styles from "./controls.module.css";
import { Glyph } from "./icon";

type Tone = "plain" | "primary" | "quiet";

const buttonClassName = (tone: Tone, extra?: string) =>
  [styles.button, tone === "primary" && styles.primary, tone === "quiet" && styles.quiet, extra]
    .filter(Boolean)
    .join(" ");

export function Button({
  tone = "plain",
  className,
  type = "button",
  ...rest
}: ComponentProps<"button"> & { tone?: Tone }) {
  return <button {...rest} type={type} className={buttonClassName(tone, className)} />;
}

/** Class names for links that look like buttons. */
export const buttonClass = buttonClassName;

export function Panel({ className, ...rest }: ComponentProps<"section">) {
  return <section {...rest} className={[styles.panel, className].filter(Boolean).join(" ")} />;
}

export function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      {children}
    </label>
  );
}

export function Checkbox({ label, ...rest }: { label: string } & Omit<ComponentProps<"input">, "type">) {
  return (
    <label className={styles.tick}>
      <input {...rest} type="checkbox" />
      <span>{label}</span>
    </label>
  );
}

/** A notice, announced politely to screen readers; `bad` assertively. */
export function Note({ kind, children }: { kind: "info" | "good" | "warn" | "bad"; children: ReactNode }) {
  return (
    <div className={styles.note} data-kind={kind} role={kind === "bad" ? "alert" : "status"}>
      {children}
    </div>
  );
}

/** A modal dialog. The native element handles focus and Escape. */
export function Dialog({
  title,
  closeLabel,
  onClose,
  children,
}: {
  title: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    if (!shown?.open) shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={onClose}>
      <div className={styles.dialogHead}>
        <h2 id={id}>{title}</h2>
        <Button tone="quiet" aria-label={closeLabel} onClick={() => dialog.current?.close()}>
          <Glyph name="close" />
        </Button>
      </div>
      {children}
    </dialog>
  );
}
