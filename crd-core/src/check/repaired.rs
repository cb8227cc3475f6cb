//! The words about a document that cannot be parsed: those of the repair after which the fewest mistakes are found.
//!
//! ```text
//! rules:
//! - name: a
//!     - name: b     without the dash, `name` is set twice; with 4 spaces fewer, there are no mistakes
//! ```

use crate::yaml::{ReadError, ReadErrorKind, Repair, repairs};

/// Maximum number of repairs that are tried.
const MOST: usize = 16;

/// Returns the error with the words of the repair after which the fewest mistakes are found. `count` returns their number in a
/// repaired document; `None` if it cannot be parsed, or is of an unknown kind.
pub(super) fn explained(
    source: &str,
    error: &ReadError,
    count: impl Fn(&str) -> Option<usize>,
) -> Option<ReadError> {
    if error.kind != ReadErrorKind::Syntax {
        return None;
    }
    let found = repairs(source, error)?;
    let counted = |repair: Repair| Some((count(&repair.text)?, repair));
    let likely = found.likely.into_iter().take(MOST).filter_map(counted);
    let best = likely.min_by_key(|(mistakes, _)| *mistakes);
    if best.as_ref().is_none_or(|(mistakes, _)| *mistakes > 0) {
        let mut others = found.unlikely.into_iter().filter_map(counted);
        if let Some((_, repair)) = others.find(|(mistakes, _)| *mistakes == 0) {
            return Some(repair.into_error(found.start));
        }
    }
    let (mistakes, mut best) = best?;
    if mistakes > 0 {
        best.message.push_str(best.alternative.unwrap_or_default());
    }
    Some(best.into_error(found.start))
}
