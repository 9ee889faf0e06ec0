/** Where a model's columns are the pixels of a picture: the picture before, after, and the difference of both (Carreira-Perpinan & Hada 2021, Figure 4). */
import { html, nothing, type TemplateResult } from "lit";
import { personOf } from "../state/answer/shown.js";
import type { Shown, State } from "../state/document/state.js";
import { words } from "./words.js";

type Rgb = readonly [red: number, green: number, blue: number];

const PAPER: Rgb = [255, 255, 255];
const INK: Rgb = [20, 32, 26];
const MORE: Rgb = [0, 92, 170];
const LESS: Rgb = [190, 80, 0];

export function pictures({ doc }: State, { request, answer }: Shown): TemplateResult | typeof nothing {
  const info = doc.model?.info;
  const after = answer.counterfactuals[0]?.values;
  if (info?.image === undefined || !after) return nothing;
  const size = info.image;
  const before = personOf(request);
  const low = Math.min(...info.features.map(({ min }) => min));
  const range = Math.max(...info.features.map(({ max }) => max)) - low || 1;
  const drawn = (values: readonly number[]): string => bitmap(size, (pixel) => mixed(PAPER, INK, (values[pixel]! - low) / range));
  const changed = bitmap(size, (pixel) => {
    const change = (after[pixel]! - before[pixel]!) / range;
    // A change of a tenth of the range is to be seen as well.
    return mixed(PAPER, change > 0 ? MORE : LESS, Math.sqrt(Math.abs(change)));
  });
  const { before: now, after: then, difference } = words.pictures;
  return html`<div class="pictures">
    ${([[now, drawn(before)], [then, drawn(after)], [difference, changed]] as const).map(([name, url]) => html`<figure><img alt="" src=${url} /><figcaption class="cap">${name}</figcaption></figure>`)}
  </div>`;
}

/** A share of one colour over another; a missing value is like the first. */
const mixed = (from: Rgb, to: Rgb, share: number): number[] => from.map((one, k) => Math.round(one + (to[k]! - one) * (share > 0 ? Math.min(1, share) : 0)));

/** A picture as the address of a bitmap file: 24 bits a pixel, rows from below, each filled up to four bytes. */
export function bitmap([height, width]: readonly [number, number], colourOf: (pixel: number) => readonly number[]): string {
  const HEADER = 54;
  const stride = Math.ceil((width * 3) / 4) * 4;
  const file = new DataView(new ArrayBuffer(HEADER + stride * height));
  file.setUint16(0, 0x424d);
  for (const [at, value] of [[2, file.byteLength], [10, HEADER], [14, 40], [18, width], [22, height], [26, 1 + (24 << 16)]] as const) file.setUint32(at, value, true);
  for (let pixel = 0; pixel < height * width; pixel++) {
    const at = HEADER + (height - 1 - Math.floor(pixel / width)) * stride + (pixel % width) * 3;
    colourOf(pixel).forEach((part, k) => file.setUint8(at + 2 - k, part));
  }
  let text = "";
  for (let at = 0; at < file.byteLength; at++) text += String.fromCharCode(file.getUint8(at));
  return `data:image/bmp;base64,${btoa(text)}`;
}
