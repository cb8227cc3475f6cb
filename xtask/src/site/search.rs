//! The search index: a script, because a page that is opened from a file may load no other kind of file.

use serde_json::{Value, json};

use super::Rendered;
use super::page::Page;

/// The number of characters of a section that are searched.
const MOST: usize = 4000;

/// The sections of all pages.
#[derive(Default)]
pub(super) struct Index {
    sections: Vec<Value>,
}

impl Index {
    pub(super) fn add(&mut self, page: &Page, rendered: &Rendered) {
        for section in &rendered.sections {
            let words: Vec<&str> = section.text.split_whitespace().collect();
            let text: String = words.join(" ").chars().take(MOST).collect();
            let address = if section.anchor.is_empty() {
                page.file.clone()
            } else {
                format!("{}#{}", page.file, section.anchor)
            };
            self.sections
                .push(json!([page.title, section.title, address, text]));
        }
    }

    pub(super) fn script(&self) -> String {
        format!("window.SEARCH_INDEX = {};\n", Value::Array(self.sections.clone()))
    }
}
