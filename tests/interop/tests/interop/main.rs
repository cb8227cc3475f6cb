//! Types of other crates, and the schemas of schemars.

mod json_schema;
mod schemars;
mod types;
