// Pictures of a model whose columns are pixels.
import { expect, test } from "vitest";
import { bitmap } from "../../www/src/page/view/pixel-pictures.js";

test("a picture's file holds its pixels from the last row to the first, each row filled up to four bytes", () => {
  // Two rows of three pixels; each is told by its number.
  const url = bitmap([2, 3], (pixel) => [pixel, 100 + pixel, 200 + pixel]);
  expect(url).toMatch(/^data:image\/bmp;base64,/);
  const file = Uint8Array.from(atob(url.split(",")[1]!), (char) => char.charCodeAt(0));
  const view = new DataView(file.buffer);
  expect(String.fromCharCode(...file.slice(0, 2))).toBe("BM");
  expect([2, 10, 14, 18, 22].map((at) => view.getUint32(at, true))).toEqual([54 + 24, 54, 40, 3, 2]);
  expect([26, 28].map((at) => view.getUint16(at, true))).toEqual([1, 24]);
  const pixel = (n: number): number[] => [200 + n, 100 + n, n];
  expect([...file.slice(54)]).toEqual([...pixel(3), ...pixel(4), ...pixel(5), 0, 0, 0, ...pixel(0), ...pixel(1), ...pixel(2), 0, 0, 0]);
});
