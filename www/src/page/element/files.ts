/** The browser's ways in and out: choosing a file, saving one, the clipboard. */

/** Inputs whose choice is under way. Nothing else refers to them, and a browser that collects garbage in between forgets the choice. */
const choices = new Set<HTMLInputElement>();

export function pickFile(use: (files: File[]) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  choices.add(input);
  input.addEventListener("cancel", () => choices.delete(input));
  input.addEventListener("change", () => {
    choices.delete(input);
    use([...(input.files ?? [])]);
  });
  input.click();
}

/** The role of a file on the page; a file that is not plainly something else is taken for a model, and judged by the engine. */
export type FileKind = "model" | "schema" | "samples" | "rows";

export async function kindOf(file: File): Promise<FileKind> {
  const start = await file.slice(0, 10_000).text();
  // Beside rows a library's predictions are called so; any other column there may be their labels.
  if (/\.csv$/i.test(file.name)) return /(^|,)\s*"?(pred|proba)/i.test(start.split("\n")[0] ?? "") ? "samples" : "rows";
  if (/^\s*\{\s*"(rows|predictions)"\s*:/.test(start)) return "samples";
  return /^\s*\{\s*"(features|classes)"\s*:\s*\[/.test(start) ? "schema" : "model";
}

export function saveFile(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type }) : content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
