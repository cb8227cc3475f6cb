//! Converts descriptions to Markdown that has the same meaning for GitHub, `mdBook`, Docusaurus (MDX) and `MkDocs`.
//!
//! ```text
//! "Use <b>x</b> or {y}.\n# Heading\n[z](javascript:alert(1))"
//! Use &lt;b>x&lt;/b> or &#123;y&#125;.   \# Heading   \[z](javascript:alert(1))
//! ```

use super::markdown_words::inline;

/// Converts a description: removes HTML, headings, images, and expressions, imports and directives of MDX, and keeps only links to
/// pages.
pub(super) fn markdown(text: &str) -> String {
    let mut writer = MarkdownWriter {
        out: String::with_capacity(text.len() + 16),
        paragraph: Vec::new(),
        is_in_list: false,
    };
    let mut fence: Option<Fence<'_>> = None;
    for line in text.trim_matches('\n').trim_end().lines() {
        let line = line.trim_end();
        match &fence {
            Some(open) if open.is_closed_by(line) => {
                writer.line(open.marks);
                fence = None;
            }
            Some(open) => writer.line(open.content(line)),
            None => match Fence::opened_by(line) {
                Some(open) => {
                    writer.end_paragraph();
                    writer.line(line.trim_start());
                    fence = Some(open);
                }
                None if line.trim().is_empty() => {
                    writer.end_paragraph();
                    writer.line("");
                }
                None => writer.paragraph.push(line),
            },
        }
    }
    writer.end_paragraph();
    if let Some(open) = fence {
        writer.line(open.marks);
    }
    writer.out
}

/// The fence of a code block. Blocks in lists are moved to the start of the line, because `MkDocs` does not support others.
struct Fence<'t> {
    marks: &'t str,
    /// The indentation of the block.
    indent: usize,
}

impl<'t> Fence<'t> {
    /// Parses the fence that a line opens: three backticks or tildes, and no backtick after backticks.
    fn opened_by(line: &'t str) -> Option<Self> {
        let start = line.trim_start();
        let mark = start.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let rest = start.trim_start_matches(mark);
        let marks = start.get(..start.len() - rest.len())?;
        let is_fence = marks.len() >= 3 && (mark == '~' || !rest.contains('`'));
        let indent = line.len() - start.len();
        is_fence.then_some(Fence { marks, indent })
    }

    /// Returns a line of the block without its indentation.
    fn content<'l>(&self, line: &'l str) -> &'l str {
        let indent = line.len() - line.trim_start().len();
        line.get(indent.min(self.indent)..).unwrap_or_default()
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let line = line.trim();
        let mark = self.marks.chars().next().unwrap_or('`');
        line.len() >= self.marks.len() && line.chars().all(|c| c == mark)
    }
}

struct MarkdownWriter<'t> {
    out: String,
    /// The lines since the last empty line, or since the last code block.
    paragraph: Vec<&'t str>,
    /// Whether indented lines belong to a list item.
    is_in_list: bool,
}

impl MarkdownWriter<'_> {
    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn end_paragraph(&mut self) {
        let lines = std::mem::take(&mut self.paragraph);
        let Some(first) = lines.first() else { return };
        let is_indented = |line: &&str| line.starts_with("    ") || line.starts_with('\t');
        if !self.is_in_list && lines.iter().all(is_indented) {
            // MDX has no code blocks without a fence.
            let longest = lines
                .iter()
                .flat_map(|line| line.split(|c| c != '`'))
                .map(str::len)
                .max();
            let marks = "`".repeat(longest.unwrap_or(0).max(2) + 1);
            self.line(&marks);
            for line in &lines {
                self.line(line.strip_prefix('\t').or(line.get(4..)).unwrap_or_default());
            }
            self.line(&marks);
            return;
        }
        let is_item = lines.iter().any(|line| is_item(line));
        self.is_in_list = is_item || self.is_in_list && first.starts_with(' ');
        // Code in backticks may span several lines, but not into the next item.
        let mut text = String::new();
        for (index, line) in lines.iter().enumerate() {
            let start = line.trim_start();
            let is_more =
                index > 0 && start.starts_with(|c: char| c.is_alphabetic() || "`({[\"'".contains(c));
            if index > 0 && !is_more {
                self.words(&text);
                text.clear();
            } else if index > 0 {
                text.push('\n');
            }
            text.push_str(line);
        }
        self.words(&text);
    }

    /// Writes lines outside of code blocks, across which code in backticks may span.
    fn words(&mut self, text: &str) {
        let mut inlined = String::with_capacity(text.len() + 16);
        inline(text, &mut inlined);
        for line in inlined.lines() {
            let start = line.trim_start();
            let rest = start.trim_end_matches([' ', '-', '=', '*', '_']);
            // A heading, a line that turns the line above into a heading, a directive, or an import or export of MDX.
            let is_block =
                start.starts_with('#') || start.starts_with(":::") || (rest.is_empty() && start.len() > 1);
            let is_script = ["import", "export"].iter().find(|word| {
                line.strip_prefix(**word)
                    .is_some_and(|rest| rest.starts_with([' ', '\t', '*', '&', '"', '\'']))
            });
            let indent = line.get(..line.len() - start.len()).unwrap_or_default();
            match (is_block, is_script) {
                (true, _) => self.line(&format!("{indent}\\{start}")),
                (false, Some(word)) => {
                    // The first letter as a character reference, which MDX does not parse as an import or export.
                    let letter = word.chars().next().map_or(0, u32::from);
                    self.line(&format!("&#{letter};{}", line.get(1..).unwrap_or_default()));
                }
                (false, None) => self.line(line),
            }
        }
    }
}

/// Whether a line begins a list item.
fn is_item(line: &str) -> bool {
    let start = line.trim_start();
    let after_number = start.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = after_number.len() < start.len() && after_number.starts_with(['.', ')']);
    ["- ", "* ", "+ "].iter().any(|mark| start.starts_with(mark)) || is_numbered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_cannot_break_a_page() {
        for (text, expected) in [
            ("a <b>x</b> {y}", "a &lt;b>x&lt;/b> &#123;y&#125;\n"),
            ("`<T>` and {", "`<T>` and &#123;\n"),
            ("# Heading", "\\# Heading\n"),
            ("Text\n---", "Text\n\\---\n"),
            ("[z](javascript:alert(1))", "\\[z](javascript:alert(1))\n"),
            ("[z](https://example.com)", "[z](https://example.com)\n"),
            (
                "![z](https://example.com/a.png)",
                "\\![z](https://example.com/a.png)\n",
            ),
            ("```yaml\na: {b: <c>}", "```yaml\na: {b: <c>}\n```\n"),
            (
                "````\n```\n{a}\n````\n{b}",
                "````\n```\n{a}\n````\n&#123;b&#125;\n",
            ),
            (
                "- a\n  ```\n  {b}\n   c\n  ```\n- d",
                "- a\n```\n{b}\n c\n```\n- d\n",
            ),
            ("``` {a} ``` {b}", "``` {a} ``` &#123;b&#125;\n"),
            ("- one\n- two", "- one\n- two\n"),
            ("a ` b <c>", "a \\` b &lt;c>\n"),
            ("``{x} ` {y}`` {z}", "``{x} ` {y}`` &#123;z&#125;\n"),
            ("`a\nb {c}` {d}", "`a b {c}` &#123;d&#125;\n"),
            ("- `a\n- b` {c}", "- \\`a\n- b\\` &#123;c&#125;\n"),
            ("\\{x\\} \\`{y}`", "&#123;x&#125; \\`&#123;y&#125;\\`\n"),
            ("    a: {b}\n\nc", "```\na: {b}\n```\n\nc\n"),
            ("- a\n\n      b {c}", "- a\n\n      b &#123;c&#125;\n"),
            ("export x\n\nimport y", "&#101;xport x\n\n&#105;mport y\n"),
            ("exports\n:::note", "exports\n\\:::note\n"),
        ] {
            assert_eq!(markdown(text), expected, "{text}");
        }
    }
}
