//! Pairs of a value and the value that it replaces, for determining whether it changed (rule VAL-03).

use std::cell::OnceCell;

use serde_json::Value;

use crate::model::structural::Structural;
use crate::server::objects::parts::unchanged;

/// A value and the one that it replaces.
pub(super) struct OldAndNew<'a> {
    place: PairPlace<'a>,
    new: &'a Value,
    old: &'a Value,
    same: OnceCell<bool>,
}

/// The position of a value, from which its schema is derived on demand: most schemas are never needed.
#[derive(Clone, Copy)]
enum PairPlace<'a> {
    Root(&'a Structural),
    Member(&'a OldAndNew<'a>, &'a str),
    Element(&'a OldAndNew<'a>),
}

impl<'a> OldAndNew<'a> {
    pub(super) fn new(schema: &'a Structural, new: &'a Value, old: &'a Value) -> Self {
        OldAndNew::at(PairPlace::Root(schema), new, old)
    }

    fn at(place: PairPlace<'a>, new: &'a Value, old: &'a Value) -> Self {
        OldAndNew {
            place,
            new,
            old,
            same: OnceCell::new(),
        }
    }

    fn schema(&self) -> Option<&'a Structural> {
        match self.place {
            PairPlace::Root(schema) => Some(schema),
            PairPlace::Member(above, key) => above.schema()?.member(key),
            PairPlace::Element(above) => above.schema()?.items(),
        }
    }

    fn is_unchanged(&self) -> bool {
        *self.same.get_or_init(|| {
            self.schema()
                .is_some_and(|schema| unchanged(schema, self.new, self.old))
        })
    }
}

/// The known old value at a position on the way down.
#[derive(Clone, Copy, Default)]
pub(super) struct Correlation<'p> {
    /// The value here and the one that it replaces; `None` if no old value can be correlated.
    current: Option<&'p OldAndNew<'p>>,
    /// The nearest pair of an ancestor.
    above: Option<&'p OldAndNew<'p>>,
}

impl<'p> Correlation<'p> {
    pub(super) fn root(pair: Option<&'p OldAndNew<'p>>) -> Self {
        Correlation {
            current: pair,
            above: None,
        }
    }

    /// Checks whether the value is unchanged, so that a rule which fails here failed before as well.
    pub(super) fn is_unchanged(self) -> bool {
        self.current.or(self.above).is_some_and(OldAndNew::is_unchanged)
    }

    /// Returns the pair of a member, if there is one.
    pub(super) fn member(self, key: &'p str, new: &'p Value) -> Option<OldAndNew<'p>> {
        let pair = self.current?;
        let old = pair.old.get(key)?;
        Some(OldAndNew::at(PairPlace::Member(pair, key), new, old))
    }

    /// Returns the pair of an element that replaces `old`, if there is one.
    pub(super) fn element(self, new: &'p Value, old: Option<&'p Value>) -> Option<OldAndNew<'p>> {
        Some(OldAndNew::at(PairPlace::Element(self.current?), new, old?))
    }

    /// Returns the correlation one level below, whose pair is `pair`.
    pub(super) fn below<'c>(self, pair: Option<&'c OldAndNew<'c>>) -> Correlation<'c>
    where
        'p: 'c,
    {
        match self.current {
            None => self,
            Some(current) => Correlation {
                current: pair,
                above: Some(current),
            },
        }
    }

    /// Returns the correlation below a member with the given name. The `apiVersion` and `kind` of the root
    /// never count as unchanged: the server has converted both objects to the same version.
    pub(super) fn below_member<'c>(self, key: &str, pair: Option<&'c OldAndNew<'c>>) -> Correlation<'c>
    where
        'p: 'c,
    {
        let is_root = self.current.is_some() && self.above.is_none();
        if is_root && matches!(key, "apiVersion" | "kind") {
            return Correlation::default();
        }
        self.below(pair)
    }
}
