//! `crd-gen generate`.

use clap::Args;

use crate::terminal::Terminal;
use crate::{Failure, Outcome};

/// Arguments of `crd-gen generate`.
#[derive(Args, Debug)]
pub struct GenerateArgs {}

pub(crate) fn run(_args: &GenerateArgs, _terminal: &Terminal) -> Result<Outcome, Failure> {
    Err(Failure::new("`crd-gen generate` is not here yet"))
}
