//! The formats of numbers in schemas, with the bounds that the API server enforces.

/// A format of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberFormat {
    /// `int32`
    Int32,
    /// `int64`, and integers without a format.
    Int64,
    /// `float`
    Float,
    /// `double`, and numbers without a format.
    Double,
}

impl NumberFormat {
    /// Returns the smallest format of integers that covers a range.
    pub const fn of_range(minimum: i128, maximum: i128) -> Self {
        if minimum >= i32::MIN as i128 && maximum <= i32::MAX as i128 {
            NumberFormat::Int32
        } else {
            NumberFormat::Int64
        }
    }

    /// Returns the format of integers with this name.
    pub const fn of_integers(name: &str) -> Self {
        match name.as_bytes() {
            b"int32" => NumberFormat::Int32,
            _ => NumberFormat::Int64,
        }
    }

    /// Returns the format of numbers with this name.
    pub const fn of_numbers(name: &str) -> Self {
        match name.as_bytes() {
            b"float" => NumberFormat::Float,
            _ => NumberFormat::Double,
        }
    }

    /// Returns the name.
    pub const fn as_str(self) -> &'static str {
        match self {
            NumberFormat::Int32 => "int32",
            NumberFormat::Int64 => "int64",
            NumberFormat::Float => "float",
            NumberFormat::Double => "double",
        }
    }

    /// Checks whether a bound is a number of this format. The server rejects every value of a schema with any other bound.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::float_cmp,
        reason = "the bound is the same number after the conversion, or does not fit"
    )]
    pub const fn admits(self, bound: f64) -> bool {
        match self {
            NumberFormat::Int32 => bound as i32 as f64 == bound,
            // 2^63 is the next number above `i64::MAX` that a double can hold.
            NumberFormat::Int64 => bound < 9_223_372_036_854_775_808.0 && bound as i64 as f64 == bound,
            NumberFormat::Float => (bound as f32).is_finite(),
            NumberFormat::Double => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::NumberFormat::{Double, Float, Int32, Int64};

    #[test]
    fn bounds_are_numbers_of_their_format() {
        for (format, bound, admitted) in [
            (Int32, 2_147_483_647.0, true),
            (Int32, 2_147_483_648.0, false),
            (Int32, -2_147_483_648.0, true),
            (Int32, 1.5, false),
            (Int64, 9_223_372_036_854_775_807.0, false),
            (Int64, -9_223_372_036_854_775_808.0, true),
            (Int64, 0.5, false),
            (Float, 3.4e38, true),
            (Float, 1e39, false),
            (Double, 1e300, true),
        ] {
            assert_eq!(format.admits(bound), admitted, "{format:?} {bound}");
        }
    }
}
