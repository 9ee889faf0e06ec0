/** Cells of a csv file as training reads them: numbers, and names of classes. Pure. */

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

export const isNumber = (cell: string): boolean => NUMBER.test(cell) && Number.isFinite(Number(cell));

/** Different texts in their order: numbers by size, else by letters. */
export function classesOf(cells: readonly string[]): string[] {
  const all = [...new Set(cells)];
  return all.every((cell) => NUMBER.test(cell)) ? all.sort((a, b) => Number(a) - Number(b)) : all.sort();
}
