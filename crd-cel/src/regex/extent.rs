//! Determines the lengths of the texts that a pattern matches, only from its syntax.
//!
//! ```text
//! ^[a-z]{2,5}$     2 to 5 characters, and every length in between
//! ^a$|^bbb$        1 to 3 characters, but not every length
//! ab               2 characters and more, because other text may precede and follow it
//! ^a\b             unknown: the assertion may fail
//! ```

use super::ast::{Assertion, Count, Regex, RegexNode, RegexNodeId};
use super::parse::parse;

/// Bounds of the length of texts, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// Minimum length.
    pub least: usize,
    /// Maximum length.
    pub most: usize,
}

impl Lengths {
    /// Any length.
    pub const ANY: Lengths = Lengths {
        least: 0,
        most: usize::MAX,
    };
}

/// What the syntax of a pattern shows about the lengths of the texts that it matches.
#[derive(Clone, Copy, Debug)]
pub struct PatternLengths {
    matched: Option<Extent>,
    /// The lengths of the matched texts that consist of snowmen (U+2603), which few patterns mention; `None` if it matches none.
    snowmen: Option<Extent>,
}

impl PatternLengths {
    /// Reads a pattern; returns `None` if Go rejects it.
    pub fn of(pattern: &str) -> Option<PatternLengths> {
        let regex = parse(pattern).ok()?;
        Some(PatternLengths {
            matched: extent(&regex, regex.root, Edges::WHOLE).map(Extent::surrounded),
            snowmen: extent_of_snowmen(&regex, regex.root, Edges::WHOLE).map(Extent::surrounded),
        })
    }

    /// Returns the minimum and the maximum length of the texts that it matches, if the syntax shows them.
    pub fn bounds(&self) -> Option<Lengths> {
        self.matched.map(|matched| Lengths {
            least: matched.least,
            most: matched.most,
        })
    }

    /// Whether it certainly matches a text of one of these lengths.
    pub fn plainly_matches(&self, lengths: Lengths) -> bool {
        self.matched.is_some_and(|matched| matched.meets(lengths))
    }

    /// Whether it certainly rejects a text of one of these lengths.
    pub fn plainly_refuses(&self, lengths: Lengths) -> bool {
        let is_refused = |length: usize| {
            lengths.least <= length
                && length <= lengths.most
                && self
                    .snowmen
                    .is_none_or(|matched| length < matched.least || length > matched.most)
        };
        is_refused(lengths.least.max(1)) || is_refused(0)
    }
}

/// The ends of the text at which a node of a pattern is.
#[derive(Clone, Copy, Debug)]
struct Edges {
    start: bool,
    end: bool,
}

impl Edges {
    const WHOLE: Edges = Edges {
        start: true,
        end: true,
    };
}

/// The lengths of the texts that a node matches; the minimum and the maximum are attained.
#[derive(Clone, Copy, Debug)]
struct Extent {
    least: usize,
    /// The maximum; `usize::MAX` if there is none.
    most: usize,
    /// An upper bound of the distance between adjacent lengths: 1 if every length in between occurs, 0 if there is only one length.
    gap: usize,
    /// The ends of the text at which an assertion anchors the node.
    tied: Edges,
}

impl Extent {
    const fn exactly(length: usize) -> Extent {
        Extent {
            least: length,
            most: length,
            gap: 0,
            tied: Edges {
                start: false,
                end: false,
            },
        }
    }

    fn meets(self, lengths: Lengths) -> bool {
        let has = |length: usize| length >= lengths.least && length <= lengths.most;
        has(self.least)
            || self.most != usize::MAX && has(self.most)
            || self.gap <= 1 && self.least <= lengths.most && self.most >= lengths.least
    }

    /// Returns the lengths including the surrounding text, unless the node is anchored at both ends.
    fn surrounded(self) -> Extent {
        if self.tied.start && self.tied.end {
            return self;
        }
        Extent {
            most: usize::MAX,
            gap: 1,
            tied: Edges::WHOLE,
            ..self
        }
    }

    fn then(self, next: Extent) -> Extent {
        // Continuous lengths of one part fill the gaps of the other.
        let fills = |one: Extent, other: Extent| {
            one.gap <= 1 && one.most.saturating_sub(one.least).saturating_add(1) >= other.gap
        };
        let gap = self.gap.max(next.gap);
        Extent {
            least: self.least.saturating_add(next.least),
            most: self.most.saturating_add(next.most),
            gap: if fills(self, next) || fills(next, self) {
                gap.min(1)
            } else {
                gap
            },
            tied: Edges {
                start: self.tied.start || next.tied.start,
                end: self.tied.end || next.tied.end,
            },
        }
    }

    fn or(self, other: Extent) -> Extent {
        let between = |one: Extent, other: Extent| other.least.saturating_sub(one.most);
        let distance = between(self, other).max(between(other, self));
        let is_one = self.least == other.most && self.most == other.least;
        Extent {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
            gap: self.gap.max(other.gap).max(distance).max(usize::from(!is_one)),
            tied: Edges {
                start: self.tied.start && other.tied.start,
                end: self.tied.end && other.tied.end,
            },
        }
    }

    fn times(self, count: Count) -> Extent {
        let (fewest, most) = match count {
            Count::Star => (0, None),
            Count::Plus => (1, None),
            Count::Optional => (0, Some(1)),
            Count::Range { min, max } => (min, max),
        };
        let (fewest, most) = (fewest as usize, most.map(|most| most as usize));
        // One more repetition adds at least the shortest text.
        let is_counted = most != Some(fewest) && self.most > 0;
        Extent {
            least: self.least.saturating_mul(fewest),
            most: match most {
                Some(most) => self.most.saturating_mul(most),
                None if self.most == 0 => 0,
                None => usize::MAX,
            },
            gap: if is_counted {
                self.gap.max(self.least).max(1)
            } else {
                self.gap
            },
            ..self
        }
    }
}

/// Returns the lengths of a node at ends of the text; `None` if an assertion in it may fail. The parser limits the recursion depth.
fn extent(regex: &Regex, id: RegexNodeId, at: Edges) -> Option<Extent> {
    match regex.node(id) {
        RegexNode::Empty => Some(Extent::exactly(0)),
        RegexNode::Literal { .. } | RegexNode::AnyChar { .. } => Some(Extent::exactly(1)),
        RegexNode::Class { class, .. } => {
            let has_chars = class.code_points(false).chars().next().is_some();
            has_chars.then_some(Extent::exactly(1))
        }
        RegexNode::Surrogate => None,
        RegexNode::Assertion(assertion) => {
            let tied = match assertion {
                Assertion::BeginText if at.start => Edges {
                    start: true,
                    end: false,
                },
                Assertion::EndText if at.end => Edges {
                    start: false,
                    end: true,
                },
                _ => return None,
            };
            Some(Extent {
                tied,
                ..Extent::exactly(0)
            })
        }
        RegexNode::Repeat { child, count, .. } => {
            // An assertion that may be repeated or omitted does not certainly anchor the node.
            let inner = Edges {
                start: false,
                end: false,
            };
            Some(extent(regex, *child, inner)?.times(*count))
        }
        RegexNode::Concat(children) => concat(regex, children, at),
        RegexNode::Alternate(children) => {
            let alternatives = children.iter().filter_map(|child| {
                let found = extent(regex, *child, at)?;
                Some(if at.start && at.end {
                    found.surrounded()
                } else {
                    found
                })
            });
            alternatives.reduce(Extent::or)
        }
        RegexNode::Capture(child) => extent(regex, *child, at),
    }
}

fn concat(regex: &Regex, children: &[RegexNodeId], at: Edges) -> Option<Extent> {
    let mut whole = Extent::exactly(0);
    for (child, edges) in children.iter().zip(edges(regex, children, at)) {
        whole = whole.then(extent(regex, *child, edges)?);
    }
    Some(whole)
}

/// Returns the ends of the text at which each part of a sequence is.
fn edges(regex: &Regex, children: &[RegexNodeId], at: Edges) -> impl Iterator<Item = Edges> {
    let is_assertion = |id: &RegexNodeId| matches!(regex.node(*id), RegexNode::Assertion(_));
    let first = children.iter().position(|child| !is_assertion(child));
    let last = children.iter().rposition(|child| !is_assertion(child));
    (0..children.len()).map(move |index| Edges {
        start: at.start && first.is_none_or(|first| index <= first),
        end: at.end && last.is_none_or(|last| index >= last),
    })
}

const SNOWMAN: u32 = 0x2603;

/// Returns the minimum and the maximum length of the texts of snowmen that a node may match; `None` if it matches none. Assertions are
/// assumed to succeed, and only those at the ends of the text to anchor the node.
fn extent_of_snowmen(regex: &Regex, id: RegexNodeId, at: Edges) -> Option<Extent> {
    match regex.node(id) {
        RegexNode::Empty => Some(Extent::exactly(0)),
        RegexNode::Literal { char, .. } => (u32::from(*char) == SNOWMAN).then_some(Extent::exactly(1)),
        RegexNode::AnyChar { .. } => Some(Extent::exactly(1)),
        RegexNode::Class { class, .. } => {
            let has_snowman = class.code_points(false).contains(SNOWMAN);
            has_snowman.then_some(Extent::exactly(1))
        }
        RegexNode::Surrogate => None,
        RegexNode::Assertion(assertion) => Some(Extent {
            tied: Edges {
                start: at.start && matches!(assertion, Assertion::BeginText),
                end: at.end && matches!(assertion, Assertion::EndText),
            },
            ..Extent::exactly(0)
        }),
        RegexNode::Repeat { child, count, .. } => {
            let inner = Edges {
                start: false,
                end: false,
            };
            let nothing = Extent::exactly(0);
            match extent_of_snowmen(regex, *child, inner) {
                Some(child) => Some(child.times(*count)),
                None => matches!(count, Count::Star | Count::Optional | Count::Range { min: 0, .. })
                    .then_some(nothing),
            }
        }
        RegexNode::Concat(children) => {
            let mut whole = Extent::exactly(0);
            for (child, edges) in children.iter().zip(edges(regex, children, at)) {
                whole = whole.then(extent_of_snowmen(regex, *child, edges)?);
            }
            Some(whole)
        }
        RegexNode::Alternate(children) => {
            let alternatives = children.iter().filter_map(|child| {
                let found = extent_of_snowmen(regex, *child, at)?;
                Some(if at.start && at.end {
                    found.surrounded()
                } else {
                    Extent {
                        tied: Edges {
                            start: false,
                            end: false,
                        },
                        ..found
                    }
                })
            });
            alternatives.reduce(Extent::or)
        }
        RegexNode::Capture(child) => extent_of_snowmen(regex, *child, at),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_that_the_syntax_shows() {
        for (pattern, least, most, expected) in [
            ("^[a-z]{2,5}$", 3, 3, true),
            ("^[a-z]{2,5}$", 6, 9, false),
            ("^a$|^bbb$", 2, 2, false),
            ("^a$|^bbb$", 2, 3, true),
            ("^$|foo", 1, 2, false),
            ("^$|foo", 9, 9, false),
            ("^(aa)*$", 3, 3, false),
            ("^(kms|crypto):[0-9]+$", 40, 40, true),
            ("^(kms|crypto):[0-9]$", 6, 7, false),
            ("^(a|bbbb)c{0,3}$", 5, 5, true),
            ("^(aa)*$", 3, usize::MAX, false),
            ("^(a|bb)+$", 7, 7, true),
            ("ab", 1, 1, false),
            ("ab", 4, 4, true),
            (r"^a\b", 0, 9, false),
            ("(^a$)|(^b$)", 1, 1, true),
            ("a^", 0, 9, false),
            ("^a^", 0, 9, false),
            ("^$^$", 0, 0, true),
            ("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", 1, 63, true),
        ] {
            let lengths = Lengths { least, most };
            assert_eq!(
                PatternLengths::of(pattern).unwrap().plainly_matches(lengths),
                expected,
                "{pattern} {least} {most}"
            );
        }
    }

    #[test]
    fn texts_that_the_syntax_shows_to_be_refused() {
        for (pattern, least, most, expected) in [
            ("^[a-z]*$", 0, usize::MAX, true),
            ("^[a-z]*$", 0, 0, false),
            ("^/", 2, 9, true),
            ("a", 0, 0, true),
            ("[^/]$", 2, 9, false),
            ("[^/]$", 0, 9, true),
            (".*", 0, 9, false),
            ("^.{2,5}$", 0, 9, true),
            ("^.{2,5}$", 3, 3, false),
            ("^$|^a", 0, 5, true),
            ("^a$|b*", 0, 5, false),
            (r"\pL*", 0, 5, false),
            (r"^\pL*$", 0, 5, true),
            (r"(^a?)b?c?$", 1, 1, true),
        ] {
            let lengths = Lengths { least, most };
            assert_eq!(
                PatternLengths::of(pattern).unwrap().plainly_refuses(lengths),
                expected,
                "{pattern} {least} {most}"
            );
        }
    }
}
