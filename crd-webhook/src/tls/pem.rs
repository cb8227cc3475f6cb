//! Writing PEM. (rustls reads it.)

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// `der` as a PEM block with this label.
pub(super) fn encode(label: &str, der: &[u8]) -> String {
    let mut text = format!("-----BEGIN {label}-----\n");
    let body = base64(der);
    let mut rest = body.as_str();
    while !rest.is_empty() {
        let (line, after) = rest.split_at_checked(64).unwrap_or((rest, ""));
        text.push_str(line);
        text.push('\n');
        rest = after;
    }
    text.push_str(&format!("-----END {label}-----\n"));
    text
}

pub(crate) fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let mut word = 0_u32;
        for index in 0..3 {
            word = word << 8 | u32::from(chunk.get(index).copied().unwrap_or(0));
        }
        for digit in 0..4 {
            if digit > chunk.len() {
                text.push('=');
            } else {
                let index = (word >> (18 - 6 * digit)) & 63;
                text.push(char::from(ALPHABET.get(index as usize).copied().unwrap_or(b'=')));
            }
        }
    }
    text
}

/// What [`base64`] wrote; `None` for anything else.
#[cfg(feature = "kube")]
pub(crate) fn from_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let text = text.as_bytes();
    if !text.len().is_multiple_of(4) {
        return None;
    }
    for chunk in text.chunks(4) {
        let padding = chunk.iter().rev().take_while(|digit| **digit == b'=').count();
        let mut word = 0_u32;
        for digit in chunk.iter().take(4 - padding) {
            let value = ALPHABET.iter().position(|other| other == digit)?;
            word = word << 6 | u32::try_from(value).ok()?;
        }
        word <<= 6 * padding;
        let [_, a, b, c] = word.to_be_bytes();
        bytes.extend([a, b, c].into_iter().take(3_usize.checked_sub(padding)?));
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use tokio_rustls::rustls::pki_types::CertificateDer;
    use tokio_rustls::rustls::pki_types::pem::PemObject as _;

    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for length in 0..200_u8 {
            let bytes: Vec<u8> = (0..length).map(|byte| byte.wrapping_mul(37)).collect();
            let text = encode("CERTIFICATE", &bytes);
            #[cfg(feature = "kube")]
            assert_eq!(from_base64(&base64(&bytes)).unwrap(), bytes);
            assert_eq!(
                CertificateDer::from_pem_slice(text.as_bytes()).unwrap().as_ref(),
                bytes
            );
        }
        assert_eq!(base64(b"any carnal pleas"), "YW55IGNhcm5hbCBwbGVhcw==");
    }
}
