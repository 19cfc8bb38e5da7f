import { createRoot } from "react-dom/client";
import { App } from "./app";
import { catalogue, site } from "./gateway/site";
import "./ui/fonts.css";
import "./ui/tokens.css";
import "./ui/base.css";

// Nearly every page needs these: fetch them while the code is loading. Failures are retried on use.
for (const prefetch of [site, catalogue]) prefetch().catch(() => {});

createRoot(document.getElementById("root")!).render(<App />);
