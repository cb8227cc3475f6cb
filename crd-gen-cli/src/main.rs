//! The `crd-gen` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    crd_gen_cli::main()
}
