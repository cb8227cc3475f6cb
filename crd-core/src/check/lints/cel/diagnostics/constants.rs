//! Messages about calls whose constant arguments make them fail.

use crate::check::{Diagnostic, codes};
use crate::yaml::tree::Span;

pub(super) fn diagnostic(span: Span, call: &str, function: &str, error: &str) -> Diagnostic {
    Diagnostic::new(
        codes::CEL_CONSTANT_ERROR,
        format!("`{call}` always fails with `{error}`"),
        span,
    )
    .with_label("fails for every object")
    .with_help(help(call, function, error))
}

fn help(call: &str, function: &str, error: &str) -> String {
    if let Some(zone) = error.strip_prefix("unknown time zone ") {
        return match offset(zone) {
            Some(offset) => format!("write `'{offset}'` in place of `'{zone}'`"),
            None => "time zones have the names of the IANA database, such as `Europe/Berlin`, or are offsets such as `+02:00`"
                .to_owned(),
        };
    }
    let text = last_text(call);
    match function {
        "quantity" => "write a number and a suffix such as `Gi`, `G` or `m` without a space between them".to_owned(),
        "url" => "write a scheme and a host, such as `https://example.com`, or a path that begins with `/`".to_owned(),
        "semver" => "write three numbers, such as `1.2.0`".to_owned(),
        "substring" | "charAt" | "slice" | "indexOf" | "lastIndexOf" => {
            "indices begin with 0; count from the end with `size(…) - 1`".to_owned()
        }
        "value" => "correct the constant from which this optional value is created".to_owned(),
        "ip" if text.contains('/') => {
            "this is a network, not an address: `cidr(…).containsIP(…)` is true for the addresses of a network".to_owned()
        }
        "ip" => "write an address, such as `10.0.0.1` or `2001:db8::1`".to_owned(),
        "cidr" => match text.rsplit_once('/') {
            Some((address, bits)) if bits.parse::<u32>().is_ok() && error.ends_with("prefix length out of range") => {
                let most = if address.contains(':') { 128 } else { 32 };
                format!("the number of bits after `/` is at most {most}")
            }
            Some(_) => "write an address and its number of bits, such as `10.0.0.0/8`".to_owned(),
            None => "write the number of bits of the network after the address, as in `10.0.0.0/8`".to_owned(),
        },
        "containsIP" if text.contains('/') => {
            "this is a network, not an address: `containsCIDR` tests a network".to_owned()
        }
        "containsIP" => "write an address, such as `10.0.0.1`".to_owned(),
        "containsCIDR" if !text.is_empty() && !text.contains('/') => {
            "this is an address, not a network: `containsIP` tests an address".to_owned()
        }
        "containsCIDR" => "write a network, such as `10.0.0.0/8`".to_owned(),
        _ => "correct the argument".to_owned(),
    }
}

/// Returns the last text in quotes of a call.
fn last_text(call: &str) -> &str {
    let is_quote = |c| c == '\'' || c == '"';
    let mut parts = call.rsplit(is_quote);
    parts.nth(1).unwrap_or_default()
}

/// Returns the offset of a zone such as `UTC+2`.
fn offset(zone: &str) -> Option<String> {
    let offset = zone.strip_prefix("UTC").or_else(|| zone.strip_prefix("GMT"))?;
    let sign = offset.chars().next().filter(|sign| "+-".contains(*sign))?;
    let hours: u8 = offset.get(1..)?.parse().ok()?;
    (hours <= 14).then(|| format!("{sign}{hours:02}:00"))
}

#[cfg(test)]
mod tests {
    use super::help;

    #[test]
    fn what_is_wrong_with_an_argument() {
        for (call, function, error, expected) in [
            (
                "ip('10.0.0.0/8')",
                "ip",
                "parse error",
                "this is a network, not an address: `cidr(…).containsIP(…)` is true for the addresses of a network",
            ),
            (
                "cidr('10.0.0.0/33')",
                "cidr",
                "prefix length out of range",
                "the number of bits after `/` is at most 32",
            ),
            (
                "cidr('10.0.0.0')",
                "cidr",
                "no '/'",
                "write the number of bits of the network after the address, as in `10.0.0.0/8`",
            ),
            (
                "cidr(self).containsIP('10.0.0.0/24')",
                "containsIP",
                "no such overload",
                "this is a network, not an address: `containsCIDR` tests a network",
            ),
            (
                "self.getHours('UTC+2')",
                "getHours",
                "unknown time zone UTC+2",
                "write `'+02:00'` in place of `'UTC+2'`",
            ),
            (
                "self.getHours('Europe/Zuerich')",
                "getHours",
                "unknown time zone Europe/Zuerich",
                "time zones have the names of the IANA database, such as `Europe/Berlin`, or are offsets such as `+02:00`",
            ),
        ] {
            assert_eq!(help(call, function, error), expected, "{call}");
        }
    }
}
