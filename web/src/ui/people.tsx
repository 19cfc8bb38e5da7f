import { Icon } from "./icon";

/** Peoples differ by shape and letter as well as by colour. Shapes are drawn in a box of 24 by 24. */
export const PEOPLES = ["vulca", "terrah", "aqua", "flit", "khind", "mimix", "hoax", "pillar"] as const;
export type People = (typeof PEOPLES)[number];
export const COLOURS = ["black", "red", "blue", "grey", "green", "brown", "white", "yellow"] as const;
export type Colour = (typeof COLOURS)[number];

export const COLOUR_OF: Record<People, Colour> = {
  vulca: "black",
  terrah: "red",
  aqua: "blue",
  flit: "grey",
  khind: "green",
  mimix: "brown",
  hoax: "white",
  pillar: "yellow",
};
export const PEOPLE_OF = Object.fromEntries(
  Object.entries(COLOUR_OF).map(([people, colour]) => [colour, people]),
) as Record<Colour, People>;

export const LETTER_OF: Record<People, string> = {
  vulca: "V",
  terrah: "T",
  aqua: "A",
  flit: "F",
  khind: "K",
  mimix: "M",
  hoax: "H",
  pillar: "P",
};

/** Flame, mountain, wave, wing, paw, leaf, eye, column. */
const SHAPE_OF: Record<People, string> = {
  vulca: "M12 2c1 4 6 6 6 12a6 6 0 0 1-12 0c0-3 2-4 2.5-7 1.5 1 2 2.5 2 4 1.5-2 2-5 1.5-9z",
  terrah: "M2 20 9 6l4 7 2.5-4L22 20z",
  aqua: "M2 9c3-4 6-4 9-1s6 3 11-1v4c-5 4-8 4-11 1s-6-3-9 1zm0 7c3-4 6-4 9-1s6 3 11-1v4c-5 4-8 4-11 1s-6-3-9 1z",
  flit: "M2 6c6 0 9 2 10 7 1-5 4-7 10-7-1 3-3 4-5 4 0 2-1 3-3 3.5 0 2-1 3.5-2 5.5-1-2-2-3.5-2-5.5-2-.5-3-1.5-3-3.5-2 0-4-1-5-4z",
  khind:
    "M12 11c3.5 0 6 3.5 6 6.5 0 3-3 3-6 3s-6 0-6-3C6 14.5 8.5 11 12 11zM5 8a2 2.6 0 1 1 0 5 2 2.6 0 0 1 0-5zm14 0a2 2.6 0 1 1 0 5 2 2.6 0 0 1 0-5zM9 3.5a2 2.8 0 1 1 0 5.5 2 2.8 0 0 1 0-5.5zm6 0a2 2.8 0 1 1 0 5.5 2 2.8 0 0 1 0-5.5z",
  mimix:
    "M20 3C9 3 4 9 4 15c0 1 .2 2 .6 3L2.5 21 4 22l2.2-2.8C13 21 20 16 20 3zm-4 4c-2 4-5 7-9 9 1-4 4-7.5 9-9z",
  hoax: "M12 5c5 0 8.5 4 10 7-1.5 3-5 7-10 7S3.5 15 2 12c1.5-3 5-7 10-7zm0 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm0 2.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z",
  pillar: "M4 3h16v3h-2v12h2v3H4v-3h2V6H4zm5 3v12h1.5V6zm4.5 0v12H15V6z",
};

/** The bare shape, for use inside another drawing. */
export function PeopleShape({ people, ...rest }: { people: People } & React.SVGProps<SVGPathElement>) {
  return <path d={SHAPE_OF[people]} fillRule="evenodd" {...rest} />;
}

/** A round mark with the people's colour, shape and letter. */
export function PeopleMark({ people, size = 24, label }: { people: People; size?: number; label?: string }) {
  const colour = COLOUR_OF[people];
  return (
    <Icon size={size} label={label}>
      <circle cx="12" cy="12" r="11.5" fill={`var(--people-${colour})`} stroke="var(--line-strong)" />
      <g transform="translate(5.5 3) scale(.54)">
        <PeopleShape people={people} fill={`var(--people-${colour}-ink)`} />
      </g>
      <text
        x="12"
        y="21.5"
        textAnchor="middle"
        fontSize="7"
        fontWeight="700"
        fill={`var(--people-${colour}-ink)`}
      >
        {LETTER_OF[people]}
      </text>
    </Icon>
  );
}
