//! The characters that a node matches, with Go's tables of Unicode.

use super::ast::{Class, ClassItem, RegexNode};
use crate::code_points::CodePoints;
use crate::go::unicode;

impl RegexNode {
    /// Returns the code points of a node that matches one; `None` if it does not.
    pub(super) fn code_points(&self) -> Option<CodePoints> {
        let of_char = |char: char| CodePoints::new(vec![(u32::from(char), u32::from(char))]);
        Some(match self {
            RegexNode::Literal { char, fold_case } if *fold_case => unicode::fold(&of_char(*char)),
            RegexNode::Literal { char, .. } => of_char(*char),
            RegexNode::Surrogate => CodePoints::default(),
            RegexNode::Class { class, fold_case } => class.code_points(*fold_case),
            RegexNode::AnyChar { newline } => {
                let excluded = (!newline).then_some((u32::from('\n'), u32::from('\n')));
                CodePoints::new(excluded.into_iter().collect()).complement()
            }
            _ => return None,
        })
    }
}

impl Class {
    /// Returns the code points of the class; `fold_case` adds those that differ from one of an item in case only.
    pub(super) fn code_points(&self, fold_case: bool) -> CodePoints {
        let mut all = Vec::new();
        for item in &self.items {
            let (ranges, negated) = match item {
                ClassItem::Range(low, high) => (vec![(*low, *high)], false),
                ClassItem::Ascii { ranges, negated } => {
                    let ranges = ranges
                        .iter()
                        .map(|(low, high)| (u32::from(*low), u32::from(*high)));
                    (ranges.collect(), *negated)
                }
                ClassItem::Unicode { table, negated } => (unicode::ranges(table), *negated),
            };
            let mut points = CodePoints::new(ranges);
            if fold_case {
                points = unicode::fold(&points);
            }
            if negated {
                points = points.complement();
            }
            all.extend_from_slice(points.ranges());
        }
        let all = CodePoints::new(all);
        if self.negated { all.complement() } else { all }
    }
}
