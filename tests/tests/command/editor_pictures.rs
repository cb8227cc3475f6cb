//! The pictures of `crd-gen server` in Neovim, `docs/pictures/editor-*.svg`: the screen as Neovim draws it, for the workspace
//! `tests/editors/pictures` and the functions of `tests/editors/pictures.lua`.
//!
//! `cargo xtask regenerate pictures` writes them; look at them before you commit. Each names the version of Neovim that drew it:
//! another one draws differently, so nothing is compared then.

#![expect(clippy::unwrap_used, reason = "a test may stop")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::neovim::{Cell, Neovim};
use super::pictures::{HEIGHT, MARGIN, WIDTH};

/// What is done in an editor before the picture is taken.
enum Step {
    Lua(&'static str),
    Wait(&'static str),
    Keys(&'static str),
}

/// A picture: its name, its size in characters, and how the editor comes to what it shows.
struct EditorPicture {
    name: &'static str,
    size: (usize, usize),
    steps: &'static [Step],
}

const PICTURES: [EditorPicture; 4] = [
    EditorPicture {
        name: "editor-diagnostics",
        size: (96, 10),
        steps: &[Step::Lua("Edit('gateway.yaml')"), Step::Wait("Found(3)")],
    },
    EditorPicture {
        name: "editor-completion",
        size: (96, 15),
        steps: &[
            Step::Lua("Edit('gateway.yaml')"),
            Step::Wait("Found(3)"),
            Step::Lua("vim.diagnostic.disable(0)"),
            Step::Keys("7Gcc<C-x><C-o>"),
            Step::Wait("vim.fn.pumvisible() == 1"),
        ],
    },
    EditorPicture {
        name: "editor-hover",
        size: (96, 18),
        steps: &[
            Step::Lua("Edit('gateway.yaml')"),
            Step::Wait("Found(3)"),
            Step::Lua("vim.diagnostic.disable(0)"),
            Step::Lua("vim.api.nvim_win_set_cursor(0, {8, 4})"),
            Step::Lua("vim.lsp.buf.hover()"),
            Step::Wait("Floats()"),
        ],
    },
    EditorPicture {
        name: "editor-cel",
        size: (96, 16),
        steps: &[
            Step::Lua("Edit('gateways.yaml')"),
            Step::Wait("Ready()"),
            Step::Lua("vim.lsp.codelens.refresh()"),
            Step::Wait("Lenses()"),
            Step::Keys("21Gzz4<C-e>A && self.<C-x><C-o>"),
            Step::Wait("vim.fn.pumvisible() == 1"),
        ],
    },
];

#[test]
fn editor_pictures() {
    let Ok(version) = Command::new("nvim").arg("--version").output() else {
        println!("skipped: there is no Neovim");
        return;
    };
    let version = String::from_utf8(version.stdout).unwrap();
    let version = version.lines().next().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut stale = Vec::new();
    for picture in PICTURES {
        let path = root
            .join("docs/pictures")
            .join(picture.name)
            .with_extension("svg");
        let before = fs::read_to_string(&path).unwrap_or_default();
        let is_update = std::env::var_os("CRD_GEN_UPDATE").is_some();
        let note = format!("<!-- {version} -->");
        if !before.is_empty() && !before.contains(&note) && !is_update {
            println!("{}: drawn by another version of Neovim", picture.name);
            continue;
        }
        let now = taken(&picture, &note);
        if now != before {
            if is_update {
                fs::write(&path, now).unwrap();
            } else {
                stale.push(picture.name);
            }
        }
    }
    assert!(
        stale.is_empty(),
        "run `cargo xtask regenerate pictures`: {stale:?}"
    );
}

/// The picture, as SVG with a note.
fn taken(picture: &EditorPicture, note: &str) -> String {
    let editors = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors");
    let folder = tempfile::tempdir().unwrap();
    for file in fs::read_dir(editors.join("pictures")).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), folder.path().join(file.file_name())).unwrap();
    }
    let variables = [
        ("CRD_GEN", env!("CARGO_BIN_EXE_crd-gen-under-test")),
        ("FOLDER", folder.path().to_str().unwrap()),
    ];
    let (columns, rows) = picture.size;
    let mut neovim = Neovim::start(columns, rows, &variables).unwrap();
    neovim.ask(
        "nvim_command",
        &json!([format!("luafile {}", editors.join("pictures.lua").display())]),
    );
    for step in picture.steps {
        match step {
            Step::Lua(code) => {
                neovim.lua(code);
            }
            Step::Wait(condition) => neovim.wait(condition),
            Step::Keys(keys) => {
                neovim.ask("nvim_input", &json!([keys]));
            }
        }
    }
    neovim.redraw();
    // The last line is that of commands.
    drawn(&neovim.screen[..rows - 1], &neovim, note)
}

/// A colour of a highlight.
fn color(neovim: &Neovim, highlight: u64, name: &str) -> Option<String> {
    let attributes = neovim.highlights.get(&highlight.to_string())?;
    let is_reverse = attributes["reverse"] == true;
    let name = match (name, is_reverse) {
        ("foreground", true) => "background",
        ("background", true) => "foreground",
        _ => name,
    };
    attributes[name].as_u64().map(|color| format!("#{color:06x}"))
}

fn drawn(screen: &[Vec<Cell>], neovim: &Neovim, note: &str) -> String {
    let size = |count: usize, of_one: f64| f64::from(u32::try_from(count).unwrap()) * of_one;
    let columns = screen.iter().map(Vec::len).max().unwrap_or(0);
    let (width, height) = (
        size(columns, WIDTH) + 2.0 * MARGIN,
        size(screen.len(), HEIGHT) + 2.0 * MARGIN,
    );
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n\
         {note}\n\
         <style>text {{ font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre; }}</style>\n\
         <rect x=\"0.5\" y=\"0.5\" width=\"{:.0}\" height=\"{:.0}\" rx=\"8\" fill=\"#0f1318\" stroke=\"#333c47\"/>\n",
        width - 1.0,
        height - 1.0
    );
    for (number, row) in screen.iter().enumerate() {
        let top = MARGIN + size(number, HEIGHT);
        let mut column = 0;
        for part in row.chunk_by(|one, other| one.1 == other.1) {
            let text: String = part.iter().map(|(text, _)| text.as_str()).collect();
            let (left, length) = (MARGIN + size(column, WIDTH), size(part.len(), WIDTH));
            let highlight = part[0].1;
            column += part.len();
            if let Some(background) =
                color(neovim, highlight, "background").filter(|color| color != "#0f1318")
            {
                let _ = writeln!(
                    out,
                    "<rect x=\"{left:.1}\" y=\"{top:.0}\" width=\"{length:.1}\" height=\"{HEIGHT:.0}\" fill=\"{background}\"/>"
                );
            }
            if text.trim().is_empty() {
                continue;
            }
            let blanks = text.len() - text.trim_start().len();
            let shown = text.trim();
            let foreground = color(neovim, highlight, "foreground").unwrap_or_else(|| "#e6eaee".to_owned());
            let attributes = neovim
                .highlights
                .get(&highlight.to_string())
                .unwrap_or(&Value::Null);
            let bold = if attributes["bold"] == true {
                " font-weight=\"700\""
            } else {
                ""
            };
            let italic = if attributes["italic"] == true {
                " font-style=\"italic\""
            } else {
                ""
            };
            let lines = ["underline", "undercurl"]
                .iter()
                .any(|name| attributes[*name] == true);
            let line = if lines {
                " text-decoration=\"underline\""
            } else {
                ""
            };
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.0}\" textLength=\"{:.1}\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\" fill=\"{foreground}\"{bold}{italic}{line}>{}</text>",
                left + size(blanks, WIDTH),
                top + 15.0,
                size(shown.chars().count(), WIDTH),
                shown.replace('&', "&amp;").replace('<', "&lt;")
            );
        }
    }
    out.push_str("</svg>\n");
    out
}
