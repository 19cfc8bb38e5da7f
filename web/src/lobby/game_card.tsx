import type { CatalogueGame } from "../contract/gateway";
import { useState } from "react";
import { usePresentation } from "../game_ui/use_game_ui";
import { gameName } from "../gateway/site";
import { guestName } from "../guest/guest_name";
import { Button, Note } from "../ui/controls";
import { useLanguage } from "../words/language";
import { useTranslate, type Translate } from "../words/messages";
import { useLevelLabel } from "./bot_levels";
import { draftAgainstBot, toRequest } from "./draft";
import styles from "./lobby.module.css";
import { NameDialog } from "./name_dialog";
import { useOpenTable } from "./use_open_table";
import { lobbyWords } from "./words";

/** A game in the lobby, with one click to play against a bot. */
export function GameCard({
  game,
  guestsAllowed,
  onOpenTable,
}: {
  game: CatalogueGame;
  /** Whether guests may play here. */
  guestsAllowed: boolean;
  onOpenTable: () => void;
}) {
  const t = useTranslate(lobbyWords);
  const language = useLanguage();
  const name = gameName(game, language);
  const [level, setLevel] = useState(game.default_bot);
  const levelLabel = useLevelLabel(game);
  const [isAskingName, setIsAskingName] = useState(false);
  const { isOpening, error, open } = useOpenTable();
  const play = (player: string) => {
    if (!player) return setIsAskingName(true);
    open(toRequest(draftAgainstBot(game, level), game, player));
  };
  const { Picture, texts } = usePresentation(game.id);
  return (
    <article className={styles.game}>
      <div className={styles.picture}>
        <Picture />
      </div>
      <div className={styles.about}>
        <h2>{name}</h2>
        <p className={styles.facts}>{texts?.[language].facts ?? playerCount(game.seats, t)}</p>
        <p>{texts?.[language].blurb ?? t("blurb")}</p>
        {guestsAllowed && (
          <>
            {error && !isAskingName && <Note kind="bad">{error}</Note>}
            <div className={styles.actions}>
              <Button tone="primary" disabled={isOpening} onClick={() => play(guestName())}>
                {isOpening ? t("opening") : t("playBot", { game: name })}
              </Button>
              {game.bots.length > 1 && (
                <select
                  aria-label={t("strength")}
                  value={level}
                  onChange={(event) => setLevel(event.target.value)}
                >
                  {game.bots.map((id) => (
                    <option key={id} value={id}>
                      {levelLabel(id)}
                    </option>
                  ))}
                </select>
              )}
              <Button onClick={onOpenTable}>{t("openTable")}</Button>
            </div>
          </>
        )}
      </div>
      {isAskingName && (
        <NameDialog
          isOpening={isOpening}
          error={error}
          onName={play}
          onClose={() => setIsAskingName(false)}
        />
      )}
    </article>
  );
}

/** `2 players`, `2 to 4 players`. */
function playerCount(seats: readonly number[], t: Translate<"playerCount" | "playerRange">): string {
  const [from, to] = [Math.min(...seats), Math.max(...seats)];
  return from === to ? t("playerCount", { count: from }) : t("playerRange", { from, to });
}
