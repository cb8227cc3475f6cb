//! Comments in rules that go on over lines which a backslash joins.
//!
//! ```text
//! #[crd(rule("self > 1024 // no privileged ports \
//!             && self < 32768"))]                         a part of the comment
//! ```

use std::ops::Range;

use crd_cel::comments_and_texts;
use syn::LitStr;

use crate::spanned::Spanned;

/// Returns the comment in an expression that the next lines of the source are a part of.
pub(super) fn comment(source: &Spanned<String>) -> Option<Range<usize>> {
    let (comments, _) = comments_and_texts(&source.value);
    if comments.is_empty() {
        return None;
    }
    let literal = source.tokens.to_string();
    let joins = literal.match_indices("\\\n").filter_map(|(at, _)| {
        let before = literal.get(..at)?;
        // Fails after a backslash that is escaped, which joins nothing.
        let before: LitStr = syn::parse_str(&format!("{before}\"")).ok()?;
        Some(before.value().len())
    });
    joins.filter(|_| literal.starts_with('"')).find_map(|at| {
        let comment = comments.iter().map(|comment| comment.range());
        let mut comment = comment.filter(|comment| comment.contains(&at) && comment.start < at);
        let comment = comment.next()?;
        let is_code = !source.value.get(at..comment.end)?.trim_start().starts_with("//");
        is_code.then_some(comment)
    })
}
