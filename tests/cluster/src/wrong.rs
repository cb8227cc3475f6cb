//! Webhooks that return exactly the bytes that a test sets.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crd_webhook::tls::Certificates;
use serde_json::Value;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{ServerConfig, ServerConnection, StreamOwned};

/// The response to a request.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Status, further headers and body.
    Http(u16, Vec<(String, String)>, String),
    /// The connection is closed without a response.
    HangUp,
}

impl Reply {
    /// Creates a response with a JSON body, which need not be a review.
    pub fn json(body: &Value) -> Self {
        Self::Http(
            200,
            vec![("Content-Type".to_owned(), "application/json".to_owned())],
            body.to_string(),
        )
    }
}

type Answer = Arc<dyn Fn(&Value) -> Reply + Send + Sync>;

/// A webhook whose responses a test sets.
pub struct WrongWebhook {
    /// The port on which it listens.
    pub port: u16,
    answer: Arc<Mutex<Answer>>,
    /// The last request, head and body.
    last: Arc<Mutex<String>>,
}

impl std::fmt::Debug for WrongWebhook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WrongWebhook")
            .field("port", &self.port)
            .finish_non_exhaustive()
    }
}

impl WrongWebhook {
    /// Starts a webhook with these certificates.
    pub fn start(certificates: &Certificates) -> Self {
        let chain = CertificateDer::pem_slice_iter(certificates.certificate.as_bytes())
            .collect::<Result<Vec<_>, _>>()
            .expect("a certificate");
        let key = PrivateKeyDer::from_pem_slice(certificates.key.as_bytes()).expect("a key");
        let config = ServerConfig::builder()
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .expect("a configuration");
        let config = Arc::new(config);
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let hook = Self {
            port: listener.local_addr().expect("an address").port(),
            answer: Arc::new(Mutex::new(Arc::new(|_| Reply::HangUp))),
            last: Arc::default(),
        };
        let (answer, last) = (hook.answer.clone(), hook.last.clone());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (config, answer, last) = (config.clone(), answer.clone(), last.clone());
                thread::spawn(move || {
                    // The client may disconnect at any time.
                    let _ = serve(stream, config, &answer, &last);
                });
            }
        });
        hook
    }

    /// Sets the function that creates responses.
    pub fn answer(&self, answer: impl Fn(&Value) -> Reply + Send + Sync + 'static) {
        *self.answer.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(answer);
    }

    /// Returns the last request: its head and its body.
    pub fn last_request(&self) -> String {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn serve(
    stream: TcpStream,
    config: Arc<ServerConfig>,
    answer: &Mutex<Answer>,
    last: &Mutex<String>,
) -> io::Result<()> {
    let connection = ServerConnection::new(config).map_err(io::Error::other)?;
    let mut stream = StreamOwned::new(connection, stream);
    loop {
        let (head, body) = request(&mut stream)?;
        *last.lock().unwrap_or_else(PoisonError::into_inner) = format!("{head}\n\n{body}");
        let answer = answer.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let review = serde_json::from_str(&body).unwrap_or_default();
        let Reply::Http(status, headers, body) = answer(&review) else {
            return Ok(());
        };
        let length = body.len();
        write!(stream, "HTTP/1.1 {status} X\r\nContent-Length: {length}\r\n")?;
        for (name, value) in headers {
            write!(stream, "{name}: {value}\r\n")?;
        }
        write!(stream, "\r\n{body}")?;
        stream.flush()?;
    }
}

fn request(stream: &mut impl Read) -> io::Result<(String, String)> {
    let mut head = String::new();
    let mut byte = [0];
    while !head.ends_with("\r\n\r\n") {
        stream.read_exact(&mut byte)?;
        head.push(char::from(byte[0]));
    }
    let length = head
        .lines()
        .find_map(|line| {
            line.to_ascii_lowercase()
                .strip_prefix("content-length: ")?
                .parse()
                .ok()
        })
        .unwrap_or(0);
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok((
        head.trim_end().to_owned(),
        String::from_utf8_lossy(&body).into_owned(),
    ))
}
