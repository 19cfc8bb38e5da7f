import type { Tile } from "./types";

/**
 * A small picture of each tile in a box of 100 by 60, with the ground at the bottom. Plans and finished
 * buildings share their lines and differ in their fill.
 */
export interface Drawing {
  walls: string;
  roof: string;
  /** Windows and doors: dark in a plan, lit in a finished building. */
  openings: string;
}

const GROUND = 60;

/** A rectangle, given by its upper left corner. */
const block = (x: number, y: number, width: number, height = GROUND - y) =>
  `M${x} ${y}h${width}v${height}h${-width}z`;
/** A door or window with a round top. */
const arch = (x: number, y: number, width: number, foot = GROUND) =>
  `M${x} ${foot}V${y + width / 2}a${width / 2} ${width / 2} 0 0 1 ${width} 0V${foot}z`;
/** A gable: a triangle on a base line. */
const gable = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}l${width / 2} ${-height} ${width / 2} ${height}z`;
/** Half a circle on a base line. */
const dome = (x: number, y: number, width: number, height = width / 2) =>
  `M${x} ${y}a${width / 2} ${height} 0 0 1 ${width} 0z`;
const disc = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0z`;
/** The same shape at several positions. */
const row = (places: readonly number[], draw: (x: number) => string) => places.map(draw).join("");
/** Battlements along the top of a wall. */
const merlons = (x: number, y: number, count: number, size = 5) =>
  row([...Array(count).keys()], (step) => block(x + step * size * 2, y - size, size, size));

export const DRAWINGS: Record<Tile, Drawing> = {
  courtyard: {
    walls: `M6 60q44-16 88 0z${block(40, 50, 20)}`,
    roof: "M44 50l3-40 3-7 3 7 3 40z",
    openings: row([18, 30, 66, 78], (x) => disc(x, 56, 1.6)),
  },
  palace: {
    walls: block(12, 32, 76) + block(30, 20, 40, 12) + block(8, 24, 12) + block(80, 24, 12),
    roof: gable(26, 20, 48, 16) + gable(6, 24, 16, 14) + gable(78, 24, 16, 14) + block(49, 0, 2, 6),
    openings:
      arch(43, 42, 14) +
      row([26, 34, 61, 69], (x) => arch(x, 40, 5, 50)) +
      row([36, 48, 60], (x) => arch(x, 22, 4, 30)),
  },
  fire_temple: {
    walls: "M8 60l6-14h72l6 14zM20 46l5-12h50l5 12zM32 34l4-10h28l4 10z",
    roof: "M51 1c2 6 9 8 9 14a10 9 0 0 1-20 0c0-5 4-6 5-10 2 1 3 3 3 5 2-2 3-5 3-9z",
    openings:
      arch(44, 47, 12) + row([30, 66], (x) => block(x, 50, 4, 6)) + row([40, 56], (x) => block(x, 38, 4, 5)),
  },
  earth_temple: {
    walls: block(14, 38, 72) + block(8, 54, 84),
    roof: "M10 38c4-18 20-32 40-34 20 2 36 16 40 34z",
    openings: row([20, 34, 60, 74], (x) => arch(x, 42, 7, 54)) + arch(46, 41, 9, 54) + disc(50, 22, 5),
  },
  water_temple: {
    walls: row([14, 28, 66, 80], (x) => block(x, 30, 6)) + block(8, 54, 84),
    roof: "M6 30c10-12 19-12 29-6s20 6 30 0 19-6 29 6v-8c-10-14-19-14-29-8s-20 6-30 0-19-8-29 8z",
    openings: "M50 26c6 8 9 12 9 17a9 9 0 0 1-18 0c0-5 3-9 9-17z",
  },
  aqueduct: {
    walls: block(4, 22, 92, 10) + row([4, 24, 46, 68, 90], (x) => block(x, 32, 6)) + block(4, 44, 92, 5),
    roof: block(0, 16, 100, 6),
    openings: row([12, 33, 55, 77], (x) => arch(x, 25, 10, 31)),
  },
  hospice: {
    walls: block(20, 32, 60) + block(68, 8, 7, 14),
    roof: gable(12, 32, 76, 26),
    openings:
      arch(44, 44, 12) +
      row([27, 66], (x) => block(x, 40, 8, 8)) +
      disc(50, 22, 4) +
      block(84, 38, 10, 7) +
      block(80, 40, 4, 2),
  },
  citadel: {
    walls:
      block(10, 34, 80) +
      block(32, 18, 36) +
      block(6, 26, 14) +
      block(80, 26, 14) +
      merlons(6, 26, 2) +
      merlons(80, 26, 2),
    roof: merlons(32, 18, 4) + block(48, 2, 2, 16) + "M50 2l14 4-14 4z",
    openings:
      arch(43, 42, 14) + row([38, 58], (x) => block(x, 24, 3, 9)) + row([12, 86], (x) => block(x, 34, 3, 8)),
  },
  watchtower: {
    walls: "M40 60l3-34h14l3 34zM20 60l4-12h14l-1 12z" + block(62, 50, 18),
    roof: block(36, 18, 28, 8) + merlons(36, 18, 3) + "M50 0l12 4-12 4z" + block(48, 0, 2, 14),
    openings: row([32, 42], (y) => block(48, y, 4, 6)) + arch(46, 50, 8),
  },
  great_hall: {
    walls: block(10, 36, 80),
    roof: "M4 36l14-26h64l14 26zM14 10l4-6 4 6zM78 10l4-6 4 6z",
    openings: arch(42, 42, 16) + row([16, 29, 63, 76], (x) => arch(x, 42, 8, 54)),
  },
  university: {
    walls: block(12, 34, 76) + block(38, 20, 24, 14) + block(6, 55, 88),
    roof: dome(36, 20, 28, 13) + block(49, 2, 2, 6) + block(8, 30, 84, 5),
    openings:
      row([18, 28, 68, 78], (x) => block(x, 38, 5, 15)) +
      arch(44, 40, 12, 55) +
      row([42, 54], (x) => block(x, 23, 4, 6)),
  },
  market_hall: {
    walls: row([10, 36, 60, 86], (x) => block(x, 32, 4)) + block(26, 12, 48, 12),
    roof: "M6 32l8-10h72l8 10zM22 12l6-8h44l6 8z",
    openings:
      row([16, 40, 64], (x) => block(x, 48, 18, 4)) +
      row([18, 25, 42, 49, 66, 73], (x) => disc(x + 3, 45, 3)) +
      row([32, 46, 60], (x) => block(x, 15, 8, 6)),
  },
  library: {
    walls: block(12, 28, 76) + block(6, 54, 88),
    roof: gable(8, 28, 84, 22) + block(8, 28, 84, 4),
    openings:
      row([18, 30, 64, 76], (x) => block(x, 36, 6, 17)) +
      arch(43, 38, 14, 54) +
      "M50 24q-6-5-11-2v-7q6-2 11 2 5-4 11-2v7q-5-3-11 2z",
  },
  trading_house: {
    walls: "M28 60V30h4v-7h5v-7h6v-7h5V4h4v5h5v7h6v7h5v7h4v30z" + block(8, 38, 20) + block(72, 38, 20),
    roof: gable(5, 38, 26, 10) + gable(69, 38, 26, 10),
    openings:
      arch(44, 46, 12) +
      row([34, 60], (x) => block(x, 36, 6, 7)) +
      block(46, 20, 8, 12) +
      row([14, 80], (x) => block(x, 44, 7, 8)),
  },
  flight_tower: {
    walls: "M42 60l2-36h12l2 36z" + block(34, 20, 32, 5),
    roof: "M50 2l8 12H42zM34 20C24 20 12 14 4 4c2 14 12 24 30 22zM66 20c10 0 22-6 30-16-2 14-12 24-30 22z",
    openings: row([28, 38], (y) => arch(47, y, 6, y + 7)) + arch(46, 50, 8) + block(44, 14, 12, 6),
  },
  city_residence: {
    walls: block(8, 34, 26) + block(66, 34, 26) + block(34, 22, 32),
    roof: "M4 34l6-10h22l6 10zM62 34l6-10h22l6 10zM30 22l8-14h24l8 14z",
    openings:
      arch(45, 46, 10) +
      row([39, 55], (x) => block(x, 28, 6, 10)) +
      row([13, 23, 71, 81], (x) => block(x, 40, 6, 8)) +
      block(36, 42, 28, 2),
  },
  monastery_tower: {
    walls: block(54, 24, 18) + block(12, 40, 42) + block(72, 46, 16),
    roof: gable(51, 24, 24, 23) + "M8 40l8-14h38v14zM72 46l14-8 4 8z",
    openings: arch(60, 28, 6, 38) + arch(59, 48, 8) + row([18, 30, 42], (x) => arch(x, 44, 6, 54)),
  },
  caravanserai: {
    walls: block(6, 34, 88) + block(34, 24, 32, 10),
    roof: dome(36, 24, 28, 12) + dome(6, 34, 18) + dome(76, 34, 18) + block(49, 6, 2, 6),
    openings: arch(40, 32, 20) + row([12, 25, 67, 80], (x) => arch(x, 42, 8, 54)),
  },
  thermae: {
    walls: block(8, 38, 84) + block(28, 28, 44, 10),
    roof: dome(30, 28, 40, 17) + dome(8, 38, 20) + dome(72, 38, 20),
    openings:
      arch(44, 42, 12) +
      row([14, 27, 65, 78], (x) => arch(x, 43, 8, 54)) +
      "M40 8q-4-3 0-6M50 7q-4-3 0-6M60 8q-4-3 0-6",
  },
  iron_foundry: {
    walls: block(10, 38, 80) + block(70, 8, 9, 30) + block(56, 16, 8, 22),
    roof: "M10 38V26l16 12V26l16 12V26l14 12z" + block(68, 6, 13, 4) + block(54, 14, 12, 3),
    openings:
      arch(20, 44, 16) + row([46, 58, 70], (x) => block(x, 44, 7, 8)) + disc(76, 0, 2) + disc(82, -3, 2.5),
  },
  mill: {
    walls: "M36 60l5-34h18l5 34z" + block(64, 48, 18),
    roof:
      "M38 26a12 10 0 0 1 24 0zM49 24L28 4l5-3 18 21zM51 24L72 4l-5-3-18 21zM49 20L26 38l3 5 22-19zM51 20l23 18-3 5-22-19z" +
      gable(62, 48, 22, 8),
    openings: disc(50, 22, 2.5) + block(47, 36, 6, 7) + arch(45, 48, 10) + block(69, 52, 7, 5),
  },
  hospital: {
    walls: block(12, 32, 76) + block(36, 16, 28, 16),
    roof: "M8 32l6-8h22v8zM64 24h22l6 8H64zM32 16l18-12 18 12z",
    openings:
      arch(44, 46, 12) +
      "M47 19h6v4h4v5h-4v4h-6v-4h-4v-5h4z" +
      row([18, 28, 66, 76], (x) => arch(x, 38, 6, 50)),
  },
  assembly: {
    walls: "M8 60V40q42-16 84 0v20zM22 34q28-11 56 0v-10q-28-9-56 0z",
    roof: "M22 24q28-22 56 0-28-9-56 0z" + block(49, 4, 2, 10) + "M51 4l10 3-10 3z",
    openings:
      row([14, 26, 66, 78], (x) => arch(x, 42, 8, 56)) +
      arch(44, 40, 12) +
      row([32, 48, 64], (x) => block(x, 25, 4, 5)),
  },
  theatre: {
    walls: "M6 60a44 40 0 0 1 88 0z",
    roof: "M6 60a44 40 0 0 1 88 0h-9a35 31 0 0 0-70 0zM22 60a28 25 0 0 1 56 0h-8a20 18 0 0 0-40 0z",
    openings: "M40 60v-8h20v8zM42 44q8 5 16 0c0-4-1-8-1-8H43s-1 4-1 8z",
  },
  golden_temple: {
    walls: block(24, 44, 52) + block(32, 28, 36, 10) + block(40, 15, 20, 8),
    roof: "M14 44q10-2 14-8h44q4 6 14 8zM22 28q8-2 12-7h32q4 5 12 7zM32 15q8-2 10-6l8-9 8 9q2 4 10 6z",
    openings:
      arch(43, 47, 14) +
      row([29, 64], (x) => block(x, 49, 7, 7)) +
      row([37, 47, 57], (x) => block(x, 30, 6, 6)),
  },
};
