import { use } from "react";
import { catalogue, piecesOf } from "../gateway/site";
import { FACES, isGameKind, type Face } from "./face";

const faces = new Map<string, Promise<Face>>();

/** The same promise each time, as React wants it. */
function faceOf(kind: string): Promise<Face> {
  let face = faces.get(kind);
  if (!face) {
    face = isGameKind(kind)
      ? FACES[kind]()
      : Promise.reject(new Error(`This page can't show the game ${kind}.`));
    faces.set(kind, face);
  }
  return face;
}

/** A game's face and its pieces, with the names they have: all asked for at once, not one after the other. */
export function useFace(kind: string): { face: Face; pieces: unknown } {
  const [face, pieces] = [faceOf(kind), piecesOf(kind)];
  catalogue().catch(() => {});
  return { face: use(face), pieces: use(pieces) };
}
