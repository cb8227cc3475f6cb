//! What the repository's files promise: dependencies, links, directions between modules, the page of rules.

mod circles;
mod dependencies;
mod links;
mod rooms;
mod rules;
