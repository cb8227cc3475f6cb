//! Request URIs, as Go's `url.ParseRequestURI` reads them.

use std::net::Ipv6Addr;

/// An absolute URI, an absolute path, or `*`.
pub(super) fn is_request_uri(text: &str) -> bool {
    if text.is_empty() || text.bytes().any(|b| b < b' ' || b == 0x7f) {
        return false;
    }
    if text == "*" {
        return true;
    }
    let Some((scheme, rest)) = split_scheme(text) else {
        return false;
    };
    let rest = rest.split_once('?').map_or(rest, |(path, _)| path);
    if !rest.starts_with('/') {
        return !scheme.is_empty();
    }
    let path = match rest.strip_prefix("//") {
        Some(authority_and_path) if !scheme.is_empty() => {
            let (authority, path) = match authority_and_path.find('/') {
                Some(at) => authority_and_path.split_at(at),
                None => (authority_and_path, ""),
            };
            if !is_authority(scheme, authority) {
                return false;
            }
            path
        }
        _ => rest,
    };
    escapes(path).is_some()
}

/// The scheme, or an empty one, and what follows it; nothing if the text starts with a colon.
fn split_scheme(text: &str) -> Option<(&str, &str)> {
    let end = text
        .bytes()
        .position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.')));
    match end.and_then(|at| text.split_at_checked(at)) {
        Some(("", rest)) if rest.starts_with(':') => None,
        Some((scheme, rest)) if scheme.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            Some(rest.strip_prefix(':').map_or(("", text), |rest| (scheme, rest)))
        }
        _ => Some(("", text)),
    }
}

fn is_authority(scheme: &str, authority: &str) -> bool {
    match authority.rsplit_once('@') {
        Some((user, host)) => {
            is_host(scheme, host) && user.chars().all(is_user_char) && escapes(user).is_some()
        }
        None => is_host(scheme, authority),
    }
}

fn is_user_char(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(
            c,
            '-' | '.'
                | '_'
                | ':'
                | '~'
                | '!'
                | '$'
                | '&'
                | '\''
                | '('
                | ')'
                | '*'
                | '+'
                | ','
                | ';'
                | '='
                | '%'
                | '@'
        )
}

fn is_host(scheme: &str, host: &str) -> bool {
    match host.rfind('[') {
        Some(0) => {
            let Some((literal, port)) = host.get(1..).and_then(|rest| rest.rsplit_once(']')) else {
                return false;
            };
            is_optional_port(port) && is_ip_literal(literal)
        }
        Some(_) => false,
        None => {
            // Only http and https forbid further colons before the port's.
            let strict = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
            let colon = if strict { host.find(':') } else { host.rfind(':') };
            let port = colon.and_then(|at| host.get(at..)).unwrap_or_default();
            is_optional_port(port) && is_host_text(host)
        }
    }
}

fn is_optional_port(port: &str) -> bool {
    match port.strip_prefix(':') {
        Some(digits) => digits.bytes().all(|b| b.is_ascii_digit()),
        None => port.is_empty(),
    }
}

/// An IPv6 address, with a zone after `%25` if there is one.
fn is_ip_literal(literal: &str) -> bool {
    let (address, zone) = match literal.find("%25") {
        Some(at) => literal.split_at(at),
        None => (literal, ""),
    };
    // Host bytes may be escaped only beyond ASCII, so an escaped address is none.
    let Ok(_) = address.parse::<Ipv6Addr>() else {
        return false;
    };
    if zone.is_empty() {
        return true;
    }
    let Some(escaped) = escapes(zone) else {
        return false;
    };
    zone.len() > 3
        && escaped
            .iter()
            .all(|b| *b == b'%' || *b == b' ' || is_host_byte(*b))
        && without_escapes(zone).all(|b| b >= 0x80 || is_host_byte(b))
}

/// Host characters, and escapes of bytes beyond ASCII.
fn is_host_text(host: &str) -> bool {
    escapes(host).is_some_and(|escaped| escaped.iter().all(|b| *b >= 0x80 || *b == b'%'))
        && without_escapes(host).all(|b| b >= 0x80 || is_host_byte(b))
}

fn is_host_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric()
        || matches!(
            b,
            b'-' | b'_'
                | b'.'
                | b'~'
                | b'!'
                | b'$'
                | b'&'
                | b'\''
                | b'('
                | b')'
                | b'*'
                | b'+'
                | b','
                | b';'
                | b'='
                | b':'
                | b'['
                | b']'
                | b'<'
                | b'>'
                | b'"'
        )
}

/// The bytes that `%xx` stand for, or nothing if one is malformed.
fn escapes(text: &str) -> Option<Vec<u8>> {
    text.split('%')
        .skip(1)
        .map(|part| {
            let digits = part
                .get(..2)
                .filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
            u8::from_str_radix(digits, 16).ok()
        })
        .collect()
}

fn without_escapes(text: &str) -> impl Iterator<Item = u8> {
    text.split('%')
        .enumerate()
        .flat_map(|(position, part)| part.bytes().skip(if position == 0 { 0 } else { 2 }))
}
