import type { OptionsProps } from "../faces/face";

export default function DuelOptions(_props: OptionsProps) {
  return null;
}
