import { lazy, Suspense } from "react";
import { Route, Switch } from "wouter";
import { Frame } from "./ui/frame";
import { Loading } from "./ui/loading";
import { usePreferences } from "./ui/preferences";
import { ErrorBoundary } from "./ui/error_boundary";
import { LanguageContext } from "./words/language";

const Lobby = lazy(() => import("./lobby/lobby_page"));
const Table = lazy(() => import("./table/table_page"));
const Replay = lazy(() => import("./replay/replay_page"));
const Decks = lazy(() => import("./decks/decks_page"));
const Operations = lazy(() => import("./operations/operations_page"));
const NotFound = lazy(() => import("./ui/not_found"));

export function App() {
  const { language } = usePreferences();
  return (
    <LanguageContext value={language}>
      <Suspense fallback={<Loading />}>
        <Frame>
          <ErrorBoundary>
            <Suspense fallback={<Loading />}>
              <Switch>
                <Route path="/" component={Lobby} />
                <Route path="/table/:table">{({ table }) => <Table key={table} table={table} />}</Route>
                <Route path="/replay/:table">{({ table }) => <Replay key={table} table={table} />}</Route>
                <Route path="/decks" component={Decks} />
                <Route path="/operations" component={Operations} />
                <Route component={NotFound} />
              </Switch>
            </Suspense>
          </ErrorBoundary>
        </Frame>
      </Suspense>
    </LanguageContext>
  );
}
