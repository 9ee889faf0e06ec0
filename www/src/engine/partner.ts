/**
 * One search in two workers: each end holds a search of the same request and speaks with the other through a port. The search
 * that was asked gives boxes away; its assistant has no others. An end with no box left asks for some. The search that was asked is over
 * when it has no box left and its assistant, having had every parcel, asks for some too.
 */
import type { CoreSearch } from "./core.js";

/** A note through the port: a parcel, with boxes in it or only the best so far; whether boxes are wanted; a proved bound. */
interface Note {
  parcel?: Uint8Array<ArrayBuffer>;
  boxes?: boolean;
  want?: boolean;
  bound?: number;
  /** Parcels with boxes that the sender has had. Its `want` and `bound` hold for all boxes once this is the number of all that were sent. */
  had: number;
  /** Boxes that the sender has opened. */
  nodes: number;
}

/** The part of a search that a partner uses. */
type Shared = Pick<CoreSearch, "parcel" | "take" | "away" | "waits" | "progress">;

/** Milliseconds between two bounds that an assistant tells. */
const EVERY = 50;

export class Partner {
  /** Boxes that the other end has opened, as far as it has said. */
  nodes = 0;
  private sent = 0;
  private had = 0;
  /** Parcels that the other may still be working on. */
  private kept: Uint8Array[] = [];
  private wanted = false;
  private asked = false;
  private told: number | null = null;
  private toldAt = 0;

  constructor(
    private readonly search: Shared,
    private readonly port: MessagePort,
    /** Whether the other end is the assistant. */
    private readonly first: boolean,
    /** Called when there may be work again. */
    private readonly wake: () => void,
  ) {
    port.onmessage = ({ data }: MessageEvent<Note>) => this.hear(data);
    if (!first) this.after();
  }

  /** To be called after every slice of the search. */
  after(): void {
    const { incumbent, lowerBound } = this.search.progress();
    if (incumbent !== null && (this.told === null || incumbent < this.told)) {
      const parcel = this.search.parcel(false);
      if (parcel !== undefined) {
        this.told = incumbent;
        this.post({ parcel });
      }
    }
    if (this.wanted) this.give();
    if (this.search.waits()) {
      // Along with the best: the other worker may take this message for the last.
      const parcel = this.asked ? undefined : this.search.parcel(false);
      if (!this.asked) this.post(parcel === undefined ? { want: true } : { want: true, parcel });
      this.asked = true;
    } else if (!this.first && performance.now() - this.toldAt >= EVERY) {
      this.toldAt = performance.now();
      this.post({ bound: lowerBound });
    }
  }

  /** The other end is gone: its boxes are worked on here. */
  alone(): void {
    this.port.close();
    this.kept.splice(0).forEach((parcel) => this.search.take(parcel));
    this.search.away(Infinity);
    this.wanted = false;
    this.asked = true;
  }

  end(): void {
    this.port.close();
  }

  private give(): void {
    const parcel = this.search.parcel(true);
    if (parcel === undefined) return;
    this.wanted = false;
    this.sent += 1;
    this.post({ parcel, boxes: true });
    // Kept as a copy: the message took it along only as one.
    if (this.first) this.kept.push(parcel);
  }

  private hear({ parcel, boxes = false, want = false, bound, had, nodes }: Note): void {
    this.nodes = nodes;
    if (parcel !== undefined) this.search.take(parcel);
    if (boxes) {
      this.had += 1;
      this.asked = false;
    }
    const all = had === this.sent;
    if (this.first && all && bound !== undefined) this.search.away(bound);
    if (want) {
      this.wanted = true;
      if (this.first && all) {
        this.kept = [];
        this.search.away(Infinity);
      }
    }
    this.wake();
  }

  private post(note: Omit<Note, "had" | "nodes">): void {
    this.port.postMessage({ ...note, had: this.had, nodes: this.search.progress().nodes });
  }
}
