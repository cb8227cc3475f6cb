//! A bar on stderr when a run is long and someone watches.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::terminal::Terminal;

/// Work shorter than this needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);

pub(super) struct Progress {
    bar: ProgressBar,
    started: Instant,
    watched: bool,
    shown: OnceLock<()>,
}

impl Progress {
    pub(super) fn new(terminal: &Terminal, files: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(files as u64), ProgressDrawTarget::hidden());
        Progress {
            bar,
            started: Instant::now(),
            watched: terminal.is_watched(),
            shown: OnceLock::new(),
        }
    }

    /// One file is done.
    pub(super) fn step(&self) {
        self.bar.inc(1);
        if self.watched && self.started.elapsed() > PATIENCE {
            self.shown.get_or_init(|| {
                if let Ok(style) = ProgressStyle::with_template("checking {wide_bar} {pos}/{len} files") {
                    self.bar.set_style(style);
                }
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
            });
        }
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
