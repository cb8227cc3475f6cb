//! The common layout of all pages.

use std::fmt::Write as _;

use super::page::{Page, escaped, up};
use super::{Rendered, Section};

/// The parts that all pages share.
pub(super) struct Layout<'p> {
    pages: &'p [Page],
    repository: &'p str,
}

/// The content security policy: nothing is loaded from other hosts, and only the playground compiles WebAssembly.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'";

impl<'p> Layout<'p> {
    pub(super) fn new(pages: &'p [Page], repository: &'p str) -> Self {
        Layout { pages, repository }
    }

    /// Returns a page in the layout.
    pub(super) fn page(&self, page: &Page, rendered: &Rendered) -> String {
        let contents = contents(&rendered.sections);
        let body = format!(
            "<main id=\"main\">\n<article>\n{}</article>\n{contents}</main>\n",
            rendered.html
        );
        self.document(&page.title, &page.file, &body, "")
    }

    /// Returns the playground in the layout.
    pub(super) fn playground(&self, body: &str) -> String {
        let scripts = "<link rel=\"stylesheet\" href=\"playground.css\">\n<script src=\"examples.js\" defer></script>\n<script src=\"playground.js\" type=\"module\"></script>\n";
        self.document("Playground", "playground.html", body, scripts)
    }

    fn document(&self, title: &str, file: &str, body: &str, more: &str) -> String {
        let root = up(file);
        let name = if file == "index.html" {
            "crd-gen: Kubernetes APIs in Rust, and the API server's verdict offline".to_owned()
        } else {
            format!("{} · crd-gen", escaped(title))
        };
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <title>{name}</title>\n<link rel=\"icon\" href=\"data:,\">\n\
             <link rel=\"stylesheet\" href=\"{root}site.css\">\n{more}\
             <script src=\"{root}site.js\" defer data-root=\"{root}\"></script>\n</head>\n<body>\n\
             <a class=\"skip\" href=\"#main\">To the text</a>\n<header>\n\
             <a class=\"home\" href=\"{root}index.html\">crd-gen</a>\n\
             <div role=\"search\"><input id=\"search\" type=\"search\" placeholder=\"Search\" aria-label=\"Search\" autocomplete=\"off\"><div id=\"found\" role=\"status\"></div></div>\n\
             <nav aria-label=\"Top\"><a href=\"{root}playground.html\">Playground</a> <a href=\"{repository}\">Source</a></nav>\n\
             </header>\n<div class=\"frame\">\n{list}{body}</div>\n</body>\n</html>\n",
            repository = self.repository,
            list = self.list(file),
        )
    }

    /// Returns the list of pages.
    fn list(&self, file: &str) -> String {
        let root = up(file);
        let mut out =
            "<details class=\"pages\" open><summary>Pages</summary>\n<nav aria-label=\"Pages\">\n".to_owned();
        let mut group = "";
        for page in self.pages.iter().filter(|page| page.is_listed) {
            if page.group != group {
                if !group.is_empty() {
                    out.push_str("</ul>\n");
                }
                group = page.group;
                let _ = writeln!(out, "<p class=\"group\">{group}</p>\n<ul>");
            }
            let here = if page.file == file {
                " aria-current=\"page\""
            } else {
                ""
            };
            let _ = writeln!(
                out,
                "<li><a href=\"{root}{}\"{here}>{}</a></li>",
                page.file,
                escaped(&page.title)
            );
        }
        out.push_str("</ul>\n</nav>\n</details>\n");
        out
    }
}

/// Returns the list of a page's headings.
fn contents(sections: &[Section]) -> String {
    let shown: Vec<&Section> = sections.iter().filter(|section| section.level == 2).collect();
    if shown.len() < 2 {
        return String::new();
    }
    let mut out =
        "<nav class=\"contents\" aria-label=\"On this page\">\n<p class=\"group\">On this page</p>\n<ul>\n"
            .to_owned();
    for section in shown {
        let _ = writeln!(
            out,
            "<li><a href=\"#{}\">{}</a></li>",
            section.anchor,
            escaped(&section.title)
        );
    }
    out.push_str("</ul>\n</nav>\n");
    out
}
