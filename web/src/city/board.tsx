import type { CityCommand } from "../contract/city_command";
import type { CityCommitSeen } from "../contract/city_commit";
import type { CityView } from "../contract/city_view";
import { Button } from "../look/controls";
import type { BoardProps } from "../table/seen";

export type CityBoardProps = BoardProps<CityView, unknown, unknown, CityCommand["action"], CityCommitSeen>;

export function CityBoard({ seen, actions, act, sending }: CityBoardProps) {
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
