//! Transcripts of the command: each file of `tests/cli` contains input files, commands, and the expected output.
//!
//! `cargo xtask regenerate transcripts` writes the actual output into them; read the difference before you commit it.

#![expect(clippy::unwrap_used, reason = "a test may stop")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use super::support::temporary;

/// The shell of a transcript.
pub(super) struct Shell<'s> {
    /// The folder with the input files, where commands run.
    dir: &'s Path,
    /// The folder of `crd-gen`.
    bin: &'s Path,
}

/// The output of a command.
pub(super) struct ShellOutput {
    /// Standard output followed by standard error, without times and paths.
    pub(super) text: String,
    code: Option<i32>,
}

#[test]
fn transcripts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cli");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut problems = Vec::new();
    let mut commands = 0;
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        let now = replay(&text, &mut |shell: &Shell<'_>, typed| {
            commands += 1;
            shell.run(typed, &[]).in_transcript()
        });
        if now == text {
            continue;
        }
        if std::env::var_os("CRD_GEN_UPDATE").is_some() {
            fs::write(file, now).unwrap();
        } else {
            problems.push(format!("{}\n{}", file.display(), difference(&text, &now)));
        }
    }
    println!("{commands} commands in {} transcripts", files.len());
    assert!(commands > 0 && problems.is_empty(), "{}", problems.join("\n"));
}

/// Returns the transcript with the actual output. Code blocks `yaml file=NAME` are written to files, and lines `$ …` in code
/// blocks `console` are run.
pub(super) fn replay(text: &str, run: &mut dyn FnMut(&Shell<'_>, &str) -> String) -> String {
    let dir = temporary();
    let bin = temporary();
    symlink(
        env!("CARGO_BIN_EXE_crd-gen-under-test"),
        bin.path().join("crd-gen"),
    )
    .unwrap();
    let shell = Shell {
        dir: dir.path(),
        bin: bin.path(),
    };
    let mut out = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        let info = line.trim_start_matches('`');
        let fence = line.strip_suffix(info).unwrap_or_default();
        if fence.len() < 3 {
            continue;
        }
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != fence).collect();
        if info == "console" {
            for typed in block.iter().filter_map(|line| line.strip_prefix("$ ")) {
                out += &format!("$ {typed}\n{}", run(&shell, typed));
            }
        } else {
            let body = block.iter().fold(String::new(), |body, line| body + line + "\n");
            if let Some((_, name)) = info.split_once("file=") {
                let path = dir.path().join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, &body).unwrap();
            }
            out += &body;
        }
        out += &format!("{fence}\n");
    }
    out
}

impl Shell<'_> {
    /// Runs a command, with additional environment variables.
    pub(super) fn run(&self, typed: &str, environment: &[(&str, &str)]) -> ShellOutput {
        let path = format!(
            "{}:{}",
            self.bin.display(),
            std::env::var("PATH").unwrap_or_default()
        );
        let output = Command::new("sh")
            .args(["-c", typed])
            .current_dir(self.dir)
            .env("PATH", path)
            .env_remove("COLUMNS")
            .envs(environment.iter().copied())
            .output()
            .unwrap();
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        text += &String::from_utf8_lossy(&output.stderr);
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        let text = text
            .replace(&self.dir.display().to_string(), "[DIR]")
            .replace(env!("CARGO_PKG_VERSION"), "[VERSION]");
        ShellOutput {
            text: without_times(&text),
            code: output.status.code(),
        }
    }
}

impl ShellOutput {
    /// Returns the text, and the exit code unless it is 0.
    fn in_transcript(&self) -> String {
        let text = &self.text;
        match self.code {
            Some(0) => text.clone(),
            Some(code) => format!("{text}? {code}\n"),
            None => format!("{text}? signal\n"),
        }
    }
}

/// Masks times such as `(0.03 s)`.
fn without_times(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(" s)") {
        match before
            .rsplit_once('(')
            .filter(|(_, time)| time.parse::<f64>().is_ok())
        {
            Some((head, _)) => out += &format!("{head}(… s)"),
            None => out += &format!("{before} s)"),
        }
        rest = after;
    }
    out + rest
}

fn difference(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let gone = old
        .iter()
        .filter(|line| !new.contains(line))
        .map(|line| format!("- {line}\n"));
    let added = new
        .iter()
        .filter(|line| !old.contains(line))
        .map(|line| format!("+ {line}\n"));
    gone.chain(added).collect()
}
