/** Rows as the engine takes them. Imports nothing. */

/** One after another; a missing value (null in documents) is NaN, which a typed array would make 0 of by itself. */
export const flatRows = (rows: readonly (readonly (number | null)[])[]): Float64Array => Float64Array.from(rows.flat(), (value) => value ?? Number.NaN);
