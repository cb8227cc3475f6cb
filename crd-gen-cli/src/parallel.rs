//! Processes many items in threads.

use std::num::NonZero;
use std::panic;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Maps each item, and returns the results in order. Items differ in size, so threads take them one by one; for a
/// single item no thread is started, because threads cost more time and memory than they save. A panic in a thread is
/// passed on.
pub(crate) fn mapped<T: Sync, R: Send>(items: &[T], map: impl Fn(&T) -> R + Sync) -> Vec<R> {
    if items.len() < 2 {
        return items.iter().map(map).collect();
    }
    let next = AtomicUsize::new(0);
    let run = || {
        let mut results = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else {
                return results;
            };
            results.push((index, map(item)));
        }
    };
    let mut results = thread::scope(|scope| {
        // Where no more threads can be started, there are fewer.
        let others: Vec<_> = (1..thread_count().min(items.len()))
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, run).ok())
            .collect();
        let mut results = run();
        for other in others {
            match other.join() {
                Ok(more) => results.extend(more),
                Err(cause) => panic::resume_unwind(cause),
            }
        }
        results
    });
    results.sort_unstable_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Returns the number of threads that process items.
pub(crate) fn thread_count() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get))
}
