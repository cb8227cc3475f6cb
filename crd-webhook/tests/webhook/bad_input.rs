//! Any request gets a clear response, uses bounded memory, and does not affect other requests.

use std::io::Write as _;
use std::time::{Duration, Instant};

use super::support::{Running, echo, receive, review, send, start, wait_until};
use crd_webhook::Limits;

fn impatient() -> Limits {
    let mut limits = Limits::default();
    limits.head = Duration::from_millis(600);
    limits.body = Duration::from_millis(600);
    limits.wait = Duration::from_millis(300);
    limits.idle = Duration::from_secs(3);
    limits.write = Duration::from_millis(600);
    limits.conversion = Duration::from_millis(300);
    limits
}

fn still_works(server: &Running) {
    assert!(server.convert(review("Foo").as_bytes()).succeeded());
}

#[test]
fn what_is_no_review_is_named() {
    let server = start(echo, None, Limits::default());
    let half = review("Foo");
    let half = half.get(..half.len() / 2).unwrap();
    for (body, message) in [
        ("", "the body is not a ConversionReview: EOF while parsing"),
        ("garbage", "the body is not a ConversionReview: expected value"),
        ("\u{0}\u{1}", "the body is not a ConversionReview"),
        (half, "the body is not a ConversionReview: EOF while parsing"),
        ("[]", "the body is not a ConversionReview"),
        (
            "{}",
            "the body has no `kind` or no `apiVersion`; send a `ConversionReview`",
        ),
        (
            r#"{"kind":"Pod","apiVersion":"v1"}"#,
            "the body is a `Pod` of `v1`",
        ),
        (
            r#"{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{"uid":1}}"#,
            "invalid type: integer `1`, expected a string",
        ),
    ] {
        let answer = server.convert(body.as_bytes());
        assert_eq!(answer.status, 400, "{body}");
        assert!(answer.message().contains(message), "{body}: {answer:?}");
    }
    let invalid = server.convert(b"\xff\xfe{}");
    assert_eq!(invalid.status, 400);
    still_works(&server);
}

#[test]
fn deep_nesting_does_not_matter() {
    let server = start(|body: &[u8]| body.to_vec(), None, Limits::default());
    for levels in [10_000, 1_000_000] {
        let deep = format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        let body = review("Foo").replace(r#""name":"a""#, &format!(r#""name":"a","deep":{deep}"#));
        // Returning the request itself is a response without its uid.
        assert!(
            server
                .convert(body.as_bytes())
                .message()
                .contains("because of a bug in the webhook")
        );
        assert_eq!(server.convert(deep.as_bytes()).status, 400);
    }
}

#[test]
fn large_bodies_are_refused() {
    let begun = Instant::now();
    let large = vec![b' '; 100 << 20];
    // A list of 10,000 objects may be as large, but is not a review.
    let server = start(echo, None, Limits::default());
    assert_eq!(server.convert(&large).status, 400);
    let mut limits = Limits::default();
    limits.body_bytes = 16 << 20;
    let server = start(echo, None, limits);
    let answer = server.convert(&large);
    assert_eq!(
        (answer.status, answer.message().as_str()),
        (413, "the body is larger than 16777216 bytes")
    );
    // Also without a length.
    let mut stream = server.connect();
    write!(
        stream,
        "POST /convert HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    .unwrap();
    let chunk = vec![b' '; 1 << 20];
    for _ in 0..100 {
        let sent = write!(stream, "100000\r\n")
            .and_then(|()| stream.write_all(&chunk))
            .and_then(|()| stream.write_all(b"\r\n"));
        if sent.is_err() {
            break;
        }
    }
    assert_eq!(receive(&mut stream).unwrap().status, 413);
    assert!(begun.elapsed() < Duration::from_secs(20));
    still_works(&server);
}

#[test]
fn other_types_of_content_are_refused() {
    let server = start(echo, None, Limits::default());
    let ask = |headers: &str| {
        server.ask(
            &format!("POST /convert HTTP/1.1{headers}"),
            review("Foo").as_bytes(),
        )
    };
    for (headers, message) in [
        (
            "\r\nContent-Type: application/yaml",
            "the body is `application/yaml`; send `application/json`",
        ),
        (
            "\r\nContent-Type: \u{e4}",
            "the body is `a value that is not text`; send `application/json`",
        ),
        (
            "\r\nContent-Type: application/json\r\nContent-Encoding: gzip",
            "the body is encoded; send it without encoding",
        ),
    ] {
        let answer = ask(headers);
        assert_eq!((answer.status, answer.message().as_str()), (415, message));
    }
    assert!(ask("").succeeded());
    assert!(ask("\r\nContent-Type: Application/JSON").succeeded());
}

#[test]
fn what_is_no_http_ends_the_connection() {
    let server = start(echo, None, impatient());
    for junk in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"hello\r\n\r\n",
        b"\0\0\0\0\0\0\0\0",
    ] {
        let mut stream = server.connect();
        stream.write_all(junk).unwrap();
        let answer = receive(&mut stream);
        assert!(answer.is_none_or(|answer| answer.status == 400));
    }
    let mut stream = server.connect();
    let headers = "X-A: b\r\n".repeat(10_000);
    let _ = write!(stream, "POST /convert HTTP/1.1\r\n{headers}\r\n");
    assert!(receive(&mut stream).is_none_or(|answer| answer.status == 431));
    still_works(&server);
}

#[test]
fn slow_clients_are_not_waited_for() {
    let server = start(echo, None, impatient());
    let begun = Instant::now();
    // No data at all.
    let mut silent = server.connect();
    // Half of the head, then a byte from time to time.
    let mut head = server.connect();
    write!(head, "POST /convert HT").unwrap();
    // Half of the body.
    let mut body = server.connect();
    write!(
        body,
        "POST /convert HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n{{"
    )
    .unwrap();
    let answer = receive(&mut body).unwrap();
    assert_eq!(
        (answer.status, answer.message().as_str()),
        (408, "the body did not arrive in 0.6 seconds")
    );
    assert!(receive(&mut head).is_none());
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    assert!(receive(&mut silent).is_none());
    assert!(begun.elapsed() > Duration::from_secs(2));
    still_works(&server);
}

/// The time limit for headers does not close an idle connection between requests.
#[test]
fn unused_connections_stay() {
    let server = start(echo, None, impatient());
    let mut stream = server.connect();
    for _ in 0..3 {
        send(&mut stream, "POST /convert HTTP/1.1", review("Foo").as_bytes());
        assert!(receive(&mut stream).unwrap().succeeded());
        std::thread::sleep(Duration::from_millis(1200));
    }
}

/// A client does not read its responses.
#[test]
fn answers_that_nobody_reads_are_dropped() {
    let server = start(echo, None, impatient());
    let mut streams = Vec::new();
    let body = review("Foo").replace("\"name\":\"a\"", &format!("\"name\":\"{}\"", "a".repeat(8 << 20)));
    for _ in 0..3 {
        let mut stream = server.connect();
        send(&mut stream, "POST /convert HTTP/1.1", body.as_bytes());
        streams.push(stream);
    }
    wait_until("the end of the connections", || {
        server
            .get("/metrics")
            .body
            .contains("crd_webhook_connections 1\n")
    });
    still_works(&server);
}

#[test]
fn too_many_at_once_are_told_to_come_again() {
    let mut limits = impatient();
    limits.requests = 1;
    limits.conversion = Duration::from_secs(5);
    let server = start(echo, None, limits);
    let mut first = server.connect();
    let mut large = review("Slow");
    large.push_str(&" ".repeat(100_000));
    send(&mut first, "POST /convert HTTP/1.1", large.as_bytes());
    std::thread::sleep(Duration::from_millis(100));
    let second = server.convert(review("Foo").as_bytes());
    assert_eq!(second.status, 429);
    assert!(second.head.contains("retry-after: 1"), "{second:?}");
    assert!(receive(&mut first).unwrap().succeeded());
    still_works(&server);
}

/// Bodies wait for memory before they are read, so many large ones at once take no more than the limit.
#[test]
fn held_bodies_are_bounded() {
    let mut limits = impatient();
    limits.body_bytes = 1 << 20;
    limits.held_bytes = 2 << 20;
    let server = start(echo, None, limits);
    let mut waiting: Vec<_> = (0..3)
        .map(|_| {
            let mut stream = server.connect();
            write!(
                stream,
                "POST /convert HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n"
            )
            .unwrap();
            std::thread::sleep(Duration::from_millis(50));
            stream
        })
        .collect();
    let statuses: Vec<_> = waiting
        .iter_mut()
        .map(|stream| receive(stream).unwrap().status)
        .collect();
    assert_eq!(statuses, [408, 408, 429]);
    still_works(&server);
}

#[test]
fn a_conversion_without_end_is_given_up() {
    let server = start(echo, None, impatient());
    let mut large = review("Slow");
    large.push_str(&" ".repeat(100_000));
    assert_eq!(
        server.convert(large.as_bytes()).message(),
        "the conversion of Slow from v1 to v2 took more than 0.3 seconds"
    );
}

#[test]
fn too_many_connections_wait() {
    let mut limits = impatient();
    limits.connections = 2;
    limits.idle = Duration::from_millis(600);
    let server = start(echo, None, limits);
    let _idle = [server.connect(), server.connect()];
    still_works(&server);
}
