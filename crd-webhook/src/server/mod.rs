//! The server: its listeners and its shutdown.

mod activity;
mod answer;
mod body;
mod connection;
mod limits;
mod routes;
#[cfg(feature = "tower")]
mod service;
mod state;

use std::future::{Future, poll_fn};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{sleep, timeout};

#[cfg(feature = "tower")]
pub use answer::ResponseBody;
#[cfg(feature = "kube")]
pub(crate) use body::collect;
pub use limits::{Drain, Limits};
use routes::Paths;
#[cfg(feature = "tower")]
pub use service::Service;
use state::{Stage, State};

use crate::race::{First, race};
use crate::{Review, Tls};

/// A conversion webhook. See the [crate](crate) for an example.
#[must_use = "a server does nothing before `serve`"]
pub struct Server {
    review: Box<dyn Review>,
    tls: Option<Tls>,
    limits: Limits,
    drain: Drain,
    observation: Option<TcpListener>,
}

impl Server {
    /// Creates a server that responds to reviews with `review`, without TLS.
    pub fn new(review: impl Review) -> Self {
        Self {
            review: Box::new(review),
            tls: None,
            limits: Limits::default(),
            drain: Drain::default(),
            observation: None,
        }
    }

    /// Enables TLS, which the API server requires. Leave it out only if a proxy in front of the server terminates TLS.
    pub fn tls(mut self, tls: Tls) -> Self {
        self.tls = Some(tls);
        self
    }

    /// Sets the limits for clients.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets the options of the shutdown.
    pub fn drain(mut self, drain: Drain) -> Self {
        self.drain = drain;
        self
    }

    /// Also serves `/livez`, `/readyz` and `/metrics` on a second listener, without TLS, for metrics collectors.
    pub fn observe_on(mut self, listener: TcpListener) -> Self {
        self.observation = Some(listener);
        self
    }

    /// Serves until `shutdown` completes, and then shuts down as [`Drain`] specifies: the server reports that
    /// it is not ready, continues for a while, finishes open requests, and returns.
    pub async fn serve(self, listener: TcpListener, shutdown: impl Future<Output = ()>) -> io::Result<()> {
        let Self {
            review,
            tls,
            limits,
            drain,
            observation,
        } = self;
        let address = listener.local_addr()?;
        tracing::info!(%address, tls = tls.is_some(), "serving");
        let reload = tls.as_ref().map(|tls| Task::spawn(tls.clone().keep_fresh()));
        let state = State::new(review, tls, limits);
        let connections = Arc::new(Semaphore::new(
            state.limits.connections.clamp(1, Semaphore::MAX_PERMITS),
        ));
        let mut main = Task::spawn(accept(state.clone(), Paths::All, listener, connections));
        // A flood of connections must not block kubelet's probes.
        let observation = observation.map(|listener| {
            let few = Arc::new(Semaphore::new(64));
            Task::spawn(accept(state.clone(), Paths::Observation, listener, few))
        });

        shutdown.await;
        tracing::info!(delay = ?drain.delay, "draining");
        state.stage.send_replace(Stage::Draining);
        sleep(drain.delay).await;
        tracing::info!(finish = ?drain.finish, "closing");
        state.stage.send_replace(Stage::Closing);
        if timeout(drain.finish, &mut main.0).await.is_err() {
            tracing::warn!("requests were still open at the end");
        }
        drop((main, observation, reload));
        tracing::info!("ended");
        Ok(())
    }
}

/// A task that ends with the server, even if the server's future is dropped.
struct Task(JoinHandle<()>);

impl Task {
    fn spawn(future: impl Future<Output = ()> + Send + 'static) -> Self {
        Self(tokio::spawn(future))
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Accepts connections until the server closes, and waits for them to end.
async fn accept(state: Arc<State>, paths: Paths, listener: TcpListener, connections: Arc<Semaphore>) {
    let mut open = JoinSet::new();
    let mut stage = state.stage.subscribe();
    loop {
        while open.try_join_next().is_some() {}
        let closing = stage.wait_for(|stage| *stage == Stage::Closing);
        match race(next(&listener, &connections), closing).await {
            First::Left(Some((permit, stream))) => {
                let state = state.clone();
                open.spawn(async move {
                    connection::serve(state, paths, stream).await;
                    drop(permit);
                });
            }
            First::Left(None) => {}
            First::Right(_) => break,
        }
    }
    // Clients that have connected by now still get a response.
    while let Some((stream, _)) = waiting(&listener).await {
        open.spawn(connection::serve(state.clone(), paths, stream));
    }
    drop(listener);
    while open.join_next().await.is_some() {}
}

async fn next(
    listener: &TcpListener,
    connections: &Arc<Semaphore>,
) -> Option<(OwnedSemaphorePermit, TcpStream)> {
    let permit = connections.clone().acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, _)) => Some((permit, stream)),
        Err(error) => {
            // An error of the process (no more files) or of one connection; both are temporary.
            tracing::warn!(%error, "a connection could not be accepted");
            sleep(Duration::from_millis(50)).await;
            None
        }
    }
}

/// Returns a connection that is waiting to be accepted.
async fn waiting(listener: &TcpListener) -> Option<(TcpStream, SocketAddr)> {
    poll_fn(|context| match listener.poll_accept(context) {
        Poll::Ready(Ok(accepted)) => Poll::Ready(Some(accepted)),
        Poll::Ready(Err(_)) | Poll::Pending => Poll::Ready(None),
    })
    .await
}
