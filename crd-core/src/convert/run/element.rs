//! Converts a value to a list in which one element has it.

use std::borrow::Cow;

use super::Run;
use super::compute::as_one;
use crate::convert::json::Json;
use crate::convert::list_with::{ElementOf, ListWith};
use crate::convert::out::Out;

impl<'a> Run<'a> {
    /// Sets the list of a value. The rest of the list may be in an annotation, also if the value is absent.
    pub(super) fn put_in_list(
        &mut self,
        element: ElementOf,
        (from, source): (&'a [Box<str>], Option<Json<'a>>),
        (to, out): (&'a [Box<str>], &mut Out<'a>),
        owner: usize,
    ) {
        let raw = source.map(Json::raw);
        let value = raw.filter(|raw| *raw != "null");
        if raw.is_some() && value.is_none() {
            // The list of the other version may be restored, so null does not depend on it.
            self.lose_at(from, raw.map(Cow::Borrowed), None, owner);
        }
        let list = Out::ListWith(Box::new(ListWith::new(element, value.map(Cow::Borrowed))));
        out.put(to, Out::Made(Some(Box::new(list)), Cow::Owned(as_one(&[value]))));
    }
}
