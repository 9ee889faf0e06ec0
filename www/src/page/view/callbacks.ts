/** The callbacks that the element gives the views. */
import type { LimitForm, Shown, State } from "../state/document/state.js";
import type { ProgramFormat, SchemaDoc } from "../../types.js";
import type { Doc } from "../state/document/document.js";
import type { ModelHandle } from "../state/port.js";

export interface Ui {
  edit(verb: (doc: Doc) => Doc, gesture?: string): void;
  /** A drag begins or ends: while it lasts, cards keep their places and all edits are one step of undo. */
  dragging(on: boolean): void;
  /** A change that builds on a part of the state takes that as it is by now: it may not be drawn yet. */
  set(part: Partial<State> | ((now: State) => Partial<State>)): void;
  undo(): void;
  redo(): void;
  stop(): void;
  /** The open model's own calls; null where none is open. */
  model(): ModelHandle | null;
  /** Asks the same question again, after a search that was stopped. */
  again(): void;
  /** Changes the form as it is by now: a text that was typed may not be drawn yet. */
  form(verb: (form: LimitForm) => LimitForm): void;
  /** Adds the limit in the form, and closes the form. */
  addLimit(): void;
  /** Has the proof of the shown answer checked; null where that cannot be done here. Ends and forgets such a check. */
  prove: (() => void) | null;
  dropProof(): void;
  /** Asks a second engine about the shown answer; ends and forgets that. */
  askSecond(): void;
  dropSecond(): void;
  /** Goes to a step of the replay; plays it, or pauses. */
  step(at: number): void;
  playReplay(): void;
  /** Address of the lessons, where the explainer is the page. */
  readonly lessons: string | null;
  dismissHint(): void;
  /** The browser's own way to print. */
  print(): void;
  pickFile(): void;
  /** Sample predictions of the model's own library, to be compared. */
  pickSamples(): void;
  /** Another model, for the form of a limit. */
  pickOther(): void;
  /** Background rows, csv; reading them can be ended. */
  pickRows(): void;
  stopReading(): void;
  /** Saves an answer with its measures, once they are known. */
  saveAnswer(shown: Shown): Promise<void>;
  /** Saves the question as a mixed-integer program. */
  saveProgram(format: ProgramFormat): void;
  /** Saves the open model, with its schema, as Espalier's JSON. */
  saveModel(): void;
  /** Reads the open model by another schema. */
  reschema(schema: SchemaDoc): void;
  openExample(id: string): void;
  openUrl(url: string): void;
  toRow(index: number): void;
  /** Another row of the data drawer's page. */
  page(from: number): void;
  copy(text: string): Promise<boolean>;
  save(name: string, type: string, content: string | Blob): void;
  shareLink(person: boolean): string;
  mapSvg(): string | null;
  mapPng(): Promise<Blob | null>;
}
