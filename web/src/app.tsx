import { lazy, Suspense } from "react";
import { Route, Switch } from "wouter";
import { GAME_UIS } from "./games";
import { Frame } from "./ui/frame";
import { Loading } from "./ui/loading";
import { usePreferences } from "./ui/preferences";
import { ErrorBoundary } from "./ui/error_boundary";
import { LanguageContext } from "./words/language";

const Lobby = lazy(() => import("./lobby/lobby_page"));
const Table = lazy(() => import("./table/table_page"));
const Replay = lazy(() => import("./replay/replay_page"));
const Operations = lazy(() => import("./operations/operations_page"));
const NotFound = lazy(() => import("./ui/not_found"));

const GAME_PAGES = Object.values(GAME_UIS).flatMap((gameUi) => gameUi?.pages ?? []);

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
                {GAME_PAGES.map(({ path, Page }) => (
                  <Route key={path} path={path} component={Page} />
                ))}
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
