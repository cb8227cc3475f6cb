//! The state that all connections of a server share.

use std::sync::Arc;
use std::time::SystemTime;

use tokio::sync::{Semaphore, watch};

use super::body;
use super::limits::Limits;
use crate::Review;
use crate::metrics::Metrics;
use crate::tls::Tls;

/// The stage of the server's shutdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    Serving,
    /// Not ready; connections close after their next response.
    Draining,
    /// Connections close after the response to their current request, and idle ones immediately.
    Closing,
}

pub(super) struct State {
    pub(super) review: Box<dyn Review>,
    pub(super) crds: Option<Vec<String>>,
    pub(super) tls: Option<Tls>,
    pub(super) limits: Limits,
    pub(super) metrics: Arc<Metrics>,
    pub(super) stage: watch::Sender<Stage>,
    /// Slots for requests.
    pub(super) places: Arc<Semaphore>,
    /// Memory for bodies.
    pub(super) memory: Arc<Semaphore>,
}

impl State {
    pub(super) fn new(review: Box<dyn Review>, tls: Option<Tls>, limits: Limits) -> Arc<Self> {
        Arc::new(Self {
            crds: review.crds(),
            review,
            metrics: tls.as_ref().map_or_else(Arc::default, Tls::metrics),
            tls,
            stage: watch::Sender::new(Stage::Serving),
            places: Arc::new(Semaphore::new(limits.requests.clamp(1, Semaphore::MAX_PERMITS))),
            memory: body::memory(&limits),
            limits,
        })
    }

    pub(super) fn stage(&self) -> Stage {
        *self.stage.borrow()
    }

    /// Returns the reason why the server is not ready.
    pub(super) fn unready(&self) -> Option<String> {
        if self.stage() > Stage::Serving {
            return Some("the server is shutting down".to_owned());
        }
        self.tls.as_ref()?.invalid(SystemTime::now())
    }
}
