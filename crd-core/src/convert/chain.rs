//! The versions of one resource, and the conversion of whole objects between them.

use std::sync::Arc;

use super::json::Json;
use super::review::Failure;
use super::same::same;
use crate::rust::generate::{self, Profile};
use crate::rust::shape::Resource;

/// The versions of a resource, from the oldest to the newest.
#[derive(Clone)]
pub(super) struct Chain {
    pub(super) crd: Arc<str>,
    pub(super) group: &'static str,
    pub(super) kind: &'static str,
    versions: Vec<&'static Resource>,
}

/// A converted object.
pub(super) struct Converted {
    pub(super) text: String,
    pub(super) crd: Arc<str>,
    pub(super) kind: &'static str,
    pub(super) from: &'static str,
    pub(super) to: &'static str,
    pub(super) kept_bytes: usize,
    pub(super) unreadable: usize,
}

impl Chain {
    /// The chain that starts at a version.
    pub(super) fn new(oldest: &'static Resource) -> Result<Chain, Vec<String>> {
        let mut versions = vec![oldest];
        let mut newest = oldest;
        while let Some(next) = newest.next {
            versions.push(next);
            let problems = fits(newest, next);
            if !problems.is_empty() {
                return Err(problems);
            }
            newest = next;
        }
        Ok(Chain {
            crd: format!("{}.{}", newest.plural, newest.group).into(),
            group: newest.group,
            kind: newest.kind,
            versions,
        })
    }

    /// The place of a version in the chain.
    pub(super) fn position(&self, version: &str) -> Option<usize> {
        self.versions.iter().position(|known| known.version == version)
    }

    pub(super) fn no_version(&self, version: &str) -> String {
        let known: Vec<&str> = self.versions.iter().map(|known| known.version).collect();
        format!(
            "`{}` has no version `{version}`, only {}",
            self.crd,
            known.join(", ")
        )
    }

    /// Converts an object of the version at `from` to the version at `to`.
    pub(super) fn convert(&self, object: Json<'_>, from: usize, to: usize) -> Result<Converted, Failure> {
        let name = |at: usize| self.versions.get(at).map_or("", |version| version.version);
        let mut text = String::with_capacity(object.raw().len() + 32);
        text.push_str("{\"apiVersion\":\"");
        text.push_str(self.group);
        text.push('/');
        text.push_str(name(to));
        text.push('"');
        for (name, value) in object.members() {
            if matches!(&*name, "kind" | "metadata" | "spec" | "status") {
                text.push_str(",\"");
                text.push_str(&name);
                text.push_str("\":");
                text.push_str(value.raw());
            }
        }
        if object.get("metadata").is_none() {
            text.push_str(",\"metadata\":{}");
        }
        text.push('}');
        Ok(Converted {
            text,
            crd: Arc::clone(&self.crd),
            kind: self.kind,
            from: name(from),
            to: name(to),
            kept_bytes: 0,
            unreadable: 0,
        })
    }
}

/// Why a version cannot become the next one.
fn fits(older: &Resource, newer: &Resource) -> Vec<String> {
    let schemas = |shape| generate::structural(shape, Profile::ApiServer);
    let mut problems = Vec::new();
    let pairs = [
        ("spec", Some(older.spec), Some(newer.spec)),
        ("status", older.status, newer.status),
    ];
    for (part, older_shape, newer_shape) in pairs {
        match (
            older_shape.map(schemas).transpose(),
            newer_shape.map(schemas).transpose(),
        ) {
            (Ok(Some(a)), Ok(Some(b))) if !same(&a, &b) => problems.push(format!(
                "`{}` and `{}` differ in `{part}`",
                older.rust_path, newer.rust_path
            )),
            (Ok(_), Ok(_)) => {}
            (a, b) => problems.extend(
                [a.err(), b.err()]
                    .into_iter()
                    .flatten()
                    .map(|error| error.to_string()),
            ),
        }
    }
    problems
}
