import type { OptionsProps } from "../faces/face";

export default function CityOptions(_props: OptionsProps) {
  return null;
}
