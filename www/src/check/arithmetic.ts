/** The arithmetic in which a library states scores, as a document says it. */
import { number, numbers, Unreadable, word, type Doc } from "./read.js";

const LIBRARIES = ["plain", "scikit-learn", "xgboost", "catboost", "onnxruntime"] as const;

export interface Arithmetic {
  library: (typeof LIBRARIES)[number];
  /** Whether it adds in single precision. */
  single: boolean;
  /** By these the sum is divided, and then multiplied. */
  divide: number[];
  scale: number;
  /** Whether the first of two scores is computed as 1 minus the second. */
  complement: boolean;
}

export const PLAIN: Arithmetic = { library: "plain", single: false, divide: [], scale: 1, complement: false };

/** As a document says it; those of earlier versions name but the type of sums. */
export function readArithmetic(d: Doc): Arithmetic {
  const before = word(d.sums ?? "float64", "/sums", ["float32", "float64"]) === "float32" ? "xgboost" : "plain";
  const library = word(d.arithmetic ?? before, "/arithmetic", LIBRARIES);
  const divide = numbers(d.divide ?? [], "/divide");
  if (divide.length > 2 || divide.includes(0)) throw new Unreadable("/divide: one number or two, not 0, are needed");
  return { library, single: library === "xgboost" || library === "onnxruntime", divide, scale: number(d.scale ?? 1, "/scale"), complement: d.complement === true };
}
