//! The `crd-gen` command, built beside the test that runs the commands of its plans.

use std::process::ExitCode;

fn main() -> ExitCode {
    crd_gen_cli::main()
}
