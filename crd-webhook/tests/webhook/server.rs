//! The responses of the server over plain HTTP.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::support::{echo, receive, review, send, start};
use crd_webhook::{Limits, Review, Reviewed};

#[test]
fn reviews_are_answered() {
    let server = start(echo, None, Limits::default());
    for path in ["/convert", "/convert/foos.example.com", "/convert?timeout=30s"] {
        let answer = server.ask(
            &format!("POST {path} HTTP/1.1\r\nContent-Type: application/json; charset=utf-8"),
            review("Foo").as_bytes(),
        );
        assert!(answer.succeeded(), "{answer:?}");
        assert!(
            answer.head.contains("content-type: application/json"),
            "{answer:?}"
        );
        let object = &answer.json()["response"]["convertedObjects"][0];
        assert_eq!(object["apiVersion"], "example.com/v2");
    }
}

#[test]
fn a_connection_is_kept() {
    let server = start(echo, None, Limits::default());
    let mut stream = server.connect();
    for _ in 0..100 {
        send(&mut stream, "POST /convert HTTP/1.1", review("Foo").as_bytes());
        assert!(receive(&mut stream).unwrap().succeeded());
    }
}

#[test]
fn mistakes_of_the_conversion_are_failures_with_the_uid() {
    let server = start(echo, None, Limits::default());
    for (kind, message) in [
        ("Fail", "it does not fit"),
        (
            "Panic",
            "the conversion of Panic from v1 to v2 panicked, which is a bug in the webhook: a user's mistake",
        ),
        (
            "Garbage",
            "the conversion of Garbage from v1 to v2, because of a bug in the webhook, did not respond with a ConversionReview: expected value at line 1 column 1",
        ),
    ] {
        assert_eq!(server.convert(review(kind).as_bytes()).message(), message);
    }
    // Also on a separate thread.
    let mut large = review("Panic");
    large.push_str(&" ".repeat(100_000));
    assert!(
        server
            .convert(large.as_bytes())
            .message()
            .contains("a user's mistake")
    );
    assert!(server.convert(review("Foo").as_bytes()).succeeded());

    let metrics = server.get("/metrics").body;
    for line in [
        r#"crd_webhook_failures_total{kind="Panic",from="v1",to="v2",reason="panic"} 2"#,
        r#"crd_webhook_failures_total{kind="Fail",from="v1",to="v2",reason="conversion"} 1"#,
        r#"crd_webhook_failures_total{kind="Garbage",from="v1",to="v2",reason="answer"} 1"#,
        r#"crd_webhook_review_seconds_count{kind="Foo",from="v1",to="v2"} 1"#,
        r#"crd_webhook_objects_total{kind="Foo",from="v1",to="v2"} 1"#,
        "crd_webhook_requests_in_flight 0",
    ] {
        assert!(metrics.lines().any(|found| found == line), "{line}\n{metrics}");
    }
}

#[test]
fn other_paths_and_methods_are_named() {
    let server = start(echo, None, Limits::default());
    assert_eq!(server.get("/livez").body, "ok\n");
    assert_eq!(server.get("/readyz").body, "ok\n");
    let metrics = server.get("/metrics");
    assert!(metrics.head.contains("text/plain; version=0.0.4"), "{metrics:?}");
    let lost = server.ask("POST /crdconvert HTTP/1.1", review("Foo").as_bytes());
    assert_eq!(lost.status, 404);
    assert!(
        lost.message()
            .contains("unknown path `/crdconvert`; the paths are /convert,")
    );
    let get = server.get("/convert");
    assert_eq!(
        (get.status, get.message().as_str()),
        (405, "this path accepts POST")
    );
    assert!(get.head.contains("allow: post"), "{get:?}");
    assert_eq!(server.ask("POST /livez HTTP/1.1", b"").status, 405);
}

struct Named;

impl Review for Named {
    fn review(&self, body: &[u8]) -> Reviewed {
        Reviewed::new(echo(body))
    }

    fn crds(&self) -> Option<Vec<String>> {
        Some(vec!["foos.example.com".to_owned(), "bars.example.com".to_owned()])
    }
}

#[test]
fn a_path_of_another_crd_is_named() {
    let server = start(Named, None, Limits::default());
    let ask = |crd: &str| server.ask(&format!("POST /convert/{crd} HTTP/1.1"), review("Foo").as_bytes());
    assert!(ask("foos.example.com").succeeded());
    assert!(ask("").succeeded());
    assert_eq!(
        ask("fos.example.com").message(),
        "this webhook does not convert `fos.example.com`; it converts foos.example.com, bars.example.com"
    );
}

/// Readiness ends at once, requests are still accepted for a while, and each response closes its connection; running requests
/// are finished.
#[test]
fn the_end_is_orderly() {
    let server = start(echo, None, Limits::default());
    let mut kept = server.connect();
    send(&mut kept, "POST /convert HTTP/1.1", review("Foo").as_bytes());
    assert!(receive(&mut kept).unwrap().succeeded());
    let mut slow = server.connect();
    // Larger than the limit for inline conversion.
    let mut large = review("Slow");
    large.push_str(&" ".repeat(100_000));
    send(&mut slow, "POST /convert HTTP/1.1", large.as_bytes());
    thread::sleep(Duration::from_millis(100));

    server.stop();
    thread::sleep(Duration::from_millis(50));
    let unready = server.get("/readyz");
    assert_eq!(
        (unready.status, unready.body.as_str()),
        (503, "the server is shutting down\n")
    );
    assert_eq!(server.get("/livez").status, 200);
    send(&mut kept, "POST /convert HTTP/1.1", review("Foo").as_bytes());
    let answer = receive(&mut kept).unwrap();
    assert!(
        answer.succeeded() && answer.head.contains("connection: close"),
        "{answer:?}"
    );
    assert!(receive(&mut kept).is_none());
    assert!(server.convert(review("Foo").as_bytes()).succeeded());
    // The drain ends before the slow request.
    assert!(receive(&mut slow).unwrap().succeeded());
    server.join();
}

/// A connection that was opened just before the server closes still gets a response.
#[test]
fn no_connection_is_lost_at_the_end() {
    let server = start(echo, None, Limits::default());
    let address = server.address;
    let (send_outcome, outcomes) = mpsc::channel();
    let client = thread::spawn(move || {
        // Until the listener is closed.
        while let Ok(mut stream) = std::net::TcpStream::connect(address) {
            send(&mut stream, "POST /convert HTTP/1.1", review("Foo").as_bytes());
            send_outcome
                .send(receive(&mut stream).map(|answer| answer.status))
                .unwrap();
        }
    });
    thread::sleep(Duration::from_millis(200));
    server.stop();
    server.join();
    client.join().unwrap();
    let outcomes: Vec<_> = outcomes.iter().collect();
    let lost = outcomes.iter().filter(|outcome| **outcome != Some(200)).count();
    // There is a short time between the last check of waiting connections and the end of the listener.
    assert!(
        outcomes.len() > 50 && lost <= 1,
        "{lost} of {} lost",
        outcomes.len()
    );
}
