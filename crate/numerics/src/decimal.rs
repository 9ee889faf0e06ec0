//! Numbers written in decimal, rounded to the nearest of their type, ties to even: as the standard library reads them. Its own reader brings 10 kB of
//! powers of five that nothing compresses; here they are made when the first number needs them, in a tenth of a millisecond.
//!
//! A number is w * 10^q with a whole w of up to 19 digits. Where both are small, one multiplication or division of the type is exact. Else w is multiplied by
//! 128 bits of 5^q, cut off, so that the product is a little too small by a known amount at most (Lemire 2021, "Number parsing at a gigabyte per
//! second", Section 5). Its leading bits say which two neighbours the number lies between, and the rest, nearly always, which is nearer. Where it does not,
//! or digits were left out, the number is compared with the middle of the two in whole numbers of any length.

use std::cmp::Ordering;
use std::sync::OnceLock;

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// A type of floating numbers: `f32` or `f64`.
pub trait Decimal: sealed::Sealed + Sized {
    /// The type's shape.
    const SHAPE: Shape;
    /// The number with these bits.
    fn of_bits(bits: u64) -> Self;
}

/// The shape of a type of floating numbers.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Bits of the fraction.
    fraction: u32,
    /// Bits of the exponent.
    exponent: u32,
    /// The largest power of ten that is a number of this type.
    ten: u64,
}

impl Decimal for f32 {
    const SHAPE: Shape = Shape { fraction: 23, exponent: 8, ten: 10 };

    fn of_bits(bits: u64) -> f32 {
        f32::from_bits(bits as u32)
    }
}

impl Decimal for f64 {
    const SHAPE: Shape = Shape { fraction: 52, exponent: 11, ten: 22 };

    fn of_bits(bits: u64) -> f64 {
        f64::from_bits(bits)
    }
}

impl Shape {
    fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The bits of infinity.
    fn infinite(self) -> u64 {
        ((1 << self.exponent) - 1) << self.fraction
    }

    /// The bits of `whole * 10^power`, for a `whole` that is exact in this type and a `power` of up to `ten` either way.
    fn exactly(self, whole: u64, power: i64) -> u64 {
        const TENS: [f64; 23] = [
            1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
            1e19, 1e20, 1e21, 1e22,
        ];
        let (whole, ten) = (whole as f64, TENS[power.unsigned_abs() as usize]);
        let double = if power < 0 { whole / ten } else { whole * ten };
        // Doubles have more than twice the digits of singles, so that rounding twice rounds as once (Figueroa 1995).
        if self.fraction == 23 {
            u64::from((double as f32).to_bits())
        } else {
            double.to_bits()
        }
    }
}

/// The number that a text holds, and nothing else: digits with a point and an exponent where they are wanted, or `inf`, `infinity`, `nan` in any case, each
/// with a sign. Numbers beyond the type are infinite. A number of 17 digits takes 30 ns natively, where the standard library takes 20; in WebAssembly both take the same.
pub fn number<F: Decimal>(text: &str) -> Option<F> {
    bits_of(text, F::SHAPE).map(F::of_bits)
}

fn bits_of(text: &str, shape: Shape) -> Option<u64> {
    let bytes = text.as_bytes();
    let sign = usize::from(matches!(bytes.first(), Some(b'-' | b'+')));
    let negative = u64::from(bytes.first() == Some(&b'-')) << (shape.fraction + shape.exponent);
    let bits = match Written::of(&bytes[sign..]) {
        Some(written) => written.bits(shape),
        None => {
            let word = &text[sign..];
            let is = |name: &str| word.eq_ignore_ascii_case(name);
            match () {
                () if is("inf") || is("infinity") => shape.infinite(),
                () if is("nan") => shape.infinite() | 1 << (shape.fraction - 1),
                () => return None,
            }
        }
    };
    Some(bits | negative)
}

/// A number without its sign: `whole * 10^power`, and more digits where `cut`.
struct Written<'a> {
    whole: u64,
    power: i64,
    /// Digits other than 0 follow those of `whole`.
    cut: bool,
    /// All digits, among them a point, and the power of ten of the last.
    digits: &'a [u8],
    last: i64,
}

impl Written<'_> {
    fn of(bytes: &[u8]) -> Option<Written<'_>> {
        let (whole, point) = digits_behind(bytes, 0, 0);
        let (whole, end) = match bytes.get(point) {
            Some(b'.') => digits_behind(bytes, point + 1, whole),
            _ => (whole, point),
        };
        let behind = end.saturating_sub(point + 1);
        let exponent = match bytes.get(end) {
            None => 0,
            Some(b'e' | b'E') => exponent(&bytes[end + 1..])?,
            Some(_) => return None,
        };
        let (digits, last) = (&bytes[..end], exponent - behind as i64);
        match point + behind {
            0 => None,
            // Nineteen digits fit.
            1..20 => Some(Written { whole, power: last, cut: false, digits, last }),
            _ => Some(Written::cut(digits, last)),
        }
    }

    /// Of many digits: the first nineteen after zeros.
    fn cut(digits: &[u8], last: i64) -> Written<'_> {
        let (mut whole, mut taken, mut left_out, mut cut) = (0, 0, 0, false);
        for byte in digits.iter().filter(|byte| **byte != b'.') {
            let digit = u64::from(byte - b'0');
            if taken < 19 {
                whole = whole * 10 + digit;
                taken += usize::from(whole != 0);
            } else {
                left_out += 1;
                cut |= digit != 0;
            }
        }
        Written { whole, power: last + left_out, cut, digits, last }
    }

    fn bits(&self, shape: Shape) -> u64 {
        let exact = 1u64 << (shape.fraction + 1);
        if self.whole < exact && self.power.unsigned_abs() <= shape.ten && !self.cut {
            return shape.exactly(self.whole, self.power);
        }
        if self.whole == 0 || self.power < LEAST {
            return 0;
        }
        if self.power > MOST {
            return shape.infinite();
        }
        let place = Place::of(self.whole, self.power, shape);
        let nearest = match place.half {
            Some(half) if !self.cut => Some(place.rounded(half)),
            Some(half) => {
                let next = Place::of(self.whole + 1, self.power, shape);
                let nearest = place.rounded(half);
                next.half.filter(|half| next.rounded(*half) == nearest).map(|_| nearest)
            }
            None => None,
        };
        nearest.unwrap_or_else(|| place.rounded(self.beside(&place)))
    }

    /// The number beside the middle between a place's two neighbours.
    fn beside(&self, place: &Place) -> Ordering {
        let mut digits = Whole::default();
        let (mut power, mut kept) = (self.last, 0);
        for (k, byte) in self.digits.iter().enumerate().filter(|(_, byte)| **byte != b'.') {
            if kept == MOST_DIGITS {
                // The middle has fewer digits: of all that follow only matters whether one of them is not 0.
                let rest = self.digits[k..].iter().filter(|byte| **byte != b'.');
                power += rest.clone().count() as i64 - 1;
                digits.times(10, u32::from(rest.clone().any(|byte| *byte != b'0')));
                break;
            }
            digits.times(10, u32::from(byte - b'0'));
            kept += usize::from(kept > 0 || *byte != b'0');
        }
        let mut middle = Whole::default();
        middle.times(1, (place.floor >> 32) as u32);
        middle.shift(32);
        middle.add(place.floor as u32);
        middle.times(2, 1);
        let fives = if power < 0 { &mut middle } else { &mut digits };
        for _ in 0..power.unsigned_abs() {
            fives.times(5, 0);
        }
        let twos = power - place.unit;
        let shifted = if twos < 0 { &mut middle } else { &mut digits };
        shifted.shift(twos.unsigned_abs() as usize);
        digits.cmp(&middle)
    }
}

/// Digits from a place on: `whole` with these behind it, which is wrong beyond nineteen, and their end.
fn digits_behind(bytes: &[u8], mut at: usize, mut whole: u64) -> (u64, usize) {
    while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
        whole = whole.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
        at += 1;
    }
    (whole, at)
}

/// The number behind `e`: a sign, and one digit or more. Numbers of more digits than matter end where they cannot overflow.
fn exponent(bytes: &[u8]) -> Option<i64> {
    let sign = usize::from(matches!(bytes.first(), Some(b'-' | b'+')));
    let digits = &bytes[sign..];
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let size = digits.iter().fold(0i64, |size, digit| (size * 10 + i64::from(digit - b'0')).min(FARTHEST));
    Some(if bytes[0] == b'-' { -size } else { size })
}

/// Exponents beyond this are as good as this: no text is long enough to make up for it.
const FARTHEST: i64 = 1 << 50;
/// Digits of the middle of two numbers, at most: 767 of doubles.
const MOST_DIGITS: usize = 800;
/// A whole of up to 19 digits times a smaller power of ten is less than half of the least number.
const LEAST: i64 = -342;
/// And times a greater one it is beyond the largest.
const MOST: i64 = 308;

/// Where a number lies: at `floor` units of 2^(`unit` + 1) or above, by less than one.
struct Place {
    floor: u64,
    /// The bits of `floor` as a floating number.
    bits: u64,
    /// The exponent of half a unit.
    unit: i64,
    /// The number beside the middle, where that is known.
    half: Option<Ordering>,
}

impl Place {
    /// Of `whole * 10^power`, `whole` not 0.
    fn of(whole: u64, power: i64, shape: Shape) -> Place {
        let five = fives()[(power - LEAST) as usize];
        let zeros = whole.leading_zeros();
        let whole = whole << zeros;
        let high = u128::from(whole) * (five >> 64);
        // The exponent of the product's first bit. log2(5) is 152170 / 65536 as far as it matters to the floor.
        let top = 64 - i64::from(zeros) + ((power * 152_170) >> 16) + power;
        // The low half of the power adds less than two to the product's high half.
        let rough = Place::between((high >> 64) as u64, 3, top, shape);
        if rough.half.is_some() {
            return rough;
        }
        let low = u128::from(whole) * (five & u128::from(u64::MAX));
        let product = high + (low >> 64);
        // The bits behind the high half, and less than two more, say where the middle is, unless it is too close to them.
        let (more, rest) = ((product >> 64) as u64, product as u64);
        let place = Place::between(more, 0, top, shape);
        let half = match place.half {
            None if rest == 0 => None,
            None => Some(Ordering::Greater),
            Some(Ordering::Less) if rest >= u64::MAX - 2 => None,
            half => half,
        };
        Place { half, ..place }
    }

    /// Of a product whose high half is `product`, or more by less than `off`; its first bit is worth 2^`top`.
    fn between(product: u64, off: u64, top: i64, shape: Shape) -> Place {
        let zeros = product.leading_zeros();
        let top = top - i64::from(zeros);
        let (product, off) = (product << zeros, off << zeros);
        let (fraction, bias) = (i64::from(shape.fraction), shape.bias());
        if top > bias {
            return Place { floor: 0, bits: shape.infinite(), unit: 0, half: Some(Ordering::Less) };
        }
        let keep = (fraction + 1).min(fraction + top + bias);
        if keep < 0 {
            return Place { floor: 0, bits: 0, unit: 0, half: Some(Ordering::Less) };
        }
        let floor = if keep == 0 { 0 } else { product >> (64 - keep) };
        let (rest, off) = (product << keep, off << keep);
        let middle = 1 << 63;
        let half = match rest.cmp(&middle) {
            Ordering::Less if middle - rest >= off => Some(Ordering::Less),
            Ordering::Greater => Some(Ordering::Greater),
            _ => None,
        };
        let exponent = (top + bias - 1).max(0) as u64;
        Place { floor, bits: (exponent << shape.fraction) + floor, unit: top - keep, half }
    }

    /// The bits of the nearer neighbour, given where the middle is.
    fn rounded(&self, half: Ordering) -> u64 {
        let up = match half {
            Ordering::Less => 0,
            Ordering::Equal => self.floor & 1,
            Ordering::Greater => 1,
        };
        self.bits + up
    }
}

/// 5^q for q from [`LEAST`] to [`MOST`]: its leading 128 bits, the rest cut off.
fn fives() -> &'static [u128] {
    static FIVES: OnceLock<Vec<u128>> = OnceLock::new();
    FIVES.get_or_init(|| {
        let mut all = vec![0; (MOST - LEAST + 1) as usize];
        let (below, above) = all.split_at_mut(-LEAST as usize);
        let mut power = Whole(vec![1]);
        for five in above {
            *five = power.leading();
            power.times(5, 0);
        }
        // Divided by 5 again and again, with the rest left out each time, is divided by the power: 5^342 has 795 bits.
        let mut inverse = Whole(vec![0; 31]);
        inverse.0[30] = 1;
        for five in below.iter_mut().rev() {
            inverse.fifth();
            *five = inverse.leading();
        }
        all
    })
}

/// A whole number of any length, in words of 32 bits, the least first. The last word is not 0.
#[derive(Default, PartialEq, Eq)]
struct Whole(Vec<u32>);

impl Whole {
    fn times(&mut self, factor: u32, more: u32) {
        let mut carry = u64::from(more);
        for word in &mut self.0 {
            carry += u64::from(*word) * u64::from(factor);
            *word = carry as u32;
            carry >>= 32;
        }
        self.carried(carry as u32);
    }

    fn add(&mut self, more: u32) {
        self.times(1, more);
    }

    fn carried(&mut self, carry: u32) {
        if carry != 0 {
            self.0.push(carry);
        }
    }

    fn fifth(&mut self) {
        let mut rest = 0;
        for word in self.0.iter_mut().rev() {
            let all = rest << 32 | u64::from(*word);
            *word = (all / 5) as u32;
            rest = all % 5;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn shift(&mut self, bits: usize) {
        if self.0.is_empty() {
            return;
        }
        self.0.splice(0..0, std::iter::repeat_n(0, bits / 32));
        let factor = 1 << (bits % 32);
        self.times(factor, 0);
    }

    /// The leading 128 bits.
    fn leading(&self) -> u128 {
        let words = self.0.iter().rev();
        let lead = self.0.last().map_or(0, |word| word.leading_zeros());
        let mut bits = 0u128;
        let mut fifth = 0;
        for (k, word) in words.take(5).enumerate() {
            if k < 4 {
                bits |= u128::from(*word) << (96 - 32 * k);
            } else {
                fifth = *word;
            }
        }
        match lead {
            0 => bits,
            _ => bits << lead | u128::from(fifth >> (32 - lead)),
        }
    }
}

impl Ord for Whole {
    fn cmp(&self, other: &Whole) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl PartialOrd for Whole {
    fn partial_cmp(&self, other: &Whole) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    #[track_caller]
    fn agree(text: &str) {
        let (double, single) = (text.parse::<f64>().ok(), text.parse::<f32>().ok());
        assert_eq!(number::<f64>(text).map(f64::to_bits), double.map(f64::to_bits), "{text} as a double");
        assert_eq!(number::<f32>(text).map(f32::to_bits), single.map(f32::to_bits), "{text} as a single");
    }

    fn bits(draws: &mut Draws) -> u64 {
        draws.below(usize::MAX) as u64
    }

    #[test]
    fn numbers_are_read_as_the_standard_library_reads_them() {
        let mut draws = Draws::default();
        for _ in 0..20_000 {
            let x = f64::from_bits(bits(&mut draws));
            let single = f32::from_bits(bits(&mut draws) as u32);
            let usual = (draws.unit() - 0.5) * 10f64.powi(draws.below(12) as i32);
            for text in [
                format!("{x:e}"),
                format!("{x:.16e}"),
                format!("{x:.22e}"),
                format!("{single:e}"),
                format!("{single:.8e}"),
            ] {
                agree(&text);
            }
            for text in
                [format!("{usual}"), format!("{usual:.6}"), format!("{usual:+.17E}"), format!("{}", usual as f32)]
            {
                agree(&text.replace("+", if usual < 0.0 { "" } else { "+" }).replace("E-", "E-0"));
            }
        }
    }

    /// Beside the middle of two numbers the last of hundreds of digits decides.
    #[test]
    fn middles_of_two_numbers_go_to_the_even_one() {
        let mut draws = Draws::of(7);
        for _ in 0..2_000 {
            let single = f32::from_bits(bits(&mut draws) as u32 & 0x7fff_ffff);
            if single.is_finite() {
                let next = f32::from_bits(single.to_bits() + 1);
                let middle =
                    if next.is_finite() { (f64::from(single) + f64::from(next)) / 2.0 } else { f64::from(single) };
                beside(&format!("{middle:.170}"));
            }
            let double = u128::from(bits(&mut draws) >> 11 | 1 << 52);
            let shift = draws.below(70) as u32;
            beside(&((double << (shift + 1)) + (1 << shift)).to_string());
        }
        for least in [
            "2.4703282292062327208299351",
            "4.9406564584124654417656879286822e-324",
            "1.7976931348623158079372897e308",
            "3.4028235677973366e38",
        ] {
            beside(least);
            beside(&format!("{least}e-324"));
        }
    }

    /// A text of digits, with the last one as it is, one less, one more, and with digits and zeros behind it.
    fn beside(text: &str) {
        agree(text);
        agree(&format!("{text}e-30"));
        let digits = text.trim_end_matches('0');
        for last in ["1", "4999", "50000", "9"] {
            agree(&format!("{}{last}", &digits[..digits.len() - 1]));
        }
        if text.contains('.') && !text.contains('e') {
            for more in ["0".repeat(900), format!("{}1", "0".repeat(900)), "1".to_owned()] {
                agree(&format!("{text}{more}"));
            }
        }
    }

    #[test]
    fn only_numbers_are_read() {
        for text in [
            "", "-", "+", ".", "e5", "1e", "1e+", "--1", "+-1", "1.2.3", "1 ", " 1", "1_0", "0x1", "1e5.5", "infinit",
            "nano", "é", "1é", "-é", "1f",
        ] {
            agree(text);
            assert_eq!(number::<f64>(text), None, "{text}");
        }
        for text in [
            "0",
            "-0",
            "+0.0",
            "00012",
            "1.",
            ".5",
            "-.5e1",
            "1E5",
            "inf",
            "-INF",
            "+Infinity",
            "-0e400",
            "1e400",
            "-1e-400",
            "0e99999999999999999999",
            "1e99999999999999999999",
            "1e-99999999999999999999",
        ] {
            agree(text);
            assert!(number::<f64>(text).is_some(), "{text}");
        }
        assert!(number::<f64>("NaN").is_some_and(f64::is_nan) && number::<f32>("-nan").is_some_and(f32::is_nan));
        let zeros = "0".repeat(2_000);
        for text in [
            format!("1{zeros}"),
            format!("1{zeros}e-2000"),
            format!("0.{zeros}1e2001"),
            format!("0.{zeros}17976931348623157e2309"),
        ] {
            agree(&text);
        }
    }

    #[test]
    fn texts_of_any_kind_are_read_alike() {
        let mut draws = Draws::of(11);
        for _ in 0..50_000 {
            let length = draws.below(24);
            let text: String =
                (0..length).map(|_| char::from(b"0123456789012345678900..eE+-inf"[draws.below(31)])).collect();
            agree(&text);
        }
    }
}
