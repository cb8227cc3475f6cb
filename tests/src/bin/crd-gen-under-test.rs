//! The `crd-gen` command, built beside the tests that run it.

use std::process::ExitCode;

fn main() -> ExitCode {
    crd_gen_cli::main()
}
