import { createRoot } from "react-dom/client";
import { App } from "./app";
import { catalogue, site } from "./gateway/site";
import "./look/tokens.css";
import "./look/base.css";

// Nearly every page wants them: asked for while its code is still on the way. Who needs them asks again.
for (const early of [site, catalogue]) early().catch(() => {});

createRoot(document.getElementById("root")!).render(<App />);
