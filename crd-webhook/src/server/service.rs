//! The webhook as a tower service, for use in an existing server.

use std::convert::Infallible;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use hyper::{Request, Response};

use super::answer::ResponseBody;
use super::body::Source;
use super::limits::Limits;
use super::routes::{self, Paths};
use super::state::State;
use crate::Review;

/// The paths of a [`Server`](crate::Server) as a [`tower_service::Service`], which axum, hyper and others can mount.
/// They handle TLS, connections and the shutdown; the service applies the limits on bodies, requests and time.
///
/// It must be called within a tokio runtime. Clones share limits and metrics.
///
/// ```
/// use crd_webhook::Service;
/// use hyper::Request;
/// use tower_service::Service as _;
///
/// # let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
/// # runtime.block_on(async {
/// let mut service = Service::new(|_: &[u8]| b"{}".to_vec());
/// let request = Request::get("/livez").body(String::new()).unwrap();
/// let response = service.call(request).await.unwrap();
/// assert_eq!(response.status(), 200);
/// # });
/// ```
#[derive(Clone)]
pub struct Service {
    state: Arc<State>,
}

impl Service {
    /// Creates a service that responds to reviews with `review`.
    pub fn new(review: impl Review) -> Self {
        Self::with_limits(review, Limits::default())
    }

    /// Creates a service with custom limits. The limits on connections and headers are the responsibility of
    /// the server that mounts it.
    pub fn with_limits(review: impl Review, limits: Limits) -> Self {
        Self {
            state: State::new(Box::new(review), None, limits),
        }
    }
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service")
            .field("crds", &self.state.crds)
            .finish_non_exhaustive()
    }
}

impl<B: Source> tower_service::Service<Request<B>> for Service {
    type Response = Response<ResponseBody>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    /// Always ready: the number of parallel requests is limited internally, and excess requests get the response 429.
    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let state = self.state.clone();
        Box::pin(async move { Ok(routes::handle(state, Paths::All, request).await) })
    }
}
