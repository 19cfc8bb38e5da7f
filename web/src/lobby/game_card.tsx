import { useState } from "react";
import type { GameKind } from "../faces/face";
import type { GameInCatalogue } from "../gateway/site";
import { guestName } from "../keyring/guest_name";
import { Button, Note } from "../look/controls";
import { useLanguage } from "../words/language";
import { useWords } from "../words/lexicon";
import { useLevelWords } from "./bot_levels";
import { draftAgainstBot, tableOf, usualLevel } from "./draft";
import { DRAWINGS } from "../look/game_drawings";
import styles from "./lobby.module.css";
import { NameDialog } from "./name_dialog";
import { useOpening } from "./use_opening";
import { lobbyWords } from "./words";

/** A game that invites: what it is, and one click to play it. */
export function GameCard({
  kind,
  game,
  guests,
  onOpenTable,
}: {
  kind: GameKind;
  game: GameInCatalogue;
  /** May guests play here? */
  guests: boolean;
  onOpenTable: () => void;
}) {
  const t = useWords(lobbyWords);
  const language = useLanguage();
  const name = game.names[language] ?? game.names.en ?? game.id;
  const [level, setLevel] = useState(() => usualLevel(game));
  const levelWords = useLevelWords(game);
  const [asking, setAsking] = useState(false);
  const { busy, trouble, open } = useOpening();
  const play = (player: string) => {
    if (!player) return setAsking(true);
    if (level !== null) open(tableOf(draftAgainstBot(game, level), game, player));
  };
  const Drawing = DRAWINGS[kind];
  return (
    <article className={styles.game}>
      <div className={styles.picture}>
        <Drawing />
      </div>
      <div className={styles.about}>
        <h2>{name}</h2>
        <p className={styles.facts}>{t(kind === "city" ? "cityFacts" : "duelFacts")}</p>
        <p>{t(kind === "city" ? "cityBlurb" : "duelBlurb")}</p>
        {guests && (
          <>
            {trouble && !asking && <Note kind="bad">{trouble}</Note>}
            <div className={styles.actions}>
              {level !== null && (
                <Button tone="primary" disabled={busy} onClick={() => play(guestName())}>
                  {busy ? t("opening") : t("playBot", { game: name })}
                </Button>
              )}
              {game.bots.length > 1 && (
                <select
                  aria-label={t("strength")}
                  value={level ?? ""}
                  onChange={(event) => setLevel(event.target.value)}
                >
                  {game.bots.map((id) => (
                    <option key={id} value={id}>
                      {levelWords(id)}
                    </option>
                  ))}
                </select>
              )}
              <Button onClick={onOpenTable}>{t("openTable")}</Button>
            </div>
          </>
        )}
      </div>
      {asking && <NameDialog busy={busy} trouble={trouble} onName={play} onClose={() => setAsking(false)} />}
    </article>
  );
}
