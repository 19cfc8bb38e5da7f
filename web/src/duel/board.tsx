import type { DuelCommand } from "../contract/duel_command";
import type { DuelCommitSeen } from "../contract/duel_commit";
import type { DuelView } from "../contract/duel_view";
import { Button } from "../look/controls";
import type { BoardProps } from "../table/seen";

export type DuelBoardProps = BoardProps<DuelView, unknown, unknown, DuelCommand["action"], DuelCommitSeen>;

export function DuelBoard({ seen, actions, act, sending }: DuelBoardProps) {
  return (
    <div>
      <p>{seen.seq}</p>
      {actions.map((action, index) => (
        <Button key={index} disabled={sending} onClick={() => act(action)}>
          {JSON.stringify(action)}
        </Button>
      ))}
    </div>
  );
}
