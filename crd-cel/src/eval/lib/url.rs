//! `kubernetes.URL`, as Go's `net/url` reads the URI of a request.

mod text;

use std::net::{Ipv4Addr, Ipv6Addr};

use self::text::{Part, unescape};
use crate::go::quote;

/// An absolute URL, or one that begins with `/`.
#[derive(Clone, Debug, Default)]
pub struct Url {
    /// The scheme in lower case; empty when there is none.
    pub scheme: String,
    /// Host and port.
    pub host: String,
    /// What follows a scheme without `/`, as in `mailto:x`.
    opaque: String,
    /// Name and password, as Go writes them.
    user: Option<String>,
    /// The path as written.
    path: String,
    query: String,
    /// The fragment, as Go writes it.
    fragment: String,
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
    /// Go's `url.ParseRequestURI`, then `url.Parse`; the error is their text.
    pub fn parse(text: &str) -> Result<Self, String> {
        Self::check(text)?;
        let (before, fragment) = text.split_once('#').unwrap_or((text, ""));
        let mut url =
            read(before, Source::Reference).map_err(|reason| format!("parse {}: {reason}", quote(before)))?;
        url.fragment =
            text::fragment(fragment).map_err(|reason| format!("parse {}: {reason}", quote(text)))?;
        Ok(url)
    }

    /// Go's `url.ParseRequestURI` alone; the error is its text.
    pub(in crate::eval) fn check(text: &str) -> Result<(), String> {
        match read(text, Source::Request) {
            Ok(_) => Ok(()),
            Err(reason) => Err(format!("parse {}: {reason}", quote(text))),
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
        if url.scheme.is_empty() {
            return Err("invalid URI for request".into());
        }
        url.opaque = rest.into();
        return Ok(url);
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
