//! `strconv.FormatFloat`, as `fmt` and `encoding/json` call it.

/// Formats a `float64` as `%v` does in the server's texts: with an exponent from a million on.
pub(crate) fn float(value: f64) -> String {
    if value != 0.0 && !(1e-4..1e6).contains(&value.abs()) {
        let (mantissa, sign, digits) = scientific(value);
        return format!("{mantissa}e{sign}{digits:0>2}");
    }
    format!("{value}")
}

/// Formats a `float64` as `encoding/json` does: with an exponent from 1e21 on.
pub(crate) fn float_json(value: f64) -> String {
    if value != 0.0 && !(1e-6..1e21).contains(&value.abs()) {
        let (mantissa, sign, digits) = scientific(value);
        return format!("{mantissa}e{sign}{digits}");
    }
    format!("{value}")
}

fn scientific(value: f64) -> (String, char, String) {
    let text = format!("{value:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    match exponent.strip_prefix('-') {
        Some(digits) => (mantissa.to_owned(), '-', digits.to_owned()),
        None => (mantissa.to_owned(), '+', exponent.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_as_go() {
        for (value, text) in [
            (1e21, "1e+21"),
            (1.5, "1.5"),
            (1e-7, "1e-07"),
            (0.00001, "1e-05"),
            (999_999.0, "999999"),
            (1_000_000.0, "1e+06"),
        ] {
            assert_eq!(float(value), text);
        }
        assert_eq!(float_json(0.00001), "0.00001");
        assert_eq!(float_json(1e-7), "1e-7");
    }
}
