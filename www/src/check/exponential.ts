/**
 * Exponential functions with the errors that libraries' own have: the GNU C library's `exp` and `expf`, and CatBoost's quick one. Engines' Math.exp is
 * another one. Imports nothing.
 */

const { abs, fround, max, min } = Math;

const double = new Float64Array(1);
const bits = new BigInt64Array(double.buffer);

/** 2 to a power, of which the result is a normal number. */
function power(of: number): number {
  bits[0] = BigInt(1023 + of) << 52n;
  return double[0]!;
}

/** A sum or a product, and its rounding error. */
type Pair = [number, number];

function sum(a: number, b: number): Pair {
  const s = a + b;
  const part = s - a;
  return [s, a - (s - part) + (b - part)];
}

/** The upper 26 bits of a number. */
function upper(x: number): number {
  const far = x * (2 ** 27 + 1);
  return far - (far - x);
}

function product(a: number, b: number): Pair {
  const p = a * b;
  const [x, y] = [upper(a), upper(b)];
  return [p, (a - x) * (b - y) - (p - x * y - (a - x) * y - x * (b - y))];
}

/** `a * b + c`, rounded once: the middle sum keeps in its last bit that there was more (Boldo and Melquiond 2008). */
function fused(a: number, b: number, c: number): number {
  const [high, low] = product(a, b);
  const [middle, first] = sum(c, low);
  const [most, second] = sum(high, middle);
  const [rest, more] = sum(first, second);
  double[0] = rest;
  if (more !== 0 && (bits[0]! & 1n) === 0n) bits[0]! += more > 0 === rest > 0 ? 1n : -1n;
  return most + double[0];
}

/** 2 to the power of 1/2, 1/4, 1/8 and so on: the nearest number, and the rest. Each is the root of the one before, by a step of Newton's method. */
const ROOTS: Pair[] = [];
for (let [high, low] = [2, 0]; ROOTS.length < 11; ROOTS.push([high, low])) {
  const near = Math.sqrt(high);
  const [square, rest] = product(near, near);
  const more = (high - square - rest + low) / (2 * near);
  high = near + more;
  low = more - (high - near);
}

/** 2 to the power of `steps / 2 ** count`, from 1 to 2: the nearest number, and the rest. */
function root(steps: number, count: number): Pair {
  let [high, low] = [1, 0];
  for (let i = 0; i < count; i++) {
    if (((steps >> (count - 1 - i)) & 1) === 0) continue;
    const [h, l] = ROOTS[i]!;
    const [p, rest] = product(high, h);
    const more = rest + (high * l + low * h);
    high = p + more;
    low = more - (high - p);
  }
  return [high, low];
}

/** Adding this to a number rounds it to the nearest whole number: the sum has no bits for a fraction. */
const WHOLE = 1.5 * 2 ** 52;

/** `exp` of the GNU C library, on processors with a fused multiply-add. */
export function exp(x: number): number {
  if (Number.isNaN(x) || abs(x) < 2 ** -54) return 1 + x;
  if (x > 710) return Infinity;
  if (x < -746) return 0;
  const whole = fused(x, 128 * Math.LOG2E, WHOLE) - WHOLE;
  const rest = fused(whole, -1.2864023111638346e-14, fused(whole, -0.005415212348111709, x));
  const [high, low] = root(((whole % 128) + 128) % 128, 7);
  const exponent = Math.floor(whole / 128);
  const square = rest * rest;
  const cubic = fused(rest, 0.16666666666665886, 0.49999999999996786);
  const quintic = fused(rest, 0.008333335853059549, 0.0416666808410674);
  const part = fused(square * square, quintic, fused(square, cubic, low / high + rest));
  if (x > -512) {
    const more = max(exponent - 1000, 0);
    return fused(high, part, high) * power(exponent - more) * power(more);
  }
  // Here the library has no fused operation, and rounds subnormal results once.
  const scale = high * power(exponent + 1022);
  const by = scale * part;
  const result = scale + by;
  if (result >= 1) return result * power(-1022);
  const less = scale - result + by;
  const one = 1 + result;
  return power(-1022) * (one + (1 - one + result + less) - 1);
}

/** CatBoost's quick exponential function. */
export function quick(x: number): number {
  const near = max(-708.3964185322641, min(709.782725693384, x));
  const whole = near * (2048 / Math.LN2) + WHOLE - WHOLE;
  const rest = whole * (Math.LN2 / 2048) - near;
  const cubic = (3.0000000027955394 - rest) * (rest * rest) * 0.16666666685227835;
  return (cubic - rest + 1) * (root(((whole % 2048) + 2048) % 2048, 11)[0] * power(Math.floor(whole / 2048)));
}

/** The first 32 bits of a number. */
function first(x: number): number {
  double[0] = x;
  return Number(bits[0]! >> 32n);
}

/** The logarithm of 1 and a number that is not negative, as the GNU C library's source has it. */
export function ln1p(x: number): number {
  if (!(x >= 2 ** -54) || x === Infinity) return x;
  if (x < 2 ** -29) return x - x * x * 0.5;
  const [upper, lower] = [6.931471803691238e-1, 1.9082149292705877e-10];
  let [f, twos, missed, far] = [x, 0, 0, true];
  if (first(x) >= 0x3fda827a) {
    const whole = x < 2 ** 53 ? 1 + x : x;
    const exponent = (first(whole) >> 20) - 1023;
    if (x < 2 ** 53) missed = (exponent > 0 ? 1 - (whole - x) : x - (whole - 1)) / whole;
    const part = first(whole) & 0xfffff;
    // Whether it lies above the square root of 2.
    const above = part >= 0x6a09e;
    twos = exponent + Number(above);
    double[0] = whole;
    bits[0] = (bits[0]! & ((1n << 52n) - 1n)) | (BigInt(1023 - Number(above)) << 52n);
    f = double[0] - 1;
    far = above ? (0x100000 - part) >> 2 !== 0 : part !== 0;
  }
  const half = 0.5 * f * f;
  if (!far) {
    if (f === 0) return twos * upper + (missed + twos * lower);
    const rest = half * (1 - 0.6666666666666666 * f);
    return twos * upper - (rest - (twos * lower + missed) - f);
  }
  const s = f / (2 + f);
  const z = s * s;
  const [z2, z4] = [z * z, z * z * (z * z)];
  const second = 0.3999999999940942 + z * 0.2857142874366239;
  const third = 0.22222198432149784 + z * 0.1818357216161805;
  const fourth = 0.15313837699209373 + z * 0.14798198605116586;
  const series = z * 0.6666666666666735 + z2 * second + z4 * third + z4 * z2 * fourth;
  if (twos === 0) return f - (half - s * (half + series));
  return twos * upper - (half - (s * (half + series) + (twos * lower + missed)) - f);
}

/** `expf` of the GNU C library: the nearest number is another one in 3,500. */
export function single(x: number): number {
  const by = max(-150, min(100, x)) * (32 * Math.LOG2E);
  const whole = by + WHOLE - WHOLE;
  const rest = by - whole;
  const cubic = (0.05550361559341535 / 32 ** 3) * rest + 0.2402284522445722 / 32 ** 2;
  const scale = root(((whole % 32) + 32) % 32, 5)[0] * power(Math.floor(whole / 32));
  return fround((cubic * (rest * rest) + ((0.6931471806916203 / 32) * rest + 1)) * scale);
}
