//! Handles one connection: TLS, consecutive requests, and closing.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use super::activity::{Activity, Watched};
use super::routes::{Paths, handle};
use super::state::{Stage, State};
use crate::race::{First, race};

/// The interval at which a connection is checked against the limits.
const TICK: Duration = Duration::from_millis(500);

/// Maximum size of a request's line and headers in bytes.
const HEAD_BYTES: usize = 32 << 10;

/// Serves one connection until it closes.
pub(super) async fn serve(state: Arc<State>, paths: Paths, stream: TcpStream) {
    let _counted = Counted::new(&state);
    // Responses are small, and must not be delayed until more data is sent.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "no TCP_NODELAY");
    }
    let acceptor = match (&state.tls, paths) {
        (Some(tls), Paths::All) => tls.acceptor(),
        _ => return requests(&state, paths, stream).await,
    };
    match timeout(state.limits.handshake, acceptor.accept(stream)).await {
        Ok(Ok(stream)) => requests(&state, paths, stream).await,
        Ok(Err(error)) => {
            state.metrics.handshake_failures.fetch_add(1, Relaxed);
            tracing::debug!(%error, "the TLS handshake failed");
        }
        Err(_) => {
            state.metrics.handshake_failures.fetch_add(1, Relaxed);
            tracing::debug!("the TLS handshake timed out");
        }
    }
}

async fn requests<S>(state: &Arc<State>, paths: Paths, stream: S)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let activity = Activity::new();
    let service = service_fn(|request| {
        let (state, activity) = (state.clone(), activity.clone());
        async move {
            activity.request_begins();
            let answer = handle(state, paths, request).await;
            activity.request_ends();
            Ok::<_, Infallible>(answer)
        }
    });
    let connection = http1::Builder::new()
        // It would also run while a connection is idle; `Activity` replaces it.
        .header_read_timeout(None)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(Watched::new(stream, activity.clone())), service);
    let mut connection = pin!(connection);
    let mut stage = state.stage.subscribe();
    let mut closing = false;
    loop {
        let seen = state.stage() == Stage::Closing;
        let event = race(connection.as_mut(), async {
            if seen {
                sleep(TICK).await;
                return;
            }
            race(stage.wait_for(|stage| *stage == Stage::Closing), sleep(TICK)).await;
        });
        match event.await {
            First::Left(Ok(())) => return,
            First::Left(Err(error)) => {
                tracing::debug!(%error, "a connection broke");
                return;
            }
            First::Right(()) => {
                if let Some(why) = activity.exceeds(&state.limits) {
                    tracing::debug!(why, "a connection is closed");
                    return;
                }
                if !closing && state.stage() == Stage::Closing && !activity.is_fresh() {
                    closing = true;
                    connection.as_mut().graceful_shutdown();
                }
            }
        }
    }
}

/// Counts open connections.
struct Counted<'a>(&'a State);

impl<'a> Counted<'a> {
    fn new(state: &'a State) -> Self {
        state.metrics.connections.fetch_add(1, Relaxed);
        Self(state)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.metrics.connections.fetch_sub(1, Relaxed);
    }
}
