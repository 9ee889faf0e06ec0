//! Powers of two.

/// The exponent of the greatest power of two that is at most a number above 0, as its bits hold it. Of a number below the normal ones it is -1023.
pub fn exponent(x: f64) -> i32 {
    (x.to_bits() >> 52) as i32 - 1023
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    #[test]
    fn the_power_is_at_most_the_number_and_the_next_one_is_above() {
        let mut draws = Draws::of(7);
        for power in -1022..=1023 {
            for x in [2f64.powi(power), 2f64.powi(power) * (1.0 + draws.unit()), 2f64.powi(power).next_down()] {
                let found = exponent(x);
                assert!(
                    x < f64::MIN_POSITIVE && found == -1023 || 2f64.powi(found) <= x && x < 2.0 * 2f64.powi(found),
                    "{x}"
                );
            }
        }
    }
}
