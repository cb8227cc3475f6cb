//! HTTP responses: bodies, and responses that are not a review.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{ALLOW, CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER};
use hyper::{Response, StatusCode};
use serde_json::json;

/// The body of a response, which is complete from the start.
#[derive(Debug)]
#[cfg_attr(
    not(feature = "tower"),
    expect(unreachable_pub, reason = "the feature `tower` exports it")
)]
pub struct ResponseBody(Option<Bytes>);

impl Body for ResponseBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.0.take().map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_none()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.0.as_ref().map_or(0, |bytes| bytes.len() as u64))
    }
}

pub(super) type Answer = Response<ResponseBody>;

fn answer(status: StatusCode, content_type: &'static str, body: impl Into<Bytes>) -> Answer {
    let mut response = Response::new(ResponseBody(Some(body.into())));
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}

/// Creates the response for a review: always 200.
pub(super) fn review(body: Vec<u8>) -> Answer {
    answer(StatusCode::OK, "application/json", body)
}

pub(super) fn text(status: StatusCode, body: String) -> Answer {
    answer(status, "text/plain; charset=utf-8", body)
}

pub(super) fn metrics(body: String) -> Answer {
    answer(StatusCode::OK, "text/plain; version=0.0.4; charset=utf-8", body)
}

/// Creates a response with a `Status`, whose message the API server passes on to its client.
pub(super) fn status(code: StatusCode, reason: &str, message: &str) -> Answer {
    let body = json!({
        "kind": "Status",
        "apiVersion": "v1",
        "metadata": {},
        "status": "Failure",
        "message": message,
        "reason": reason,
        "code": code.as_u16(),
    });
    answer(code, "application/json", body.to_string())
}

/// Creates a response for overload; the API server retries after a second, up to ten times.
pub(super) fn busy(message: &str) -> Answer {
    with(
        status(StatusCode::TOO_MANY_REQUESTS, "TooManyRequests", message),
        RETRY_AFTER,
        "1",
    )
}

pub(super) fn method_not_allowed(allowed: &'static str) -> Answer {
    let message = format!("this path accepts {allowed}");
    with(
        status(StatusCode::METHOD_NOT_ALLOWED, "MethodNotAllowed", &message),
        ALLOW,
        allowed,
    )
}

pub(super) fn with(mut answer: Answer, name: HeaderName, value: &'static str) -> Answer {
    answer.headers_mut().insert(name, HeaderValue::from_static(value));
    answer
}
