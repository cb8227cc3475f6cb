//! Selects the parts of types that are generated: those of a channel, and those whose feature gates are on.

use crate::rust::shape::{Channel, FeatureSet, Lifecycle, When};

/// The selected parts of types whose parts are in channels or behind feature gates.
///
/// Without a channel, the last and widest channel is selected; without a feature set, all gates are on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    channel: Option<Channel>,
    gates: Option<Vec<String>>,
}

impl Selection {
    /// Selects the parts that are in a channel.
    pub fn channel(channel: Channel) -> Self {
        Selection {
            channel: Some(channel),
            gates: None,
        }
    }

    /// Selects the parts that exist when the gates of a set are on, and no others.
    pub fn feature_set(set: &FeatureSet) -> Self {
        Selection::default().with_feature_gates(set.gates.iter().copied())
    }

    /// Turns these gates on, and no others.
    #[must_use]
    pub fn with_feature_gates<T: Into<String>>(mut self, gates: impl IntoIterator<Item = T>) -> Self {
        self.gates = Some(gates.into_iter().map(Into::into).collect());
        self
    }

    /// Returns the selected channel.
    pub fn selected_channel(&self) -> Option<Channel> {
        self.channel
    }

    /// Whether a part with this lifecycle is selected. An explicit channel or gate takes precedence over one that
    /// follows from a lifecycle.
    pub(crate) fn includes(&self, when: &When, lifecycle: &[Lifecycle]) -> bool {
        self.includes_channel(when, lifecycle) && self.includes_gates(when, lifecycle)
    }

    fn includes_channel(&self, when: &When, lifecycle: &[Lifecycle]) -> bool {
        let Some(selected) = self.channel else {
            return when.before.is_none();
        };
        let here = selected.of.position(selected.name);
        // A channel of another project is not a channel of this one, so its parts are not selected.
        let starts = |name: &str| selected.of.position(name).is_some_and(|at| Some(at) <= here);
        if when.before.is_some_and(|before| starts(before.name)) {
            return false;
        }
        if let Some(channel) = when.channel {
            return starts(channel.name);
        }
        let mut statuses = selected.of.statuses.iter();
        statuses.all(|(status, channel)| {
            starts(channel) || !lifecycle.iter().any(|entry| entry.status == *status)
        })
    }

    fn includes_gates(&self, when: &When, lifecycle: &[Lifecycle]) -> bool {
        let Some(gates) = &self.gates else {
            return when.without_gates.is_empty();
        };
        let is_on = |gate: &str| gates.iter().any(|on| on == gate);
        if when.without_gates.iter().any(|gate| is_on(gate)) {
            return false;
        }
        if !when.feature_gates.is_empty() {
            return when.feature_gates.iter().all(|gate| is_on(gate));
        }
        let mut gated = lifecycle.iter().filter(|entry| !entry.feature_gate.is_empty());
        gated.all(|entry| is_on(entry.feature_gate))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rust::shape::Channels;

    const ALL: &Channels = &Channels {
        names: &["standard", "beta", "experimental"],
        statuses: &[("alpha", "experimental")],
        annotation: "",
        bundle_version: ("", ""),
    };
    const BETA: Channel = Channel {
        name: "beta",
        of: ALL,
    };
    const EXPERIMENTAL: Channel = Channel {
        name: "experimental",
        of: ALL,
    };

    fn in_channels(when: When, lifecycle: &[Lifecycle]) -> Vec<&'static str> {
        let mut found: Vec<&str> = Vec::new();
        for name in ALL.names {
            if Selection::channel(ALL.find(name).unwrap()).includes(&when, lifecycle) {
                found.push(name);
            }
        }
        if Selection::default().includes(&when, lifecycle) {
            found.push("all");
        }
        found
    }

    #[test]
    fn a_channel_has_what_the_ones_before_it_have() {
        let everywhere = ["standard", "beta", "experimental", "all"];
        assert_eq!(in_channels(When::ALWAYS, &[]), everywhere);
        assert_eq!(
            in_channels(When::ALWAYS.channel(BETA), &[]),
            ["beta", "experimental", "all"]
        );
        assert_eq!(in_channels(When::ALWAYS.before(BETA), &[]), ["standard"]);
    }

    #[test]
    fn a_lifecycle_puts_a_field_into_a_channel() {
        let of_status = |status| Lifecycle {
            project: "kubernetes",
            min_version: "v1.30",
            status,
            feature_gate: "A",
            replacement: "",
        };
        let alpha = [of_status("alpha")];
        assert_eq!(in_channels(When::ALWAYS, &alpha), ["experimental", "all"]);
        assert_eq!(
            in_channels(When::ALWAYS.channel(BETA), &alpha),
            ["beta", "experimental", "all"]
        );
        assert_eq!(in_channels(When::ALWAYS, &[of_status("beta")]).len(), 4);
        assert!(in_channels(When::ALWAYS.before(EXPERIMENTAL), &alpha).is_empty());
        assert!(
            !Selection::default()
                .with_feature_gates(["B"])
                .includes(&When::ALWAYS, &alpha)
        );
        assert!(
            Selection::default()
                .with_feature_gates(["A"])
                .includes(&When::ALWAYS, &alpha)
        );
    }

    #[test]
    fn all_gates_of_a_part_must_be_on() {
        let both = When::ALWAYS.feature_gates(&["A", "B"]);
        let without = When::ALWAYS.without_gates(&["A"]);
        for (gates, has_both, has_without) in [
            (&["A", "B"][..], true, false),
            (&["A"], false, false),
            (&["B"], false, true),
            (&[], false, true),
        ] {
            let selection = Selection::default().with_feature_gates(gates.iter().copied());
            assert_eq!(selection.includes(&both, &[]), has_both, "{gates:?}");
            assert_eq!(selection.includes(&without, &[]), has_without, "{gates:?}");
        }
        assert!(Selection::default().includes(&both, &[]));
        assert!(!Selection::default().includes(&without, &[]));
    }
}
