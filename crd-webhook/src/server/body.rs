//! Reads a body within its limits.

use std::fmt::Display;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::StatusCode;
use hyper::body::{Body, Buf, Bytes};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::answer::{self, Answer};
use super::limits::Limits;
use crate::metrics::Failure;

/// The body of a request: hyper's, or that of the server that mounts the service.
pub(crate) trait Source:
    Body<Data: Buf + Send, Error: Display + Send> + Send + Unpin + 'static
{
}

impl<B> Source for B
where
    B: Body + Send + Unpin + 'static,
    B::Data: Buf + Send,
    B::Error: Display + Send,
{
}

/// Number of bytes per permit of the semaphore that limits the held bytes.
const UNIT: usize = 4096;

/// A body, and its share of the memory that bodies may take.
pub(super) struct Held {
    pub(super) bytes: Bytes,
    _share: OwnedSemaphorePermit,
}

/// The response in place of a body that was rejected.
pub(super) struct RefusedBody {
    pub(super) failure: Failure,
    pub(super) answer: Answer,
}

/// Creates the semaphore for [`Limits::held_bytes`]; there is always room for one body.
pub(super) fn memory(limits: &Limits) -> Arc<Semaphore> {
    let units = units(limits.held_bytes.max(limits.body_bytes));
    Arc::new(Semaphore::new((units as usize).min(Semaphore::MAX_PERMITS)))
}

fn units(bytes: usize) -> u32 {
    u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX)
}

/// Reads `body`. One that is too large is discarded for a while, so that the client receives the response.
pub(super) async fn read<B: Source>(
    mut body: B,
    memory: &Arc<Semaphore>,
    limits: &Limits,
) -> Result<Held, RefusedBody> {
    let hint = body.size_hint();
    if hint.lower() > limits.body_bytes as u64 {
        tokio::spawn(discard(body));
        return Err(too_large(limits));
    }
    // A body of unknown length may have the maximum size.
    let expected = hint
        .upper()
        .and_then(|upper| usize::try_from(upper).ok())
        .map_or(limits.body_bytes, |upper| upper.min(limits.body_bytes));
    let share = memory.clone().acquire_many_owned(units(expected));
    let Ok(Ok(share)) = timeout(limits.wait, share).await else {
        return Err(RefusedBody {
            failure: Failure::Busy,
            answer: answer::busy("the webhook has reached its limit of requests; try again"),
        });
    };
    match timeout(limits.body, collect(&mut body, expected, limits.body_bytes)).await {
        Ok(Ok(Some(bytes))) => Ok(Held { bytes, _share: share }),
        Ok(Ok(None)) => {
            tokio::spawn(discard(body));
            Err(too_large(limits))
        }
        Ok(Err(error)) => Err(RefusedBody {
            failure: Failure::Malformed,
            answer: answer::status(
                StatusCode::BAD_REQUEST,
                "BadRequest",
                &format!("the body could not be read: {error}"),
            ),
        }),
        Err(_) => Err(RefusedBody {
            failure: Failure::Slow,
            answer: answer::status(
                StatusCode::REQUEST_TIMEOUT,
                "Timeout",
                &format!("the body did not arrive in {} seconds", limits.body.as_secs_f32()),
            ),
        }),
    }
}

/// Reads the whole body; `None` if it is larger than `most`.
pub(crate) async fn collect<B: Source>(
    body: &mut B,
    expected: usize,
    most: usize,
) -> Result<Option<Bytes>, B::Error> {
    let mut first = Bytes::new();
    let mut all = Vec::new();
    while let Some(data) = next(body).await? {
        if all.is_empty() && first.is_empty() {
            // A small body arrives in one piece, and is not copied.
            first = data;
        } else {
            if all.is_empty() {
                // The announced bytes need not arrive.
                all.reserve(expected.min(1 << 20).max(first.len() + data.len()));
                all.extend_from_slice(&first);
            }
            all.extend_from_slice(&data);
        }
        if first.len().max(all.len()) > most {
            return Ok(None);
        }
    }
    Ok(Some(if all.is_empty() { first } else { all.into() }))
}

/// Returns the next piece with data.
async fn next<B: Source>(body: &mut B) -> Result<Option<Bytes>, B::Error> {
    loop {
        let frame = poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await;
        match frame.transpose()? {
            None => return Ok(None),
            // Trailers are ignored.
            Some(frame) => {
                if let Ok(mut data) = frame.into_data() {
                    let length = data.remaining();
                    return Ok(Some(data.copy_to_bytes(length)));
                }
            }
        }
    }
}

/// Reads and discards a body: closing a connection with unread bytes would prevent the client from receiving the response.
pub(super) async fn discard(mut body: impl Source) {
    let _ = timeout(Duration::from_secs(5), async {
        while let Ok(Some(_)) = next(&mut body).await {}
    })
    .await;
}

fn too_large(limits: &Limits) -> RefusedBody {
    RefusedBody {
        failure: Failure::TooLarge,
        answer: answer::status(
            StatusCode::PAYLOAD_TOO_LARGE,
            "RequestEntityTooLarge",
            &format!("the body is larger than {} bytes", limits.body_bytes),
        ),
    }
}
