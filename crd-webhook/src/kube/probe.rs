//! Checks whether a conversion webhook responds at the address that the API server will call: by the name of
//! its Service, with a certificate of the CA in the CRD, and for the versions of the CRD.

use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::Error;
use crate::server::collect;
use crate::tls::client_provider;

/// Timeout of one request.
const PATIENCE: Duration = Duration::from_secs(10);

/// The number of consecutive requests that must succeed: each uses its own connection, which a Service sends
/// to any of its pods, and pods of an older release do not know the new version.
const IN_A_ROW: usize = 3;

/// Waits until the webhook of a manifest responds; returns immediately if there is none, or nothing to convert.
pub(super) async fn wait_until_it_answers(
    manifest: &Value,
    ca_bundle: Option<&str>,
    wait: Duration,
) -> Result<(), Error> {
    let Some(config) = manifest.pointer("/spec/conversion/webhook/clientConfig") else {
        return Ok(());
    };
    let reviews = reviews(manifest);
    if reviews.is_empty() {
        return Ok(());
    }
    let silent = |webhook: &str, reason: String| Error::WebhookSilent {
        crd: text(manifest, "/metadata/name"),
        webhook: webhook.to_owned(),
        reason,
    };
    let webhook = Endpoint::of(config).map_err(|reason| silent(&config.to_string(), reason))?;
    let trust = ca_bundle.map(trust).transpose();
    let trust = trust.map_err(|reason| silent(&webhook.url(), reason))?.flatten();
    let end = Instant::now() + wait;
    let mut answered = 0;
    loop {
        match webhook.answers(trust.as_ref(), &reviews).await {
            Ok(()) => answered += 1,
            Err(reason) if Instant::now() > end => return Err(silent(&webhook.url(), reason)),
            Err(reason) => {
                answered = 0;
                tracing::info!(
                    webhook = webhook.url(),
                    reason,
                    "waiting for the conversion webhook"
                );
                sleep(Duration::from_millis(500)).await;
            }
        }
        if answered == IN_A_ROW {
            return Ok(());
        }
    }
}

/// The address of a webhook.
#[derive(Debug, PartialEq, Eq)]
struct Endpoint {
    host: String,
    port: u16,
    path: String,
}

impl Endpoint {
    /// Returns the endpoint of a `clientConfig`: the API server calls a Service by this name, too (CNV-18).
    fn of(config: &Value) -> Result<Self, String> {
        if let Some(service) = config.get("service") {
            let (name, namespace) = (text(service, "/name"), text(service, "/namespace"));
            let port = service.get("port").and_then(Value::as_u64).unwrap_or(443);
            return Ok(Endpoint {
                host: format!("{name}.{namespace}.svc"),
                port: u16::try_from(port).map_err(|_| format!("{port} is not a port"))?,
                path: text(service, "/path"),
            });
        }
        let url = text(config, "/url");
        let rest = url
            .strip_prefix("https://")
            .ok_or("its URL does not start with `https://`")?;
        let (authority, path) = match rest.find('/') {
            Some(at) => rest.split_at(at),
            None => (rest, ""),
        };
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => {
                (host, port.parse().map_err(|_| format!("`{port}` is not a port"))?)
            }
            _ => (authority, 443),
        };
        Ok(Endpoint {
            host: host.trim_matches(['[', ']']).to_owned(),
            port,
            path: path.to_owned(),
        })
    }

    fn url(&self) -> String {
        format!("https://{}:{}{}", self.host, self.port, self.path)
    }

    /// Checks that all reviews get a valid response. Without a known CA, only checks that the port accepts connections.
    async fn answers(&self, trust: Option<&TlsConnector>, reviews: &[Value]) -> Result<(), String> {
        let Some(trust) = trust else {
            return self.connect().await.map(drop);
        };
        for review in reviews {
            let answered = timeout(PATIENCE, self.ask(trust, review)).await;
            let answer = answered.map_err(|_| "it does not respond within 10 seconds".to_owned())??;
            judge(review, &answer)?;
        }
        Ok(())
    }

    async fn connect(&self) -> Result<TcpStream, String> {
        let connected = timeout(PATIENCE, TcpStream::connect((self.host.as_str(), self.port))).await;
        connected
            .map_err(|_| "no connection within 10 seconds".to_owned())?
            .map_err(|error| format!("no connection: {error}"))
    }

    async fn ask(&self, trust: &TlsConnector, review: &Value) -> Result<Value, String> {
        let name = ServerName::try_from(self.host.clone()).map_err(|error| error.to_string())?;
        let stream = trust
            .connect(name, self.connect().await?)
            .await
            .map_err(|error| format!("no TLS connection: {error}"))?;
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
            .await
            .map_err(|error| error.to_string())?;
        let serving = tokio::spawn(connection);
        let path = if self.path.is_empty() { "/" } else { &self.path };
        let request = Request::post(path)
            .header("Host", &self.host)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json")
            .body(review.to_string())
            .map_err(|error| error.to_string())?;
        let answer = sender
            .send_request(request)
            .await
            .map_err(|error| error.to_string())?;
        let answer = read(answer).await;
        serving.abort();
        answer
    }
}

async fn read(answer: Response<Incoming>) -> Result<Value, String> {
    const MOST: usize = 1 << 20;
    const EXPECTED: usize = 4096;
    let status = answer.status();
    if !status.is_success() {
        return Err(format!("it responds with status {status}"));
    }
    let body = collect(&mut answer.into_body(), EXPECTED, MOST)
        .await
        .map_err(|error| format!("its response cannot be read: {error}"))?
        .ok_or("its response is larger than 1 MiB")?;
    serde_json::from_slice(&body).map_err(|error| format!("its response is not JSON: {error}"))
}

/// Returns requests to convert an object from the storage version to each other one, and back.
fn reviews(manifest: &Value) -> Vec<Value> {
    let versions = manifest.pointer("/spec/versions").and_then(Value::as_array);
    let versions: Vec<&Value> = versions.into_iter().flatten().collect();
    let is_stored = |version: &Value| version.get("storage") == Some(&Value::Bool(true));
    let Some(stored) = versions.iter().find(|version| is_stored(version)) else {
        return Vec::new();
    };
    let at = |version: &Value| format!("{}/{}", text(manifest, "/spec/group"), text(version, "/name"));
    let mut reviews = Vec::new();
    for other in versions.iter().filter(|version| !is_stored(version)) {
        for (from, to) in [(at(stored), at(other)), (at(other), at(stored))] {
            reviews.push(json!({
                "apiVersion": "apiextensions.k8s.io/v1",
                "kind": "ConversionReview",
                "request": {
                    "uid": "crd-webhook-probe",
                    "desiredAPIVersion": to,
                    "objects": [{
                        "apiVersion": from,
                        "kind": text(manifest, "/spec/names/kind"),
                        "metadata": {"name": "probe", "namespace": "default", "uid": "crd-webhook-probe"},
                    }],
                },
            }));
        }
    }
    reviews
}

/// Checks whether a response is the one that the API server expects.
fn judge(review: &Value, answer: &Value) -> Result<(), String> {
    let wanted = text(review, "/request/desiredAPIVersion");
    if text(answer, "/response/uid") != text(review, "/request/uid") {
        return Err("the responding server is not a conversion webhook".to_owned());
    }
    if text(answer, "/response/result/status") != "Success" {
        let message = text(answer, "/response/result/message");
        return Err(format!("it does not convert to `{wanted}`: {message}"));
    }
    if text(answer, "/response/convertedObjects/0/apiVersion") != wanted {
        return Err(format!("it does not respond with an object of `{wanted}`"));
    }
    Ok(())
}

/// Creates a TLS client that trusts a bundle; `None` without cryptography.
fn trust(ca_bundle: &str) -> Result<Option<TlsConnector>, String> {
    let Some(provider) = client_provider() else {
        return Ok(None);
    };
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(ca_bundle.as_bytes()) {
        let certificate = certificate.map_err(|error| format!("the CA bundle cannot be read: {error}"))?;
        roots
            .add(certificate)
            .map_err(|error| format!("the CA bundle cannot be used: {error}"))?;
    }
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Some(TlsConnector::from(Arc::new(config))))
}

fn text(value: &Value, pointer: &str) -> String {
    value
        .pointer(pointer)
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_endpoint_is_the_one_that_the_server_calls() {
        for (config, expected) in [
            (
                json!({"service": {"name": "hook", "namespace": "system"}}),
                "https://hook.system.svc:443",
            ),
            (
                json!({"service": {"name": "hook", "namespace": "system", "port": 8443, "path": "/convert"}}),
                "https://hook.system.svc:8443/convert",
            ),
            (
                json!({"url": "https://127.0.0.1:9443/convert/a.b"}),
                "https://127.0.0.1:9443/convert/a.b",
            ),
            (
                json!({"url": "https://hook.example.com"}),
                "https://hook.example.com:443",
            ),
            (json!({"url": "https://[::1]:9443/x"}), "https://::1:9443/x"),
        ] {
            assert_eq!(Endpoint::of(&config).unwrap().url(), expected);
        }
        assert!(Endpoint::of(&json!({"url": "http://a"})).is_err());
        assert!(Endpoint::of(&json!({"service": {"port": 70000}})).is_err());
    }

    #[test]
    fn only_the_answer_that_the_server_needs_will_do() {
        let manifest = json!({"spec": {"group": "example.com", "names": {"kind": "Widget"}, "versions": [
            {"name": "v1", "storage": true}, {"name": "v2", "storage": false}]}});
        let reviews = reviews(&manifest);
        assert_eq!(reviews.len(), 2);
        let answer = |uid: &str, status: &str, version: &str| {
            json!({"response": {"uid": uid, "result": {"status": status, "message": "no such version"},
                "convertedObjects": [{"apiVersion": version}]}})
        };
        for (answer, expected) in [
            (answer("crd-webhook-probe", "Success", "example.com/v2"), None),
            (
                answer("other", "Success", "example.com/v2"),
                Some("the responding server is not a conversion webhook"),
            ),
            (
                answer("crd-webhook-probe", "Failed", ""),
                Some("it does not convert to `example.com/v2`: no such version"),
            ),
            (
                answer("crd-webhook-probe", "Success", "example.com/v1"),
                Some("it does not respond with an object of `example.com/v2`"),
            ),
        ] {
            assert_eq!(judge(&reviews[0], &answer).err().as_deref(), expected);
        }
    }
}
