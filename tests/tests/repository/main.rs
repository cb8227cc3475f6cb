//! Checks the files of the repository: dependencies, links, directions between modules, the page of rules.

mod circles;
mod compressed;
mod constants;
mod dependencies;
mod links;
mod memory_functions;
mod rooms;
mod rules;
