//! The webhook as a service of tower returns the same responses as the server.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may stop")]

use crd_webhook::{Limits, Service};
use hyper::body::Body as _;
use hyper::{Request, Response, StatusCode};
use std::pin::Pin;
use tower_service::Service as _;

const REVIEW: &str = r#"{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{"uid":"7",
    "desiredAPIVersion":"example.com/v2","objects":[]}}"#;

fn review(_: &[u8]) -> Vec<u8> {
    br#"{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","response":{"uid":"7",
        "convertedObjects":[],"result":{"status":"Success"}}}"#
        .to_vec()
}

fn run(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.unwrap().block_on(test);
}

async fn text(response: Response<crd_webhook::ResponseBody>) -> (StatusCode, String) {
    let status = response.status();
    let mut body = response.into_body();
    let mut all = Vec::new();
    while let Some(frame) = std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        all.extend_from_slice(&frame.unwrap().into_data().unwrap());
    }
    (status, String::from_utf8(all).unwrap())
}

#[test]
fn reviews_are_answered_and_counted() {
    run(async {
        let mut service = Service::new(review);
        let request = Request::post("/convert").body(REVIEW.to_owned()).unwrap();
        let (status, answer) = text(service.call(request).await.unwrap()).await;
        assert_eq!(status, 200);
        assert!(
            answer.contains("\"uid\":\"7\"") && answer.contains("Success"),
            "{answer}"
        );
        let mut clone = service.clone();
        let metrics = Request::get("/metrics").body(String::new()).unwrap();
        let (_, metrics) = text(clone.call(metrics).await.unwrap()).await;
        assert!(metrics.contains("to=\"v2\""), "{metrics}");
    });
}

#[test]
fn what_is_no_review_is_refused() {
    run(async {
        let mut limits = Limits::default();
        limits.body_bytes = 1000;
        let mut service = Service::with_limits(review, limits);
        for (request, expected) in [
            (Request::post("/convert").body("{".to_owned()), 400),
            (Request::post("/convert").body(" ".repeat(1001)), 413),
            (Request::get("/convert").body(String::new()), 405),
            (Request::get("/other").body(String::new()), 404),
            (Request::get("/readyz").body(String::new()), 200),
        ] {
            let (status, answer) = text(service.call(request.unwrap()).await.unwrap()).await;
            assert_eq!(status.as_u16(), expected, "{answer}");
        }
    });
}

#[test]
fn a_panic_is_an_answer_with_the_uid() {
    run(async {
        let mut service = Service::new(|_: &[u8]| -> Vec<u8> { panic!("a mistake") });
        let request = Request::post("/convert").body(REVIEW.to_owned()).unwrap();
        let (status, answer) = text(service.call(request).await.unwrap()).await;
        assert_eq!(status, 200);
        assert!(
            answer.contains("\"uid\":\"7\"") && answer.contains("Failure") && answer.contains("a mistake"),
            "{answer}"
        );
    });
}
