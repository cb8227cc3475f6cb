//! A page of the site before it is rendered, and functions that write texts and addresses into HTML.

/// A page of Markdown.
pub(super) struct Page {
    /// The group in the list of pages.
    pub(super) group: &'static str,
    /// The title; the first heading if it is empty.
    pub(super) title: String,
    /// The file of the site.
    pub(super) file: String,
    /// The file of the repository that it is generated from, or a name that is not a file.
    pub(super) source: String,
    pub(super) markdown: String,
    /// Whether it is in the list of pages.
    pub(super) is_listed: bool,
}

/// Returns the relative path from a file of the site to its root.
pub(super) fn up(file: &str) -> String {
    "../".repeat(file.matches('/').count())
}

/// Escapes a text for use between tags or in an attribute.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
