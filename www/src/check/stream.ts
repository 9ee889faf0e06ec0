/** Reads a proof byte by byte (docs/contract/certificate.md, "Boxes"). */
import { Refuted } from "./levels.js";

export type Step = "closed" | "round" | "split";
const STEPS: readonly Step[] = ["closed", "round", "split"];

export class Stream {
  /** Bytes read so far. */
  at = 0;
  private readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  private skip(bytes: number): number {
    const at = this.at;
    if (at + bytes > this.view.byteLength) throw new Refuted("the proof ends early");
    this.at += bytes;
    return at;
  }

  step(): Step {
    const step = STEPS[this.view.getUint8(this.skip(1))];
    if (step === undefined) throw new Refuted("a step of no known kind");
    return step;
  }

  /** A whole number, seven bits a byte, the lowest first; at most five bytes. */
  number(): number {
    let found = 0;
    for (let place = 1; place < 2 ** 35; place *= 128) {
      const byte = this.view.getUint8(this.skip(1));
      found += (byte & 127) * place;
      if (byte < 128) return found;
    }
    throw new Refuted("a number of more than 35 bits");
  }

  /** A double, at least 0. */
  multiplier(): number {
    const x = this.view.getFloat64(this.skip(8), true);
    if (!(x >= 0 && x < Infinity)) throw new Refuted("a multiplier below 0");
    return x;
  }

  /** A finite single. */
  message(): number {
    const x = this.view.getFloat32(this.skip(4), true);
    if (!Number.isFinite(x)) throw new Refuted("a message that is no number");
    return x;
  }

  /** Nothing may follow the last box. */
  end(): void {
    if (this.at !== this.view.byteLength) throw new Refuted("the proof goes on after its last box");
  }
}
