/** A matrix as people type or paste it: a row a line, numbers with blanks or semicolons between them. Pure. */
import { readNumber } from "../../state/editing/number.js";

/** Why a text is no symmetric matrix; `row` and `column` count from 0. */
export type Unusable = { is: "size" } | { is: "number"; row: number; text: string } | { is: "twoSided"; row: number; column: number };

/** More digits than any number of a matrix needs, so that a point with three digits behind it is a decimal one. */
const DECIMALS = 20;

/** The symmetric matrix of `size` rows in a text. Whether it has negative eigenvalues is the engine's to say. */
export function readMatrix(text: string, size: number): { matrix: number[][] } | { wrong: Unusable } {
  const lines = text.split("\n").map((line) => line.trim().split(/[\s;]+/).filter((cell) => cell !== "")).filter((cells) => cells.length > 0);
  if (lines.length !== size || lines.some((cells) => cells.length !== size)) return { wrong: { is: "size" } };
  const matrix: number[][] = [];
  for (const [row, cells] of lines.entries()) {
    const numbers: number[] = [];
    for (const text of cells) {
      const read = readNumber(text, { decimals: DECIMALS });
      if ("wrong" in read) return { wrong: { is: "number", row, text } };
      numbers.push(read.value);
    }
    matrix.push(numbers);
  }
  for (const [row, numbers] of matrix.entries()) {
    const column = numbers.findIndex((value, column) => value !== matrix[column]?.[row]);
    if (column >= 0) return { wrong: { is: "twoSided", row, column } };
  }
  return { matrix };
}
