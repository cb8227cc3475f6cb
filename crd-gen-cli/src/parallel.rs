//! Processes many items in threads.

use std::num::NonZero;
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

/// Maps each item, and returns the results in order. A panic in a thread is passed on.
pub(crate) fn mapped<T: Sync, R: Send>(items: &[T], map: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    in_threads(items.len(), &|index| {
        if let (Some(item), Some(result)) = (items.get(index), results.get(index)) {
            *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(map(item));
        }
    });
    let results = results.into_iter().map(Mutex::into_inner);
    results
        .filter_map(|result| result.unwrap_or_else(PoisonError::into_inner))
        .collect()
}

/// Calls a function with each number below a count. Calls take different times, so threads take the numbers one by one; for a single
/// one no thread is started, because threads cost more time and memory than they save.
fn in_threads(count: usize, work: &(dyn Fn(usize) + Sync)) {
    if count < 2 {
        (0..count).for_each(work);
        return;
    }
    let next = AtomicUsize::new(0);
    let run = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            work(number);
        }
    };
    thread::scope(|scope| {
        // Where no more threads can be started, there are fewer.
        let others: Vec<_> = (1..thread_count().min(count))
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, run).ok())
            .collect();
        run();
        for other in others {
            if let Err(cause) = other.join() {
                panic::resume_unwind(cause);
            }
        }
    });
}

/// Returns the number of threads that process items.
pub(crate) fn thread_count() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get))
}
