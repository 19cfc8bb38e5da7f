import type { OperationsResponse } from "../contract/gateway";
import type { SampleName } from "../contract/metrics";
import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import { shortServiceId, type Service } from "./response";
import styles from "./operations.module.css";
import type { Reading } from "./reading";
import { samplesOf } from "./samples";
import { State } from "./sparkline";
import { formatValue } from "./format_value";
import { operationsWords } from "./words";

const stateOf = (service: Service) => (!service.up ? "bad" : service.ready ? "good" : "warn");
const ORDER = { bad: 0, warn: 1, good: 2 } as const;
const STATE_LABELS = { bad: "downState", warn: "notReadyState", good: "readyState" } as const;

/** All services, those with problems first. */
export function ServiceList({
  response,
  reading,
}: {
  response: OperationsResponse;
  reading: Reading | undefined;
}) {
  const t = useTranslate(operationsWords);
  const language = useLanguage();
  const services = [...response.services].sort(
    (a, b) => ORDER[stateOf(a)] - ORDER[stateOf(b)] || a.id.localeCompare(b.id),
  );
  const value = (service: Service, name: SampleName) => samplesOf(service, name)[0]?.value ?? null;
  const format = (figure: number | null | undefined, unit: Parameters<typeof formatValue>[1]) =>
    figure === null || figure === undefined ? "–" : formatValue(figure, unit, language);
  return (
    // Scrolls on phones, so it must be focusable.
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
                <th scope="row">{shortServiceId(service)}</th>
                <td>
                  <State state={stateOf(service)}>{t(STATE_LABELS[stateOf(service)])}</State>
                </td>
                <td>{format(value(service, "process_resident_memory_bytes"), "bytes")}</td>
                <td>{format(reading?.figures.cpu[shortServiceId(service)], "share")}</td>
                <td>{format(started && response.at / 1000 - started, "seconds")}</td>
                <td>{format(value(service, "process_open_fds"), "count")}</td>
                <td className={styles.address}>{service.address}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
