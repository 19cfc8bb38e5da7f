import { use } from "react";
import { isGameKind } from "../faces/face";
import { catalogue } from "../gateway/site";
import { Button } from "../look/controls";
import { DRAWINGS } from "../look/game_drawings";
import { SeatMark } from "../look/seat";
import { levelName } from "../words/bot_names";
import { coreWords } from "../words/core";
import { useLanguage } from "../words/language";
import { useWords } from "../words/lexicon";
import { CopyLink } from "./copy_link";
import type { Seen } from "./seen";
import styles from "./table.module.css";

/** Before the start: who sits, who is missing, and the link that brings them here. */
export function WaitingRoom({
  seen,
  tableId,
  sending,
  leave,
}: {
  seen: Seen;
  tableId: string;
  sending: boolean;
  leave: () => Promise<void>;
}) {
  const t = useWords(coreWords);
  const { table, viewer } = seen;
  const bots = new Map(table.terms?.bots.map((bot) => [bot.seat, bot.level]));
  const sitter = (seat: number, player: string | null) =>
    player ?? (bots.has(seat) ? t("botNamed", { name: levelName(t, bots.get(seat)!) }) : null);
  return (
    <section className={styles.hall}>
      <HallHead game={table.game} title={t("waitingForPlayers")} />
      <div className={styles.hallBody}>
        {table.terms?.autostart && <p>{t("waitingLead")}</p>}
        <ul className={styles.chairs}>
          {table.chairs.map(({ seat, player }) => {
            const name = sitter(seat, player);
            return (
              <li key={seat} data-free={name === null}>
                <SeatMark seat={seat} name={name} size={36} />
                <span>
                  {name ?? t("emptySeat")}
                  {seat === viewer && <span className={styles.soft}> ({t("you")})</span>}
                </span>
              </li>
            );
          })}
        </ul>
        <div className={styles.invite}>
          <p>{t("inviteHint")}</p>
          <CopyLink href={`${location.origin}/table/${tableId}`} />
        </div>
        {viewer !== "spectator" && (
          <Button disabled={sending} onClick={() => void leave()}>
            {t("leave")}
          </Button>
        )}
      </div>
    </section>
  );
}

/** The picture of a game, its name, and what goes on here. */
export function HallHead({ game, title }: { game: string; title: string }) {
  const language = useLanguage();
  const names = use(catalogue()).games.find((one) => one.id === game)?.names;
  const Drawing = isGameKind(game) ? DRAWINGS[game] : null;
  return (
    <>
      {Drawing && (
        <div className={styles.hallPicture}>
          <Drawing />
        </div>
      )}
      <header className={styles.hallHead}>
        <p className={styles.soft}>{names?.[language] ?? names?.en}</p>
        <h1>{title}</h1>
      </header>
    </>
  );
}
