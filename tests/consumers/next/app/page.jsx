import { Explainer } from "./explainer.jsx";

export default function Page() {
  return <Explainer />;
}
