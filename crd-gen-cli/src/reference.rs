//! Generates the committed files that follow from the definition of the command: the reference of the command line, the
//! completions, the man pages, and the table of codes.

use std::fmt::Write as _;

use clap::{Command, CommandFactory};
use crd_core::check::codes;

use crate::args::Cli;
use crate::{report, shell};

/// Returns every generated file below the package, with its text.
fn files() -> std::io::Result<Vec<(String, String)>> {
    let mut files = vec![
        ("docs/cli.md".to_owned(), command_line()),
        ("docs/codes.md".to_owned(), codes()),
        (
            "docs/crd-gen.schema.json".to_owned(),
            format!("{:#}\n", crate::config::schema()),
        ),
    ];
    let shells = [
        (clap_complete::Shell::Bash, "crd-gen.bash"),
        (clap_complete::Shell::Zsh, "_crd-gen"),
        (clap_complete::Shell::Fish, "crd-gen.fish"),
    ];
    for (shell, name) in shells {
        let script = String::from_utf8_lossy(&shell::completion_script(shell)).into_owned();
        files.push((format!("completions/{name}"), script));
    }
    for (name, page) in shell::man_pages()? {
        files.push((format!("man/{name}"), String::from_utf8_lossy(&page).into_owned()));
    }
    Ok(files)
}

/// Writes the help of each command.
fn command_line() -> String {
    let mut text = "# The command line\n\nGenerated from the command; `CRD_GEN_UPDATE=1 cargo test -p crd-gen-cli` rewrites it.\n".to_owned();
    let mut root = Cli::command();
    root.build();
    section(&mut text, &root, 2);
    text
}

fn section(text: &mut String, command: &Command, level: usize) {
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
    let help = command.clone().term_width(80).render_long_help().to_string();
    let help: String = help
        .lines()
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect();
    let _ = write!(text, "\n{} `{name}`\n\n```text\n{help}```\n", "#".repeat(level));
    for inner in command.get_subcommands() {
        section(text, inner, level + usize::from(level < 3));
    }
}

/// Writes the table of all codes.
fn codes() -> String {
    let mut text =
        "# Codes\n\nGenerated from the table of codes; `crd-gen explain CODE` prints a code's page.\n\n\
        | code | slug | severity | what is wrong | rules of the API server |\n|---|---|---|---|---|\n"
            .to_owned();
    for entry in codes::all() {
        let rules: Vec<&str> = entry.rules.iter().map(|wording| wording.rule.as_str()).collect();
        let _ = writeln!(
            text,
            "| [{code}](../../crd-core/src/check/codes/pages/{code}.md) | `{}` | {} | {} | {} |",
            entry.slug,
            report::severity_word(entry.severity),
            entry.title,
            rules.join(", "),
            code = entry.code,
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use clap::{Command, CommandFactory};

    use crate::args::Cli;

    /// Minimum width of terminals, in columns.
    const COLUMNS: usize = 80;

    fn each(command: &Command, look: &mut impl FnMut(&Command)) {
        look(command);
        command.get_subcommands().for_each(|inner| each(inner, look));
    }

    /// Checks that lines fit: examples cannot be wrapped, and manually broken lines of a paragraph would be broken twice.
    #[test]
    fn help_fits_a_narrow_terminal() {
        let mut root = Cli::command();
        root.build();
        let mut bad = Vec::new();
        each(&root, &mut |command| {
            let name = command.get_bin_name().unwrap_or_default().to_owned();
            let help = command.clone().term_width(COLUMNS).render_long_help().to_string();
            for line in help.lines().filter(|line| line.chars().count() > COLUMNS) {
                bad.push(format!("{name}: too long: {line}"));
            }
            let after = command
                .get_after_long_help()
                .map(ToString::to_string)
                .unwrap_or_default();
            let lines: Vec<&str> = after.lines().collect();
            for pair in lines.windows(2) {
                if let [line, next] = pair
                    && [line, next]
                        .iter()
                        .all(|line| !line.is_empty() && !line.starts_with(' '))
                {
                    bad.push(format!("{name}: broken by hand: {line}"));
                }
            }
            for line in lines.iter().filter(|line| line.starts_with(' ')) {
                if line.chars().count() > COLUMNS {
                    bad.push(format!("{name}: an example is too long: {line}"));
                }
            }
        });
        assert!(bad.is_empty(), "{}", bad.join("\n"));
    }

    /// `CRD_GEN_UPDATE=1` rewrites the files.
    #[test]
    fn generated_files_are_up_to_date() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut stale = Vec::new();
        for (name, text) in super::files().unwrap() {
            let path = root.join(&name);
            if fs::read_to_string(&path).is_ok_and(|present| present == text) {
                continue;
            }
            if std::env::var_os("CRD_GEN_UPDATE").is_some() {
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(&path, text).unwrap();
            } else {
                stale.push(name);
            }
        }
        assert!(
            stale.is_empty(),
            "stale, rewrite them with CRD_GEN_UPDATE=1: {stale:?}"
        );
    }
}
