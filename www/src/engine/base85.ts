/**
 * Bytes as text, four bytes in five characters (base64 takes five and a third). The characters are safe in a string of JavaScript, in JSON and in HTML: none of
 * them has to be escaped there or begins a tag, a template or an entity; JSON inside of HTML often has two characters for "/". Libraries for this take characters that
 * are not.
 */
const DIGITS = "!#%()*+,-.0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz|}~";
const BASE = 85;

/** The text of these bytes; a last group of n bytes takes n + 1 characters. */
export function textOf(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    let number = 0;
    for (let k = 0; k < 4; k++) number = number * 256 + (bytes[at + k] ?? 0);
    let group = "";
    for (let k = 0; k < 5; k++, number = Math.floor(number / BASE)) group = DIGITS.charAt(number % BASE) + group;
    text += group.slice(0, Math.min(4, bytes.length - at) + 1);
  }
  return text;
}

/** The bytes of a text that `textOf` wrote. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(128);
  for (let k = 0; k < BASE; k++) values[DIGITS.charCodeAt(k)] = k;
  const bytes = new DataView(new ArrayBuffer(Math.ceil(text.length / 5) * 4));
  for (let at = 0; at < text.length; at += 5) {
    let number = 0;
    for (let k = at; k < at + 5; k++) number = number * BASE + (k < text.length ? values[text.charCodeAt(k)]! : BASE - 1);
    bytes.setUint32((at / 5) * 4, number);
  }
  return new Uint8Array(bytes.buffer, 0, Math.floor((text.length * 4) / 5));
}
