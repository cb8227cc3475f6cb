//! The two versions of a pair, and the direction of a conversion.

use crate::rust::shape::{MappingFunction, NextFunctions};

/// The direction of a conversion.
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

    pub(super) fn function(self, functions: &NextFunctions) -> MappingFunction {
        match self {
            Direction::Up => functions.up,
            Direction::Down => functions.down,
        }
    }
}

/// A pair of values, one for each version.
#[derive(Clone, Debug, Default)]
pub(super) struct Sides<T> {
    pub(super) older: T,
    pub(super) newer: T,
}

impl<T> Sides<T> {
    /// Returns the value of the source version.
    pub(super) fn from(&self, direction: Direction) -> &T {
        match direction {
            Direction::Up => &self.older,
            Direction::Down => &self.newer,
        }
    }

    /// Returns the value of the target version.
    pub(super) fn to(&self, direction: Direction) -> &T {
        self.from(direction.reversed())
    }
}
