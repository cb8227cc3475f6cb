//! `crd-gen server`: the language server for editors. The library implements the protocol; this module provides files and
//! configuration.

mod fetch;
mod host;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use crd_lsp::{SessionEnd, serve};
use lsp_server::Connection;

use crate::terminal::Terminal;
use crate::{CommandError, CommandOutcome};
use host::CommandHost;

const NOTES: &str = "\
Editors start the server themselves. Settings for VS Code, Neovim, Helix, Zed, Emacs and JetBrains' editors are in the folder `editors` of the repository.

In Neovim 0.11 or newer:
  vim.lsp.config('crd-gen', {
    cmd = { 'crd-gen', 'server' },
    filetypes = { 'yaml' },
    root_markers = { '.git' },
  })
  vim.lsp.enable('crd-gen')

The CRDs of the cluster that kubectl talks to, for editing its objects:
  crd-gen server --fetch-crds
  crd-gen server --fetch-crds --context staging

Exit codes: 0 the client shut the server down, 1 the connection to the client was lost, 2 the server could not start.";

/// Arguments of `crd-gen server`.
#[derive(Args, Debug)]
#[command(after_long_help = NOTES)]
pub struct ServerArgs {
    /// Use standard input and output. This is always so; the option exists for editors that pass it.
    #[arg(long)]
    pub stdio: bool,
    /// Fetch the CRDs of a cluster with kubectl into a cache, and exit. The server judges objects by them where the workspace has no
    /// CRD of their kind.
    #[arg(long)]
    pub fetch_crds: bool,
    /// The context of kubectl whose cluster is asked [default: the current one].
    #[arg(long, value_name = "NAME", requires = "fetch_crds")]
    pub context: Option<String>,
    /// The command kubectl.
    #[arg(long, value_name = "PATH", default_value = "kubectl", requires = "fetch_crds")]
    pub kubectl: PathBuf,
}

pub(crate) fn run(args: &ServerArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    if args.fetch_crds {
        fetch::run(&args.kubectl, args.context.as_deref(), terminal)?;
        return Ok(CommandOutcome::Clean);
    }
    let (connection, threads) = Connection::stdio();
    let ending = serve(&connection, Arc::new(CommandHost)).map_err(CommandError::new)?;
    // The writer thread exits when no sender is left.
    drop(connection);
    match ending {
        SessionEnd::Graceful => {
            threads.join()?;
            Ok(CommandOutcome::Clean)
        }
        // The client may keep the input open without writing to it again.
        SessionEnd::Abrupt => Ok(CommandOutcome::Findings),
    }
}
