//! The pages that explain codes. Programs contain them compressed, because they are a third of a megabyte of text.

use std::sync::OnceLock;

use super::entry::CodeEntry;

/// The pages in `pages/`, in order, each followed by [`END`]: a raw DEFLATE stream (RFC 1951). A test of the workspace holds it to the
/// files, and writes it.
static COMPRESSED: &[u8] = include_bytes!("pages.deflate");

/// The end of a page.
const END: char = '\0';

impl CodeEntry {
    /// Returns the page that explains the code, in Markdown.
    #[must_use]
    pub fn page(&self) -> &'static str {
        let title = format!("# {} `", self.code);
        let mut pages = text().split(END);
        pages.find(|page| page.starts_with(&title)).unwrap_or_default()
    }
}

/// Returns all pages, which are decompressed once.
fn text() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let bytes = miniz_oxide::inflate::decompress_to_vec(COMPRESSED).unwrap_or_default();
        String::from_utf8(bytes).unwrap_or_default()
    })
}
