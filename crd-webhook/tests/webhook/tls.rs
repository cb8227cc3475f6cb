//! TLS: certificates from files, replaced while connections are open; self-signed certificates; invalid input.

#![expect(clippy::unwrap_used, reason = "a test may stop")]

use std::fs;
use std::io::Write as _;
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::support::{Running, echo, receive, review, send, start, wait_until};
use crd_webhook::tls::{Certificates, SelfSigned};
use crd_webhook::{Limits, Tls};
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

fn certificates(names: &[&str]) -> Certificates {
    let settings = SelfSigned::for_names(names.iter().copied());
    settings.renew(None, SystemTime::now()).unwrap().unwrap()
}

fn write(folder: &Path, certificates: &Certificates) {
    for (name, content) in certificates.files() {
        fs::write(folder.join(name), content).unwrap();
    }
}

type Client = StreamOwned<ClientConnection, TcpStream>;

/// Creates a client that trusts a bundle and requests a name.
fn client(server: &Running, bundle: &str, name: &str) -> Client {
    let mut roots = RootCertStore::empty();
    for der in CertificateDer::pem_slice_iter(bundle.as_bytes()) {
        roots.add(der.unwrap()).unwrap();
    }
    let config = ClientConfig::builder()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from(name.to_owned()).unwrap();
    let connection = ClientConnection::new(Arc::new(config), name).unwrap();
    StreamOwned::new(connection, server.connect())
}

fn ask(client: &mut Client) -> Result<(), String> {
    if client.conn.is_handshaking() {
        let agreed = client.conn.complete_io(&mut client.sock);
        agreed.map_err(|error| error.to_string())?;
    }
    send(client, "POST /convert HTTP/1.1", review("Foo").as_bytes());
    assert!(receive(client).unwrap().succeeded());
    Ok(())
}

#[test]
fn certificates_of_ones_own_are_trusted() {
    let made = certificates(&["hook.system.svc", "127.0.0.1"]);
    let tls = Tls::from_pem(made.certificate.as_bytes(), made.key.as_bytes()).unwrap();
    let server = start(echo, Some(tls), Limits::default());
    for name in ["hook.system.svc", "127.0.0.1"] {
        ask(&mut client(&server, &made.ca_bundle, name)).unwrap();
    }
    let wrong = ask(&mut client(&server, &made.ca_bundle, "other.system.svc")).unwrap_err();
    assert!(wrong.contains("not valid for name"), "{wrong}");
    let stranger = certificates(&["127.0.0.1"]).ca_bundle;
    let wrong = ask(&mut client(&server, &stranger, "127.0.0.1")).unwrap_err();
    assert!(wrong.contains("UnknownIssuer"), "{wrong}");
}

#[test]
fn files_are_read_again_without_a_break() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (certificates(&["localhost"]), certificates(&["localhost"]));
    write(folder.path(), &first);
    let tls = Tls::from_files(folder.path().join("tls.crt"), folder.path().join("tls.key")).unwrap();
    let server = start(echo, Some(tls.clone()), Limits::default());
    let mut open = client(&server, &first.ca_bundle, "localhost");
    ask(&mut open).unwrap();

    // Only one of two files is written: the previous certificate is kept.
    fs::write(folder.path().join("tls.key"), &second.key).unwrap();
    let error = tls.refresh().unwrap_err().to_string();
    assert!(
        error.contains("the certificate and the key cannot be used"),
        "{error}"
    );
    fs::write(folder.path().join("tls.crt"), "nothing").unwrap();
    assert!(tls.refresh().is_err());
    fs::remove_file(folder.path().join("tls.crt")).unwrap();
    let error = tls.refresh().unwrap_err().to_string();
    assert!(error.contains("tls.crt: "), "{error}");
    ask(&mut client(&server, &first.ca_bundle, "localhost")).unwrap();

    write(folder.path(), &second);
    // The server checks the files itself.
    wait_until("the reload", || {
        ask(&mut client(&server, &second.ca_bundle, "localhost")).is_ok()
    });
    ask(&mut open).unwrap();
    send(&mut open, "GET /metrics HTTP/1.1", b"");
    let metrics = receive(&mut open).unwrap().body;
    assert!(
        metrics.contains("crd_webhook_certificate_reloads_total 1\n"),
        "{metrics}"
    );
    assert!(
        metrics.contains("crd_webhook_certificate_reload_failures_total 3\n"),
        "{metrics}"
    );
}

#[test]
fn an_expired_certificate_is_not_ready() {
    let mut settings = SelfSigned::for_names(["localhost"]);
    settings.certificate_life = Duration::from_secs(10);
    let before = SystemTime::now() - Duration::from_secs(3600);
    let made = settings.renew(None, before).unwrap().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let tls = Tls::from_pem(made.certificate.as_bytes(), made.key.as_bytes()).unwrap();
    assert!(tls.not_after().unwrap() <= SystemTime::now());
    let server = start(echo, Some(tls.clone()), Limits::default());
    // No TLS connection is possible, so an observer is used.
    let wrong = ask(&mut client(&server, &made.ca_bundle, "localhost")).unwrap_err();
    assert!(wrong.contains("certificate expired"), "{wrong}");

    let fresh = Tls::self_signed(SelfSigned::for_names(["localhost"]), folder.path()).unwrap();
    let bundle = fs::read_to_string(folder.path().join("ca.crt")).unwrap();
    let server = start(echo, Some(fresh), Limits::default());
    ask(&mut client(&server, &bundle, "localhost")).unwrap();
}

#[test]
fn junk_instead_of_tls_ends_the_connection() {
    let made = certificates(&["localhost"]);
    let tls = Tls::from_pem(made.certificate.as_bytes(), made.key.as_bytes()).unwrap();
    let mut limits = Limits::default();
    limits.handshake = Duration::from_millis(500);
    let server = start(echo, Some(tls), limits);
    let mut random = vec![0_u8; 65_536];
    for (index, byte) in random.iter_mut().enumerate() {
        *byte = u8::try_from(index * index % 251).unwrap();
    }
    let junk: [&[u8]; 5] = [
        b"POST /convert HTTP/1.1\r\n\r\n",
        b"",
        b"\x16\x03\x01",
        b"\x16\x03\x01\xff\xff\x01\x00\x00\x00",
        &random,
    ];
    let mut streams: Vec<_> = junk
        .iter()
        .map(|junk| {
            let mut stream = server.connect();
            let _ = stream.write_all(junk);
            stream
        })
        .collect();
    for stream in &mut streams {
        use std::io::Read as _;
        // Possibly an alert, then the end; not an endless wait.
        let mut rest = Vec::new();
        let ended = stream.read_to_end(&mut rest);
        assert!(
            ended.is_ok() || ended.is_err_and(|error| error.kind() == std::io::ErrorKind::ConnectionReset)
        );
    }
    let mut good = client(&server, &made.ca_bundle, "localhost");
    ask(&mut good).unwrap();
    send(&mut good, "GET /metrics HTTP/1.1", b"");
    let metrics = receive(&mut good).unwrap().body;
    assert!(
        metrics.contains("crd_webhook_tls_handshake_failures_total 5\n"),
        "{metrics}"
    );
}
