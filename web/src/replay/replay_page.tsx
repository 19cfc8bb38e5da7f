export default function ReplayPage({ table }: { table: string }) {
  return <p>{table}</p>;
}
