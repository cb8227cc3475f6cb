//! Descriptions: other people's text, which may hold Markdown, HTML, or neither, made safe to stand in a page.
//!
//! ```text
//! "Use <b>x</b> or {y}.\n# Heading\n[z](javascript:alert(1))"
//! Markdown   Use &lt;b>x&lt;/b> or &#123;y&#125;.   \# Heading   \[z](javascript:alert(1))
//! HTML       <p>Use &lt;b&gt;x&lt;/b&gt; or {y}.</p> <p><strong>Heading</strong></p> <p>z</p>
//! ```

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// A description as Markdown that has the same meaning for GitHub, `mdBook`, Docusaurus and `MkDocs`: no HTML, no headings, no images, no
/// expressions of MDX, and links to pages only.
pub(super) fn markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut fence: Option<&str> = None;
    for line in text.trim().lines() {
        let start = line.trim_start();
        let marker = ["```", "~~~"]
            .into_iter()
            .find(|marker| start.starts_with(marker));
        match (fence, marker) {
            (None, Some(marker)) => fence = Some(marker),
            (Some(open), Some(marker)) if open == marker => fence = None,
            _ => {}
        }
        if fence.is_some() || marker.is_some() {
            out.push_str(line);
        } else {
            line_of_words(line, &mut out);
        }
        out.push('\n');
    }
    if let Some(open) = fence {
        out.push_str(open);
        out.push('\n');
    }
    out
}

/// A line outside of code.
fn line_of_words(line: &str, out: &mut String) {
    let start = line.trim_start();
    let rest = start.trim_end_matches([' ', '-', '=', '*', '_']);
    // A heading, or a line that makes a heading of the one above.
    if start.starts_with('#') || (rest.is_empty() && start.len() > 1) {
        out.push_str(line.get(..line.len() - start.len()).unwrap_or_default());
        out.push('\\');
        inline(start, out);
        return;
    }
    inline(line, out);
}

fn inline(text: &str, out: &mut String) {
    let mut in_code = false;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        match c {
            '`' => {
                // A lone backtick opens nothing.
                in_code = !in_code && after.contains('`');
                out.push('`');
            }
            _ if in_code => out.push(c),
            '<' => out.push_str("&lt;"),
            '{' => out.push_str("&#123;"),
            '}' => out.push_str("&#125;"),
            '!' if after.starts_with('[') => out.push_str("\\!"),
            '[' if is_unsafe_link(after) => out.push_str("\\["),
            c if c.is_control() => {}
            c => out.push(c),
        }
        rest = after;
    }
}

/// Whether a link that begins here leads elsewhere than to a page.
fn is_unsafe_link(text: &str) -> bool {
    let Some((_, target)) = text.split_once("](").or_else(|| text.split_once("]:")) else {
        return false;
    };
    !is_page(target.trim_start_matches([' ', '<']))
}

/// Whether an address leads to a page, or to a place of this one.
fn is_page(address: &str) -> bool {
    ["https://", "http://", "mailto:", "#"]
        .iter()
        .any(|start| address.starts_with(start))
}

/// The first sentence of a description, on one line, for tables and lists.
pub(super) fn summary(text: &str) -> String {
    let paragraph = text
        .trim()
        .lines()
        .map(str::trim)
        .take_while(|line| !line.is_empty());
    let paragraph: Vec<&str> = paragraph.collect();
    let paragraph = paragraph.join(" ");
    let end = paragraph
        .match_indices(". ")
        .find(|(at, _)| {
            !paragraph
                .get(..*at)
                .is_some_and(|before| before.ends_with("e.g") || before.ends_with("i.e"))
        })
        .map_or(paragraph.len(), |(at, _)| at + 1);
    paragraph.get(..end).unwrap_or_default().to_owned()
}

/// The field that has the field at a path; `None` for those of the object itself.
pub(super) fn parent(path: &str) -> Option<&str> {
    let (above, _) = path.rsplit_once('.')?;
    Some(above.trim_end_matches(".*").trim_end_matches("[]"))
}

/// A description as HTML.
pub(super) fn html(text: &str, out: &mut String) {
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH);
    let mut left_out: Vec<bool> = Vec::new();
    let events = parser.filter_map(|event| match event {
        Event::Html(html) | Event::InlineHtml(html) => Some(Event::Text(html)),
        Event::Start(Tag::HtmlBlock) => Some(Event::Start(Tag::Paragraph)),
        Event::End(TagEnd::HtmlBlock) => Some(Event::End(TagEnd::Paragraph)),
        Event::Start(Tag::Heading { .. }) => Some(Event::Html(CowStr::Borrowed("<p><strong>"))),
        Event::End(TagEnd::Heading(_)) => Some(Event::Html(CowStr::Borrowed("</strong></p>\n"))),
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
        Event::Start(Tag::Link { ref dest_url, .. }) => {
            let is_unsafe = !is_page(dest_url);
            left_out.push(is_unsafe);
            (!is_unsafe).then_some(event)
        }
        Event::End(TagEnd::Link) => (!left_out.pop().unwrap_or_default()).then_some(event),
        other => Some(other),
    });
    html::push_html(out, events);
}

/// A text between tags or in an attribute.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() && c != '\n' && c != '\t' => {}
            c => out.push(c),
        }
    }
    out
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
            ("- one\n- two", "- one\n- two\n"),
            ("a ` b <c>", "a ` b &lt;c>\n"),
        ] {
            assert_eq!(markdown(text), expected, "{text}");
        }
    }

    #[test]
    fn html_is_text_and_links_lead_to_pages() {
        for (text, expected) in [
            (
                "<script>alert(1)</script>",
                "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n",
            ),
            (
                "a <img src=x onerror=y> b",
                "<p>a &lt;img src=x onerror=y&gt; b</p>\n",
            ),
            ("[z](javascript:alert(1)) b", "<p>z b</p>\n"),
            ("![z](https://example.com/a.png)", "<p>z</p>\n"),
            ("# Big", "<p><strong>Big</strong></p>\n"),
            (
                "[z](https://example.com)",
                "<p><a href=\"https://example.com\">z</a></p>\n",
            ),
        ] {
            let mut out = String::new();
            html(text, &mut out);
            assert_eq!(out, expected, "{text}");
        }
    }

    #[test]
    fn a_summary_is_a_sentence() {
        assert_eq!(summary("One e.g. two. Three.\n\nFour."), "One e.g. two.");
        assert_eq!(summary("One\ntwo"), "One two");
    }
}
