import type { GamePresentation } from "../game_ui/game_ui";
import { Moon, NightPicture } from "../ui/night";
import night from "../ui/night.module.css";

/** Numbers from 0 to below 1 that depend only on the id. */
function numbersOf(id: string): () => number {
  let state = 2166136261;
  for (const character of id) state = Math.imul(state ^ character.codePointAt(0)!, 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

const WIDTH = 480;
const HEIGHT = 200;

/** A line of hills from the left to the right edge. */
function hills(next: () => number, height: number, roughness: number): string {
  const steps = 6;
  const points = Array.from({ length: steps + 1 }, (_, index) => [
    (index * WIDTH) / steps,
    HEIGHT - height + (next() - 0.5) * roughness,
  ]);
  const curve = points
    .slice(1)
    .map(([x, y], index) => {
      const [fromX, fromY] = points[index]!;
      const middle = (fromX! + x!) / 2;
      return `C${middle} ${fromY} ${middle} ${y} ${x} ${y}`;
    })
    .join("");
  return `M0 ${HEIGHT}V${points[0]![1]}${curve}V${HEIGHT}z`;
}

/** A mirrored pattern of 5 by 5 fields, as a path of squares. */
function pattern(id: string, x: number, y: number, size: number): string {
  const next = numbersOf(id);
  const squares: string[] = [];
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 3; column++) {
      if (next() < 0.45) continue;
      for (const place of new Set([column, 4 - column]))
        squares.push(`M${x + place * size} ${y + row * size}h${size}v${size}h${-size}z`);
    }
  }
  return squares.join("");
}

/** Pictures for a game without its own, drawn from the id: the same game always looks the same. */
export function presentationOf(game: string): GamePresentation {
  const next = numbersOf(game);
  const moonX = 90 + next() * 300;
  const [far, middle, near] = [hills(next, 90, 60), hills(next, 60, 40), hills(next, 26, 16)];
  const signX = moonX < WIDTH / 2 ? 330 : 90;
  const id = `game-${game}`;
  return {
    Picture: () => (
      <NightPicture id={id}>
        <Moon id={id} x={moonX} y={66} r={34} />
        <path className={night.far} d={far} />
        <path className={night.middle} d={middle} />
        <path className={night.star} d={pattern(game, signX, 66, 13)} />
        <path className={night.near} d={near} />
      </NightPicture>
    ),
    Mark: () => <path className={night.markInk} d={pattern(game, 6, 6, 4)} />,
  };
}
