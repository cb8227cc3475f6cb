//! The two versions of a pair, and which is converted to which.

use crate::rust::shape::{Computation, NextFunctions};

/// Which version a value is converted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// From the older to the newer.
    Up,
    /// From the newer to the older.
    Down,
}

impl Direction {
    pub(super) fn reversed(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
        }
    }

    pub(super) fn function(self, functions: &NextFunctions) -> Computation {
        match self {
            Direction::Up => functions.up,
            Direction::Down => functions.down,
        }
    }
}

/// Something of each version.
#[derive(Clone, Debug, Default)]
pub(super) struct Sides<T> {
    pub(super) older: T,
    pub(super) newer: T,
}

impl<T> Sides<T> {
    /// That of the version that is converted from.
    pub(super) fn from(&self, direction: Direction) -> &T {
        match direction {
            Direction::Up => &self.older,
            Direction::Down => &self.newer,
        }
    }

    /// That of the version that is converted to.
    pub(super) fn to(&self, direction: Direction) -> &T {
        self.from(direction.reversed())
    }
}
