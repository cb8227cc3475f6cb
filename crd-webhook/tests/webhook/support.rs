//! A server in the process, and a client that sends exactly the bytes that a test wants.

#![allow(dead_code, reason = "each test uses a part")]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may stop"
)]

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crd_webhook::{Drain, Limits, Review, Server, Tls};
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::Notify;

/// Responds to a review with its objects in the requested version. An object whose kind is `Panic` panics, `Fail` fails, the
/// response to `Garbage` is not a review, and `Slow` takes a second.
pub(crate) fn echo(body: &[u8]) -> Vec<u8> {
    let review: serde_json::Value = serde_json::from_slice(body).unwrap();
    let request = &review["request"];
    let mut objects = request["objects"].as_array().unwrap().clone();
    let mut result = serde_json::json!({"status": "Success"});
    for object in &mut objects {
        match object["kind"].as_str().unwrap_or_default() {
            "Panic" => panic!("a user's mistake"),
            "Fail" => result = serde_json::json!({"status": "Failure", "message": "it does not fit"}),
            "Garbage" => return b"garbage".to_vec(),
            "Slow" => std::thread::sleep(Duration::from_secs(1)),
            _ => {}
        }
        object["apiVersion"] = request["desiredAPIVersion"].clone();
    }
    serde_json::json!({
        "apiVersion": review["apiVersion"],
        "kind": "ConversionReview",
        "response": {"uid": request["uid"], "convertedObjects": objects, "result": result},
    })
    .to_string()
    .into_bytes()
}

/// Returns a request for one object of a kind.
pub(crate) fn review(kind: &str) -> String {
    format!(
        r#"{{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{{"uid":"u-1","desiredAPIVersion":"example.com/v2","objects":[{{"apiVersion":"example.com/v1","kind":"{kind}","metadata":{{"name":"a"}}}}]}},"response":{{"uid":"","convertedObjects":null,"result":{{"metadata":{{}}}}}}}}
"#
    )
}

pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: Arc<Notify>,
    thread: Option<JoinHandle<()>>,
}

pub(crate) fn quick_drain() -> Drain {
    let mut drain = Drain::default();
    drain.delay = Duration::from_millis(300);
    drain.finish = Duration::from_secs(3);
    drain
}

pub(crate) fn start(review: impl Review, tls: Option<Tls>, limits: Limits) -> Running {
    let stop = Arc::new(Notify::new());
    let (send, receive) = std::sync::mpsc::channel();
    let thread = std::thread::spawn({
        let stop = stop.clone();
        move || {
            let runtime = Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                send.send(listener.local_addr().unwrap()).unwrap();
                let mut server = Server::new(review).limits(limits).drain(quick_drain());
                if let Some(tls) = tls {
                    server = server.tls(tls);
                }
                server.serve(listener, stop.notified()).await.unwrap();
            });
        }
    });
    Running {
        address: receive.recv().unwrap(),
        stop,
        thread: Some(thread),
    }
}

impl Running {
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        stream.set_write_timeout(Some(Duration::from_secs(10))).unwrap();
        stream
    }

    /// Sends one request on a separate connection.
    pub(crate) fn ask(&self, head: &str, body: &[u8]) -> Answer {
        let mut stream = self.connect();
        send(&mut stream, head, body);
        receive(&mut stream).expect("an answer")
    }

    pub(crate) fn convert(&self, body: &[u8]) -> Answer {
        self.ask(
            "POST /convert?timeout=30s HTTP/1.1\r\nContent-Type: application/json",
            body,
        )
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask(&format!("GET {path} HTTP/1.1"), b"")
    }

    /// Starts the shutdown.
    pub(crate) fn stop(&self) {
        self.stop.notify_one();
    }

    /// Waits for the end of the server.
    pub(crate) fn join(mut self) {
        self.thread.take().unwrap().join().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.notify_one();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Returns the message of a `Status`, or of a failed review with the uid of [`review`].
    pub(crate) fn message(&self) -> String {
        let json = self.json();
        if json["kind"] == "Status" {
            assert_eq!(json["code"], self.status);
            return json["message"].as_str().unwrap().to_owned();
        }
        assert_eq!(self.status, 200, "{self:?}");
        assert_eq!(json["response"]["uid"], "u-1", "{self:?}");
        assert_eq!(json["response"]["result"]["status"], "Failure", "{self:?}");
        json["response"]["result"]["message"].as_str().unwrap().to_owned()
    }

    pub(crate) fn succeeded(&self) -> bool {
        self.status == 200 && self.json()["response"]["result"]["status"] == "Success"
    }
}

pub(crate) fn send(stream: &mut impl Write, head: &str, body: &[u8]) {
    let length = body.len();
    // A server that has already responded may not read the whole request, and one that has just ended reads nothing: then no response
    // is received.
    let _ = write!(stream, "{head}\r\nHost: h\r\nContent-Length: {length}\r\n\r\n");
    let _ = stream.write_all(body);
    let _ = stream.flush();
}

/// Receives one response; `None` if the connection ended without one.
pub(crate) fn receive(stream: &mut impl Read) -> Option<Answer> {
    let mut bytes = Vec::new();
    let mut chunk = [0; 4096];
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|part| part == b"\r\n\r\n") {
            break end;
        }
        match stream.read(&mut chunk) {
            Ok(0) => return None,
            Ok(length) => bytes.extend_from_slice(&chunk[..length]),
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::ConnectionReset | ErrorKind::UnexpectedEof
                ) =>
            {
                return None;
            }
            Err(error) => panic!("{error}"),
        }
    };
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let lower = head.to_ascii_lowercase();
    let length: usize = lower
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "))
        .map_or(0, |length| length.parse().unwrap());
    let mut body = bytes[end + 4..].to_vec();
    while body.len() < length {
        let read = stream.read(&mut chunk).unwrap();
        assert_ne!(read, 0, "the body is cut: {head}");
        body.extend_from_slice(&chunk[..read]);
    }
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Some(Answer {
        status,
        head: lower,
        body: String::from_utf8(body).unwrap(),
    })
}

/// Waits until `done` returns true, at most ten seconds.
pub(crate) fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < Duration::from_secs(10), "{what} did not happen");
        std::thread::sleep(Duration::from_millis(20));
    }
}
