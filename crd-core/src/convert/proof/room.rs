//! Buffers that are reused by consecutive trials.

use super::sample::Sample;
use crate::convert::chain::Scratch;
use crate::convert::json::{Sink as _, Written};
use crate::values::Values;

/// Buffers for the objects of consecutive trials.
#[derive(Default)]
pub(super) struct Room {
    pub(super) scratch: Scratch,
    pub(super) values: Values,
    free: Vec<Written>,
}

impl Room {
    pub(super) fn take(&mut self) -> Written {
        self.free.pop().unwrap_or_else(|| Written::with_capacity(4096))
    }

    pub(super) fn copy(&mut self, of: &Written) -> Written {
        let mut written = self.take();
        written.copy(of.root());
        written
    }

    pub(super) fn write(&mut self, sample: &Sample<'_>) -> Written {
        let mut written = self.take();
        sample.write(&mut written);
        written
    }

    /// Takes objects that are no longer needed.
    pub(super) fn give(&mut self, written: impl IntoIterator<Item = Written>) {
        self.free.extend(written.into_iter().map(|mut written| {
            written.clear();
            written
        }));
    }
}
