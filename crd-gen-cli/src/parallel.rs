//! Processes many files in threads.

use rayon::iter::{IndexedParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _};

/// Maps each item, and returns the results in order. Items differ in size, so threads take them one by one; for a
/// single item no thread is started, because threads cost more time and memory than they save.
pub(crate) fn mapped<T: Sync, R: Send>(items: &[T], map: impl Fn(&T) -> R + Sync) -> Vec<R> {
    if items.len() < 2 {
        items.iter().map(map).collect()
    } else {
        items.par_iter().with_max_len(1).map(&map).collect()
    }
}
