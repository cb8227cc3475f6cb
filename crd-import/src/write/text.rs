//! Writes lines of Rust in rustfmt's layout.

/// The default line width of rustfmt.
const WIDTH: usize = 100;

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

    /// Writes `#[name(a, b)]` on one line, or with one line for each argument.
    pub(crate) fn attribute(&mut self, name: &str, arguments: &[String]) {
        if arguments.is_empty() {
            return;
        }
        let one = format!("#[{name}({})]", arguments.join(", "));
        let is_short = self.indent + one.chars().count() <= WIDTH && !one.contains('\n');
        if is_short {
            return self.line(&one);
        }
        self.line(&format!("#[{name}("));
        self.indent += 4;
        for (index, argument) in arguments.iter().enumerate() {
            let comma = if index + 1 < arguments.len() { "," } else { "" };
            self.line(&format!("{argument}{comma}"));
        }
        self.indent -= 4;
        self.line(")]");
    }

    /// Writes `#[name(inner(a, b))]`; the arguments are split into lines before `inner` is.
    pub(crate) fn nested_attribute(&mut self, name: &str, inner: &str, arguments: &[String]) {
        let one = format!("#[{name}({inner}({}))]", arguments.join(", "));
        if self.indent + one.chars().count() <= WIDTH && !one.contains('\n') {
            return self.line(&one);
        }
        self.line(&format!("#[{name}({inner}("));
        self.indent += 4;
        for (index, argument) in arguments.iter().enumerate() {
            let comma = if index + 1 < arguments.len() { "," } else { "" };
            self.line(&format!("{argument}{comma}"));
        }
        self.indent -= 4;
        self.line("))]");
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
                if self.indent + one.chars().count() <= WIDTH {
                    return self.line(&one);
                }
                self.line(&format!("{start}use {path}::{{"));
                self.indent += 4;
                let mut line = String::new();
                for name in names {
                    if !line.is_empty()
                        && self.indent + line.chars().count() + name.chars().count() + 2 > WIDTH
                    {
                        self.line(line.trim_end());
                        line.clear();
                    }
                    line.push_str(name);
                    line.push_str(", ");
                }
                self.line(line.trim_end());
                self.indent -= 4;
                self.line("};");
            }
        }
    }
}
