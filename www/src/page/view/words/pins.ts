/** Words of pinned answers. */
import { inSentence } from "./english.js";

export const pinWords = {
  title: "Pinned",
  pin: "Pin this answer",
  unpin: (name: string) => `Unpin ${name}`,
  waiting: "being looked at",
  holds: "still holds",
  misses: (target: string) => `no longer ${target}`,
  breaks: (limit: string, more: number) => `breaks: ${inSentence(limit)}${more > 0 ? ` and ${String(more)} more` : ""}`,
  mark: (number: number) => `Pin ${String(number)}`,
  numbered: (number: number, name: string) => `${String(number)}  ${name}`,
};
