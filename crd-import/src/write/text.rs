//! Writes lines of Rust in rustfmt's layout.

use super::layout::{self, WIDTH};

/// A text with indentation.
#[derive(Default)]
pub(crate) struct IndentedText {
    pub(crate) out: String,
    pub(crate) indent: usize,
}

impl IndentedText {
    pub(crate) fn line(&mut self, line: &str) {
        if !line.is_empty() {
            self.out.push_str(&" ".repeat(self.indent));
            self.out.push_str(line);
        }
        self.out.push('\n');
    }

    /// Whether a line is not wider than rustfmt's.
    pub(crate) fn fits(&self, line: &str) -> bool {
        self.indent + line.chars().count() <= WIDTH && !line.contains('\n')
    }

    pub(crate) fn blank(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") && !self.out.ends_with("{\n") {
            self.out.push('\n');
        }
    }

    pub(crate) fn docs(&mut self, lines: &[String]) {
        for line in lines {
            if line.is_empty() {
                self.line("///");
            } else {
                self.line(&format!("/// {line}"));
            }
        }
    }

    /// Writes `#[name(a, b)]`, if there are arguments.
    pub(crate) fn attribute(&mut self, name: &str, arguments: &[String]) {
        if arguments.is_empty() {
            return;
        }
        for line in layout::attribute(name, arguments, self.indent) {
            self.line(&line);
        }
    }

    /// Writes `#[derive(A, B)]`, with as many names on a line as fit.
    pub(crate) fn derive(&mut self, names: &[String]) {
        let one = format!("#[derive({})]", names.join(", "));
        if self.fits(&one) {
            return self.line(&one);
        }
        self.line("#[derive(");
        self.indent += 4;
        self.filled(names);
        self.indent -= 4;
        self.line(")]");
    }

    /// Writes names with as many on a line as fit.
    fn filled(&mut self, names: &[String]) {
        let mut line = String::new();
        for name in names {
            if !line.is_empty() && self.indent + line.chars().count() + name.chars().count() + 2 > WIDTH {
                self.line(line.trim_end());
                line.clear();
            }
            line.push_str(name);
            line.push_str(", ");
        }
        self.line(line.trim_end());
    }

    /// Writes `use path::{A, B};`, with as many names on a line as fit.
    pub(crate) fn import(&mut self, visibility: &str, path: &str, names: &[String]) {
        let start = if visibility.is_empty() {
            String::new()
        } else {
            format!("{visibility} ")
        };
        match names {
            [] => {}
            [name] => self.line(&format!("{start}use {path}::{name};")),
            names => {
                let one = format!("{start}use {path}::{{{}}};", names.join(", "));
                if self.indent + one.chars().count() < WIDTH {
                    return self.line(&one);
                }
                self.line(&format!("{start}use {path}::{{"));
                self.indent += 4;
                self.filled(names);
                self.indent -= 4;
                self.line("};");
            }
        }
    }
}
