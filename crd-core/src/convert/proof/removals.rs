//! The property about fields that an applier removes.

use super::laws::{Broken, Laws};
use super::merge::{Defaulted, Depth, common, drop_emptied, remove_at, remove_null_objects, write_common};
use super::room::Room;
use super::sample::Sample;
use crate::convert::json::Written;

/// The advice if a function converts fields that appliers own separately.
const AS_A_WHOLE: &str = "if a function converts an object as a whole, an applier must replace it as a whole too: \
                          `#[crd(map_type = atomic)]` on its field in both versions";

/// An object and the part that an applier keeps, in its version and as the server converts both.
pub(super) struct Applied {
    whole: Written,
    rest: Written,
    stored: Written,
    pruned: Written,
}

impl Applied {
    fn into_all(self) -> [Written; 4] {
        [self.whole, self.rest, self.stored, self.pruned]
    }
}

impl Laws<'_> {
    /// Tests `Law::RemovedStaysRemoved` with all other versions.
    pub(super) fn removals_broken_with(
        &self,
        at: usize,
        whole: &Written,
        rest: &Written,
        room: &mut Room,
    ) -> Option<usize> {
        let mut before: Option<Applied> = None;
        for (from, to) in self.outward(at) {
            let continued = before
                .as_ref()
                .filter(|_| from != at && self.split(at, from) == self.split(at, to))
                .and_then(|before| self.applied_further(before, from, to, room));
            let applied = continued.or_else(|| self.applied([at, to], whole, rest, room));
            if let Some(applied) = &applied
                && self.removed_stays_removed([at, to], applied, room).is_some()
            {
                return Some(to);
            }
            room.give(before.into_iter().flat_map(Applied::into_all));
            before = applied;
        }
        room.give(before.into_iter().flat_map(Applied::into_all));
        None
    }

    /// Returns the stored and the applied object if an applier of a version removes fields of an object that is stored in another.
    pub(super) fn applied(
        &self,
        [at, other]: [usize; 2],
        whole: &Written,
        rest: &Written,
        room: &mut Room,
    ) -> Option<Applied> {
        // If functions split or join fields, the stored version has one field instead of several.
        let mut whole = Sample::of(whole.root());
        for path in self.split(at, other) {
            remove_at(&mut whole, path);
        }
        let schema = self.chain.schema(at);
        if let Some(schema) = schema {
            remove_null_objects(&mut whole, schema);
        }
        let mut left = common(&whole, rest.root(), schema, Depth::Root);
        drop_emptied(&mut left, &whole);
        let (whole, rest) = (room.write(&whole), room.write(&left));
        Some(Applied {
            stored: self.converted(&whole, at, other, room)?,
            pruned: self.converted(&rest, at, other, room)?,
            whole,
            rest,
        })
    }

    /// Like [`applied`](Self::applied), for an object that is stored in the next version.
    fn applied_further(&self, before: &Applied, from: usize, to: usize, room: &mut Room) -> Option<Applied> {
        Some(Applied {
            stored: self.converted(&before.stored, from, to, room)?,
            pruned: self.converted(&before.pruned, from, to, room)?,
            whole: room.copy(&before.whole),
            rest: room.copy(&before.rest),
        })
    }

    pub(super) fn removed_stays_removed(
        &self,
        [at, other]: [usize; 2],
        applied: &Applied,
        room: &mut Room,
    ) -> Option<Broken> {
        let Applied {
            whole,
            rest,
            stored,
            pruned,
        } = applied;
        let mut merged = room.take();
        let schema = self.chain.schema(other);
        write_common(stored.root(), pruned.root(), schema, Depth::Root, &mut merged);
        let last = self.converted(&merged, other, at, room)?;
        // The server sets defaults in the merged object.
        if self.is_same(rest, &last, at, Defaulted::All) {
            room.give([merged, last]);
            return None;
        }
        let way = [
            (at, "", whole),
            (other, "", stored),
            (at, ", after an applier removed fields", rest),
            (other, "", pruned),
            (other, ", merged by the server", &merged),
            (at, "", &last),
        ];
        let place = self.difference([at, other], rest, &last, AS_A_WHOLE);
        Some(self.broken_by(
            format!("the removed fields are not those that the applier removed: {place}"),
            &way,
        ))
    }
}
