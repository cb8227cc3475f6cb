//! The fuzz drivers: each generates numbered random inputs, passes them to the API server's own code (the oracle,
//! `tests/oracle`) and to this project, and prints the differences between the results.

use std::io;
use std::process::ExitCode;

use clap::{Args, Subcommand};

mod admission;
mod advice;
mod cel;
mod comparison;
mod compat;
mod conditions;
mod cost;
mod crd;
mod editor;
mod eval;
mod json_schemas;
mod lints;
mod objects;
mod regex;
mod rules;
mod server;
mod shapes;
mod syntax;
mod types;
mod yaml;

/// Compares random inputs with the API server's own code (needs Go).
///
/// Inputs are numbered, and a number always gives the same input: a difference is looked at again with
/// `--first NUMBER --count 1`. The exit code is 0 without differences, 1 with some, and 2 if a driver cannot run.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cargo xtask fuzz advice --count 20000 ../shared/corpus
  cargo xtask fuzz crd --count 200000
  cargo xtask fuzz crd --server 1.31 --level field
  cargo xtask fuzz crd --first 4711 --count 1
  cargo xtask fuzz cel --count 1000000
  cargo xtask fuzz objects --count 5000 --server 1.31
  cargo xtask fuzz compat --count 200000
  cargo xtask fuzz editor --count 100000 examples ../shared/corpus
  cargo xtask fuzz editor-completion --count 2000 path/to/project
  cargo xtask fuzz editor-verdicts ../shared/corpus
  cargo xtask fuzz eval --count 200000 --server 1.33
  cargo xtask fuzz json-schemas --count 50000
  cargo xtask fuzz lints --count 20000
  cargo xtask fuzz rules --count 20000
  cargo xtask fuzz syntax --count 20000 --server 1.29
  cargo xtask fuzz server --server path/to/crd-apiserver --count 400
  cargo xtask fuzz types --count 150 --keep /tmp/random-api --no-oracle")]
pub(crate) struct FuzzOptions {
    #[command(subcommand)]
    driver: Driver,
}

#[derive(Debug, Subcommand)]
enum Driver {
    Advice(advice::AdviceOptions),
    Crd(crd::CrdOptions),
    Objects(objects::ObjectsOptions),
    Compat(compat::CompatFuzzOptions),
    Cel(cel::CelOptions),
    Cost(cost::CostOptions),
    Editor(editor::EditorOptions),
    EditorCompletion(editor::completion::CompletionOptions),
    EditorVerdicts(editor::verdicts::VerdictOptions),
    Eval(eval::EvalOptions),
    JsonSchemas(json_schemas::JsonSchemasOptions),
    Lints(lints::LintsOptions),
    Regex(regex::RegexOptions),
    Rules(rules::RulesOptions),
    Server(server::ServerOptions),
    Yaml(yaml::YamlOptions),
    Shapes(shapes::ShapesOptions),
    Syntax(syntax::SyntaxOptions),
    Types(types::TypesOptions),
}

/// The inputs that a driver generates.
#[derive(Clone, Copy, Debug, Args)]
struct Numbers {
    /// The number of inputs.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    count: u64,
    /// The number of the first input.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    first: u64,
}

impl Numbers {
    /// Returns the number after the last input.
    fn end(self) -> u64 {
        self.first.saturating_add(self.count)
    }
}

/// Runs a driver.
pub(crate) fn run(options: &FuzzOptions) -> ExitCode {
    let differences: io::Result<usize> = match &options.driver {
        Driver::Advice(options) => advice::run(options),
        Driver::Crd(options) => crd::run(options),
        Driver::Objects(options) => objects::run(options),
        Driver::Compat(options) => compat::run(options),
        Driver::Cel(options) => cel::run(options),
        Driver::Cost(options) => cost::run(options),
        Driver::Editor(options) => editor::run(options),
        Driver::EditorCompletion(options) => editor::completion::run(options),
        Driver::EditorVerdicts(options) => editor::verdicts::run(options),
        Driver::Eval(options) => eval::run(options),
        Driver::JsonSchemas(options) => json_schemas::run(options),
        Driver::Lints(options) => Ok(lints::run(options)),
        Driver::Regex(options) => regex::run(options),
        Driver::Rules(options) => Ok(rules::run(options)),
        Driver::Server(options) => server::run(options),
        Driver::Yaml(options) => yaml::run(options),
        Driver::Shapes(options) => shapes::run(options),
        Driver::Syntax(options) => syntax::run(options),
        Driver::Types(options) => types::run(options),
    };
    match differences {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(error) => {
            eprintln!("fuzz: {error}");
            ExitCode::from(2)
        }
    }
}
