//! Numbers as decimals: a slider gives 0.855, which is 855 thousandths and takes a byte or two instead of eight.

/// What sliders round to.
const USUAL_DECIMALS: u32 = 3;
/// The most decimals for which a power of ten is exact and room is saved.
const MOST_DECIMALS: u32 = 15;

/// A number as so many units of its last decimal, with at least [`USUAL_DECIMALS`]; `None` if that would not give the
/// same bits.
pub fn to_decimal(value: f64) -> Option<(i64, u32)> {
    let text = format!("{value}");
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let decimals = u32::try_from(fraction.len()).ok()?;
    let units: i64 = format!("{whole}{fraction}").parse().ok()?;
    let added = USUAL_DECIMALS.saturating_sub(decimals);
    let (units, decimals) = (units.checked_mul(10_i64.pow(added))?, decimals + added);
    let again = from_decimal(units, decimals)?;
    (again.to_bits() == value.to_bits()).then_some((units, decimals))
}

/// The number nearest to so many units of a decimal.
pub fn from_decimal(units: i64, decimals: u32) -> Option<f64> {
    // Both numbers are exact, so the quotient is rounded once.
    let is_exact = units.unsigned_abs() < 1 << f64::MANTISSA_DIGITS && decimals <= MOST_DECIMALS;
    is_exact.then(|| units as f64 / 10_i64.pow(decimals) as f64)
}

/// How many units of a decimal a number has; 0 if it has none.
pub fn units_of(value: f64, decimals: u32) -> i64 {
    match to_decimal(value) {
        Some((units, own)) if own <= decimals => {
            10_i64.checked_pow(decimals - own).and_then(|ten| units.checked_mul(ten)).unwrap_or(0)
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_decimals_are_thousandths_and_read_back_to_the_same_bits() {
        for (value, expected) in [
            (0.855, Some((855, 3))),
            (12.0, Some((12_000, 3))),
            (-0.5, Some((-500, 3))),
            (0.0, Some((0, 3))),
            (0.1 + 0.2, None),
            (-0.0, None),
            (1.0 / 3.0, None),
            (0.123_456_789, Some((123_456_789, 9))),
            (f64::MAX, None),
            (f64::MIN_POSITIVE, None),
            (f64::INFINITY, None),
        ] {
            assert_eq!(to_decimal(value), expected, "{value}");
            if let Some((units, decimals)) = expected {
                assert_eq!(from_decimal(units, decimals).map(f64::to_bits), Some(value.to_bits()));
            }
        }
        assert_eq!((units_of(0.9, 5), units_of(0.123_456, 3)), (90_000, 0));
    }
}
