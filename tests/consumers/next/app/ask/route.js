// The engine on the server: asked at each request.
import * as espalier from "espalier";
import { readFile } from "node:fs/promises";
import { ask } from "../../question.js";

export const dynamic = "force-dynamic";

export async function GET() {
  return Response.json(await ask(espalier, await readFile("public/stump.json")));
}
