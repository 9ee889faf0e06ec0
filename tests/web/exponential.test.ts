import { expect, test } from "vitest";
import { exp, quick, single } from "../../www/src/check/exponential.js";

/** Numbers with the values that the libraries themselves print, most of them not the nearest (crate/model/src/ensemble/exponential.rs has the same). */
const LIBRARIES: [string, (x: number) => number, [number, number][]][] = [
  [
    "the C library's exp",
    exp,
    [
      [2.1629161712577765, 8.696461086656027],
      [-1.481386350505383, 0.22732232141456662],
      [-2.3746024679773727, 0.09305147279928638],
      [-5.607103199901237, 0.0036716901194929533],
      [-599.813709808881, 3.193123088794049e-261],
      [-667.6217468672722, 1.1364735615563356e-290],
      [-711.7313168954867, 7.9253139384834e-310],
      [-709.0507763837354, 1.1565393861354753e-308],
      [0, 1],
      [-800, 0],
      [709.79, Infinity],
      [-Infinity, 0],
      [Infinity, Infinity],
    ],
  ],
  [
    "CatBoost's quick exponential",
    quick,
    [
      [-1.7569733995240782, 0.17256636367753952],
      [-2.8306059737837863, 0.05897710425991417],
      [-5.4460856509987465, 0.004313154883981123],
      [-0.1946271768389289, 0.8231414870672006],
      [-590.4858504212777, 3.591315170576283e-257],
    ],
  ],
  [
    "the C library's expf",
    (x) => single(Math.fround(x)),
    ([[1.09975719, 3.0034368], [2.0438261, 7.72009087], [-54.3766785, 2.42386605e-24], [-200, 0], [89, Infinity]] as [number, number][]).map(([x, y]) => [x, Math.fround(y)]),
  ],
];

test.each(LIBRARIES)("%s, to the last bit", (_, of, found) => {
  for (const [x, is] of found) expect(of(x), String(x)).toBe(is);
});
