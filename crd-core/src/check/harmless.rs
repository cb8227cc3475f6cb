//! Applies the fixes of a text, except for those with which the server would reject a CRD that it accepts.

use super::{CheckMode, DocumentContent, Fix, Levels, Options, apply, text};

/// Applies fixes to a text, except for those with which the server would reject more CRDs than before, and those that overlap an
/// earlier one. Returns the text and the number of fixes applied.
pub fn apply_harmless(source: &str, fixes: &[&Fix], options: &Options) -> (String, usize) {
    if fixes.is_empty() {
        return (source.to_owned(), 0);
    }
    let mut options = options.clone();
    // Only the verdict is of interest.
    options.mode = CheckMode::Verdict;
    options.levels = Levels::default();
    options.limit = 0;
    let rejected = |fixes: &[&Fix]| {
        let (fixed, _) = apply(source, fixes);
        let report = text(&fixed, &options);
        let documents = report.documents.iter();
        documents
            .filter(|document| is_rejected(&document.content))
            .count()
    };
    let before = rejected(&[]);
    let mut kept = Vec::new();
    keep_harmless(&mut kept, fixes, &|fixes| rejected(fixes) > before);
    apply(source, &kept)
}

fn is_rejected(content: &DocumentContent) -> bool {
    match content {
        DocumentContent::Crd(crd) => crd.verdict().is_none_or(|verdict| !verdict.accepted()),
        DocumentContent::Unreadable(_) => true,
        _ => false,
    }
}

/// Adds the fixes that do no harm together with those that are kept already.
fn keep_harmless<'f, T>(kept: &mut Vec<&'f T>, fixes: &[&'f T], is_harmful: &dyn Fn(&[&T]) -> bool) {
    let before = kept.len();
    kept.extend(fixes);
    if !is_harmful(kept) {
        return;
    }
    kept.truncate(before);
    if fixes.len() > 1 {
        let (first, second) = fixes.split_at(fixes.len() / 2);
        keep_harmless(kept, first, is_harmful);
        keep_harmless(kept, second, is_harmful);
    }
}

#[cfg(test)]
mod tests {
    use super::{apply_harmless, keep_harmless};
    use crate::check::test_manifest::widgets;
    use crate::check::{Edit, Fix, FixSafety, Options};
    use crate::yaml::tree::Span;

    #[test]
    fn a_fix_that_the_server_would_reject_is_left_out() {
        let text = widgets("spec: {type: object, properties: {size: {type: integer}}}");
        let fix = |part: &str, new: &str| {
            let start = text.find(part).unwrap();
            Fix {
                title: new.to_owned(),
                edits: vec![Edit {
                    span: Span::new(start, start + part.len()),
                    text: new.to_owned(),
                }],
                safety: FixSafety::Certain,
            }
        };
        let (harmful, harmless) = (fix("Namespaced", "Nowhere"), fix("integer", "number"));
        let (fixed, applied) = apply_harmless(&text, &[&harmful, &harmless], &Options::default());
        assert_eq!((fixed, applied), (text.replace("integer", "number"), 1));
    }

    #[test]
    fn harmful_fixes_are_left_out() {
        let fixes = [1, 2, 3, 4, 5, 6, 7];
        let fixes: Vec<&i32> = fixes.iter().collect();
        for (harmful, expected) in [
            (&[][..], &[1, 2, 3, 4, 5, 6, 7][..]),
            (&[3], &[1, 2, 4, 5, 6, 7]),
            (&[1, 7], &[2, 3, 4, 5, 6]),
            (&[1, 2, 3, 4, 5, 6, 7], &[]),
        ] {
            let mut kept = Vec::new();
            keep_harmless(&mut kept, &fixes, &|fixes| {
                fixes.iter().any(|fix| harmful.contains(*fix))
            });
            let kept: Vec<i32> = kept.into_iter().copied().collect();
            assert_eq!(kept, expected, "{harmful:?}");
        }
    }
}
