//! Exponential functions and a logarithm with exactly the libraries' own errors. The correctly rounded number sometimes
//! differs from a library's, and every platform has another function. These functions give the same bits natively and
//! in WebAssembly.

/// 2 to the power of 1/2, 1/4, 1/8 and so on: the nearest number, and the remainder.
const ROOTS: [(f64, f64); 11] = [
    (std::f64::consts::SQRT_2, -9.667293313452913e-17),
    (1.189207115002721, 3.982015231465646e-17),
    (1.0905077326652577, -3.046782079812471e-17),
    (1.0442737824274138, 8.551889705537965e-17),
    (1.0218971486541166, 5.109225028973444e-17),
    (1.0108892860517005, -1.5234778603368577e-17),
    (1.0054299011128027, 9.499186535455032e-17),
    (1.0027112750502025, -3.636615928692264e-17),
    (1.0013547198921082, -1.8973728416792993e-17),
    (1.0006771306930664, -5.1151232976856676e-17),
    (1.0003385080526823, -5.141333931318957e-18),
];

/// 2 to the power of `steps / 2^bits`, a number from 1 to 2: the nearest number, and the remainder.
fn root(steps: i64, bits: usize) -> (f64, f64) {
    let (mut high, mut low) = (1.0f64, 0.0);
    for (i, &(h, l)) in ROOTS[..bits].iter().enumerate() {
        if steps >> (bits - 1 - i) & 1 == 1 {
            let product = high * h;
            let rest = high.mul_add(h, -product) + (high * l + low * h);
            high = product + rest;
            low = rest - (high - product);
        }
    }
    (high, low)
}

/// 2 to a power. The result must be a normal number.
fn power(of: i64) -> f64 {
    f64::from_bits(((1023 + of) as u64) << 52)
}

/// `exp` of the GNU C library since 2.28, on processors with a fused multiply-add: 128th parts of a power of two, and a
/// polynomial.
pub(super) fn exp(x: f64) -> f64 {
    /// 128th parts of a power of two in one unit of the exponent.
    const PART: f64 = 128.0 * std::f64::consts::LOG2_E;
    if x.is_nan() || x.abs() < power(-54) {
        return 1.0 + x;
    }
    // Beyond these bounds the result is infinity or 0.
    if x > 710.0 {
        return f64::INFINITY;
    }
    if x < -746.0 {
        return 0.0;
    }
    // Rounds to the nearest whole number, by adding a number so large that the sum has no fraction bits.
    let shift = 1.5 * power(52);
    let whole = x.mul_add(PART, shift) - shift;
    let rest = whole.mul_add(-1.2864023111638346e-14, whole.mul_add(-0.005415212348111709, x));
    let steps = whole as i64;
    let (high, low) = root(steps & 127, 7);
    let square = rest * rest;
    let [cubic, quintic] = [(0.16666666666665886, 0.49999999999996786), (0.008333335853059549, 0.0416666808410674)]
        .map(|(a, b): (f64, f64)| rest.mul_add(a, b));
    let part = (square * square).mul_add(quintic, square.mul_add(cubic, low / high + rest));
    let exponent = steps >> 7;
    if x > -512.0 {
        // The largest powers of two exceed a number's exponent range, although the result does not.
        let (exponent, more) = if exponent > 1000 { (exponent - 1000, power(1000)) } else { (exponent, 1.0) };
        let scale = high * power(exponent);
        return more * scale.mul_add(part, scale);
    }
    // Here the library has no fused operation. A result that is no normal number is rounded once, at its own last bit.
    let scale = high * power(exponent + 1022);
    let more = scale * part;
    let result = scale + more;
    if result >= 1.0 {
        return power(-1022) * result;
    }
    let low = scale - result + more;
    let high = 1.0 + result;
    power(-1022) * (high + (1.0 - high + result + low) - 1.0)
}

/// CatBoost's fast exponential function, for its softmax and its values with a log link: 2048th parts of a power of
/// two, and a cubic polynomial.
pub(super) fn quick(x: f64) -> f64 {
    /// The exponent of a 2048th part of a power of two.
    const PART: f64 = std::f64::consts::LN_2 / 2048.0;
    let x = x.clamp(-708.3964185322641, 709.782725693384);
    let shift = 1.5 * power(52);
    let whole = (x * (2048.0 / std::f64::consts::LN_2) + shift) - shift;
    let rest = whole * PART - x;
    let steps = whole as i64;
    let cubic = (3.0000000027955394 - rest) * (rest * rest) * 0.16666666685227835;
    (cubic - rest + 1.0) * (root(steps & 2047, 11).0 * power(steps >> 11))
}

/// `log1p` of the GNU C library for a number that is not negative, as in its source: from the nearest power of two, a
/// series of `f / (2 + f)`. It is not known how its compiler fuses operations, and one value in 10,000 differs in the
/// last bit.
pub(super) fn ln_1p(x: f64) -> f64 {
    if x < power(-54) || x.is_nan() || x.is_infinite() {
        return x;
    }
    if x < power(-29) {
        return x - x * x * 0.5;
    }
    /// The natural logarithm of 2 in two parts; the low bits of the first are 0, so that whole multiples of it are exact.
    const HIGH: f64 = 6.931471803691238e-1;
    const LOW: f64 = 1.9082149292705877e-10;
    /// The square root of 2, minus 1: the first 20 bits of its fraction.
    const MIDDLE: u64 = 0x6a09e;
    let (mut f, mut twos, mut missed, mut far) = (x, 0.0, 0.0, true);
    // The first 32 bits of the square root of 2, minus 1.
    if x.to_bits() >> 32 >= 0x3fda_827a {
        let whole = if x < power(53) { 1.0 + x } else { x };
        let exponent = (whole.to_bits() >> 52) as i64 - 1023;
        if x < power(53) {
            missed = if exponent > 0 { 1.0 - (whole - x) } else { x - (whole - 1.0) } / whole;
        }
        let first = whole.to_bits() >> 32 & 0xf_ffff;
        let above = first >= MIDDLE;
        twos = (exponent + i64::from(above)) as f64;
        let bits = whole.to_bits() & (u64::MAX >> 12) | (1023 - u64::from(above)) << 52;
        f = f64::from_bits(bits) - 1.0;
        far = if above { (0x10_0000 - first) >> 2 != 0 } else { first != 0 };
    }
    let half = 0.5 * f * f;
    if !far {
        if f == 0.0 {
            return twos * HIGH + (missed + twos * LOW);
        }
        let rest = half * (1.0 - 0.6666666666666666 * f);
        return twos * HIGH - ((rest - (twos * LOW + missed)) - f);
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let (z2, z4) = (z * z, z * z * (z * z));
    let second = 0.3999999999940942 + z * 0.2857142874366239;
    let third = 0.22222198432149784 + z * 0.1818357216161805;
    let fourth = 0.15313837699209373 + z * 0.14798198605116586;
    let series = z * 0.6666666666666735 + z2 * second + z4 * third + z4 * z2 * fourth;
    if twos == 0.0 {
        return f - (half - s * (half + series));
    }
    twos * HIGH - ((half - (s * (half + series) + (twos * LOW + missed))) - f)
}

/// `expf` of the GNU C library: 32nd parts of a power of two, and a polynomial, in double precision. Of all numbers in
/// its range, two are one bit off.
pub(super) fn exp_single(x: f32) -> f32 {
    // Beyond these bounds the result is 0 or infinity in single precision.
    let by = f64::from(x.clamp(-150.0, 100.0)) * (32.0 * std::f64::consts::LOG2_E);
    let whole = by.round_ties_even();
    let rest = by - whole;
    let steps = whole as i64;
    let power = power(steps >> 5) * root(steps & 31, 5).0;
    let cubic = 0.05550361559341535 / (32.0 * 32.0 * 32.0) * rest + 0.2402284522445722 / (32.0 * 32.0);
    ((cubic * (rest * rest) + (0.6931471806916203 / 32.0 * rest + 1.0)) * power) as f32
}

/// `logf` of the GNU C library for a positive number: the logarithm at the middle of one of 16 pieces between two
/// powers of two, and a polynomial.
pub fn ln_single(x: f32) -> f32 {
    /// By piece: the inverse of a number near its middle, and that number's logarithm.
    const PIECES: [(f64, f64); 16] = [
        (1.398907162146528, -0.33569133332882284),
        (1.3403141896637998, -0.2929040563774074),
        (1.286432210124115, -0.2518726580937369),
        (1.2367150214269895, -0.21245868807117255),
        (1.1906977166711752, -0.17453945183745634),
        (1.1479821020556429, -0.1380057072319758),
        (1.1082251448272158, -0.10275976698545139),
        (1.0711297413057381, -0.06871392447020525),
        (1.036437278977283, -0.0357891387398228),
        (1.0, 0.0),
        (0.9492859795739057, 0.05204517742929496),
        (0.8951049428609004, 0.11081431298787942),
        (0.8476821620351103, 0.1652495223695143),
        (0.8050314851692001, 0.21687389031699977),
        (0.7664671008843108, 0.2659635028121397),
        (0.731428603316328, 0.3127556664073557),
    ];
    if x == 1.0 || !x.is_normal() {
        return if x == 1.0 { 0.0 } else { (f64::from(x)).ln() as f32 };
    }
    /// The bits of 0.699: mantissas are taken from there to twice that.
    const FIRST: u32 = 0x3f33_0000;
    let bits = x.to_bits();
    let from = bits.wrapping_sub(FIRST);
    let (inverse, middle) = PIECES[(from >> 19) as usize % 16];
    let exponent = (from as i32) >> 23;
    let z = f64::from(f32::from_bits(bits.wrapping_sub(from & 0xff80_0000)));
    let r = z.mul_add(inverse, -1.0);
    let square = r * r;
    let start = f64::from(exponent).mul_add(std::f64::consts::LN_2, middle);
    let line = r.mul_add(0.333456765744066, -0.4999997485802103);
    (square.mul_add(-0.25089342214237154, line)).mul_add(square, start + r) as f32
}

#[cfg(test)]
mod tests {
    use super::{exp, exp_single, ln_1p, ln_single, quick};

    /// Results of the C library. None of them is the nearest number.
    #[test]
    fn the_exponential_is_the_c_librarys_own() {
        let found = [
            (2.1629161712577765, 8.696461086656027),
            (-1.481386350505383, 0.22732232141456662),
            (-2.3746024679773727, 0.09305147279928638),
            (-5.607103199901237, 0.0036716901194929533),
            (-599.813709808881, 3.193123088794049e-261),
            (-667.6217468672722, 1.1364735615563356e-290),
            (-711.7313168954867, 7.9253139384834e-310),
            (-709.0507763837354, 1.1565393861354753e-308),
        ];
        for (x, is) in found {
            assert_eq!(exp(x), is);
        }
        assert_eq!([exp(0.0), exp(-800.0), exp(709.79), exp(f64::NEG_INFINITY)], [1.0, 0.0, f64::INFINITY, 0.0]);
        assert_eq!(exp(f64::INFINITY), f64::INFINITY);
    }

    /// Results next to the least numbers, of which the last bits are lost.
    #[test]
    fn the_exponential_of_very_negative_numbers_is_the_c_librarys_own() {
        let found = [
            (-708.1491478751085, 2.8492641474271636e-308),
            (-708.0300650713526, 3.209591180121083e-308),
            (-708.8881682084588, 1.360756008234996e-308),
            (-711.1725686160402, 1.385727287469494e-309),
            (-708.3132687096577, 2.417998018004398e-308),
            (-710.1172007364811, 3.981238686659926e-309),
            (-710.3751106101678, 3.07616325795362e-309),
            (-709.1757889422657, 1.0206296082932703e-308),
            (-730.0755673684154, 8.554796e-318),
            (-714.0720361741197, 7.6287785479947e-311),
            (-713.9668386088857, 8.475039485083e-311),
            (-718.7966375230378, 6.76996951595e-313),
            (-734.4531991149989, 1.07405e-319),
            (-726.1105460870903, 4.51020814e-316),
        ];
        for (x, is) in found {
            assert_eq!(exp(x), is);
        }
    }

    /// Results of the C library. Beside powers of two less 1 it takes another way.
    #[test]
    fn the_logarithm_of_one_more_is_the_c_librarys_own() {
        let found = [
            (1.0, std::f64::consts::LN_2),
            (1.0000006312526537, 0.6931474961862224),
            (0.9999994512323505, 0.6931469061760829),
            (1.0000000000378892, 0.6931471805788899),
            (3.0, 1.3862943611198906),
            (3.000001022754943, 1.3862946168085937),
            (2.9999985352687792, 1.3862939949370183),
            (3.000000000042572, 1.3862943611305336),
            (31.0, 3.4657359027997265),
            (31.00000807189121, 3.465736155046295),
            (30.999988499178063, 3.4657355433989765),
            (31.000000000034923, 3.465735902800818),
            (2047.0, 7.6246189861593985),
            (2047.0007000223063, 7.624619327967107),
            (2046.9994776096564, 7.624618731085956),
            (2047.000000005407, 7.624618986162038),
            (8388607.0, 15.942385152878742),
            (8388609.849038377, 15.942385492510525),
            (8388603.346295751, 15.94238471732316),
            (8388607.000030225, 15.942385152882345),
            (2199023255551.0, 28.419034402957756),
            (2199023896880.5103, 28.41903469460061),
            (2199022402307.2908, 28.419034014947368),
            (2199023255611.6533, 28.41903440298534),
            (1125899906842623.0, 34.657359027997266),
            (1125900330192972.2, 34.65735940400784),
            (1125899531924062.9, 34.657358695002635),
            (1125899906874613.0, 34.65735902802568),
            (4503599627370495.0, 36.04365338911715),
            (4503600751130091.0, 36.04365363864188),
            (4503597631855182.0, 36.04365294602365),
            (4503599627408455.0, 36.04365338912559),
            (1e-20, 1e-20),
            (3e-10, 2.99999999955e-10),
            (0.01, 0.009950330853168083),
            (0.3, 0.26236426446749106),
            (0.7, 0.5306282510621704),
            (1.7, 0.9932517730102834),
            (900.5, 6.804060042643372),
            (1e+17, 39.14394658089878),
            (1e+300, 690.7755278982137),
            // Here the bits that 1 and the number lose together move the last one.
            (10269982877702886.0, 36.86800175163485),
            (0.7544351237220058, 0.562146938282517),
            (1.6407748867201147e-9, 1.6407748853740435e-9),
        ];
        for (x, is) in found {
            assert_eq!(ln_1p(x), is);
        }
    }

    /// Values from CatBoost itself, for models with a log link.
    #[test]
    fn the_quick_exponential_is_catboosts_own() {
        let found = [
            (-1.7569733995240782, 0.17256636367753952),
            (-2.8306059737837863, 0.05897710425991417),
            (-5.4460856509987465, 0.004313154883981123),
            (-0.1946271768389289, 0.8231414870672006),
            (-590.4858504212777, 3.591315170576283e-257),
        ];
        for (x, is) in found {
            assert_eq!(quick(x), is);
        }
        assert!(quick(f64::NEG_INFINITY) > 0.0 && quick(f64::INFINITY).is_infinite());
    }

    /// Numbers at which the libraries do not print the nearest result, and the bounds.
    #[test]
    #[allow(clippy::excessive_precision)]
    fn the_exponential_of_single_precision_is_the_c_librarys_own() {
        let found = [
            (1.09975719, 3.0034368),
            (2.0438261, 7.72009087),
            (0.248918533, 1.28263748),
            (-2.86418891, 0.0570293702),
            (-54.3766785, 2.42386605e-24),
            (53.269455, 1.36342218e+23),
        ];
        for (x, is) in found {
            assert_eq!(exp_single(x), is);
        }
        assert_eq!(
            [exp_single(-200.0), exp_single(89.0), exp_single(f32::NEG_INFINITY), exp_single(f32::INFINITY)],
            [0.0, f32::INFINITY, 0.0, f32::INFINITY]
        );
    }

    #[test]
    fn the_logarithm_of_single_precision_is_the_c_librarys_own() {
        let found = [(8.304223, 2.116764), (0.99154353, -0.008492428), (24.456953, 3.1969144), (28.647964, 3.3550823)];
        for (x, is) in found {
            assert_eq!(ln_single(x), is);
        }
        assert_eq!(ln_single(1.0), 0.0);
    }
}
