import { Suspense, useState, type FormEvent } from "react";
import { OPTIONS, type GameKind } from "../faces/face";
import type { GameInCatalogue } from "../gateway/site";
import { guestName } from "../keyring/guest_name";
import { Button, Dialog, Field, Note, Tick } from "../look/controls";
import { Loading } from "../look/loading";
import { coreWords } from "../words/core";
import { useLanguage } from "../words/language";
import { useWords } from "../words/lexicon";
import { ClockChoice } from "./clock_choice";
import { newDraft, tableOf, withSeats, type Draft } from "./draft";
import { friendlyName } from "../keyring/friendly_name";
import styles from "./lobby.module.css";
import { SeatsChoice } from "./seats_choice";
import { span } from "./time_words";
import { useOpening } from "./use_opening";
import { lobbyWords } from "./words";

const DELAYS_SECONDS = [0, 60, 300, 900];

export interface Offered {
  kind: GameKind;
  game: GameInCatalogue;
}

/** Everything one may choose about a table before it is opened; each choice has a sensible start. */
export function OpenTableDialog({
  games,
  first,
  options,
  onClose,
}: {
  games: readonly Offered[];
  first: GameKind;
  /** What of the first game's options is decided already. */
  options: Record<string, unknown>;
  onClose: () => void;
}) {
  const core = useWords(coreWords);
  const t = useWords(lobbyWords);
  const language = useLanguage();
  const [kind, setKind] = useState(first);
  const { game } = games.find((offered) => offered.kind === kind)!;
  const [draft, setDraft] = useState<Draft>(() => ({ ...newDraft(game), options }));
  const [name, setName] = useState(() => guestName() || friendlyName(core("friendlyNames")));
  const { busy, trouble, open } = useOpening();
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const choose = (next: Offered) => {
    setKind(next.kind);
    const { game: id, options, others } = newDraft(next.game);
    change({ game: id, options, others });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    open(tableOf(draft, game, name.trim()));
  };
  const seats = draft.others.length + 1;
  const OptionsForm = OPTIONS[kind];
  return (
    <Dialog title={t("openTableTitle")} closeLabel={core("close")} onClose={onClose}>
      <form onSubmit={submit} className={styles.form}>
        <div className={styles.pair}>
          <Field label={t("game")}>
            <select
              value={kind}
              onChange={(event) => choose(games.find((offered) => offered.kind === event.target.value)!)}
            >
              {games.map((offered) => (
                <option key={offered.kind} value={offered.kind}>
                  {offered.game.names[language] ?? offered.game.names.en}
                </option>
              ))}
            </select>
          </Field>
          <Field label={core("yourName")}>
            <input
              required
              maxLength={64}
              autoComplete="nickname"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
        </div>
        <fieldset>
          <legend>{t("whoSits")}</legend>
          {game.seats.length > 1 && (
            <div className={styles.segments} role="radiogroup" aria-label={t("seats")}>
              {game.seats.map((count) => (
                <label key={count}>
                  <input
                    type="radio"
                    name="seats"
                    checked={count === seats}
                    onChange={() => setDraft(withSeats(draft, count))}
                  />
                  <span>{t("seatCount", { count })}</span>
                </label>
              ))}
            </div>
          )}
          <SeatsChoice game={game} others={draft.others} you={name} change={(others) => change({ others })} />
        </fieldset>
        <Suspense fallback={<Loading />}>
          <fieldset className={styles.variants}>
            <legend>{t("rules")}</legend>
            <OptionsForm options={draft.options} seats={seats} change={(options) => change({ options })} />
          </fieldset>
        </Suspense>
        <fieldset>
          <legend>{t("time")}</legend>
          <div className={styles.pair}>
            <ClockChoice clock={draft.clock} change={(clock) => change({ clock })} />
            {draft.clock && (
              <Field label={t("timeOut")}>
                <select
                  value={draft.timeOut}
                  onChange={(event) => change({ timeOut: event.target.value as Draft["timeOut"] })}
                >
                  <option value="resign">{t("timeOutResign")}</option>
                  <option value="skip">{t("timeOutSkip")}</option>
                </select>
              </Field>
            )}
          </div>
          <Tick
            label={t("takebacks")}
            checked={draft.takebacks}
            onChange={(event) => change({ takebacks: event.target.checked })}
          />
        </fieldset>
        <fieldset>
          <legend>{t("guests")}</legend>
          <Tick
            label={t("listed")}
            checked={draft.listed}
            onChange={(event) => change({ listed: event.target.checked })}
          />
          {!draft.listed && <p className={styles.soft}>{t("unlistedHint")}</p>}
          <Tick
            label={t("spectators")}
            checked={draft.spectators}
            onChange={(event) => change({ spectators: event.target.checked })}
          />
          {draft.spectators && (
            <Field label={t("delay")}>
              <select
                value={draft.delaySeconds}
                onChange={(event) => change({ delaySeconds: Number(event.target.value) })}
              >
                {DELAYS_SECONDS.map((seconds) => (
                  <option key={seconds} value={seconds}>
                    {seconds === 0 ? t("delayNone") : t("delayBy", { time: span(seconds, language) })}
                  </option>
                ))}
              </select>
            </Field>
          )}
        </fieldset>
        {trouble && <Note kind="bad">{trouble}</Note>}
        <div className={styles.actions}>
          <Button tone="primary" type="submit" disabled={busy || !name.trim()}>
            {busy ? t("opening") : t("open")}
          </Button>
          <Button onClick={onClose}>{core("cancel")}</Button>
        </div>
      </form>
    </Dialog>
  );
}
