/** A plain file server, as documentation hosts have them: no special headers unless a test asks for some. */
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");

const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
};

/** The pages that a test serves besides files, by path, and headers for everything. */
export interface Site {
  pages?: Record<string, string>;
  headers?: Record<string, string>;
  /** Types by file ending that differ from the usual. */
  types?: Record<string, string>;
  /** The path under which the folder lies, with slashes around it; "/" if it is left out. */
  under?: string;
  /** Of a file on a slow line: so many bytes come at once, and the rest later. */
  slow?: (path: string) => { bytes: number; rest: Promise<void> } | undefined;
}

/** Serves a folder of the project, and its index.html where an address ends with a slash; `url` ends with a slash. */
export async function serve(folder: string, site: Site = {}): Promise<{ url: string; close: () => void }> {
  const base = join(root, folder);
  const under = site.under ?? "/";
  const server: Server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname));
    const send = (status: number, body: string | Uint8Array): void => {
      const ending = extname(path) === "" ? ".html" : extname(path);
      const type = site.types?.[ending] ?? types[ending] ?? "application/octet-stream";
      response.writeHead(status, { "content-type": type, ...site.headers });
      const line = site.slow?.(path);
      if (line !== undefined) response.write(body.slice(0, line.bytes));
      void (line?.rest ?? Promise.resolve()).then(() => response.end(body.slice(line?.bytes ?? 0)));
    };
    const page = site.pages?.[path];
    if (page !== undefined) send(200, page);
    else if (!path.startsWith(under)) send(404, "not found");
    else readFile(join(base, path.slice(under.length).replace(/(^|\/)$/, "$1index.html"))).then((body) => send(200, body), () => send(404, "not found"));
  });
  await new Promise<void>((ready) => server.listen(0, "localhost", ready));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}${under}`, close: () => void server.close() };
}
