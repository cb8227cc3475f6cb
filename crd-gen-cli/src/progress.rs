//! A progress bar on stderr, for long runs on a terminal.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::terminal::Terminal;

/// Runs shorter than this show no bar.
const PATIENCE: Duration = Duration::from_millis(500);

pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    watched: bool,
    shown: OnceLock<()>,
    /// The verb and the noun of the bar's text.
    words: [&'static str; 2],
}

impl Progress {
    pub(crate) fn new(terminal: &Terminal, count: usize, verb: &'static str, things: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(count as u64), ProgressDrawTarget::hidden());
        Progress {
            bar,
            started: Instant::now(),
            watched: terminal.is_watched(),
            shown: OnceLock::new(),
            words: [verb, things],
        }
    }

    /// Adds this many items to the total.
    pub(crate) fn found(&self, count: usize) {
        self.bar.inc_length(count as u64);
    }

    /// Counts one item as done.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
        if self.watched && self.started.elapsed() > PATIENCE {
            self.shown.get_or_init(|| {
                let [verb, things] = self.words;
                let template = format!("{verb} {{wide_bar}} {{pos}}/{{len}} {things}");
                if let Ok(style) = ProgressStyle::with_template(&template) {
                    self.bar.set_style(style);
                }
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
            });
        }
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
