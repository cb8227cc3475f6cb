//! Compares our verdicts, values, costs and published documents with those recorded from the server.

mod cel_ast;
mod cel_cost;
mod cel_declarations;
mod cel_evaluation;
mod cel_library_costs;
mod cel_syntax;
mod conformance_corpus;
mod conformance_crd;
mod conformance_objects;
mod conformance_published;
mod constant_calls;
mod hostile_objects;
mod http_requests;
mod instance;
mod int_or_strings;
mod json_schemas;
mod object_requests;
mod server_parity;
