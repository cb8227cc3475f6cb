//! Routes a request and returns its response.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use hyper::body::Bytes;
use hyper::header::{CONNECTION, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap};
use hyper::{Method, Request, StatusCode};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::answer::{self, Answer};
use super::body::{self, Held, Source};
use super::state::{Stage, State};
use crate::envelope::{self, Asked, short};
use crate::metrics::{Done, Failure};
use crate::review::Reviewed;

const CONVERT: &str = "/convert";

/// The paths that a listener serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paths {
    All,
    /// `/livez`, `/readyz` and `/metrics`.
    Observation,
}

pub(super) async fn handle<B: Source>(state: Arc<State>, paths: Paths, request: Request<B>) -> Answer {
    let answer = route(&state, paths, request).await;
    if state.stage() > Stage::Serving {
        return answer::with(answer, CONNECTION, "close");
    }
    answer
}

async fn route<B: Source>(state: &Arc<State>, paths: Paths, request: Request<B>) -> Answer {
    let (head, body) = request.into_parts();
    let get = head.method == Method::GET || head.method == Method::HEAD;
    match head.uri.path() {
        "/livez" | "/readyz" | "/metrics" if !get => answer::method_not_allowed("GET"),
        "/livez" => answer::text(StatusCode::OK, "ok\n".to_owned()),
        "/readyz" => match state.unready() {
            None => answer::text(StatusCode::OK, "ok\n".to_owned()),
            Some(why) => answer::text(StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")),
        },
        "/metrics" => {
            let not_after = state.tls.as_ref().and_then(crate::tls::Tls::not_after);
            answer::metrics(state.metrics.text(not_after))
        }
        path if paths == Paths::All && crd_of(path).is_some() => {
            let crd = crd_of(path).unwrap_or_default();
            state.metrics.in_flight.fetch_add(1, Relaxed);
            let in_flight = InFlight(state);
            let answer = if head.method == Method::POST {
                convert(state, crd, &head.headers, body).await
            } else {
                state.metrics.rejected(Failure::Http);
                answer::method_not_allowed("POST")
            };
            drop(in_flight);
            answer
        }
        path => {
            if paths == Paths::All {
                state.metrics.rejected(Failure::Http);
            }
            let message = match paths {
                Paths::All => format!(
                    "unknown path `{}`; the paths are /convert, /convert/<name of a CRD>, /livez, /readyz \
                     and /metrics",
                    short(path)
                ),
                Paths::Observation => "the paths are /livez, /readyz and /metrics".to_owned(),
            };
            answer::status(StatusCode::NOT_FOUND, "NotFound", &message)
        }
    }
}

/// Decrements the counter when dropped, even if the client disconnects and the request is dropped.
struct InFlight<'a>(&'a State);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.metrics.in_flight.fetch_sub(1, Relaxed);
    }
}

/// Returns the CRD in a path; empty for the path of all CRDs.
fn crd_of(path: &str) -> Option<&str> {
    match path.strip_prefix(CONVERT)? {
        "" | "/" => Some(""),
        rest => rest.strip_prefix('/'),
    }
}

async fn convert(state: &Arc<State>, crd: &str, headers: &HeaderMap, body: impl Source) -> Answer {
    if let Some(message) = unreadable(headers) {
        state.metrics.rejected(Failure::Http);
        tokio::spawn(body::discard(body));
        return answer::status(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "UnsupportedMediaType",
            &message,
        );
    }
    let place = timeout(state.limits.wait, state.places.clone().acquire_owned());
    let Ok(Ok(_place)) = place.await else {
        state.metrics.rejected(Failure::Busy);
        tokio::spawn(body::discard(body));
        return answer::busy("the webhook has reached its limit of requests; try again");
    };
    let held = match body::read(body, &state.memory, &state.limits).await {
        Ok(held) => held,
        Err(refused) => {
            state.metrics.rejected(refused.failure);
            tracing::warn!(reason = refused.failure.name(), "a request was rejected");
            return refused.answer;
        }
    };
    let asked = match Asked::read(&held.bytes) {
        Ok(asked) => Arc::new(asked),
        Err(message) => {
            state.metrics.rejected(Failure::Malformed);
            tracing::warn!(message, "a request has no valid review");
            return answer::status(StatusCode::BAD_REQUEST, "BadRequest", &message);
        }
    };
    let begun = Instant::now();
    let outcome = match other_crd(state, crd) {
        Some(message) => Outcome::failed(&asked, Failure::Conversion, message),
        None if held.bytes.len() <= state.limits.inline_bytes => run(state, &asked, &held.bytes),
        None => apart(state, &asked, held).await,
    };
    finish(state, &asked, outcome, begun.elapsed())
}

/// Runs a large conversion on a thread of its own, which keeps its slot even after the time limit.
async fn apart(state: &Arc<State>, asked: &Arc<Asked>, held: Held) -> Outcome {
    let task = spawn_blocking({
        let (state, asked) = (state.clone(), asked.clone());
        move || run(&state, &asked, &held.bytes)
    });
    match timeout(state.limits.conversion, task).await {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(_)) => Outcome::failed(
            asked,
            Failure::Panic,
            format!("the conversion of {} ended abnormally", asked.subject()),
        ),
        Err(_) => {
            let seconds = state.limits.conversion.as_secs_f32();
            Outcome::failed(
                asked,
                Failure::Deadline,
                format!(
                    "the conversion of {} took more than {seconds} seconds",
                    asked.subject()
                ),
            )
        }
    }
}

/// A response, and the reason if it is a failure.
struct Outcome {
    reviewed: Reviewed,
    failure: Option<(Failure, String)>,
}

impl Outcome {
    fn failed(asked: &Asked, failure: Failure, message: String) -> Self {
        Self {
            reviewed: Reviewed::new(asked.failure(&message)),
            failure: Some((failure, message)),
        }
    }
}

fn run(state: &State, asked: &Asked, body: &Bytes) -> Outcome {
    let reviewed = match catch_unwind(AssertUnwindSafe(|| state.review.review(body))) {
        Ok(reviewed) => reviewed,
        Err(panic) => {
            let said = panic
                .downcast_ref::<&str>()
                .copied()
                .or_else(|| panic.downcast_ref::<String>().map(|text| &**text))
                .unwrap_or("no message");
            let message = format!(
                "the conversion of {} panicked, which is a bug in the webhook: {said}",
                asked.subject()
            );
            return Outcome::failed(asked, Failure::Panic, message);
        }
    };
    match envelope::Answer::read(&reviewed.body, asked) {
        Ok(envelope::Answer::Success) => Outcome {
            reviewed,
            failure: None,
        },
        Ok(envelope::Answer::Failure(message)) => Outcome {
            reviewed,
            failure: Some((Failure::Conversion, message)),
        },
        Err(what) => {
            let message = format!(
                "the conversion of {}, because of a bug in the webhook, {what}",
                asked.subject()
            );
            Outcome::failed(asked, Failure::Answer, message)
        }
    }
}

fn finish(state: &State, asked: &Asked, outcome: Outcome, took: Duration) -> Answer {
    let Outcome { reviewed, failure } = outcome;
    let reason = failure.as_ref().map(|(failure, _)| *failure);
    let (kind, from, to) = (short(&asked.kind), short(&asked.from), short(&asked.to));
    let uid = short(&asked.uid);
    match &failure {
        None => {
            tracing::debug!(kind, from, to, objects = asked.objects, uid, ?took, "converted");
        }
        Some((failure, message)) => {
            let reason = failure.name();
            tracing::warn!(
                kind,
                from,
                to,
                objects = asked.objects,
                uid,
                ?took,
                reason,
                message,
                "not converted"
            );
        }
    }
    state.metrics.done(&Done {
        asked,
        failure: reason,
        kept_bytes: reviewed.kept_bytes,
        unreadable: reviewed.unreadable,
        took,
    });
    answer::review(reviewed.body)
}

/// Returns the reason why the body cannot be read, according to its headers.
fn unreadable(headers: &HeaderMap) -> Option<String> {
    if let Some(content_type) = headers.get(CONTENT_TYPE) {
        let text = content_type.to_str().unwrap_or("a value that is not text");
        let essence = text.split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case("application/json") {
            return Some(format!("the body is `{}`; send `application/json`", short(text)));
        }
    }
    let encoding = headers.get(CONTENT_ENCODING)?;
    (encoding != "identity").then(|| "the body is encoded; send it without encoding".to_owned())
}

/// Returns an error if the CRD in the path is not one that this webhook converts.
fn other_crd(state: &State, crd: &str) -> Option<String> {
    let known = state.crds.as_ref()?;
    if crd.is_empty() || known.iter().any(|name| name == crd) {
        return None;
    }
    Some(format!(
        "this webhook does not convert `{}`; it converts {}",
        short(crd),
        known.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::crd_of;

    #[test]
    fn paths_name_crds() {
        for (path, crd) in [
            ("/convert", Some("")),
            ("/convert/", Some("")),
            ("/convert/foos.example.com", Some("foos.example.com")),
            ("/converted", None),
            ("/", None),
        ] {
            assert_eq!(crd_of(path), crd, "{path}");
        }
    }
}
