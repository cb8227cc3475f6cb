//! Where schema and serde are known to disagree. Each gap has its reason; everything else is a failure.

use super::check::{Failure, Property};

/// A known disagreement.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    /// A short name.
    pub name: &'static str,
    /// Why it cannot be closed, or not at a fair price.
    pub reason: &'static str,
    /// Whether a failure is of this kind.
    pub applies: fn(&Failure) -> bool,
}

/// What serde can write but no Kubernetes object can hold; random values leave it out.
pub const WRITTEN: &[(&str, &str)] = &[
    (
        "u64, usize above i64::MAX",
        "the server's integers have 64 bits with sign",
    ),
    (
        "NaN and infinite floats",
        "serde_json writes null for them, so that they read as an error again",
    ),
];

/// What the server admits or fills in although serde reads it otherwise.
pub const GAPS: &[Gap] = &[
    Gap {
        name: "lists for formatted strings",
        reason: "the server takes a list where a string with a format belongs; without the format nobody could tell a \
                 time from a text",
        applies: |failure| {
            let told = failure.detail.contains("invalid type: sequence")
                || (failure.detail.contains("did not match any variant")
                    && failure.value.to_string().contains('['));
            failure.property == Property::Reads
                && told
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
        reason: "a pattern cannot count",
        applies: |failure| failure.value.to_string().contains("9999999999999999999h"),
    },
    Gap {
        name: "malformed IPv6 addresses with ports",
        reason: "the pattern that tells them apart is longer than what it prevents is likely",
        applies: |failure| {
            failure.detail.contains("invalid socket address") && failure.value.to_string().contains('[')
        },
    },
    Gap {
        name: "keys that are no characters or no variants",
        reason: "structural schemas say nothing of keys, and a CEL rule on them costs what the values need",
        applies: |failure| {
            failure.property == Property::Reads
                && (failure.detail.contains("expected a character")
                    || failure.detail.contains("unknown variant"))
                && failure.schema.to_string().contains("additionalProperties")
        },
    },
    Gap {
        name: "null where the default is not `None`",
        reason: "serde reads null as `None` and absence as the default; the server, since the field is never written \
                 as null, takes null for absence (design §4)",
        applies: |failure| {
            failure.property == Property::Defaults && failure.value.to_string().contains(":null")
        },
    },
    Gap {
        name: "fields left open by hand",
        reason: "`#[crd(preserve_unknown_fields)]` on a typed field says that the server shall not look",
        applies: |failure| failure.property == Property::Reads && failure.subject == "Open",
    },
];

/// The gap a failure belongs to.
pub fn of(failure: &Failure) -> Option<&'static Gap> {
    GAPS.iter().find(|gap| (gap.applies)(failure))
}
