//! Finds versions whose `next` lead back to themselves.
//!
//! The shape of a version refers to that of the next one, and the compiler evaluates both as constants. If the versions form
//! a circle, it would only report a cycle of constants, so the mappings of these versions are removed, and this check reports
//! the circle.

use super::super::CheckResult;
use super::super::text::same;
use crate::rust::shape::Schema;

/// The paths of a type and of those of the next versions.
struct Path {
    own: &'static str,
    next: [&'static str; 4],
}

impl Path {
    #[inline]
    const fn of<T: Schema + ?Sized>() -> Self {
        Path {
            own: T::PATH,
            next: [
                T::NEXT_PATH,
                T::SECOND_NEXT_PATH,
                T::THIRD_NEXT_PATH,
                T::FOURTH_NEXT_PATH,
            ],
        }
    }

    /// Whether the next versions lead back to the type, and whether its path is the greatest of the circle.
    #[inline]
    const fn circle(&self) -> (bool, bool) {
        let mut is_greatest = true;
        let mut rest: &[&str] = &self.next;
        while let [next, tail @ ..] = rest {
            if next.is_empty() {
                return (false, false);
            }
            if same(next, self.own) {
                return (true, is_greatest);
            }
            if is_less(self.own, next) {
                is_greatest = false;
            }
            rest = tail;
        }
        (false, false)
    }
}

/// Whether a path is less than another, where `v1alpha1` is less than `v1`: the greatest is probably that of the newest version.
#[inline]
const fn is_less(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    while let ([x, rest_a @ ..], [y, rest_b @ ..]) = (a, b) {
        if *x != *y {
            return match (*x, *y) {
                (b':', y) if y.is_ascii_alphabetic() => false,
                (x, b':') if x.is_ascii_alphabetic() => true,
                (x, y) => x < y,
            };
        }
        (a, b) = (rest_a, rest_b);
    }
    a.len() < b.len()
}

/// Whether the next versions of a type lead back to it, after at most four steps.
#[must_use]
#[inline]
pub const fn is_circle<T: Schema + ?Sized>() -> bool {
    Path::of::<T>().circle().0
}

/// Checks that the next versions do not lead back to the type. Only one type of a circle has the error.
#[inline]
pub const fn next_has_an_end<T: Schema + ?Sized>() -> CheckResult {
    if same(T::PATH, T::NEXT_PATH) {
        return Err(message!(
            NEXT_TYPE,
            "`next` is the next newer version, but `{}` is this type itself; write the newer type with its \
             module: `v2::Spec`",
            [T::PATH]
        ));
    }
    match Path::of::<T>().circle() {
        (true, true) => Err(message!(
            NEXT_UNMAPPED,
            "the versions form a cycle: the next version of `{}` is `{}`, whose chain of `next` leads back \
             to it; remove `next` on the newest version",
            [T::PATH, T::NEXT_PATH]
        )),
        _ => Ok(()),
    }
}
