//! The tree of a pattern, in an arena, so that building, measuring and dropping it do not recurse.

/// An index into [`Regex`]'s nodes.
#[derive(Clone, Copy)]
pub(super) struct RegexNodeId(usize);

#[cfg(feature = "matches")]
impl RegexNodeId {
    pub(super) fn index(self) -> usize {
        self.0
    }
}

/// A parsed pattern.
pub(super) struct Regex {
    nodes: Vec<MeasuredNode>,
    pub(super) root: RegexNodeId,
}

/// Whether a repetition prefers more (`*`) or fewer (`*?`) matches.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Greed {
    Greedy,
    Lazy,
}

pub(super) enum RegexNode {
    Empty,
    Literal {
        char: char,
        fold_case: bool,
    },
    /// A code point that no string contains: a surrogate written as an escape.
    Surrogate,
    Class {
        class: Class,
        fold_case: bool,
    },
    /// `.`
    AnyChar {
        newline: bool,
    },
    Assertion(Assertion),
    Repeat {
        child: RegexNodeId,
        count: Count,
        #[cfg_attr(not(feature = "matches"), expect(dead_code, reason = "for searches"))]
        greed: Greed,
    },
    Concat(Vec<RegexNodeId>),
    Alternate(Vec<RegexNodeId>),
    Capture(RegexNodeId),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Assertion {
    BeginText,
    EndText,
    BeginLine,
    EndLine,
    WordBoundary,
    NoWordBoundary,
}

#[derive(Clone, Copy)]
pub(super) enum Count {
    /// `*`
    Star,
    /// `+`
    Plus,
    /// `?`
    Optional,
    /// `{min,max}`, without an upper bound if `max` is `None`.
    Range { min: u32, max: Option<u32> },
}

/// A character class: the union of its items, or its complement.
#[derive(Default)]
pub(super) struct Class {
    pub(super) negated: bool,
    pub(super) items: Vec<ClassItem>,
}

pub(super) enum ClassItem {
    /// Code points from the first to the last, including surrogates.
    Range(u32, u32),
    /// A Perl or POSIX group of ASCII ranges.
    Ascii {
        ranges: &'static [(u8, u8)],
        negated: bool,
    },
    /// The code points of a line of the tables of Unicode.
    #[cfg_attr(not(feature = "matches"), expect(dead_code, reason = "for searches"))]
    Unicode { table: &'static str, negated: bool },
}

/// The measures to which Go's limits apply.
#[derive(Clone, Copy, Default)]
pub(super) struct Measure {
    /// Number of levels of the tree from this node down.
    pub(super) height: u32,
    /// Number of instructions of the compiled program.
    pub(super) size: u64,
    /// The largest product of nested counts.
    pub(super) copies: u64,
}

struct MeasuredNode {
    node: RegexNode,
    measure: Measure,
}

impl Regex {
    pub(super) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            root: RegexNodeId(0),
        }
    }

    /// Returns the number of nodes.
    #[cfg(feature = "matches")]
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn push(&mut self, node: RegexNode) -> RegexNodeId {
        let measure = self.measure_of(&node);
        self.nodes.push(MeasuredNode { node, measure });
        RegexNodeId(self.nodes.len() - 1)
    }

    pub(super) fn node(&self, id: RegexNodeId) -> &RegexNode {
        self.nodes
            .get(id.0)
            .map_or(&RegexNode::Empty, |measured| &measured.node)
    }

    pub(super) fn measure(&self, id: RegexNodeId) -> Measure {
        self.nodes
            .get(id.0)
            .map_or_else(Measure::default, |measured| measured.measure)
    }

    /// Returns the number of elements of a list that Go merges into the previous one.
    pub(super) fn merged(&self, list: &RegexNode) -> u64 {
        match list {
            RegexNode::Concat(children) | RegexNode::Alternate(children) => {
                count(children.len() - self.unmerged(children, list))
            }
            _ => 0,
        }
    }

    fn measure_of(&self, node: &RegexNode) -> Measure {
        match node {
            RegexNode::Empty
            | RegexNode::Literal { .. }
            | RegexNode::Surrogate
            | RegexNode::Class { .. }
            | RegexNode::AnyChar { .. }
            | RegexNode::Assertion(_) => Measure {
                height: 1,
                size: 1,
                copies: 1,
            },
            RegexNode::Capture(child) => {
                let child = self.measure(*child);
                Measure {
                    height: child.height + 1,
                    size: child.size.saturating_add(2),
                    ..child
                }
            }
            RegexNode::Repeat { child, count, .. } => {
                let child = self.measure(*child);
                Measure {
                    height: child.height + 1,
                    size: count.size_of(child.size).max(1),
                    copies: count.copies_of(child.copies),
                }
            }
            RegexNode::Concat(children) => self.measure_list(children, node),
            RegexNode::Alternate(children) => {
                let mut all = self.measure_list(children, node);
                // One instruction joins two alternatives; a merged one adds none either.
                let joints = count(children.len()).saturating_sub(1);
                all.size = all
                    .size
                    .saturating_add(joints)
                    .saturating_sub(self.merged(node).saturating_mul(2))
                    .max(1);
                all
            }
        }
    }

    fn measure_list(&self, children: &[RegexNodeId], list: &RegexNode) -> Measure {
        let is_one = self.unmerged(children, list) < 2;
        let mut all = Measure {
            height: 1,
            size: 0,
            copies: 1,
        };
        for &id in children {
            let child = self.measure(id);
            all.size = all.size.saturating_add(child.size);
            all.copies = all.copies.max(child.copies);
            // To Go, a list inside a list of the same kind is one list, so it adds no level.
            let is_flat = is_one || std::mem::discriminant(self.node(id)) == std::mem::discriminant(list);
            all.height = all
                .height
                .max(if is_flat { child.height } else { child.height + 1 });
        }
        all.size = all.size.max(1);
        all
    }

    /// Returns the number of elements of a list without those that Go merges into the previous one: literals
    /// of a sequence into a string, single characters of an alternation into a class.
    fn unmerged(&self, children: &[RegexNodeId], list: &RegexNode) -> usize {
        let mut unmerged = 0;
        let mut before: Option<&RegexNode> = None;
        for child in children {
            let node = self.node(*child);
            if !before.is_some_and(|before| merges(before, node, list)) {
                unmerged += 1;
            }
            before = Some(node);
        }
        unmerged
    }
}

fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

fn merges(before: &RegexNode, node: &RegexNode, list: &RegexNode) -> bool {
    if let RegexNode::Concat(_) = list {
        return match (before, node) {
            (
                RegexNode::Literal {
                    fold_case: before, ..
                },
                RegexNode::Literal { fold_case, .. },
            ) => before == fold_case,
            _ => false,
        };
    }
    let is_char = |node: &RegexNode| {
        matches!(
            node,
            RegexNode::Literal { .. }
                | RegexNode::Surrogate
                | RegexNode::Class { .. }
                | RegexNode::AnyChar { .. }
        )
    };
    is_char(before) && is_char(node)
}

impl Count {
    fn size_of(self, child: u64) -> u64 {
        match self {
            Self::Star | Self::Range { min: 0, max: None } => child.saturating_add(2),
            Self::Plus | Self::Optional => child.saturating_add(1),
            Self::Range { min, max: None } => u64::from(min).saturating_mul(child).saturating_add(1),
            Self::Range { min, max: Some(max) } => u64::from(max)
                .saturating_mul(child)
                .saturating_add(u64::from(max.saturating_sub(min))),
        }
    }

    fn copies_of(self, child: u64) -> u64 {
        match self {
            Self::Range { max: Some(0), .. } => 1,
            Self::Range { min, max } => u64::from(max.unwrap_or(min).max(1)).saturating_mul(child),
            Self::Star | Self::Plus | Self::Optional => child,
        }
    }
}
