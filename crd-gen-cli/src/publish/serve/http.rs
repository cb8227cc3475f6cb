//! The subset of HTTP/1.1 that clients of the documents need: GET and HEAD, persistent connections, entity tags.

use std::io::{self, BufRead, BufReader, Read as _, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Maximum size of the head of a request, in bytes.
const LONGEST_HEAD: u64 = 64 * 1024;
/// Idle timeout of a connection.
const IDLE: Duration = Duration::from_secs(60);

/// The relevant parts of a request.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct HttpRequest {
    pub(super) method: String,
    /// The path, without the query.
    pub(super) path: String,
    pub(super) accept: Option<String>,
    pub(super) if_none_match: Option<String>,
    pub(super) closes: bool,
    pub(super) has_body: bool,
}

/// A response.
#[derive(Clone, Debug)]
pub(super) struct Response {
    pub(super) status: &'static str,
    pub(super) content_type: &'static str,
    /// The entity tag, in quotes; empty for none.
    pub(super) tag: String,
    pub(super) body: String,
}

impl Response {
    /// Creates a response in plain text, as Go's libraries write errors.
    pub(super) fn text(status: &'static str, body: &str) -> Self {
        Response {
            status,
            content_type: "text/plain; charset=utf-8",
            tag: String::new(),
            body: format!("{body}\n"),
        }
    }
}

/// Serves the requests of a connection.
pub(super) fn serve(stream: &TcpStream, answer: impl Fn(&HttpRequest) -> Response) -> io::Result<()> {
    stream.set_read_timeout(Some(IDLE))?;
    stream.set_write_timeout(Some(IDLE))?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream);
    let mut writer = stream;
    loop {
        let request = match read(&mut reader)? {
            RequestRead::Closed => return Ok(()),
            RequestRead::Bad => {
                let bad = Response::text("400 Bad Request", "400 Bad Request");
                return write(&mut writer, &HttpRequest::default(), &bad);
            }
            RequestRead::HttpRequest(request) => request,
        };
        let answer = match request.method.as_str() {
            "GET" | "HEAD" => answer(&request),
            _ => Response::text("405 Method Not Allowed", "405 method not allowed"),
        };
        write(&mut writer, &request, &answer)?;
        if request.closes || request.has_body {
            return Ok(());
        }
    }
}

/// The result of reading a request.
#[derive(Debug, PartialEq, Eq)]
enum RequestRead {
    /// The client has closed the connection.
    Closed,
    /// The request is malformed.
    Bad,
    HttpRequest(HttpRequest),
}

fn read(reader: &mut impl BufRead) -> io::Result<RequestRead> {
    let mut head = reader.take(LONGEST_HEAD);
    let mut line = String::new();
    if head.read_line(&mut line)? == 0 {
        return Ok(RequestRead::Closed);
    }
    let mut words = line.split_ascii_whitespace();
    let (Some(method), Some(target), Some(version)) = (words.next(), words.next(), words.next()) else {
        return Ok(RequestRead::Bad);
    };
    let mut request = HttpRequest {
        method: method.to_owned(),
        path: target.split('?').next().unwrap_or_default().to_owned(),
        closes: version != "HTTP/1.1",
        ..HttpRequest::default()
    };
    loop {
        let mut line = String::new();
        if head.read_line(&mut line)? == 0 {
            // The head is truncated or too long.
            return Ok(RequestRead::Bad);
        }
        let line = line.trim_end();
        if line.is_empty() {
            return Ok(RequestRead::HttpRequest(request));
        }
        let Some((name, value)) = line.split_once(':') else {
            return Ok(RequestRead::Bad);
        };
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "accept" => request.accept = Some(value.to_owned()),
            "if-none-match" => request.if_none_match = Some(value.to_owned()),
            "connection" => request.closes |= value.eq_ignore_ascii_case("close"),
            "content-length" => request.has_body |= value != "0",
            "transfer-encoding" => request.has_body = true,
            _ => {}
        }
    }
}

fn write(writer: &mut impl Write, request: &HttpRequest, answer: &Response) -> io::Result<()> {
    let is_known = !answer.tag.is_empty()
        && request
            .if_none_match
            .as_deref()
            .is_some_and(|tags| tags.contains(&answer.tag));
    let (status, body) = if is_known {
        ("304 Not Modified", "")
    } else {
        (answer.status, answer.body.as_str())
    };
    let mut head = format!("HTTP/1.1 {status}\r\nCache-Control: no-cache, private\r\nVary: Accept\r\n");
    if !answer.tag.is_empty() {
        head += &format!("Etag: {}\r\n", answer.tag);
    }
    if !is_known {
        head += &format!(
            "Content-Type: {}\r\nContent-Length: {}\r\n",
            answer.content_type,
            body.len()
        );
    }
    head += "\r\n";
    if request.method != "HEAD" {
        head += body;
    }
    writer.write_all(head.as_bytes())?;
    writer.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read() {
        let mut text: &[u8] = b"GET /apis?timeout=32s HTTP/1.1\r\nHost: x\r\naccept: a/b, c/d\r\nIf-None-Match: \"1\"\r\n\r\nGET";
        let Ok(RequestRead::HttpRequest(request)) = read(&mut text) else {
            panic!("a request")
        };
        assert_eq!((request.method.as_str(), request.path.as_str()), ("GET", "/apis"));
        assert_eq!(request.accept.as_deref(), Some("a/b, c/d"));
        assert_eq!(request.if_none_match.as_deref(), Some("\"1\""));
        assert_eq!(text, b"GET", "what follows is the next request");
    }

    #[test]
    fn what_is_no_request_is_refused() {
        let long = format!("GET / HTTP/1.1\r\nx: {}\r\n\r\n", "y".repeat(100_000));
        for text in [
            "GET /\r\n\r\n",
            "GET / HTTP/1.1\r\nno header\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x",
            &long,
        ] {
            assert_eq!(
                read(&mut text.as_bytes()).unwrap(),
                RequestRead::Bad,
                "{text:.40}"
            );
        }
        assert_eq!(read(&mut [].as_slice()).unwrap(), RequestRead::Closed);
    }

    #[test]
    fn what_a_client_has_is_not_sent_again() {
        let answer = Response {
            status: "200 OK",
            content_type: "application/json",
            tag: "\"AB\"".to_owned(),
            body: "{}".to_owned(),
        };
        let asked = |if_none_match: Option<&str>, method: &str| {
            let request = HttpRequest {
                method: method.to_owned(),
                if_none_match: if_none_match.map(str::to_owned),
                ..HttpRequest::default()
            };
            let mut out = Vec::new();
            write(&mut out, &request, &answer).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert!(asked(None, "GET").ends_with("Content-Length: 2\r\n\r\n{}"));
        assert!(asked(None, "HEAD").ends_with("Content-Length: 2\r\n\r\n"));
        assert!(asked(Some("\"AB\""), "GET").starts_with("HTTP/1.1 304"));
        assert!(asked(Some("\"CD\""), "GET").starts_with("HTTP/1.1 200"));
    }
}
