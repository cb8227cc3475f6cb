//! Checks objects that exist only because fields move into them: everything that they require must move there too.
//!
//! ```text
//! #[crd(next(path = "storage.size"))] size: Option<i64>      storage: Storage { size: Option<i64>, class: String }
//! ->  `class` is required in the next version, and objects of this one have none
//! ```

use super::messages::never_there;
use super::paths::follow;
use super::sources::is_prefix;
use crate::rust::shape::check::CheckResult;
use crate::rust::shape::check::members::find;
use crate::rust::shape::check::text::{NamePath, Suggestion, same};
use crate::rust::shape::check::walk::{FoundMember, MemberWalk};
use crate::rust::shape::{Next, NextStep, Shape};

/// The version whose objects are created.
#[derive(Clone, Copy)]
pub(super) struct Created {
    pub(super) version: VersionSide,
    /// The type that has the object.
    pub(super) root: &'static Shape,
    /// The type of the other version.
    pub(super) other: &'static Shape,
    pub(super) next: &'static Next,
}

#[derive(Clone, Copy)]
pub(super) enum VersionSide {
    Older,
    Newer,
}

impl Created {
    #[inline]
    const fn names(&self) -> [&'static str; 2] {
        match self.version {
            VersionSide::Older => ["this version", "the next one"],
            VersionSide::Newer => ["the next version", "this one"],
        }
    }

    /// Returns the paths that a step sets, and those that it reads.
    #[inline]
    const fn ends(&self, step: &NextStep) -> [&'static [NamePath]; 2] {
        match self.version {
            VersionSide::Older => [step.from, step.to],
            VersionSide::Newer => [step.to, step.from],
        }
    }

    /// Checks the objects on the way to a field that a step sets. Mistakes are reported for the first of the fields that move there.
    #[inline]
    pub(super) const fn is_complete(&self, path: NamePath) -> CheckResult {
        let mut depth = 1;
        while depth < path.len() {
            let Some((around, _)) = path.split_at_checked(depth) else {
                return Ok(());
            };
            // An object that both versions have has its own mapping.
            if follow(self.other, around).is_err() && self.is_first(around, path) {
                attempt!(self.is_set(around));
                attempt!(self.has_all(around));
            }
            depth += 1;
        }
        Ok(())
    }

    /// Whether no step before that of this path sets a field below `around`.
    #[inline]
    const fn is_first(&self, around: NamePath, path: NamePath) -> bool {
        each!(for step in self.next.steps {
            let [set, _] = self.ends(step);
            each!(for other in set {
                if is_prefix(around, other) {
                    return is_prefix(other, path) && is_prefix(path, other);
                }
            });
        });
        false
    }

    /// Checks that an object that is required is always created.
    #[inline]
    const fn is_set(&self, around: NamePath) -> CheckResult {
        if !is_required(self.root, around) {
            return Ok(());
        }
        each!(for step in self.next.steps {
            let [set, read] = self.ends(step);
            let sets_it = any!(path in set => is_prefix(around, path));
            let is_optional = any!(path in read => !is_always_there(self.other, path));
            if sets_it && !is_optional && step.choice.is_none() {
                return Ok(());
            }
        });
        let [version, other] = self.names();
        match around {
            [.., name] => Err(never_there(name, version, other)),
            [] => Ok(()),
        }
    }

    /// Checks that steps set all members that an object requires.
    #[inline]
    const fn has_all(&self, around: NamePath) -> CheckResult {
        let Ok(Some(object)) = follow(self.root, around) else {
            return Ok(());
        };
        let mut members = MemberWalk::of(object);
        while let Some((name, member)) = members.next() {
            if let FoundMember::Field(field) = member
                && field.is_required()
                && field.default.is_none()
                && !self.sets(around, name)
            {
                let [version, other] = self.names();
                return Err(never_there(name, version, other));
            }
        }
        Ok(())
    }

    /// Whether a step sets a member of an object, or a field below it.
    #[inline]
    const fn sets(&self, around: NamePath, name: &str) -> bool {
        any!(step in self.next.steps => {
            let [set, _] = self.ends(step);
            any!(path in set => is_prefix(around, path)
                && matches!(path.split_at_checked(around.len()), Some((_, [member, ..])) if same(member, name)))
        })
    }
}

/// Whether the field at the end of a path has no default, and the object around it requires it.
#[inline]
const fn is_required(root: &'static Shape, path: NamePath) -> bool {
    let [around @ .., name] = path else {
        return false;
    };
    match follow(root, around) {
        Ok(Some(object)) => match find(object, name, Suggestion::NOTHING).0 {
            FoundMember::Field(field) => field.is_required() && field.default.is_none(),
            _ => false,
        },
        _ => false,
    }
}

/// Whether complete objects have the field at the end of a path.
#[inline]
const fn is_always_there(root: &'static Shape, path: NamePath) -> bool {
    let mut depth = 1;
    while let Some((part, _)) = path.split_at_checked(depth) {
        let [around @ .., name] = part else { return false };
        match follow(root, around) {
            Ok(Some(object)) => match find(object, name, Suggestion::NOTHING).0 {
                FoundMember::Field(field) if !field.is_required() && field.default.is_none() => return false,
                _ => {}
            },
            _ => return true,
        }
        depth += 1;
    }
    true
}
