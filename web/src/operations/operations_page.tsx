export default function OperationsPage() {
  return <p />;
}
