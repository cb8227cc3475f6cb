//! The known disagreements of schema and serde, each with its reason. Every other disagreement is a failure.

use super::check::{Failure, Property};

/// A known disagreement.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    /// A short name.
    pub name: &'static str,
    /// The reason why it is not closed.
    pub reason: &'static str,
    /// Whether a failure belongs to this gap.
    pub applies: fn(&Failure) -> bool,
}

/// Values that serde can write but no Kubernetes object can hold. Random values do not contain them.
pub const NOT_WRITTEN: &[(&str, &str)] = &[
    (
        "u64, usize above i64::MAX",
        "the server's integers have 64 bits with sign",
    ),
    (
        "NaN and infinite floats",
        "serde_json writes null for them, and reading null as a float is an error",
    ),
];

/// Values that the server admits or sets, and serde rejects or deserializes differently.
pub const GAPS: &[Gap] = &[
    Gap {
        name: "lists for formatted strings",
        reason: "the server takes a list where a string with a format belongs; without the format \
                 a time could not be distinguished from other strings",
        applies: |failure| {
            let list_was_rejected = failure.detail.contains("invalid type: sequence")
                || (failure.detail.contains("did not match any variant")
                    && failure.value.to_string().contains('['));
            failure.property == Property::Reads
                && list_was_rejected
                && ["ipv4", "ipv6", "date-time"].iter().any(|format| {
                    failure
                        .schema
                        .to_string()
                        .contains(&format!("\"format\":\"{format}\""))
                })
        },
    },
    Gap {
        name: "durations of more than 292 years",
        reason: "a regular expression cannot compare numbers",
        applies: |failure| failure.value.to_string().contains("9999999999999999999h"),
    },
    Gap {
        name: "malformed IPv6 addresses with ports",
        reason: "a pattern that refuses them is long, and the mistake is unlikely",
        applies: |failure| {
            failure.detail.contains("invalid socket address") && failure.value.to_string().contains('[')
        },
    },
    Gap {
        name: "keys that are no characters or no variants",
        reason: "structural schemas cannot restrict keys, and a CEL rule on keys uses up the cost budget of the values",
        applies: |failure| {
            failure.property == Property::Reads
                && (failure.detail.contains("expected a character")
                    || failure.detail.contains("unknown variant"))
                && ["additionalProperties", "x-kubernetes-preserve-unknown-fields"]
                    .iter()
                    .any(|open| failure.schema.to_string().contains(open))
        },
    },
    Gap {
        name: "null where the default is not `None`",
        reason: "serde reads null as `None` and absence as the default; the server treats null as absence, \
                 because the schema of a field that is never written as null is not nullable",
        applies: |failure| {
            failure.property == Property::Defaults && failure.value.to_string().contains(":null")
        },
    },
    Gap {
        name: "fields left open by hand",
        reason: "`#[crd(preserve_unknown_fields)]` on a typed field tells the server not to check it",
        applies: |failure| failure.property == Property::Reads && failure.subject == "Open",
    },
];

/// Returns the gap that a failure belongs to.
pub fn of(failure: &Failure) -> Option<&'static Gap> {
    GAPS.iter().find(|gap| (gap.applies)(failure))
}
