//! Patterns of schemas, translated from Go's dialect and compiled once.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use regex::{Regex, RegexBuilder};

/// Patterns compiled so far. Each is compiled when a value first meets it.
#[derive(Default)]
pub(crate) struct Patterns {
    compiled: RefCell<HashMap<Box<str>, Rc<Compiled>>>,
}

enum Compiled {
    Regex(Regex),
    /// What the server would print instead of the pattern.
    Broken(String),
}

impl Patterns {
    /// Whether `pattern` is found in `text`; if not, how the server names the pattern.
    pub(crate) fn search(&self, pattern: &str, text: &str) -> Result<(), String> {
        match &*self.get(pattern) {
            Compiled::Regex(regex) if regex.is_match(text) => Ok(()),
            Compiled::Regex(_) => Err(pattern.to_owned()),
            Compiled::Broken(name) => Err(name.clone()),
        }
    }

    fn get(&self, pattern: &str) -> Rc<Compiled> {
        if let Some(compiled) = self.compiled.borrow().get(pattern) {
            return Rc::clone(compiled);
        }
        let compiled = Rc::new(compile(pattern));
        self.compiled
            .borrow_mut()
            .insert(pattern.into(), Rc::clone(&compiled));
        compiled
    }
}

fn compile(pattern: &str) -> Compiled {
    let broken = |error: String| Compiled::Broken(format!("{pattern}, but pattern is invalid: {error}"));
    match crd_cel::regex::translate(pattern) {
        Ok(translated) => RegexBuilder::new(&translated)
            .size_limit(256 << 20)
            .nest_limit(2000)
            .build()
            .map_or_else(|error| broken(error.to_string()), Compiled::Regex),
        Err(error) => broken(error.to_string()),
    }
}
