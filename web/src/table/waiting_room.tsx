import { Button, Panel } from "../look/controls";
import { SeatMark } from "../look/seat";
import { levelName } from "../words/bot_names";
import { coreWords } from "../words/core";
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
  return (
    <Panel className={styles.waiting}>
      <h2>{t("waitingForPlayers")}</h2>
      <ul className={styles.chairs}>
        {table.chairs.map(({ seat, player }) => (
          <li key={seat}>
            <SeatMark seat={seat} name={player} size={32} />
            <span>
              {player ??
                (bots.has(seat) ? t("botNamed", { name: levelName(t, bots.get(seat)!) }) : t("emptySeat"))}
              {seat === viewer && ` (${t("you")})`}
            </span>
          </li>
        ))}
      </ul>
      <p>{t("inviteHint")}</p>
      <CopyLink href={`${location.origin}/table/${tableId}`} />
      {viewer !== "spectator" && (
        <Button disabled={sending} onClick={() => void leave()}>
          {t("leave")}
        </Button>
      )}
    </Panel>
  );
}
