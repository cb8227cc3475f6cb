//! How objects are migrated.

use std::fmt;
use std::sync::Arc;

use super::Checkpoint;

/// What hears of the progress of a migration.
pub type TellProgress = dyn Fn(&Progress) + Send + Sync;

/// How objects are migrated.
#[derive(Clone)]
#[non_exhaustive]
pub struct MigrateOptions {
    /// How many objects are written at a time: 8 unless set. The API server makes clients wait that ask for too much.
    pub parallel: usize,
    /// How many objects are listed at a time, and how often progress is reported: 500 unless set.
    pub page: u32,
    /// Whether anything is written.
    pub mode: MigrateMode,
    /// Where an earlier migration ended that was not done: [`Progress::checkpoint`]. It counts only if the CRD is still the same.
    pub checkpoint: Option<Checkpoint>,
    /// What is called after each page.
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
    /// The server is asked to write each object and to keep nothing (`dryRun`): the result counts what would be written, and
    /// names what would be refused.
    DryRun,
}

/// How far a migration is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The name of the CRD.
    pub crd: String,
    /// How many objects were looked at.
    pub done: usize,
    /// How many there are, as far as the server says.
    pub total: usize,
    /// How many of them the server would not take.
    pub refused: usize,
    /// Where another migration can go on if this one ends here.
    pub checkpoint: Checkpoint,
}
