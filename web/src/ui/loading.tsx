import styles from "./frame.module.css";

/** Without text, because translations may still be loading. */
export function Loading() {
  return (
    <div className={styles.loading} role="progressbar" aria-busy="true" aria-label="…">
      <svg width="48" height="48" viewBox="0 0 32 32" aria-hidden="true">
        <circle cx="16" cy="16" r="12" fill="var(--accent)" opacity="0.25" />
        <path d="M22 6a12 12 0 1 0 4 14A9.5 9.5 0 0 1 22 6z" fill="var(--accent)" />
      </svg>
    </div>
  );
}
