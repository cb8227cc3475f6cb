//! Splits a URL into its parts, as Go's `url.parse` does.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::Url;
use super::fault::UrlFault;
use super::text::{self, UrlPart, check_escapes, unescape};

/// The source of a URL.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum UrlText {
    /// A request, which has no fragment and no host without a scheme.
    Request,
    /// Any reference, such as `//host/path`.
    Reference,
}

/// The parts of a URL as written; all are validated.
#[derive(Default)]
pub(super) struct SplitUrl<'t> {
    scheme: &'t str,
    host: &'t str,
    user: Option<&'t str>,
    query: Option<&'t str>,
    opaque: &'t str,
    path: &'t str,
    has_no_authority: bool,
}

impl Url {
    /// Creates the URL from these parts.
    pub(super) fn of<'t>(parts: &SplitUrl<'t>) -> Result<Url, UrlFault<'t>> {
        Ok(Url {
            scheme: parts.scheme.to_ascii_lowercase(),
            host: host(parts.host)?,
            user: parts.user.map(text::user).transpose()?,
            query: parts.query.unwrap_or_default().to_owned(),
            fragment: String::new(),
            escaped_fragment: String::new(),
            opaque: parts.opaque.to_owned(),
            path: parts.path.to_owned(),
            has_no_authority: parts.has_no_authority,
            has_empty_query: parts.query == Some(""),
        })
    }
}

/// Parses a URL without its fragment.
pub(super) fn read(text: &str, source: UrlText) -> Result<SplitUrl<'_>, UrlFault<'_>> {
    if text.bytes().any(|byte| byte < b' ' || byte == 0x7f) {
        return Err(UrlFault::Fixed("net/url: invalid control character in URL"));
    }
    if text.is_empty() && source == UrlText::Request {
        return Err(UrlFault::Fixed("empty url"));
    }
    let mut parts = SplitUrl::default();
    if text == "*" {
        parts.path = "*";
        return Ok(parts);
    }
    let (scheme, rest) = scheme(text)?;
    parts.scheme = scheme;
    let (rest, query) = rest
        .split_once('?')
        .map_or((rest, None), |(rest, query)| (rest, Some(query)));
    parts.query = query;
    if !rest.starts_with('/') {
        if !scheme.is_empty() {
            parts.opaque = rest;
            return Ok(parts);
        }
        if source == UrlText::Request {
            return Err(UrlFault::Fixed("invalid URI for request"));
        }
        let first = rest.split('/').next();
        if first.is_some_and(|segment| segment.contains(':')) {
            return Err(UrlFault::Fixed("first path segment in URL cannot contain colon"));
        }
    }
    let mut path = rest;
    let may_have_authority = !scheme.is_empty() || source == UrlText::Reference && !rest.starts_with("///");
    if let Some(after) = rest.strip_prefix("//").filter(|_| may_have_authority) {
        let end = after.find('/').unwrap_or(after.len());
        let (authority, after) = after.split_at_checked(end).unwrap_or((after, ""));
        let (user, host) = match authority.rsplit_once('@') {
            Some((user, host)) => (Some(user), host),
            None => (None, authority),
        };
        check_host(scheme, host)?;
        user.map(text::check_user).transpose()?;
        (parts.host, parts.user) = (host, user);
        path = after;
    } else {
        parts.has_no_authority = !scheme.is_empty();
    }
    check_escapes(path, UrlPart::Path)?;
    parts.path = path;
    Ok(parts)
}

/// Splits off the scheme, if there is one.
fn scheme(text: &str) -> Result<(&str, &str), UrlFault<'_>> {
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => {}
            b'0'..=b'9' | b'+' | b'-' | b'.' if at > 0 => {}
            b':' if at == 0 => return Err(UrlFault::Fixed("missing protocol scheme")),
            b':' => return Ok(text.split_once(':').unwrap_or(("", text))),
            _ => break,
        }
    }
    Ok(("", text))
}

fn check_host<'t>(scheme: &str, host: &'t str) -> Result<(), UrlFault<'t>> {
    match host.rfind('[') {
        Some(0) => return ip_literal(host).map(drop),
        Some(_) => return Err(UrlFault::Fixed("invalid IP-literal")),
        None => {}
    }
    // Unless the scheme is http or https, a list of hosts, each with a port, is accepted.
    let colon = if scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https") {
        host.find(':')
    } else {
        host.rfind(':')
    };
    if let Some(port) = colon.and_then(|at| host.get(at..)) {
        check_port(port)?;
    }
    check_escapes(host, UrlPart::Host)
}

/// Returns a validated host without its escapes.
fn host(text: &str) -> Result<String, UrlFault<'_>> {
    if text.starts_with('[') {
        return ip_literal(text);
    }
    let bytes = unescape(text, UrlPart::Host)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn ip_literal(host: &str) -> Result<String, UrlFault<'_>> {
    let (inside, port) = host
        .get(1..)
        .and_then(|rest| rest.rsplit_once(']'))
        .ok_or(UrlFault::Fixed("missing ']' in host"))?;
    check_port(port)?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let name = match inside.find("%25").and_then(|at| inside.split_at_checked(at)) {
        Some((address, zone)) => {
            text(&unescape(address, UrlPart::Host)?) + &text(&unescape(zone, UrlPart::Zone)?)
        }
        None => text(&unescape(inside, UrlPart::Host)?),
    };
    let (address, zone) = name.split_once('%').map_or((&*name, None), |(a, z)| (a, Some(z)));
    if address.parse::<Ipv4Addr>().is_ok() && zone.is_none() {
        return Err(UrlFault::Fixed("invalid IP-literal"));
    }
    if address.parse::<Ipv6Addr>().is_err() || zone == Some("") {
        return Err(UrlFault::Address(name));
    }
    Ok(format!("[{name}]{port}"))
}

fn check_port(port: &str) -> Result<(), UrlFault<'_>> {
    if port.is_empty() || port.starts_with(':') && port.bytes().skip(1).all(|byte| byte.is_ascii_digit()) {
        Ok(())
    } else {
        Err(UrlFault::Port(port))
    }
}
