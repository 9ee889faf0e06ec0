// The numbers that each input type holds: how it reads a number, and the next one above, by hand.
import { describe, expect, it } from "vitest";
import { FLOAT32, FLOAT64 } from "../../www/src/check/number.js";

describe("the number after another", () => {
  it("is a step above it, from either side of 0 and through it", () => {
    expect([1, -1, 0, -0, -Number.MIN_VALUE].map(FLOAT64.after)).toEqual([1 + 2 ** -52, -1 + 2 ** -53, Number.MIN_VALUE, Number.MIN_VALUE, -0]);
    expect([1, -1, 0, -0, -(2 ** -149)].map(FLOAT32.after)).toEqual([1 + 2 ** -23, -1 + 2 ** -24, 2 ** -149, 2 ** -149, -0]);
  });

  it("is infinity above the largest and above infinity, and the least finite one above minus infinity", () => {
    const largest = 2 ** 128 - 2 ** 104;
    expect([Number.MAX_VALUE, Infinity, -Infinity].map(FLOAT64.after)).toEqual([Infinity, Infinity, -Number.MAX_VALUE]);
    expect([largest, Infinity, -Infinity].map(FLOAT32.after)).toEqual([Infinity, Infinity, -largest]);
  });
});
