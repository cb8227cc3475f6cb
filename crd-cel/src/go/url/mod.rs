//! URLs as Go's `net/url` reads and writes them, with its error texts: the URLs of webhooks, of approvals, of the format `uri`,
//! and CEL's `kubernetes.URL`.

mod text;

use std::net::{Ipv4Addr, Ipv6Addr};

use self::text::{Part, unescape};
use crate::go::quote;

/// A URL in its parts.
#[derive(Clone, Debug, Default)]
pub struct Url {
    /// The scheme in lower case; empty when there is none.
    pub scheme: String,
    /// Host and port.
    pub host: String,
    /// Name and password, as Go writes them.
    pub user: Option<String>,
    /// The query as written.
    pub query: String,
    /// The fragment without escapes.
    pub fragment: String,
    /// The fragment, as Go writes it.
    escaped_fragment: String,
    /// What follows a scheme without `/`, as in `mailto:x`.
    opaque: String,
    /// The path as written.
    path: String,
    /// Whether the URL has a scheme and a path, but no `//`.
    has_no_authority: bool,
    /// Whether an empty query was written.
    has_empty_query: bool,
}

/// Where a URL comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// A request, which has no fragment and no host without a scheme.
    Request,
    /// Any reference, as `//host/path`.
    Reference,
}

impl Url {
    /// Go's `url.Parse`; the error is its text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (before, fragment) = text.split_once('#').unwrap_or((text, ""));
        let mut url =
            read(before, Source::Reference).map_err(|reason| format!("parse {}: {reason}", quote(before)))?;
        (url.fragment, url.escaped_fragment) =
            text::fragment(fragment).map_err(|reason| format!("parse {}: {reason}", quote(text)))?;
        Ok(url)
    }

    /// Go's `url.ParseRequestURI`: a URL with a scheme, or a path that begins with `/`. The error is its text.
    pub fn parse_request_uri(text: &str) -> Result<Self, String> {
        read(text, Source::Request).map_err(|reason| format!("parse {}: {reason}", quote(text)))
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

    /// The parameters of the query with their values, by name.
    pub fn parameters(&self) -> Vec<(String, Vec<String>)> {
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

fn read(text: &str, source: Source) -> Result<Url, String> {
    if text.bytes().any(|byte| byte < b' ' || byte == 0x7f) {
        return Err("net/url: invalid control character in URL".into());
    }
    if text.is_empty() && source == Source::Request {
        return Err("empty url".into());
    }
    let mut url = Url::default();
    if text == "*" {
        url.path = "*".into();
        return Ok(url);
    }
    let (scheme, rest) = scheme(text)?;
    url.scheme = scheme.to_ascii_lowercase();
    let (rest, query) = rest
        .split_once('?')
        .map_or((rest, None), |(rest, query)| (rest, Some(query)));
    url.has_empty_query = query == Some("");
    url.query = query.unwrap_or_default().into();
    if !rest.starts_with('/') {
        if !url.scheme.is_empty() {
            url.opaque = rest.into();
            return Ok(url);
        }
        if source == Source::Request {
            return Err("invalid URI for request".into());
        }
        let first = rest.split('/').next();
        if first.is_some_and(|segment| segment.contains(':')) {
            return Err("first path segment in URL cannot contain colon".into());
        }
    }
    let mut path = rest;
    let may_have_authority =
        !url.scheme.is_empty() || source == Source::Reference && !rest.starts_with("///");
    if let Some(after) = rest.strip_prefix("//").filter(|_| may_have_authority) {
        let end = after.find('/').unwrap_or(after.len());
        let (authority, after) = after.split_at_checked(end).unwrap_or((after, ""));
        let (user, host) = match authority.rsplit_once('@') {
            Some((user, host)) => (Some(user), host),
            None => (None, authority),
        };
        url.host = parse_host(&url.scheme, host)?;
        url.user = match user {
            Some(user) => Some(text::user(user)?),
            None => None,
        };
        path = after;
    } else {
        url.has_no_authority = !url.scheme.is_empty();
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
    // Outside of http and https a list of hosts, each with a port, is let through.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<&str, &str>) {
        let found = Url::parse(text);
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
        let url = Url::parse("HTTPS://u:p w@h/?q=1#f%20g").unwrap_err();
        assert_eq!(url, r#"parse "HTTPS://u:p w@h/?q=1": net/url: invalid userinfo"#);
        let url = Url::parse("HTTPS://u:p%20w@h/?q=1#f%20g").unwrap();
        assert_eq!(url.scheme, "https");
        assert_eq!(url.user.as_deref(), Some("u:p%20w"));
        assert_eq!(url.query, "q=1");
        assert_eq!(url.fragment, "f g");
    }
}
