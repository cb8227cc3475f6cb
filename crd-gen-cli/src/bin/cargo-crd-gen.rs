//! `cargo crd-gen`: the same command, reached through cargo.

use std::process::ExitCode;

fn main() -> ExitCode {
    crd_gen_cli::main()
}
