//! Returns the first of two futures. `tokio::select!` would require one more crate for all users.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

/// The future that completed first, with its result.
pub(crate) enum First<A, B> {
    Left(A),
    Right(B),
}

/// Runs both futures until one completes, and drops the other. `left` is polled first.
pub(crate) async fn race<A, B>(left: impl Future<Output = A>, right: impl Future<Output = B>) -> First<A, B> {
    let mut left = pin!(left);
    let mut right = pin!(right);
    poll_fn(|context| {
        if let Poll::Ready(value) = left.as_mut().poll(context) {
            return Poll::Ready(First::Left(value));
        }
        right.as_mut().poll(context).map(First::Right)
    })
    .await
}
