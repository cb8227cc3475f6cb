//! Follows the paths of steps through the shapes of a version.

use crate::rust::shape::check::members::find;
use crate::rust::shape::check::resolve::is_open;
use crate::rust::shape::check::text::{NamePath, Suggestion};
use crate::rust::shape::check::walk::FoundMember;
use crate::rust::shape::{Next, Shape};

/// Whether all paths into the next version lead to fields. If one does not, its intended target is not also reported as missing.
#[inline]
pub(super) const fn targets_exist(next: &'static Next) -> bool {
    each!(for step in next.steps {
        each!(for path in step.to {
            if follow(next.to, path).is_err() {
                return false;
            }
        });
    });
    !any!(path in next.added => follow(next.to, path).is_err())
}

/// Returns the shape at the end of a path; none if its type is not known here.
#[inline]
pub(super) const fn follow(
    shape: &'static Shape,
    path: NamePath,
) -> Result<Option<&'static Shape>, (&'static Shape, &'static str)> {
    let mut shape = shape;
    each!(for name in path {
        let (member, _) = find(shape, name, Suggestion::NOTHING);
        match member {
            FoundMember::Field(field) => {
                if is_open(field.attrs) {
                    return Ok(None);
                }
                shape = field.shape;
            }
            FoundMember::Content(content) => shape = content,
            FoundMember::Tag | FoundMember::Untyped(_) => return Ok(None),
            FoundMember::Open | FoundMember::Missing => return Err((shape, name)),
        }
    });
    Ok(Some(shape))
}
