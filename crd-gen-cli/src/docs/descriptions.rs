//! Descriptions are untrusted text, which may contain Markdown, HTML, or neither. This module makes them safe for a page.
//!
//! ```text
//! "Use <b>x</b> or {y}.\n# Heading\n[z](javascript:alert(1))"
//! <p>Use &lt;b&gt;x&lt;/b&gt; or {y}.</p> <p><strong>Heading</strong></p> <p>z</p>
//! ```
//!
//! `markdown_text.rs` converts them to Markdown.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// Whether an address is that of a page, or of a place in this page.
pub(super) fn is_page(address: &str) -> bool {
    ["https://", "http://", "mailto:", "#"]
        .iter()
        .any(|start| address.starts_with(start))
}

/// Code with more characters is written as a block.
pub(super) const LONG_CODE: usize = 120;

/// Returns the first sentence of a description, on one line, for tables and lists.
pub(super) fn summary(text: &str) -> String {
    let paragraph = text
        .trim()
        .lines()
        .map(str::trim)
        .take_while(|line| !line.is_empty());
    let paragraph: Vec<&str> = paragraph.collect();
    let paragraph = paragraph.join(" ");
    let is_end = |before: &str| {
        let word = before.rsplit([' ', '(']).next().unwrap_or_default();
        // The number of a list item does not end a sentence.
        !["e.g", "i.e", "etc", "vs"].contains(&word) && word.chars().any(|c| !c.is_ascii_digit())
    };
    let end = paragraph
        .match_indices(". ")
        .find(|(at, _)| paragraph.get(..*at).is_some_and(is_end))
        .map_or(paragraph.len(), |(at, _)| at + 1);
    paragraph.get(..end).unwrap_or_default().to_owned()
}

/// Returns the parent of the field at a path; `None` for fields of the object itself.
pub(super) fn parent(path: &str) -> Option<&str> {
    let (above, _) = path.rsplit_once('.')?;
    Some(above.trim_end_matches(".*").trim_end_matches("[]"))
}

/// Writes a description as HTML.
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

/// Escapes a text for use between tags or in an attribute.
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
        assert_eq!(summary("1. One. Two"), "1. One.");
    }
}
