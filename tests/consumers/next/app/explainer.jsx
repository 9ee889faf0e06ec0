"use client";
// Rendered on the server first, where the element is a tag; in the page it comes to life. React takes such a tag over without its listeners, so they are
// added here; an answer may have come before.
import { useEffect, useRef, useState } from "react";
import * as espalier from "espalier";
import "espalier/element";
import { ask } from "../question.js";

export function Explainer() {
  const [status, setStatus] = useState("");
  const explainer = useRef(null);
  useEffect(() => {
    const { current } = explainer;
    const show = () => setStatus(current.answer?.status ?? "");
    show();
    current.addEventListener("espalier-answer", show);
    return () => current.removeEventListener("espalier-answer", show);
  }, []);
  useEffect(() => {
    ask(espalier, "/stump.json").catch(String).then((found) => (globalThis.found = found));
  }, []);
  return (
    <>
      <espalier-explainer ref={explainer} model="/stump.json" query="[3, 20]" target="accepted" controls="answer" subject="you" />
      <output>{status}</output>
    </>
  );
}
