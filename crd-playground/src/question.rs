//! The questions that can be asked.

use serde::Deserialize;

/// A question. CRDs and objects are texts, YAML or JSON; a server is a version such as `1.36`.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    tag = "do",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
#[non_exhaustive]
pub enum Question {
    /// The versions of servers: `{versions, default}`.
    Servers {},
    /// The server's verdict on CRDs, new ones or updates of old ones: `{accepted, findings}`.
    Check {
        /// The CRDs.
        crd: String,
        /// The deployed CRDs.
        old: Option<String>,
        /// The server.
        server: String,
    },
    /// The server's verdict on objects: `{accepted, findings, stored}`.
    Validate {
        /// The CRDs of their kinds.
        crd: String,
        /// The objects.
        object: String,
        /// The stored objects, for updates.
        old: Option<String>,
        /// The server.
        server: String,
    },
    /// The costs of the rules of CRDs: `{limit, rules}`.
    Cost {
        /// The CRDs.
        crd: String,
        /// The server.
        server: String,
    },
    /// An expression at a place: its type and cost, and its value over an object: `{type, cost, values}`.
    Cel {
        /// The CRD.
        crd: String,
        /// The version; the storage version if absent.
        version: Option<String>,
        /// The place of `self`: `spec.listeners[]`.
        path: String,
        /// The expression.
        expression: String,
        /// The object.
        object: Option<String>,
        /// The object before the update.
        old: Option<String>,
        /// The server.
        server: String,
    },
    /// A field and the fields below it: `{type, bounds, description, fields}`.
    Explain {
        /// The CRD.
        crd: String,
        /// The version; the storage version if absent.
        version: Option<String>,
        /// The path of the field; empty for the whole object.
        path: String,
    },
    /// Objects that a server admits: `{samples, problems}`.
    Sample {
        /// The CRD.
        crd: String,
        /// The version; the storage version if absent.
        version: Option<String>,
        /// The kind of samples.
        form: SampleFormName,
        /// The server.
        server: String,
    },
    /// The breakages by a change of CRDs: `{findings}`.
    Compat {
        /// The CRDs before the change.
        old: String,
        /// The CRDs after the change.
        crd: String,
        /// The server.
        server: String,
    },
    /// The page of a code, as Markdown: `{code, title, page}`.
    Code {
        /// The code or its slug.
        code: String,
    },
}

/// The kind of samples to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SampleFormName {
    /// Only required fields.
    Smallest,
    /// Every field, with docs.
    Full,
    /// One object for each member of each union.
    Members,
}
