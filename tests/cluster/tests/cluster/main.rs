//! Tests that run against a real API server.

mod answers;
mod choices;
mod guide;
mod migration;
mod operator;
mod plan;
mod under_load;
