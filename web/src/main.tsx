import { createRoot } from "react-dom/client";
import { App } from "./app";
import "./look/tokens.css";
import "./look/base.css";

createRoot(document.getElementById("root")!).render(<App />);
