//! A mocked API server: it sends the responses of a test, and records requests.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::future::pending;
use std::sync::{Arc, Mutex};

use http::{Request, Response};
use kube::Client;
use kube::client::Body;
use serde_json::Value;

/// A request: method, path with query, body.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Asked {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) body: Value,
}

/// All requests so far.
pub(crate) type Log = Arc<Mutex<Vec<Asked>>>;

/// Returns a client whose server responds with the function; a watch gets no response.
pub(crate) fn server(
    answer: impl Fn(&Asked) -> (u16, Value) + Clone + Send + Sync + 'static,
) -> (Client, Log) {
    let log = Log::default();
    let asked = Arc::clone(&log);
    let service = tower::service_fn(move |request: Request<Body>| {
        let (log, answer) = (Arc::clone(&asked), answer.clone());
        async move {
            let (parts, body) = request.into_parts();
            let body = body.collect_bytes().await?;
            let request = Asked {
                method: parts.method.to_string(),
                path: parts.uri.path_and_query().unwrap().to_string(),
                body: serde_json::from_slice(&body).unwrap_or_default(),
            };
            log.lock().unwrap().push(request.clone());
            if request.path.contains("watch=true") {
                return pending().await;
            }
            let (status, body) = answer(&request);
            let body = Body::from(serde_json::to_vec(&body).unwrap());
            Ok::<_, kube::Error>(Response::builder().status(status).body(body).unwrap())
        }
    });
    (Client::new(service, "default"), log)
}

/// Runs a test on a single-threaded runtime.
pub(crate) fn run<T>(test: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap()
        .block_on(test)
}
