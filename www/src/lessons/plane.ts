/** The plane of the lessons: its two features and classes, and the one applicant who stands on it at the beginning of every lesson. */
import type { SchemaDoc } from "../types.js";
import type { Point } from "./figure.js";

/** Class names of every lesson's model, grown here or loaded. */
export const CLASSES = ["refused", "accepted"];

export const SCHEMA: SchemaDoc = {
  features: [
    { name: "Credit amount", kind: "integer", column: 0, min: 250, max: 10000, unit: "EUR" },
    { name: "Duration", kind: "integer", column: 1, min: 6, max: 60, unit: "months" },
  ],
  classes: CLASSES,
};

/**
 * The credit amount in EUR and the duration in months that the applicant asks for. Every lesson's model refuses it, and no lesson's question is answered
 * there already. In the last lesson the applicant's other values are those of a row of the loan example.
 */
export const APPLICANT: Point = [8000, 36];
