//! CA bundles: PEM with at least one certificate (rule CRD-74).

use std::fmt;

/// The reason for which the server cannot use a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BundleFault {
    NotPem,
    /// PEM, but no block of it is a certificate.
    NoCertificate,
    MalformedCertificate,
}

/// Writes the server's error text.
impl fmt::Display for BundleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unable to load root certificates: ")?;
        f.write_str(match self {
            BundleFault::NotPem => "unable to parse bytes as PEM block",
            BundleFault::NoCertificate => "no valid certificate authority data seen",
            BundleFault::MalformedCertificate => "failed to parse certificate: x509: malformed certificate",
        })
    }
}

/// Returns the reason if the server cannot use a bundle. Only the outer form of a certificate is checked.
pub(crate) fn fault(bundle: &[u8]) -> Option<BundleFault> {
    let text = String::from_utf8_lossy(bundle);
    let mut rest: &str = &text;
    let mut is_malformed = false;
    let mut blocks = 0_usize;
    while let Some((block, after)) = next_block(rest) {
        rest = after;
        blocks += 1;
        if block.kind != "CERTIFICATE" || block.has_headers {
            continue;
        }
        if is_certificate(&block.bytes) {
            return None;
        }
        is_malformed = true;
    }
    Some(if is_malformed {
        BundleFault::MalformedCertificate
    } else if blocks > 0 && rest.is_empty() {
        BundleFault::NoCertificate
    } else {
        BundleFault::NotPem
    })
}

struct Block<'t> {
    kind: &'t str,
    has_headers: bool,
    bytes: Vec<u8>,
}

/// Returns the first PEM block and the rest of the text.
fn next_block(text: &str) -> Option<(Block<'_>, &str)> {
    const BEGIN: &str = "-----BEGIN ";
    let mut from = text;
    loop {
        let at = from.find(BEGIN)?;
        let starts_line = at == 0 || from.as_bytes().get(at.wrapping_sub(1)) == Some(&b'\n');
        let after = from.get(at + BEGIN.len()..)?;
        if let Some(found) = starts_line.then(|| block(after)).flatten() {
            return Some(found);
        }
        from = after;
    }
}

fn block(text: &str) -> Option<(Block<'_>, &str)> {
    let (kind, body) = text.split_once("-----")?;
    let (line_end, body) = body.split_once('\n')?;
    if kind.contains('\n') || !line_end.trim().is_empty() {
        return None;
    }
    let end = format!("-----END {kind}-----");
    let at = body.find(&end)?;
    let (content, after) = body.split_at_checked(at)?;
    let after = after.strip_prefix(&*end)?;
    let after = after.split_once('\n').map_or("", |(_, rest)| rest);
    let has_headers = content.lines().next().is_some_and(|line| line.contains(':'));
    let coded: String = content.split_ascii_whitespace().collect();
    let bytes = if has_headers {
        Vec::new()
    } else {
        crate::go::base64::decode(&coded, crate::go::base64::Alphabet::Standard).ok()?
    };
    let block = Block {
        kind,
        has_headers,
        bytes,
    };
    Some((block, after))
}

/// Checks whether the bytes are one DER sequence of three parts, like a certificate.
fn is_certificate(bytes: &[u8]) -> bool {
    let Some((mut content, [])) = element(bytes, 0x30) else {
        return false;
    };
    for tag in [0x30, 0x30, 0x03] {
        match element(content, tag) {
            Some((_, rest)) => content = rest,
            None => return false,
        }
    }
    content.is_empty()
}

/// Returns the content of the DER element with `tag`, and the rest.
fn element(bytes: &[u8], tag: u8) -> Option<(&[u8], &[u8])> {
    let (&[found, first], mut rest) = bytes.split_first_chunk::<2>()?;
    if found != tag {
        return None;
    }
    let length = if first < 0x80 {
        usize::from(first)
    } else {
        let (digits, after) = rest.split_at_checked(usize::from(first & 0x7f))?;
        rest = after;
        if digits.is_empty() || digits.len() > 4 {
            return None;
        }
        digits.iter().fold(0, |sum, digit| sum << 8 | usize::from(*digit))
    };
    rest.split_at_checked(length)
}

#[cfg(test)]
mod tests {
    use super::fault;

    #[test]
    fn bundles() {
        let der = [0x30, 0x06, 0x30, 0x00, 0x30, 0x00, 0x03, 0x00];
        let pem = |kind: &str, bytes: &[u8]| {
            format!(
                "-----BEGIN {kind}-----\n{}\n-----END {kind}-----\n",
                crate::go::base64::encode(bytes)
            )
        };
        assert_eq!(fault(pem("CERTIFICATE", &der).as_bytes()), None);
        for (bundle, reason) in [
            (String::from("x"), "unable to parse bytes as PEM block"),
            (
                pem("CERTIFICATE", b"xxx"),
                "failed to parse certificate: x509: malformed certificate",
            ),
            (pem("KEY", &der), "no valid certificate authority data seen"),
        ] {
            let expected = format!("unable to load root certificates: {reason}");
            let found = fault(bundle.as_bytes()).map(|fault| fault.to_string());
            assert_eq!(found, Some(expected), "{bundle}");
        }
    }
}
