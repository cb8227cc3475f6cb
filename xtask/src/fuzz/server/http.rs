//! A minimal client for plain HTTP.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crd_gen_tests::server_parity::http::Answer;
use serde_json::Value;

/// Sends a request with a JSON body, or without one, and waits for the response.
pub(super) fn send(address: &str, method: &str, path: &str, body: Option<&Value>) -> io::Result<Answer> {
    let text = body.map(Value::to_string).unwrap_or_default();
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    // HTTP/1.0 has no chunked encoding, so the body ends with the connection.
    write!(
        stream,
        "{method} {path} HTTP/1.0\r\nHost: {address}\r\nAccept: application/json\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{text}",
        text.len()
    )?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    let malformed = || io::Error::other(format!("the server's answer is no HTTP: {answer}"));
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(malformed)?;
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok());
    let warnings = lines.filter_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("Warning")
            .then(|| unquoted(value.trim()))
            .flatten()
    });
    Ok(Answer {
        status: status.ok_or_else(malformed)?,
        warnings: warnings.collect(),
        body: serde_json::from_str(body).unwrap_or(Value::Null),
    })
}

/// Returns the text in `299 - "text"`.
fn unquoted(value: &str) -> Option<String> {
    let (_, quoted) = value.split_once('"')?;
    let mut text = String::new();
    let mut letters = quoted.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => text.extend(letters.next()),
            '"' => break,
            letter => text.push(letter),
        }
    }
    Some(text)
}
