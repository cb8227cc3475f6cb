//! Writes PEM. (rustls reads it.)

use crd_cel::go::base64;

/// Encodes `der` as a PEM block with this label.
pub(super) fn encode(label: &str, der: &[u8]) -> String {
    let mut text = format!("-----BEGIN {label}-----\n");
    let body = base64::encode(der);
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
            assert_eq!(
                CertificateDer::from_pem_slice(text.as_bytes()).unwrap().as_ref(),
                bytes
            );
        }
    }
}
