import type { CatalogueGame } from "../contract/gateway";
import { Suspense, useState, type FormEvent } from "react";
import { OptionsForm } from "../game_ui/options_form";
import { gameName } from "../gateway/site";
import { guestName } from "../guest/guest_name";
import { Button, Dialog, Field, Note, Checkbox } from "../ui/controls";
import { Loading } from "../ui/loading";
import { coreWords } from "../words/core";
import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import { ClockChoice } from "./clock_choice";
import { newDraft, toRequest, withOptions, withSeats, type Draft } from "./draft";
import { suggestedName } from "../guest/suggested_name";
import styles from "./lobby.module.css";
import { SeatsChoice } from "./seats_choice";
import { formatDuration } from "./durations";
import { useOpenTable } from "./use_open_table";
import { lobbyWords } from "./words";

const DELAYS_SECONDS = [0, 60, 300, 900];

/** All options of a new table, with sensible defaults. */
export function OpenTableDialog({
  games,
  initialGame,
  options,
  onClose,
}: {
  games: readonly CatalogueGame[];
  initialGame: string;
  /** Preset options of the initial game. */
  options: Record<string, unknown>;
  onClose: () => void;
}) {
  const coreT = useTranslate(coreWords);
  const t = useTranslate(lobbyWords);
  const language = useLanguage();
  const [gameId, setGameId] = useState(initialGame);
  const game = games.find(({ id }) => id === gameId)!;
  const [draft, setDraft] = useState<Draft>(() => withOptions(newDraft(game), options));
  const [name, setName] = useState(() => guestName() || suggestedName(coreT("suggestedNames")));
  const { isOpening, error, open } = useOpenTable();
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const selectGame = (next: CatalogueGame) => {
    setGameId(next.id);
    const { game: id, options, others } = newDraft(next);
    change({ game: id, options, others, deck: null });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    open(toRequest(draft, game, name.trim()));
  };
  const seats = draft.others.length + 1;
  return (
    <Dialog title={t("openTableTitle")} closeLabel={coreT("close")} onClose={onClose}>
      <form onSubmit={submit} className={styles.form}>
        <div className={styles.pair}>
          <Field label={t("game")}>
            <select
              value={gameId}
              onChange={(event) => selectGame(games.find(({ id }) => id === event.target.value)!)}
            >
              {games.map((entry) => (
                <option key={entry.id} value={entry.id}>
                  {gameName(entry, language)}
                </option>
              ))}
            </select>
          </Field>
          <Field label={coreT("yourName")}>
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
          <legend>{t("players")}</legend>
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
            <legend>{t("variants")}</legend>
            <OptionsForm
              key={gameId}
              game={game}
              options={draft.options}
              seats={seats}
              change={(options) => change({ options })}
              deck={draft.deck}
              changeDeck={(deck) => change({ deck })}
            />
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
          <Checkbox
            label={t("takebacks")}
            checked={draft.takebacks}
            onChange={(event) => change({ takebacks: event.target.checked })}
          />
        </fieldset>
        <fieldset>
          <legend>{t("access")}</legend>
          <Checkbox
            label={t("listed")}
            checked={draft.listed}
            onChange={(event) => change({ listed: event.target.checked })}
          />
          {!draft.listed && <p className={styles.soft}>{t("unlistedHint")}</p>}
          <Checkbox
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
                    {seconds === 0
                      ? t("delayNone")
                      : t("delayBy", { time: formatDuration(seconds, language) })}
                  </option>
                ))}
              </select>
            </Field>
          )}
        </fieldset>
        {error && <Note kind="bad">{error}</Note>}
        <div className={styles.actions}>
          <Button tone="primary" type="submit" disabled={isOpening || !name.trim()}>
            {isOpening ? t("opening") : t("open")}
          </Button>
          <Button onClick={onClose}>{coreT("cancel")}</Button>
        </div>
      </form>
    </Dialog>
  );
}
