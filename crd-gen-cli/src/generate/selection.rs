//! The outputs of one run: one for each selected channel and feature set.

use std::path::PathBuf;

use clap::Args;

/// Selection of the parts of types to generate.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Channels and feature gates")]
pub struct SelectionArgs {
    /// Generate only fields of this channel, which `crd_core::channels!` declares. May be given several times.
    #[arg(long, value_name = "NAME")]
    pub channel: Vec<String>,
    /// Generate fields whose feature gates are in this set, which `crd_core::feature_sets!` declares. May be given
    /// several times.
    #[arg(long, value_name = "NAME", conflicts_with = "feature_gates")]
    pub feature_set: Vec<String>,
    /// Generate fields whose feature gates are in this comma-separated list.
    #[arg(long, value_name = "GATES")]
    pub feature_gates: Option<String>,
}

/// One output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Selected {
    pub(super) channel: Option<String>,
    pub(super) feature_set: Option<String>,
    pub(super) feature_gates: Option<String>,
}

impl Selected {
    /// Returns the directory of its CRDs, relative to the output directory.
    pub(super) fn directory(&self) -> PathBuf {
        self.channel.iter().chain(&self.feature_set).collect()
    }
}

impl SelectionArgs {
    /// Returns the outputs, at least one.
    pub(super) fn outputs(&self) -> Vec<Selected> {
        let or_none = |names: &[String]| -> Vec<Option<String>> {
            if names.is_empty() {
                return vec![None];
            }
            let mut once: Vec<Option<String>> = Vec::new();
            for name in names {
                if !once.contains(&Some(name.clone())) {
                    once.push(Some(name.clone()));
                }
            }
            once
        };
        let sets = or_none(&self.feature_set);
        let channels = or_none(&self.channel).into_iter();
        channels
            .flat_map(|channel| {
                sets.iter().map(move |set| Selected {
                    channel: channel.clone(),
                    feature_set: set.clone(),
                    feature_gates: self.feature_gates.clone(),
                })
            })
            .collect()
    }
}
