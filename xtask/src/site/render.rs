//! Renders Markdown as HTML.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{
    BrokenLink, CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html,
};

use super::page::{Page, escaped, up};
use super::{Rendered, Section};

/// Renders pages, and resolves links.
pub(super) struct Renderer<'p> {
    /// The file of the site, by the file of the repository.
    by_source: BTreeMap<&'p str, &'p str>,
    repository: &'p str,
}

impl<'p> Renderer<'p> {
    pub(super) fn new(pages: &'p [Page], repository: &'p str) -> Self {
        let by_source = pages.iter().map(|page| (&*page.source, &*page.file));
        Renderer {
            by_source: by_source.collect(),
            repository,
        }
    }

    /// Renders a page. Its first heading is its title.
    pub(super) fn page(&self, page: &Page) -> Rendered {
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
        let rustdoc = |link: BrokenLink<'_>| {
            let name = link.reference.trim_matches('`').to_owned();
            let is_item = link.reference.starts_with('`') && !name.contains(' ');
            is_item.then(|| (CowStr::from(documented(&name)), CowStr::from("")))
        };
        let parser = Parser::new_with_broken_link_callback(&page.markdown, options, Some(rustdoc));
        let mut walk = Walk {
            renderer: self,
            page,
            events: Vec::new(),
            sections: Vec::new(),
            anchors: BTreeMap::new(),
            code: None,
            heading: None,
        };
        for event in parser {
            walk.event(event);
        }
        if walk.sections.is_empty() {
            walk.sections.push(Section {
                level: 1,
                title: page.title.clone(),
                anchor: String::new(),
                text: String::new(),
            });
        }
        let mut out = String::new();
        if !walk
            .sections
            .iter()
            .any(|section| section.level == 1 && !section.anchor.is_empty())
        {
            out.push_str(&format!("<h1>{}</h1>\n", escaped(&page.title)));
        }
        html::push_html(&mut out, walk.events.into_iter());
        Rendered {
            // Wide tables scroll separately.
            html: out
                .replace(
                    "<table>",
                    "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Table\"><table>",
                )
                .replace("</table>", "</table></div>")
                .replace("<pre>", "<pre tabindex=\"0\">"),
            sections: walk.sections,
        }
    }

    /// Returns the target of a link of a page.
    fn target(&self, page: &Page, address: &str) -> String {
        if address.contains("://") || address.starts_with(['#']) || address.starts_with("mailto:") {
            return address.to_owned();
        }
        let is_item = !address.contains('/') && (address.contains("::") || address.contains('@'));
        if is_item || (!address.contains(['/', '.', '#']) && !address.is_empty()) {
            return documented(address);
        }
        let (path, anchor) = match address.split_once('#') {
            Some((path, anchor)) => (path, format!("#{anchor}")),
            None => (address, String::new()),
        };
        let folder = Path::new(&page.source).parent().unwrap_or(Path::new(""));
        let whole = normal(&folder.join(path));
        match self.by_source.get(&*whole) {
            Some(file) => format!("{}{file}{anchor}", up(&page.file)),
            None => format!("{}/blob/main/{whole}{anchor}", self.repository),
        }
    }
}

/// Returns the address of a search for an item in crd-core's documentation.
fn documented(name: &str) -> String {
    let name = name
        .rsplit(['@'])
        .next()
        .unwrap_or(name)
        .trim_end_matches(['!', '(', ')']);
    let last = name.rsplit("::").next().unwrap_or(name);
    format!("https://docs.rs/crd-core/latest/crd_core/?search={last}")
}

/// Returns a path without `.` and `..`.
fn normal(path: &Path) -> String {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                parts.pop();
            }
            Component::CurDir => {}
            other => parts.push(other),
        }
    }
    parts.to_string_lossy().into_owned()
}

struct Walk<'w, 'p> {
    renderer: &'w Renderer<'p>,
    page: &'w Page,
    events: Vec<Event<'w>>,
    sections: Vec<Section>,
    anchors: BTreeMap<String, usize>,
    /// The language of the current code block.
    code: Option<String>,
    /// The current heading: its level, and the index of its first event.
    heading: Option<(u8, usize)>,
}

impl<'w> Walk<'w, '_> {
    fn event(&mut self, event: Event<'w>) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                self.heading = Some((number(level), self.events.len()));
                self.sections.push(Section {
                    level: number(level),
                    title: String::new(),
                    anchor: String::new(),
                    text: String::new(),
                });
            }
            Event::End(TagEnd::Heading(_)) => self.heading_ends(),
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            }) => {
                let target = self.renderer.target(self.page, &dest_url);
                self.events.push(Event::Start(Tag::Link {
                    link_type,
                    dest_url: target.into(),
                    title,
                    id,
                }));
            }
            Event::Start(Tag::Image {
                link_type,
                dest_url,
                title,
                id,
            }) => {
                let name = dest_url.rsplit('/').next().unwrap_or_default();
                self.events.push(Event::Start(Tag::Image {
                    link_type,
                    dest_url: format!("{}pictures/{name}", up(&self.page.file)).into(),
                    title,
                    id,
                }));
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let language = match &kind {
                    CodeBlockKind::Fenced(info) => {
                        info.split([',', ' ']).next().unwrap_or_default().to_owned()
                    }
                    CodeBlockKind::Indented => String::new(),
                };
                self.events
                    .push(Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(
                        language.clone().into(),
                    ))));
                self.code = Some(language);
            }
            Event::End(TagEnd::CodeBlock) => {
                self.code = None;
                self.events.push(event);
            }
            Event::Text(text) => self.text(text),
            Event::Code(code) => {
                self.word(&code);
                self.events.push(Event::Code(code));
            }
            other => self.events.push(other),
        }
    }

    fn text(&mut self, text: CowStr<'w>) {
        self.word(&text);
        // Lines that only a doctest needs are hidden, as in rustdoc.
        let is_rust = self.code.as_deref().is_some_and(|language| {
            matches!(
                language,
                "" | "rust" | "no_run" | "fragment" | "ignore" | "compile_fail" | "should_panic"
            )
        });
        let is_hidden = |line: &str| line.trim_start() == "#" || line.trim_start().starts_with("# ");
        if is_rust && self.code.is_some() && text.lines().any(is_hidden) && text.contains(['{', ';']) {
            let shown: Vec<&str> = text.lines().filter(|line| !is_hidden(line)).collect();
            let mut shown = shown.join("\n");
            if text.ends_with('\n') {
                shown.push('\n');
            }
            self.events.push(Event::Text(shown.into()));
        } else {
            self.events.push(Event::Text(text));
        }
    }

    /// Adds words to the searched text, and to the title of a heading.
    fn word(&mut self, text: &str) {
        if self.sections.is_empty() {
            self.sections.push(Section {
                level: 1,
                title: self.page.title.clone(),
                anchor: String::new(),
                text: String::new(),
            });
        }
        if let Some(section) = self.sections.last_mut() {
            if self.heading.is_some() {
                section.title.push_str(text);
            } else {
                section.text.push_str(text);
                section.text.push(' ');
            }
        }
    }

    /// Ends a heading, which gets the same anchor as on GitHub.
    fn heading_ends(&mut self) {
        let Some((level, start)) = self.heading.take() else {
            return;
        };
        let Some(section) = self.sections.last_mut() else {
            return;
        };
        let mut anchor: String = section
            .title
            .to_lowercase()
            .chars()
            .filter_map(|c| match c {
                ' ' => Some('-'),
                c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
                _ => None,
            })
            .collect();
        let count = self.anchors.entry(anchor.clone()).or_default();
        if *count > 0 {
            anchor = format!("{anchor}-{count}");
        }
        *count += 1;
        section.anchor.clone_from(&anchor);
        let inner = self.events.split_off(start);
        let mut text = String::new();
        html::push_html(&mut text, inner.into_iter());
        let open = format!(
            "<h{level} id=\"{anchor}\">{text} <a class=\"anchor\" href=\"#{anchor}\" aria-label=\"Link to this section\">#</a></h{level}>\n"
        );
        self.events.push(Event::Html(open.into()));
    }
}

fn number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}
