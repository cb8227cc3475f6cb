//! Monitors the bytes of a connection to determine whether it is in use. hyper's own timeout for headers also
//! runs while a connection is idle, and would close it just when the API server uses it again.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::limits::Limits;

/// The time after its start within which a connection is expected to receive a request.
const FRESH: Duration = Duration::from_secs(1);

/// State that a connection's stream shares with the task that monitors it.
#[derive(Debug)]
pub(super) struct Activity(Mutex<State>);

#[derive(Clone, Copy, Debug)]
struct State {
    opened: Instant,
    /// Whether a request has arrived.
    used: bool,
    phase: Phase,
    /// The time since which the client has not read the data that was sent to it.
    blocked: Option<Instant>,
}

#[derive(Clone, Copy, Debug)]
enum Phase {
    /// Idle since this time.
    Idle(Instant),
    /// The first byte of a request arrived at this time, and its headers are incomplete.
    Head(Instant),
    /// A request is being processed; it has limits of its own.
    Request,
}

impl Activity {
    pub(super) fn new() -> Arc<Self> {
        let now = Instant::now();
        Arc::new(Self(Mutex::new(State {
            opened: now,
            used: false,
            phase: Phase::Idle(now),
            blocked: None,
        })))
    }

    /// Records that the headers of a request are complete.
    pub(super) fn request_begins(&self) {
        let mut state = self.lock();
        state.phase = Phase::Request;
        state.used = true;
    }

    pub(super) fn request_ends(&self) {
        self.lock().phase = Phase::Idle(Instant::now());
    }

    /// Checks whether the first request may still be on its way.
    pub(super) fn is_fresh(&self) -> bool {
        let state = *self.lock();
        !state.used && state.opened.elapsed() < FRESH
    }

    /// Returns the limit that the connection exceeds, if any.
    pub(super) fn exceeds(&self, limits: &Limits) -> Option<&'static str> {
        let state = *self.lock();
        let over = |since: Instant, limit: Duration| since.elapsed() >= limit;
        if state.blocked.is_some_and(|since| over(since, limits.write)) {
            return Some("the client does not read the response");
        }
        match state.phase {
            Phase::Idle(since) if over(since, limits.idle) => Some("unused"),
            Phase::Head(since) if over(since, limits.head) => Some("the headers did not arrive"),
            _ => None,
        }
    }

    fn received(&self) {
        let mut state = self.lock();
        if let Phase::Idle(_) = state.phase {
            state.phase = Phase::Head(Instant::now());
        }
    }

    /// Records the result of a write: since when the client has accepted no more data, if so.
    fn wrote<T>(&self, result: &Poll<T>) {
        let mut state = self.lock();
        state.blocked = match (result, state.blocked) {
            (Poll::Ready(_), _) => None,
            (Poll::Pending, Some(since)) => Some(since),
            (Poll::Pending, None) => Some(Instant::now()),
        };
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A stream that reports to its [`Activity`].
pub(super) struct Watched<S> {
    stream: S,
    activity: Arc<Activity>,
}

impl<S> Watched<S> {
    pub(super) fn new(stream: S, activity: Arc<Activity>) -> Self {
        Self { stream, activity }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.activity.received();
        }
        polled
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.activity.wrote(&polled);
        polled
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.activity.wrote(&polled);
        polled
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_flush(context);
        self.activity.wrote(&polled);
        polled
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_shutdown(context);
        self.activity.wrote(&polled);
        polled
    }
}
