//! Runs the command as its users do.

mod support;

mod bad_input;
#[cfg(unix)]
mod cli;
mod configured;
mod cost_cli;
mod crd_tests;
#[cfg(unix)]
mod editor_pictures;
mod example;
mod exit_codes;
mod explain_server;
#[cfg(unix)]
mod fetch_crds;
mod fixes;
mod formats;
mod generate;
mod generate_packages;
mod history;
mod hostile;
mod import;
mod lint_cases;
#[cfg(unix)]
mod neovim;
mod pages;
#[cfg(unix)]
mod pictures;
mod policies_server;
mod watch;
