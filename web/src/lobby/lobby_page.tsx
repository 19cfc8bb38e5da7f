export default function LobbyPage() {
  return <p />;
}
