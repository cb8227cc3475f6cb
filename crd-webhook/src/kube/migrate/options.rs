//! Options for migrating objects.

use std::fmt;
use std::sync::Arc;

use super::Checkpoint;

/// A callback for the progress of a migration.
pub type TellProgress = dyn Fn(&Progress) + Send + Sync;

/// Options for migrating objects.
#[derive(Clone)]
#[non_exhaustive]
pub struct MigrateOptions {
    /// Number of objects that are written in parallel: 8 unless set. The API server throttles clients that
    /// send too many requests.
    pub parallel: usize,
    /// Number of objects per list request, after each of which progress is reported: 500 unless set.
    pub page: u32,
    /// Whether anything is written.
    pub mode: MigrateMode,
    /// The position at which an earlier, incomplete migration stopped: [`Progress::checkpoint`]. It is used
    /// only if the CRD is unchanged.
    pub checkpoint: Option<Checkpoint>,
    /// The callback that is called after each page.
    pub progress: Option<Arc<TellProgress>>,
}

impl Default for MigrateOptions {
    fn default() -> Self {
        MigrateOptions {
            parallel: 8,
            page: 500,
            mode: MigrateMode::default(),
            checkpoint: None,
            progress: None,
        }
    }
}

impl fmt::Debug for MigrateOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MigrateOptions")
            .field("parallel", &self.parallel)
            .field("page", &self.page)
            .field("mode", &self.mode)
            .field("checkpoint", &self.checkpoint)
            .finish_non_exhaustive()
    }
}

/// Whether anything is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum MigrateMode {
    /// Every object is written.
    #[default]
    Write,
    /// The server is asked to process each write without storing it (`dryRun`): the result counts the objects
    /// that would be written, and names those that would be rejected.
    DryRun,
}

/// The progress of a migration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The name of the CRD.
    pub crd: String,
    /// Number of objects that were processed.
    pub done: usize,
    /// Total number of objects, as estimated by the server.
    pub total: usize,
    /// Number of objects that the server rejected.
    pub refused: usize,
    /// The position at which another migration can continue if this one stops here.
    pub checkpoint: Checkpoint,
}
