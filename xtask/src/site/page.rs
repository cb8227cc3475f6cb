//! A page of the site before it is rendered, and what writes texts and addresses into HTML.

/// A page of Markdown.
pub(super) struct Page {
    /// The group in the list of pages.
    pub(super) group: &'static str,
    /// The title; the first heading if it is empty.
    pub(super) title: String,
    /// The file of the site.
    pub(super) file: String,
    /// The file of the repository that it is made of, or a name that leads nowhere.
    pub(super) source: String,
    pub(super) markdown: String,
    /// Whether it stands in the list of pages.
    pub(super) is_listed: bool,
}

/// The way from a file of the site to its root.
pub(super) fn up(file: &str) -> String {
    "../".repeat(file.matches('/').count())
}

/// A text between tags or in an attribute.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
