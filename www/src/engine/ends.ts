/**
 * Where the records of a csv file end, byte by byte, as the engine's reader has it. A quote opens a cell only where the cell begins.
 * Two quotes in it are one, and a line end in it ends nothing. Imports nothing.
 */

const [QUOTE, COMMA, LINE, RETURN] = [0x22, 0x2c, 0x0a, 0x0d];

export class RecordEnds {
  #at: "start" | "plain" | "quoted" | "closed" = "start";

  /** Takes the next byte; whether it is the line end behind a record. */
  take(byte: number | undefined): boolean {
    if (this.#at === "quoted") {
      if (byte === QUOTE) this.#at = "closed";
      return false;
    }
    if (byte === LINE || byte === COMMA || byte === RETURN) {
      this.#at = "start";
      return byte === LINE;
    }
    this.#at = byte === QUOTE && this.#at !== "plain" ? "quoted" : "plain";
    return false;
  }

  /** Whether a quoted cell is open. */
  get quoted(): boolean {
    return this.#at === "quoted";
  }
}
