//! `crd-gen server`: the language server for editors. The library speaks the protocol; this gives it files and configuration.

mod host;

use std::sync::Arc;

use clap::Args;
use crd_lsp::{Ending, serve};
use lsp_server::Connection;

use crate::terminal::Terminal;
use crate::{CommandError, CommandOutcome};
use host::CommandHost;

const NOTES: &str = "\
Editors start it by themselves. Settings for VS Code, Neovim, Helix, Zed, Emacs and JetBrains' editors are in the folder `editors` of the repository.

In Neovim 0.11 or newer:
  vim.lsp.config('crd-gen', {
    cmd = { 'crd-gen', 'server' },
    filetypes = { 'yaml' },
    root_markers = { '.git' },
  })
  vim.lsp.enable('crd-gen')

Exit codes: 0 the client shut it down, 1 the client is gone, 2 it could not start.";

/// Arguments of `crd-gen server`.
#[derive(Args, Debug)]
#[command(after_long_help = NOTES)]
pub struct ServerArgs {
    /// Speak over standard input and output, as is always done; editors that give this option can be left as they are.
    #[arg(long)]
    pub stdio: bool,
}

pub(crate) fn run(_args: &ServerArgs, _terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let (connection, threads) = Connection::stdio();
    let ending = serve(&connection, Arc::new(CommandHost)).map_err(CommandError::new)?;
    // The thread that writes ends when nobody can send anything any more.
    drop(connection);
    match ending {
        Ending::Orderly => {
            threads.join()?;
            Ok(CommandOutcome::Clean)
        }
        // The client may hold the input open without ever writing to it again.
        Ending::Abrupt => Ok(CommandOutcome::Findings),
    }
}
