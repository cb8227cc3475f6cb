//! URLs as Go's `net/url` reads them, with its error texts.

use std::net::Ipv6Addr;

use crate::go::quote;

/// The parts of a URL the checks look at.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Url {
    pub(crate) scheme: String,
    pub(crate) host: String,
    /// The user information, escaped as Go writes it.
    pub(crate) user: Option<String>,
    pub(crate) query: String,
    pub(crate) fragment: String,
}

/// Go's `url.Parse`; the error is its text.
pub(crate) fn parse(text: &str) -> Result<Url, String> {
    let (before, fragment) = text.split_once('#').unwrap_or((text, ""));
    let mut url = parse_without_fragment(before, Origin::Reference)
        .map_err(|reason| format!("parse {}: {reason}", quote(before)))?;
    url.fragment =
        unescape(fragment, UrlPart::Other).map_err(|reason| format!("parse {}: {reason}", quote(text)))?;
    Ok(url)
}

/// Go's `url.ParseRequestURI`.
pub(crate) fn parse_request_uri(text: &str) -> Result<Url, String> {
    parse_without_fragment(text, Origin::Request).map_err(|reason| format!("parse {}: {reason}", quote(text)))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    Reference,
    Request,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum UrlPart {
    Host,
    Zone,
    Other,
}

fn parse_without_fragment(text: &str, origin: Origin) -> Result<Url, String> {
    if text.bytes().any(|byte| byte < b' ' || byte == 0x7f) {
        return Err("net/url: invalid control character in URL".into());
    }
    if text.is_empty() && origin == Origin::Request {
        return Err("empty url".into());
    }
    let mut url = Url::default();
    if text == "*" {
        return Ok(url);
    }
    let (scheme, rest) = scheme(text)?;
    url.scheme = scheme.to_ascii_lowercase();
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    url.query = query.into();
    if !rest.starts_with('/') {
        if !url.scheme.is_empty() {
            return Ok(url);
        }
        if origin == Origin::Request {
            return Err("invalid URI for request".into());
        }
        if rest
            .split('/')
            .next()
            .is_some_and(|segment| segment.contains(':'))
        {
            return Err("first path segment in URL cannot contain colon".into());
        }
    }
    let mut path = rest;
    let may_have_authority =
        !url.scheme.is_empty() || origin == Origin::Reference && !rest.starts_with("///");
    if let Some(after) = rest.strip_prefix("//").filter(|_| may_have_authority) {
        let end = after.find('/').unwrap_or(after.len());
        let (authority, after) = after.split_at_checked(end).unwrap_or((after, ""));
        (url.user, url.host) = parse_authority(&url.scheme, authority)?;
        path = after;
    }
    unescape(path, UrlPart::Other)?;
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

fn parse_authority(scheme: &str, authority: &str) -> Result<(Option<String>, String), String> {
    let Some((user, host)) = authority.rsplit_once('@') else {
        return Ok((None, parse_host(scheme, authority)?));
    };
    let host = parse_host(scheme, host)?;
    let valid = |c: char| c.is_ascii_alphanumeric() || "-._:~!$&'()*+,;=%@".contains(c);
    if !user.chars().all(valid) {
        return Err("net/url: invalid userinfo".into());
    }
    let user = match user.split_once(':') {
        None => escape_user(&unescape(user, UrlPart::Other)?),
        Some((name, password)) => format!(
            "{}:{}",
            escape_user(&unescape(name, UrlPart::Other)?),
            escape_user(&unescape(password, UrlPart::Other)?)
        ),
    };
    Ok((Some(user), host))
}

fn parse_host(scheme: &str, host: &str) -> Result<String, String> {
    match host.rfind('[') {
        Some(0) => return parse_ip_literal(host),
        Some(_) => return Err("invalid IP-literal".into()),
        None => {}
    }
    // Outside of http and https a list of hosts, each with a port, is let through.
    let colon = if matches!(scheme, "http" | "https") {
        host.find(':')
    } else {
        host.rfind(':')
    };
    if let Some(port) = colon.and_then(|at| host.get(at..)) {
        check_port(port)?;
    }
    unescape(host, UrlPart::Host)
}

fn parse_ip_literal(host: &str) -> Result<String, String> {
    let (inside, port) = host
        .get(1..)
        .and_then(|rest| rest.rsplit_once(']'))
        .ok_or("missing ']' in host")?;
    check_port(port)?;
    let name = match inside.find("%25").and_then(|at| inside.split_at_checked(at)) {
        Some((address, zone)) => unescape(address, UrlPart::Host)? + &unescape(zone, UrlPart::Zone)?,
        None => unescape(inside, UrlPart::Host)?,
    };
    let (address, zone) = name.split_once('%').map_or((&*name, None), |(a, z)| (a, Some(z)));
    if address.parse::<std::net::Ipv4Addr>().is_ok() && zone.is_none() {
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
    let valid =
        port.is_empty() || port.starts_with(':') && port.bytes().skip(1).all(|byte| byte.is_ascii_digit());
    if valid {
        Ok(())
    } else {
        Err(format!("invalid port {} after host", quote(port)))
    }
}

fn is_host_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.~!$&'()*+,;=:[]<>\"".contains(&byte)
}

fn unescape(text: &str, part: UrlPart) -> Result<String, String> {
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
                UrlPart::Other => false,
                UrlPart::Host => value < 0x80 && escape != "%25",
                UrlPart::Zone => escape != "%25" && value != b' ' && !is_host_byte(value),
            };
            match value {
                Some(value) if !refused(value) => out.push(value),
                _ => return Err(format!("invalid URL escape {}", quote(escape))),
            }
            at += 3;
            continue;
        }
        if part != UrlPart::Other && byte.is_ascii() && !is_host_byte(byte) {
            return Err(format!(
                "invalid character {} in host name",
                quote(&char::from(byte).to_string())
            ));
        }
        out.push(byte);
        at += 1;
    }
    Ok(String::from_utf8(out).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

fn escape_user(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~$&+,;=".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<&str, &str>) {
        let found = parse(text);
        assert_eq!(
            found.as_ref().map(|url| &*url.host).map_err(|error| &**error),
            expected,
            "{text}"
        );
    }

    #[test]
    fn hosts_and_errors() {
        check("https://example.com:443/a?b#c", Ok("example.com:443"));
        check("https://[::1]:80/", Ok("[::1]:80"));
        check("example.com", Ok(""));
        check(
            "http://a b",
            Err(r#"parse "http://a b": invalid character " " in host name"#),
        );
        check(":foo", Err(r#"parse ":foo": missing protocol scheme"#));
        check("a:b%zz", Ok(""));
        check(
            "https://h/%zz",
            Err(r#"parse "https://h/%zz": invalid URL escape "%zz""#),
        );
        check(
            "https://h:x/",
            Err(r#"parse "https://h:x/": invalid port ":x" after host"#),
        );
        check(
            "1:2",
            Err(r#"parse "1:2": first path segment in URL cannot contain colon"#),
        );
    }

    #[test]
    fn parts() {
        let url = parse("HTTPS://u:p w@h/?q=1#f%20g").unwrap_err();
        assert_eq!(url, r#"parse "HTTPS://u:p w@h/?q=1": net/url: invalid userinfo"#);
        let url = parse("HTTPS://u:p%20w@h/?q=1#f%20g").unwrap();
        assert_eq!(url.scheme, "https");
        assert_eq!(url.user.as_deref(), Some("u:p%20w"));
        assert_eq!(url.query, "q=1");
        assert_eq!(url.fragment, "f g");
    }
}
