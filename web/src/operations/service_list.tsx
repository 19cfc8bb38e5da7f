import { useLanguage } from "../words/language";
import { useWords } from "../words/lexicon";
import { shownName, type OperationsAnswer, type Service } from "./answer";
import styles from "./operations.module.css";
import type { Reading } from "./reading";
import { State } from "./sparkline";
import { written } from "./units";
import { operationsWords } from "./words";

const stateOf = (service: Service) => (!service.up ? "bad" : service.ready ? "good" : "warn");
const ORDER = { bad: 0, warn: 1, good: 2 } as const;
const WORD = { bad: "downState", warn: "notReadyState", good: "up" } as const;

/** Every service, those in trouble first. */
export function ServiceList({ answer, reading }: { answer: OperationsAnswer; reading: Reading | undefined }) {
  const t = useWords(operationsWords);
  const language = useLanguage();
  const services = [...answer.services].sort(
    (a, b) => ORDER[stateOf(a)] - ORDER[stateOf(b)] || a.id.localeCompare(b.id),
  );
  const value = (service: Service, name: string) =>
    service.samples.find((sample) => sample.name === name)?.value ?? null;
  const shown = (figure: number | null | undefined, unit: Parameters<typeof written>[1]) =>
    figure === null || figure === undefined ? "–" : written(figure, unit, language);
  return (
    // It scrolls on a phone, and who has no pointer scrolls by keys.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.services} role="region" aria-label={t("services")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {(["service", "state", "memoryShort", "cpuShort", "runningFor", "files", "address"] as const).map(
              (head) => (
                <th key={head} scope="col">
                  {t(head)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {services.map((service) => {
            const started = value(service, "process_start_time_seconds");
            return (
              <tr key={service.id}>
                <th scope="row">{shownName(service)}</th>
                <td>
                  <State state={stateOf(service)}>{t(WORD[stateOf(service)])}</State>
                </td>
                <td>{shown(value(service, "process_resident_memory_bytes"), "bytes")}</td>
                <td>{shown(reading?.figures.cpu[shownName(service)], "share")}</td>
                <td>{shown(started && answer.at / 1000 - started, "seconds")}</td>
                <td>{shown(value(service, "process_open_fds"), "count")}</td>
                <td className={styles.address}>{service.address}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
