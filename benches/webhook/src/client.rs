//! Clients like the API server: TLS, HTTP/1.1, persistent connections, one object of about 10 kB for each review.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

const CLIENTS: usize = 8;
const RATE: f64 = 1000.0;

fn review() -> String {
    let users: Vec<_> = (0..70)
        .map(|n| json!({"name": format!("user-{n}"), "role": "reader", "comment": "x".repeat(80)}))
        .collect();
    let body = json!({
        "kind": "ConversionReview",
        "apiVersion": "apiextensions.k8s.io/v1",
        "request": {
            "uid": "b5a47d44-0a0b-4d53-9f7f-0b8b8f3c1c2e",
            "desiredAPIVersion": "bench.example.com/v2",
            "objects": [{
                "apiVersion": "bench.example.com/v1",
                "kind": "Database",
                "metadata": {"name": "a", "namespace": "b", "uid": "c", "labels": {"l": "m"}},
                "spec": {"type": "Postgres", "sizeGb": 10, "address": "db.shop:5432", "users": users},
            }],
        },
    })
    .to_string();
    format!(
        "POST /convert HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

struct Client(StreamOwned<ClientConnection, TcpStream>);

impl Client {
    fn connect(address: &str, folder: &Path) -> io::Result<Self> {
        let bundle = std::fs::read(folder.join("ca.crt"))?;
        let mut roots = RootCertStore::empty();
        for der in CertificateDer::pem_slice_iter(&bundle) {
            let der = der.map_err(io::Error::other)?;
            roots.add(der).map_err(io::Error::other)?;
        }
        let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
        let name = ServerName::try_from("localhost").map_err(io::Error::other)?;
        let connection = ClientConnection::new(Arc::new(config), name).map_err(io::Error::other)?;
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        let mut stream = StreamOwned::new(connection, stream);
        stream.conn.complete_io(&mut stream.sock)?;
        Ok(Self(stream))
    }

    /// Sends a request; returns whether the connection may be reused. A response without success is an error.
    fn ask(&mut self, request: &[u8]) -> io::Result<bool> {
        self.0.write_all(request)?;
        self.0.flush()?;
        let mut answer = Vec::with_capacity(16 << 10);
        let mut chunk = [0; 16 << 10];
        let mut whole = usize::MAX;
        let mut keep = true;
        while answer.len() < whole {
            let read = self.0.read(&mut chunk)?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            answer.extend_from_slice(&chunk[..read]);
            if whole == usize::MAX
                && let Some(end) = answer.windows(4).position(|part| part == b"\r\n\r\n")
            {
                let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
                let length: Option<usize> = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
                // Go's server omits the length of large responses; both versions of the object have the same end.
                whole = match length {
                    Some(length) => end + 4 + length,
                    None => usize::MAX - 1,
                };
                keep = !head.contains("connection: close");
            }
            if whole == usize::MAX - 1 && answer.ends_with(b"0\r\n\r\n") {
                break;
            }
        }
        if !answer.windows(9).any(|part| part == b"\"Success\"") {
            return Err(io::Error::other(String::from_utf8_lossy(&answer).into_owned()));
        }
        Ok(keep)
    }
}

/// Measures the latencies of clients that send 1,000 requests per second, and then their maximum throughput.
pub fn load(address: &str, folder: &Path, seconds: f64) {
    let request = review();
    let run = |pause: Duration| -> Vec<Duration> {
        let begun = Instant::now();
        let threads: Vec<_> = (0..CLIENTS)
            .map(|number| {
                let (address, folder, request) = (address.to_owned(), folder.to_owned(), request.clone());
                thread::spawn(move || {
                    let mut client = Client::connect(&address, &folder).expect("a connection");
                    let mut latencies = Vec::new();
                    let mut due = begun + pause.mul_f64(number as f64 / CLIENTS as f64);
                    while begun.elapsed().as_secs_f64() < seconds {
                        if pause > Duration::ZERO {
                            thread::sleep(due.saturating_duration_since(Instant::now()));
                        } else {
                            due = Instant::now();
                        }
                        client.ask(request.as_bytes()).expect("an answer");
                        // Measured from the scheduled time, so that a stall counts for all waiting requests.
                        latencies.push(due.elapsed());
                        due += pause;
                    }
                    latencies
                })
            })
            .collect();
        let mut all: Vec<_> = threads.into_iter().flat_map(|thread| thread.join().expect("a client")).collect();
        all.sort();
        all
    };
    let paced = run(Duration::from_secs_f64(CLIENTS as f64 / RATE));
    let at = |part: f64| paced[((paced.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e3;
    let free = run(Duration::ZERO);
    println!(
        "{} bytes a request; at {RATE}/s: p50 {:.2} ms, p99 {:.2} ms, max {:.2} ms; at most {:.0}/s",
        request.len(),
        at(0.5),
        at(0.99),
        at(1.0),
        free.len() as f64 / seconds
    );
}

/// Runs clients that count lost requests while certificates are replaced and servers are restarted. A request that finds no
/// listener is sent again, as through a Service with another replica.
pub fn soak(address: &str, folder: &Path, requests: usize) {
    let request = review();
    let (done, again) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let lost: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> = (0..CLIENTS)
            .map(|_| {
                scope.spawn(|| {
                    let mut lost = Vec::new();
                    let mut client: Option<Client> = None;
                    while done.fetch_add(1, Ordering::Relaxed) < requests {
                        let connected = loop {
                            if let Some(client) = client.take() {
                                break client;
                            }
                            match Client::connect(address, folder) {
                                Ok(client) => break client,
                                Err(_) => {
                                    again.fetch_add(1, Ordering::Relaxed);
                                    thread::sleep(Duration::from_millis(5));
                                }
                            }
                        };
                        let mut connected = connected;
                        match connected.ask(request.as_bytes()) {
                            Ok(true) => client = Some(connected),
                            Ok(false) => {}
                            Err(error) => lost.push(error.to_string()),
                        }
                    }
                    lost
                })
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a client")).collect()
    });
    println!(
        "{requests} requests, {} lost, {} connections tried again{}",
        lost.len(),
        again.into_inner(),
        lost.first().map(|first| format!("; the first: {first}")).unwrap_or_default()
    );
    if !lost.is_empty() {
        std::process::exit(1);
    }
}
