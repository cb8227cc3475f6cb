//! `kubernetes.URL`, as Go's `net/url` reads the URI of a request.

use std::net::{Ipv4Addr, Ipv6Addr};

use crate::go::quote;

/// An absolute URL, or one that begins with `/`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Url {
    /// The scheme in lower case; empty when there is none.
    pub scheme: String,
    /// Host and port.
    pub host: String,
    user: String,
    /// The path as written.
    path: String,
    query: String,
}

impl Url {
    /// Go's `url.ParseRequestURI`; the error is its text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let whole = read(text).map_err(|reason| format!("parse {}: {reason}", quote(text)))?;
        // A request has no fragment, but the parts are those of the URL, which may have one.
        match text.split_once('#') {
            Some((before, _)) => read(before).map_err(|reason| format!("parse {}: {reason}", quote(before))),
            None => Ok(whole),
        }
    }

    /// The host without its port and brackets.
    pub fn hostname(&self) -> &str {
        let host = self.split_port().0;
        host.strip_prefix('[')
            .and_then(|host| host.strip_suffix(']'))
            .unwrap_or(host)
    }

    /// The port; empty when there is none.
    pub fn port(&self) -> &str {
        self.split_port().1
    }

    fn split_port(&self) -> (&str, &str) {
        match self.host.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !port.contains(']') => {
                (host, port)
            }
            _ => (&self.host, ""),
        }
    }

    /// The path as it was written, or escaped anew where that was no valid encoding.
    pub fn escaped_path(&self) -> String {
        if self.path == "*" || is_valid_encoding(&self.path) {
            return self.path.clone();
        }
        let Ok(bytes) = unescape(&self.path, Part::Path) else {
            return String::new();
        };
        let mut out = String::new();
        for byte in bytes {
            if byte.is_ascii_alphanumeric() || b"-_.~$&+,/:;=@".contains(&byte) {
                out.push(char::from(byte));
            } else {
                out.push_str(&format!("%{byte:02X}"));
            }
        }
        out
    }

    /// The parameters of the query with their values, by name.
    pub fn query(&self) -> Vec<(String, Vec<String>)> {
        let mut found: Vec<(String, Vec<String>)> = Vec::new();
        for pair in self.query.split('&') {
            if pair.is_empty() || pair.contains(';') {
                continue;
            }
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (Ok(name), Ok(value)) = (query_text(name), query_text(value)) else {
                continue;
            };
            match found.iter_mut().find(|(known, _)| *known == name) {
                Some((_, values)) => values.push(value),
                None => found.push((name, vec![value])),
            }
        }
        found.sort_by(|a, b| a.0.cmp(&b.0));
        found
    }
}

fn query_text(text: &str) -> Result<String, String> {
    let bytes = unescape(&text.replace('+', " "), Part::Path)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Path,
    Host,
    Zone,
}

fn read(text: &str) -> Result<Url, String> {
    if text.bytes().any(|byte| byte < b' ' || byte == 0x7f) {
        return Err("net/url: invalid control character in URL".into());
    }
    if text.is_empty() {
        return Err("empty url".into());
    }
    let mut url = Url::default();
    if text == "*" {
        url.path = "*".into();
        return Ok(url);
    }
    let (scheme, rest) = scheme(text)?;
    url.scheme = scheme.to_ascii_lowercase();
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    url.query = query.into();
    if !rest.starts_with('/') {
        if url.scheme.is_empty() {
            return Err("invalid URI for request".into());
        }
        // Opaque: `mailto:x`.
        return Ok(url);
    }
    let mut path = rest;
    if let Some(after) = rest.strip_prefix("//").filter(|_| !url.scheme.is_empty()) {
        let end = after.find('/').unwrap_or(after.len());
        let (authority, after) = after.split_at_checked(end).unwrap_or((after, ""));
        let (user, host) = authority.rsplit_once('@').unwrap_or(("", authority));
        url.host = parse_host(&url.scheme, host)?;
        let valid = |c: char| c.is_ascii_alphanumeric() || "-._:~!$&'()*+,;=%@".contains(c);
        if !user.chars().all(valid) {
            return Err("net/url: invalid userinfo".into());
        }
        unescape(user, Part::Path)?;
        url.user = user.into();
        path = after;
    }
    unescape(path, Part::Path)?;
    url.path = path.into();
    Ok(url)
}

/// Cuts off the scheme, if there is one.
fn scheme(text: &str) -> Result<(&str, &str), String> {
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => {}
            b'0'..=b'9' | b'+' | b'-' | b'.' if at > 0 => {}
            b':' if at == 0 => return Err("missing protocol scheme".into()),
            b':' => return Ok(text.split_once(':').unwrap_or(("", text))),
            _ => break,
        }
    }
    Ok(("", text))
}

fn parse_host(scheme: &str, host: &str) -> Result<String, String> {
    match host.rfind('[') {
        Some(0) => return parse_ip_literal(host),
        Some(_) => return Err("invalid IP-literal".into()),
        None => {}
    }
    let colon = if matches!(scheme, "http" | "https") {
        host.find(':')
    } else {
        host.rfind(':')
    };
    if let Some(port) = colon.and_then(|at| host.get(at..)) {
        check_port(port)?;
    }
    let bytes = unescape(host, Part::Host)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn parse_ip_literal(host: &str) -> Result<String, String> {
    let (inside, port) = host
        .get(1..)
        .and_then(|rest| rest.rsplit_once(']'))
        .ok_or("missing ']' in host")?;
    check_port(port)?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let name = match inside.find("%25").and_then(|at| inside.split_at_checked(at)) {
        Some((address, zone)) => text(unescape(address, Part::Host)?) + &text(unescape(zone, Part::Zone)?),
        None => text(unescape(inside, Part::Host)?),
    };
    let (address, zone) = name.split_once('%').map_or((&*name, None), |(a, z)| (a, Some(z)));
    if address.parse::<Ipv4Addr>().is_ok() && zone.is_none() {
        return Err("invalid IP-literal".into());
    }
    if address.parse::<Ipv6Addr>().is_err() || zone == Some("") {
        return Err(format!(
            "invalid host: ParseAddr({}): unable to parse IP",
            quote(&name)
        ));
    }
    Ok(format!("[{name}]{port}"))
}

fn check_port(port: &str) -> Result<(), String> {
    if port.is_empty() || port.starts_with(':') && port.bytes().skip(1).all(|byte| byte.is_ascii_digit()) {
        Ok(())
    } else {
        Err(format!("invalid port {} after host", quote(port)))
    }
}

fn is_host_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.~!$&'()*+,;=:[]<>\"".contains(&byte)
}

/// Whether a path is an encoding that Go takes over as it is.
fn is_valid_encoding(path: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~$&+,/:;=@!'()*[]%".contains(&byte);
    path.bytes().all(plain) && unescape(path, Part::Path).is_ok()
}

fn unescape(text: &str, part: Part) -> Result<Vec<u8>, String> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'%' {
            let escape = text.get(at..(at + 3).min(text.len())).unwrap_or("%");
            let value = escape
                .get(1..)
                .filter(|digits| digits.len() == 2 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
                .and_then(|digits| u8::from_str_radix(digits, 16).ok());
            let refused = |value: u8| match part {
                Part::Path => false,
                Part::Host => value < 0x80 && escape != "%25",
                Part::Zone => escape != "%25" && value != b' ' && !is_host_byte(value),
            };
            match value {
                Some(value) if !refused(value) => out.push(value),
                _ => return Err(format!("invalid URL escape {}", quote(escape))),
            }
            at += 3;
            continue;
        }
        if part != Part::Path && byte.is_ascii() && !is_host_byte(byte) {
            return Err(format!(
                "invalid character {} in host name",
                quote(&char::from(byte).to_string())
            ));
        }
        out.push(byte);
        at += 1;
    }
    Ok(out)
}
