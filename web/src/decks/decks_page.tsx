export default function DecksPage() {
  return <p />;
}
