// npm start: installs missing packages, builds, serves the page and says where.
import { build } from "./build.mjs";
import { say, start, tool } from "./lib.mjs";

await build();
say("serving dist/; open the address below (Ctrl+C ends)");
start(tool("vite"), ["preview", ...process.argv.slice(2)]).on("exit", (code) => process.exit(code ?? 0));
