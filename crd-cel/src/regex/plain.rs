//! Matches short texts and measures patterns by their syntax alone, for the macros, which do not depend on a library of regular
//! expressions. The answer to a question that needs the tables of Unicode is `None`.

use super::ast::{Assertion, Class, ClassItem, Count, Regex, RegexNode, RegexNodeId};
use super::parse::parse;

/// Returns whether a pattern matches a text; `None` if that depends on properties or cases of Unicode.
///
/// ```
/// assert_eq!(crd_cel::regex::plainly_matches_text("^[a-z]+$", "abc"), Some(true));
/// assert_eq!(crd_cel::regex::plainly_matches_text("^[a-z]+$", "a1"), Some(false));
/// assert_eq!(crd_cel::regex::plainly_matches_text(r"^\pL+$", "abc"), None);
/// ```
pub fn plainly_matches_text(pattern: &str, text: &str) -> Option<bool> {
    let regex = parse(pattern).ok()?;
    let mut chars = Vec::new();
    for char in text.chars() {
        chars.push(char);
    }
    let subject = SearchedText { regex: &regex, chars };
    let everywhere = vec![true; subject.chars.len() + 1];
    Some(has_any(&subject.ends(regex.root, &everywhere)?))
}

/// Returns bounds of the number of characters of the texts that a pattern matches. There may be no texts of these lengths, but there
/// are none of others.
///
/// ```
/// assert_eq!(crd_cel::regex::plain_lengths("^[a-z]{2,5}$"), Some((2, Some(5))));
/// assert_eq!(crd_cel::regex::plain_lengths("[a-z]{2,5}"), Some((2, None)));
/// ```
pub fn plain_lengths(pattern: &str) -> Option<(usize, Option<usize>)> {
    let regex = parse(pattern).ok()?;
    let (least, most) = length(&regex, regex.root);
    let most = if is_anchored(&regex, regex.root) {
        most
    } else {
        None
    };
    Some((least, most))
}

/// A text in which a pattern is searched for.
struct SearchedText<'r> {
    regex: &'r Regex,
    chars: Vec<char>,
}

impl SearchedText<'_> {
    /// Returns the positions where a match of a node can end that begins at one of the given positions.
    fn ends(&self, id: RegexNodeId, starts: &[bool]) -> Option<Vec<bool>> {
        match self.regex.node(id) {
            RegexNode::Empty => Some(starts.to_vec()),
            RegexNode::Surrogate => Some(vec![false; starts.len()]),
            RegexNode::Assertion(assertion) => {
                let mut ends = starts.to_vec();
                for (at, end) in ends.iter_mut().enumerate() {
                    *end = *end && self.holds(*assertion, at);
                }
                Some(ends)
            }
            RegexNode::Concat(children) => {
                let mut ends = starts.to_vec();
                for child in children {
                    ends = self.ends(*child, &ends)?;
                }
                Some(ends)
            }
            RegexNode::Alternate(children) => {
                let mut ends = vec![false; starts.len()];
                for child in children {
                    add(&mut ends, &self.ends(*child, starts)?);
                }
                Some(ends)
            }
            RegexNode::Capture(child) => self.ends(*child, starts),
            RegexNode::Repeat { child, count, .. } => self.repeated(*child, *count, starts),
            node => {
                let mut ends = vec![false; starts.len()];
                for (at, char) in self.chars.iter().enumerate() {
                    if starts.get(at).is_some_and(|start| *start)
                        && let Some(end) = ends.get_mut(at + 1)
                    {
                        *end = is_char(node, *char)?;
                    }
                }
                Some(ends)
            }
        }
    }

    fn repeated(&self, child: RegexNodeId, count: Count, starts: &[bool]) -> Option<Vec<bool>> {
        let (least, most) = times(count);
        let mut now = starts.to_vec();
        let mut done = 0;
        while done < least {
            let next = self.ends(child, &now)?;
            done += 1;
            if next == now {
                // Every further repetition ends at the same positions.
                break;
            }
            now = next;
        }
        let mut ends = now.clone();
        let mut more = most.map(|most| most.saturating_sub(least));
        while more != Some(0) {
            now = self.ends(child, &now)?;
            let before = ends.clone();
            add(&mut ends, &now);
            // What can be reached with one more repetition is reached from new positions only.
            if ends == before {
                break;
            }
            more = more.map(|more| more - 1);
        }
        Some(ends)
    }

    fn holds(&self, assertion: Assertion, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|at| self.chars.get(at)).copied();
        let after = self.chars.get(at).copied();
        let is_word =
            |char: Option<char>| char.is_some_and(|char| char.is_ascii_alphanumeric() || char == '_');
        match assertion {
            Assertion::BeginText => before.is_none(),
            Assertion::EndText => after.is_none(),
            Assertion::BeginLine => before.is_none() || before == Some('\n'),
            Assertion::EndLine => after.is_none() || after == Some('\n'),
            Assertion::WordBoundary => is_word(before) != is_word(after),
            Assertion::NoWordBoundary => is_word(before) == is_word(after),
        }
    }
}

/// Whether a node that matches one character matches this one.
fn is_char(node: &RegexNode, char: char) -> Option<bool> {
    match node {
        RegexNode::AnyChar { newline } => Some(*newline || char != '\n'),
        RegexNode::Literal {
            char: literal,
            fold_case: false,
        } => Some(*literal == char),
        // Some letters outside of ASCII are equal to those inside if cases are folded.
        RegexNode::Literal { char: literal, .. } => {
            (literal.is_ascii() && char.is_ascii()).then_some(literal.eq_ignore_ascii_case(&char))
        }
        RegexNode::Class {
            class,
            fold_case: false,
        } => contains(class, char),
        _ => None,
    }
}

fn contains(class: &Class, char: char) -> Option<bool> {
    let code = u32::from(char);
    let mut found = false;
    for item in &class.items {
        found |= match item {
            ClassItem::Range(first, last) => *first <= code && code <= *last,
            ClassItem::Ascii { ranges, negated } => {
                let mut inside = false;
                for (first, last) in *ranges {
                    inside |= u32::from(*first) <= code && code <= u32::from(*last);
                }
                inside != *negated
            }
            ClassItem::Unicode { .. } => return None,
        };
    }
    Some(found != class.negated)
}

/// Returns the minimum and the maximum number of repetitions.
fn times(count: Count) -> (usize, Option<usize>) {
    match count {
        Count::Star => (0, None),
        Count::Plus => (1, None),
        Count::Optional => (0, Some(1)),
        Count::Range { min, max } => (min as usize, max.map(|max| max as usize)),
    }
}

/// Returns the minimum and the maximum number of characters that a node matches, if its assertions hold.
fn length(regex: &Regex, id: RegexNodeId) -> (usize, Option<usize>) {
    match regex.node(id) {
        RegexNode::Empty | RegexNode::Assertion(_) => (0, Some(0)),
        RegexNode::Concat(children) => {
            let mut sum = (0_usize, Some(0_usize));
            for child in children {
                let (least, most) = length(regex, *child);
                sum.0 = sum.0.saturating_add(least);
                sum.1 = sum.1.zip(most).map(|(one, other)| one.saturating_add(other));
            }
            sum
        }
        RegexNode::Alternate(children) => {
            let mut range = (usize::MAX, Some(0));
            for child in children {
                let (least, most) = length(regex, *child);
                range.0 = range.0.min(least);
                range.1 = range.1.zip(most).map(|(one, other)| one.max(other));
            }
            range
        }
        RegexNode::Capture(child) => length(regex, *child),
        RegexNode::Repeat { child, count, .. } => {
            let (least, most) = length(regex, *child);
            let (fewest, times) = times(*count);
            let most = match (most, times) {
                (Some(0), _) => Some(0),
                (Some(most), Some(times)) => Some(most.saturating_mul(times)),
                _ => None,
            };
            (least.saturating_mul(fewest), most)
        }
        _ => (1, Some(1)),
    }
}

/// Whether every match of a node is the whole text.
fn is_anchored(regex: &Regex, id: RegexNodeId) -> bool {
    let is = |id: Option<&RegexNodeId>, wanted: fn(Assertion) -> bool| match id.map(|id| regex.node(*id)) {
        Some(RegexNode::Assertion(assertion)) => wanted(*assertion),
        _ => false,
    };
    match regex.node(id) {
        RegexNode::Capture(child) => is_anchored(regex, *child),
        RegexNode::Alternate(children) => {
            let mut all = true;
            for child in children {
                all &= is_anchored(regex, *child);
            }
            all
        }
        RegexNode::Concat(children) => {
            is(children.first(), |it| matches!(it, Assertion::BeginText))
                && is(children.last(), |it| matches!(it, Assertion::EndText))
        }
        _ => false,
    }
}

fn has_any(positions: &[bool]) -> bool {
    let mut any = false;
    for position in positions {
        any |= *position;
    }
    any
}

fn add(positions: &mut [bool], more: &[bool]) {
    for (position, more) in positions.iter_mut().zip(more) {
        *position |= *more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_match_by_syntax() {
        for (pattern, text, expected) in [
            ("^[a-z]+$", "abc", Some(true)),
            ("^[a-z]+$", "ab1", Some(false)),
            ("[a-z]", "1a2", Some(true)),
            ("^a{2,3}$", "aaaa", Some(false)),
            ("^a{2,3}$", "aaa", Some(true)),
            ("^(ab|c)*$", "abcab", Some(true)),
            ("^(ab|c)*$", "abb", Some(false)),
            ("^(a*)*b$", "aaab", Some(true)),
            ("^(|a){3}$", "aa", Some(true)),
            ("^(aa)+$", "aaa", Some(false)),
            ("^(aa){2,}$", "aaaaaa", Some(true)),
            ("(?i)^ab$", "AB", Some(true)),
            ("(?i)^k$", "\u{212a}", None),
            (r"^\d+\.\d+$", "1.25", Some(true)),
            (r"^\D$", "1", Some(false)),
            (r"^[^\d]$", "a", Some(true)),
            (r"\bfoo\b", "a foo b", Some(true)),
            (r"\bfoo\b", "afoo", Some(false)),
            ("^.$", "\n", Some(false)),
            ("(?s)^.$", "\n", Some(true)),
            ("(?m)^b$", "a\nb", Some(true)),
            (r"^\pL$", "a", None),
            ("a^b", "ab", Some(false)),
            ("", "x", Some(true)),
        ] {
            assert_eq!(
                plainly_matches_text(pattern, text),
                expected,
                "{pattern} {text:?}"
            );
            #[cfg(feature = "eval")]
            if let Some(expected) = expected {
                let translated = super::super::translate(pattern).unwrap();
                let regex = regex::Regex::new(&translated).unwrap();
                assert_eq!(regex.is_match(text), expected, "{pattern} {text:?}");
            }
        }
    }

    #[test]
    fn lengths_by_syntax() {
        for (pattern, expected) in [
            ("^[a-z]{2,5}$", (2, Some(5))),
            ("[a-z]{2,5}", (2, None)),
            ("^a$|^bbb$", (1, Some(3))),
            ("^a$|bbb", (1, None)),
            ("(^a$)|(^b$)", (1, Some(1))),
            ("^a|b$", (1, None)),
            ("^(aa)*$", (0, None)),
            ("^(a|bb)?c$", (1, Some(3))),
            ("^()*$", (0, Some(0))),
        ] {
            assert_eq!(plain_lengths(pattern), Some(expected), "{pattern}");
        }
    }
}
