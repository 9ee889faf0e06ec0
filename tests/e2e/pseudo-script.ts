/** The pseudo-language as a script for a page: it is there before the page's own scripts, in place of English. */
import { join } from "node:path";
import { rolldown } from "rolldown";
import { root } from "./files.js";

const ENTRY = "pseudo-entry";

export async function pseudoScript(): Promise<string> {
  const at = (path: string): string => JSON.stringify(join(root, path));
  const source = `
    import { bracketed } from ${at("tests/web/pseudo.ts")};
    import { setWords } from ${at("www/src/language.ts")};
    import { furtherWords } from ${at("www/src/page/further/words.ts")};
    import { lessonWords } from ${at("www/src/lessons/words.ts")};
    import { words } from ${at("www/src/page/view/words.ts")};
    setWords(bracketed({ ...words, lesson: lessonWords, further: furtherWords }), "en");`;
  const bundle = await rolldown({
    input: ENTRY,
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
    plugins: [{ name: ENTRY, resolveId: (id) => (id === ENTRY ? id : null), load: (id) => (id === ENTRY ? source : null) }],
    logLevel: "warn",
  });
  const { output } = await bundle.generate({ format: "iife" });
  await bundle.close();
  return output[0].code;
}
