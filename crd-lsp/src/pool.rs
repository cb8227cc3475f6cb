//! A pool of threads for long tasks. A task that panics has its own outcome, and its thread continues.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crossbeam_channel::{Receiver, Sender, unbounded};

/// A task for a thread.
pub(crate) struct Task<T> {
    run: Box<dyn FnOnce() -> T + Send>,
    /// Creates the outcome if the task panics, from the text of the panic.
    failed: Box<dyn FnOnce(String) -> T + Send>,
}

impl<T> Task<T> {
    pub(crate) fn new(
        run: impl FnOnce() -> T + Send + 'static,
        failed: impl FnOnce(String) -> T + Send + 'static,
    ) -> Self {
        Task {
            run: Box::new(run),
            failed: Box::new(failed),
        }
    }

    fn outcome(self) -> T {
        match catch_unwind(AssertUnwindSafe(self.run)) {
            Ok(outcome) => outcome,
            Err(panic) => (self.failed)(words(&*panic)),
        }
    }
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}

/// The priority of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    /// A client waits for the response.
    Now,
    /// The task may be delayed.
    Later,
}

/// A few threads, one of which is reserved for urgent tasks. When the pool is dropped, they end after their current task.
pub(crate) struct Pool<T> {
    urgent: Sender<Task<T>>,
    slow: Sender<Task<T>>,
}

impl<T: Send + 'static> Pool<T> {
    /// Starts the threads. Returns the pool and the receiver of outcomes.
    pub(crate) fn new() -> (Self, Receiver<T>) {
        let (urgent, urgent_tasks) = unbounded();
        let (slow, slow_tasks) = unbounded();
        let (outcomes, received) = unbounded();
        let count = std::thread::available_parallelism()
            .map_or(2, usize::from)
            .clamp(2, 4);
        for index in 0..count {
            let (urgent, outcomes) = (urgent_tasks.clone(), outcomes.clone());
            let slow = (index > 0).then(|| slow_tasks.clone());
            std::thread::spawn(move || work(&urgent, slow.as_ref(), &outcomes));
        }
        (Pool { urgent, slow }, received)
    }

    pub(crate) fn start(&self, urgency: Urgency, task: Task<T>) {
        let queue = match urgency {
            Urgency::Now => &self.urgent,
            Urgency::Later => &self.slow,
        };
        // The threads have not ended while the pool exists.
        let _ = queue.send(task);
    }
}

fn work<T>(urgent: &Receiver<Task<T>>, slow: Option<&Receiver<Task<T>>>, outcomes: &Sender<T>) {
    let never = crossbeam_channel::never();
    let slow = slow.unwrap_or(&never);
    loop {
        let next = urgent.try_recv().ok();
        let next = next.or_else(|| {
            crossbeam_channel::select! {
                recv(urgent) -> task => task.ok(),
                recv(slow) -> task => task.ok(),
            }
        });
        let Some(task) = next else {
            return;
        };
        if outcomes.send(task.outcome()).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_are_outcomes() {
        let (pool, outcomes) = Pool::new();
        for number in 0..8 {
            let run = move || match number {
                3 => std::panic::panic_any("three"),
                number => number.to_string(),
            };
            pool.start(
                Urgency::Later,
                Task::new(run, |words| format!("panicked: {words}")),
            );
        }
        let mut found: Vec<String> = outcomes.iter().take(8).collect();
        found.sort();
        assert_eq!(found, ["0", "1", "2", "4", "5", "6", "7", "panicked: three"]);
    }
}
