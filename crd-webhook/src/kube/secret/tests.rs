//! Tests replicas that share a Secret, with a minimal API server.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ::kube::{Client, Config};
use serde_json::{Value, json};

use super::{Alphabet, SecretCertificates, base64};
use crate::tls::SelfSigned;

const SECRET: &str = "/api/v1/namespaces/system/secrets/certificates";
const CRD: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/databases.example.com";

/// Objects by their paths, with resource versions.
#[derive(Clone, Default)]
struct Store {
    objects: Arc<Mutex<BTreeMap<String, Value>>>,
    writes: Arc<Mutex<Vec<String>>>,
    /// Held while a request is processed, so that of two requests that create the same object only one succeeds.
    requests: Arc<Mutex<()>>,
}

impl Store {
    /// Starts a store on a local port, and returns it with a client.
    fn start() -> (Self, Client) {
        let store = Self::default();
        store.put(
            CRD,
            json!({
                "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
                "metadata": {"name": "databases.example.com"},
                "spec": {"conversion": {"strategy": "Webhook", "webhook": {"clientConfig": {"url": "https://localhost"}}}},
            }),
        );
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let serving = store.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let store = serving.clone();
                std::thread::spawn(move || store.serve(&stream));
            }
        });
        (
            store,
            Client::try_from(Config::new(url.parse().unwrap())).unwrap(),
        )
    }

    fn put(&self, path: &str, mut object: Value) -> Value {
        let mut objects = self.objects.lock().unwrap_or_else(PoisonError::into_inner);
        let version = objects.get(path).map_or(0, version_of) + 1;
        object["metadata"]["resourceVersion"] = version.to_string().into();
        objects.insert(path.to_owned(), object.clone());
        object
    }

    fn get(&self, path: &str) -> Option<Value> {
        let objects = self.objects.lock().unwrap_or_else(PoisonError::into_inner);
        objects.get(path).cloned()
    }

    fn writes(&self) -> Vec<String> {
        self.writes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Serves one request and closes the connection.
    fn serve(&self, stream: &TcpStream) -> Option<()> {
        let mut reader = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head).ok()? == 0 {
                return None;
            }
        }
        let mut words = head.split(' ');
        let (method, target) = (words.next()?, words.next()?);
        let path = target.split('?').next()?;
        let length = head.to_lowercase().lines().find_map(|line| {
            let length = line.strip_prefix("content-length: ")?;
            length.parse().ok()
        });
        let mut body = vec![0; length.unwrap_or(0)];
        reader.read_exact(&mut body).ok()?;
        let (code, answer) = self.answer(method, path, serde_json::from_slice(&body).unwrap_or_default());
        let answer = answer.to_string();
        write!(
            &mut &*stream,
            "HTTP/1.1 {code} Code\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{answer}",
            answer.len()
        )
        .ok()
    }

    fn answer(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let path = match (method, body["metadata"]["name"].as_str()) {
            ("POST", Some(name)) => format!("{path}/{name}"),
            _ => path.to_owned(),
        };
        let _only = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let present = self.get(&path);
        if method != "GET" {
            let mut writes = self.writes.lock().unwrap_or_else(PoisonError::into_inner);
            writes.push(method.to_owned());
        }
        let conflicts = |present: &Value| {
            let version = body["metadata"]["resourceVersion"].as_str();
            version.is_some_and(|version| version != version_of(present).to_string())
        };
        match (method, present) {
            ("GET", Some(present)) => (200, present),
            ("POST", None) => (201, self.put(&path, body)),
            ("PUT" | "PATCH", Some(present)) if conflicts(&present) => failure(409, "Conflict"),
            ("PUT", Some(_)) => (200, self.put(&path, body)),
            ("PATCH", Some(mut present)) => {
                let config = "/spec/conversion/webhook/clientConfig";
                present.pointer_mut(config).unwrap()["caBundle"] =
                    body.pointer(config).unwrap()["caBundle"].clone();
                (200, self.put(&path, present))
            }
            ("POST", Some(_)) => failure(409, "AlreadyExists"),
            _ => failure(404, "NotFound"),
        }
    }

    /// Returns the bundle in the CRD, as PEM.
    fn trusted(&self) -> String {
        let crd = self.get(CRD).unwrap();
        let bundle = crd["spec"]["conversion"]["webhook"]["clientConfig"]["caBundle"]
            .as_str()
            .unwrap();
        String::from_utf8(base64::decode(bundle, Alphabet::Standard).unwrap()).unwrap()
    }
}

fn version_of(object: &Value) -> u64 {
    let version = object["metadata"]["resourceVersion"].as_str();
    version.and_then(|version| version.parse().ok()).unwrap_or(0)
}

fn failure(code: u16, reason: &str) -> (u16, Value) {
    let status = json!({"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": reason, "message": reason, "code": code});
    (code, status)
}

fn replica(client: &Client, settings: SelfSigned) -> SecretCertificates {
    SecretCertificates::new(
        client.clone(),
        "system",
        "certificates",
        settings,
        ["databases.example.com"],
    )
}

fn run(test: impl Future<Output = ()>) {
    tokio::runtime::Runtime::new().unwrap().block_on(test);
}

fn settings() -> SelfSigned {
    SelfSigned::for_service("system", "webhook")
}

#[test]
fn replicas_share_one_secret() {
    run(async {
        let (store, client) = Store::start();
        let first = replica(&client, settings());
        let second = replica(&client, settings());
        let [one, other] = [first.clone(), second.clone()]
            .map(|replica| tokio::spawn(async move { replica.start().await.unwrap() }));
        let (one, other) = (one.await.unwrap(), other.await.unwrap());
        assert!(one.not_after().is_some() && one.not_after() == other.not_after());
        let secret = store.get(SECRET).unwrap();
        assert_eq!(secret["type"], "kubernetes.io/tls");
        let ca = base64::decode(secret["data"]["ca.crt"].as_str().unwrap(), Alphabet::Standard).unwrap();
        assert_eq!(store.trusted().as_bytes(), ca);

        // Nothing is written if nothing has to change.
        let before = store.writes().len();
        first.refresh(&one).await.unwrap();
        second.refresh(&other).await.unwrap();
        assert_eq!(store.writes().len(), before);
        assert_eq!(store.get(SECRET).unwrap(), secret);
    });
}

#[test]
fn certificates_are_renewed_in_time() {
    run(async {
        let (store, client) = Store::start();
        let mut short = settings();
        short.certificate_life = Duration::from_secs(1);
        let tls = replica(&client, short).start().await.unwrap();
        let (before, expired) = (store.get(SECRET).unwrap(), tls.not_after());
        tokio::time::sleep(Duration::from_millis(1500)).await;
        replica(&client, settings()).refresh(&tls).await.unwrap();
        let after = store.get(SECRET).unwrap();
        assert_ne!(before["data"]["tls.crt"], after["data"]["tls.crt"]);
        assert!(tls.not_after() > expired);
        // The trusted CA is the one that signed the certificate in use.
        assert!(store.trusted().contains("BEGIN CERTIFICATE"));
    });
}

#[test]
fn what_others_wrote_into_the_secret_is_replaced_if_it_is_no_certificate() {
    run(async {
        let (store, client) = Store::start();
        let garbage = json!({
            "apiVersion": "v1", "kind": "Secret", "type": "kubernetes.io/tls",
            "metadata": {"name": "certificates", "namespace": "system", "labels": {"mine": "yes"}},
            "data": {"tls.crt": "Z2FyYmFnZQ==", "tls.key": "?"},
        });
        store.put(SECRET, garbage);
        replica(&client, settings()).start().await.unwrap();
        let secret = store.get(SECRET).unwrap();
        assert_eq!(secret["metadata"]["labels"]["mine"], "yes");
        assert_ne!(secret["data"]["tls.crt"], "Z2FyYmFnZQ==");
        assert_eq!(store.writes(), ["PUT", "PATCH"]);
    });
}

#[test]
fn a_server_that_fails_is_an_error_that_names_the_secret() {
    run(async {
        // The port no longer accepts connections.
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        drop(listener);
        let gone = Client::try_from(Config::new(url.parse().unwrap())).unwrap();
        let error = replica(&gone, settings()).start().await.unwrap_err().to_string();
        assert!(
            error.contains("reading the Secret `system/certificates`"),
            "{error}"
        );
    });
}
