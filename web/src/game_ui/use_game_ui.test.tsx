import { render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { Ending } from "../table/ending";
import { scriptGateway } from "../testing/gateway";
import {
  HIGHCARD,
  HIGHCARD_ACTIONS,
  HIGHCARD_COMMITS,
  highcardOver,
  highcardView,
} from "../testing/highcard";
import { CATALOGUE } from "../testing/lobby";
import { settle } from "../testing/settle";
import { useGameUi } from "./use_game_ui";

beforeEach(() => {
  scriptGateway({
    "GET /v1/games": { ...CATALOGUE, games: [...CATALOGUE.games, HIGHCARD] },
    "GET /v1/games/highcard/pieces": { game: "highcard", cards: [] },
  });
});

/** A game as table and replay show it. */
function Game({ isOver }: { isOver: boolean }) {
  const { gameUi, pieces } = useGameUi("highcard");
  if (isOver) return <Ending view={highcardOver()} gameUi={gameUi} tableId="t1" />;
  return (
    <gameUi.Board
      view={highcardView()}
      pieces={pieces}
      actions={HIGHCARD_ACTIONS}
      act={() => {}}
      sending={false}
      news={[]}
      history={HIGHCARD_COMMITS}
      nameOf={(id) => id}
    />
  );
}

const show = (isOver: boolean) =>
  settle(() =>
    render(
      <Suspense>
        <Game isOver={isOver} />
      </Suspense>,
    ),
  );

describe("a game without a game UI", () => {
  it("is played with the generic one", async () => {
    await show(false);
    expect(await screen.findByRole("heading", { name: "Position" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Pass round" })).toBeTruthy();
  });

  it("ends with labelled scores", async () => {
    await show(true);
    expect(await screen.findByRole("heading", { name: "Amber wins" })).toBeTruthy();
    const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
    expect(heads).toEqual(["Players", "Rounds won", "Tie breaks"]);
  });
});
