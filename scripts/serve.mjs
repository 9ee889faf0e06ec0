// The built page as a static host serves it. For tests: node scripts/serve.mjs PORT serves it by itself, as it is on disk.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { at } from "./lib.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm" };

/** Compressed files that lie beside the others, the smaller first. */
const CODINGS = [["br", ".br"], ["gzip", ".gz"]];

/** Serves the page that `root` has, and the files of `folder` under file/, on a free port or that one, in these codings. */
export async function serve(folder, root = at("dist"), { port = 0, codings = CODINGS } = {}) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname)).replace(/\/$/, "/index.html");
    const own = folder !== undefined && path.startsWith("/file/");
    const file = own ? join(folder, path.slice("/file".length)) : join(root, path);
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return void response.writeHead(404).end();
    const packed = codings.find(([coding, end]) => request.headers["accept-encoding"]?.includes(coding) && existsSync(file + end));
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", ...(packed && { "content-encoding": packed[0] }) });
    createReadStream(packed ? file + packed[1] : file).pipe(response);
  });
  await new Promise((ready) => server.listen(port, "localhost", ready));
  return { url: `http://localhost:${server.address().port}/`, close: () => server.close() };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await serve(undefined, at("dist"), { port: Number(process.argv[2]), codings: [] });
