import { StrictMode, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { check, loadModel, parallel, type Answer } from "espalier";
import type { EspalierExplainer } from "espalier/react";
import "espalier/react";
import { ask } from "../question.js";

declare global {
  var found: unknown;
}

function App() {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const explainer = useRef<EspalierExplainer>(null);
  return (
    <>
      <espalier-explainer ref={explainer} model="stump.json" query={[3, 20]} target={{ class: "accepted" }} controls="answer" subject="you" onespalier-answer={({ detail }) => setAnswer(detail)} />
      {/* @ts-expect-error a theme is a word */}
      {answer === null ? <espalier-explainer hidden theme={1} /> : null}
      <output>{answer?.status}</output>
    </>
  );
}

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
globalThis.found = await ask({ loadModel, check, parallel }, "stump.json").catch(String);
