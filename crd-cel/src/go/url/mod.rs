//! Parses and formats URLs as Go's `net/url` does, with its error texts: the URLs of webhooks and approvals,
//! the format `uri`, and CEL's `kubernetes.URL`.

mod fault;
mod read;
mod text;

use self::read::{UrlText, read};
use self::text::{UrlPart, unescape};
use crate::go::quote;

/// A URL, split into its parts.
#[derive(Clone, Debug, Default)]
pub struct Url {
    /// Scheme in lower case; empty if there is none.
    pub scheme: String,
    /// Host and port.
    pub host: String,
    /// User name and password, as Go writes them.
    pub user: Option<String>,
    /// Query as written.
    pub query: String,
    /// The fragment without escapes.
    pub fragment: String,
    /// Fragment as Go writes it.
    escaped_fragment: String,
    /// Text after a scheme without `/`, as in `mailto:x`.
    opaque: String,
    /// Path as written.
    path: String,
    /// Whether the URL has a scheme and a path, but no `//`.
    has_no_authority: bool,
    /// Whether it has an empty query.
    has_empty_query: bool,
}

impl Url {
    /// Parses a URL like Go's `url.Parse`; the error is its text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (before, fragment) = text.split_once('#').unwrap_or((text, ""));
        let mut url = read(before, UrlText::Reference)
            .and_then(|parts| Url::of(&parts))
            .map_err(|fault| format!("parse {}: {fault}", quote(before)))?;
        (url.fragment, url.escaped_fragment) =
            text::fragment(fragment).map_err(|fault| format!("parse {}: {fault}", quote(text)))?;
        Ok(url)
    }

    /// Parses like Go's `url.ParseRequestURI`: a URL with a scheme, or a path that begins with `/`. The error is its text.
    pub fn parse_request_uri(text: &str) -> Result<Self, String> {
        read(text, UrlText::Request)
            .and_then(|parts| Url::of(&parts))
            .map_err(|fault| format!("parse {}: {fault}", quote(text)))
    }

    /// Checks whether [`parse_request_uri`](Self::parse_request_uri) accepts a text, without creating the URL
    /// or the text of an error.
    pub fn is_request_uri(text: &str) -> bool {
        read(text, UrlText::Request).is_ok()
    }

    /// Returns the host without its port and brackets.
    pub fn hostname(&self) -> &str {
        let host = self.split_port().0;
        host.strip_prefix('[')
            .and_then(|host| host.strip_suffix(']'))
            .unwrap_or(host)
    }

    /// Returns the port; empty if there is none.
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

    /// Returns the parameters of the query with their values, by name.
    pub fn parameters(&self) -> Vec<(String, Vec<String>)> {
        let mut found: Vec<(String, Vec<String>)> = Vec::new();
        for pair in self.query.split('&') {
            if pair.is_empty() || pair.contains(';') {
                continue;
            }
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (Some(name), Some(value)) = (query_text(name), query_text(value)) else {
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

fn query_text(text: &str) -> Option<String> {
    let text = text.replace('+', " ");
    let bytes = unescape(&text, UrlPart::Path).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
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
