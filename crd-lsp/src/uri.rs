//! URIs of files.

use std::path::{Path, PathBuf};

/// Returns the path of a `file:` URI; `None` for any other URI.
pub(crate) fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    // `localhost` is the only supported host.
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let decoded = decoded(rest)?;
    let is_drive = decoded.as_bytes().get(2) == Some(&b':');
    let trimmed = decoded.strip_prefix('/').filter(|_| is_drive).unwrap_or(&decoded);
    Some(PathBuf::from(trimmed))
}

/// Returns the URI of a path.
pub(crate) fn of_path(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let mut uri = "file://".to_owned();
    if !text.starts_with('/') {
        uri.push('/');
    }
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b':' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// Normalizes a URI: editors escape different characters.
pub(crate) fn normal(uri: &str) -> String {
    path(uri).map_or_else(|| uri.to_owned(), |path| of_path(&path))
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes().iter();
    while let Some(byte) = rest.next() {
        if *byte == b'%' {
            let digit = |byte: Option<&u8>| char::from(*byte?).to_digit(16);
            let value = digit(rest.next())? * 16 + digit(rest.next())?;
            bytes.push(u8::try_from(value).ok()?);
        } else {
            bytes.push(*byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_and_paths() {
        for (uri, expected) in [
            ("file:///a/b.yaml", "/a/b.yaml"),
            ("file://localhost/a%20b/%C3%A9.yaml", "/a b/é.yaml"),
            ("file:///c%3A/x", "c:/x"),
        ] {
            assert_eq!(path(uri).as_deref(), Some(Path::new(expected)), "{uri}");
        }
        assert_eq!(path("untitled:Untitled-1"), None);
        assert_eq!(path("file:///%zz"), None);
        assert_eq!(of_path(Path::new("/a b/é.yaml")), "file:///a%20b/%C3%A9.yaml");
        assert_eq!(normal("file:///c%3A/x"), normal("file:///c:/x"));
    }
}
