import { use } from "react";
import { usePresentation } from "../game_ui/use_game_ui";
import { catalogue, gameName } from "../gateway/site";
import { Button } from "../ui/controls";
import { SeatMark } from "../ui/seat";
import { levelName } from "../words/bot_names";
import { coreWords } from "../words/core";
import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import { CopyLink } from "./copy_link";
import type { TableView } from "./table_view";
import styles from "./table.module.css";

/** Before the start: seats and an invitation link. */
export function WaitingRoom({
  view,
  tableId,
  sending,
  leave,
}: {
  view: TableView;
  tableId: string;
  sending: boolean;
  leave: () => Promise<void>;
}) {
  const t = useTranslate(coreWords);
  const { table, viewer } = view;
  const bots = new Map(table.terms?.bots.map((bot) => [bot.seat, bot.level]));
  const occupantOf = (seat: number, player: string | null) =>
    player ?? (bots.has(seat) ? t("botNamed", { name: levelName(t, bots.get(seat)!) }) : null);
  return (
    <section className={styles.hall}>
      <GameHeader game={table.game} title={t("waitingForPlayers")} />
      <div className={styles.hallBody}>
        {table.terms?.autostart && <p>{t("startsWhenFull")}</p>}
        <ul className={styles.seatList}>
          {table.seats.map(({ seat, player }) => {
            const name = occupantOf(seat, player);
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

/** The picture and name of a game above a title. */
export function GameHeader({ game, title }: { game: string; title: string }) {
  const language = useLanguage();
  const { Picture } = usePresentation(game);
  const { games } = use(catalogue());
  const name = gameName(games.find(({ id }) => id === game) ?? { id: game, names: {} }, language);
  return (
    <>
      <div className={styles.hallPicture}>
        <Picture />
      </div>
      <header className={styles.hallHead}>
        <p className={styles.soft}>{name}</p>
        <h1>{title}</h1>
      </header>
    </>
  );
}
