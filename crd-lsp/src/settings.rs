//! The user's settings in the client: the section `crd-gen`. The nearest `crd-gen.toml` has precedence.

use std::path::PathBuf;

use crd_core::KubeVersion;
use crd_core::check::{Level, Levels, Severity};
use serde_json::Value;

use crate::host::Configuration;

/// The user's settings in the client.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settings {
    /// `kubernetesVersion`.
    pub(crate) kubernetes_version: Option<KubeVersion>,
    /// `levels`: `{"items-required": "warn"}`.
    pub(crate) levels: Levels,
    /// `crds`: files and directories of CRDs with which objects are validated.
    pub(crate) crds: Vec<PathBuf>,
    /// `generate`: whether the CRDs of the workspace's Rust packages are generated when a Rust file is saved.
    pub(crate) generates: bool,
    /// `inlayHints`: whether defaults are shown in the text.
    pub(crate) shows_hints: bool,
    /// `codeLens`: whether rules are evaluated over samples.
    pub(crate) shows_lenses: bool,
    /// `compareWith`: a revision, or `merge-base`, with which CRDs are compared.
    pub(crate) compares_with: Option<String>,
    /// The errors in the settings, each in one line.
    pub(crate) mistakes: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            kubernetes_version: None,
            levels: Levels::default(),
            crds: Vec::new(),
            generates: true,
            shows_hints: true,
            shows_lenses: true,
            compares_with: None,
            mistakes: Vec::new(),
        }
    }
}

impl Settings {
    /// Reads the settings that a client sends.
    pub(crate) fn new(value: &Value) -> Self {
        let mut settings = Settings::default();
        for (key, value) in value.as_object().into_iter().flatten() {
            settings.set(key, value);
        }
        settings
    }

    fn set(&mut self, key: &str, value: &Value) {
        match (key, value) {
            // Settings that only the client reads, and unset ones.
            ("path" | "trace", _) | (_, Value::Null) => {}
            ("kubernetesVersion", Value::String(text)) if text.is_empty() => {}
            ("kubernetesVersion", Value::String(text)) => match text.parse() {
                Ok(version) => self.kubernetes_version = Some(version),
                Err(error) => self.mistakes.push(format!("`kubernetesVersion`: {error}")),
            },
            ("levels", Value::Object(levels)) => {
                for (code, level) in levels {
                    self.set_level(code, level);
                }
            }
            ("crds", Value::Array(paths)) => {
                let paths = paths.iter().filter_map(Value::as_str);
                self.crds = paths.map(PathBuf::from).collect();
            }
            ("generate", Value::Bool(is_set)) => self.generates = *is_set,
            ("inlayHints", Value::Bool(is_set)) => self.shows_hints = *is_set,
            ("compareWith", Value::String(revision)) => {
                self.compares_with = Some(revision.clone()).filter(|revision| !revision.is_empty());
            }
            ("codeLens", Value::Bool(is_set)) => self.shows_lenses = *is_set,
            (
                "kubernetesVersion" | "levels" | "crds" | "generate" | "inlayHints" | "codeLens"
                | "compareWith",
                _,
            ) => {
                self.mistakes
                    .push(format!("`{key}` has a value of the wrong type: {value}"));
            }
            _ => self.mistakes.push(format!("unknown setting `{key}`")),
        }
    }

    fn set_level(&mut self, code: &str, level: &Value) {
        let level = match level.as_str() {
            Some("allow") => Level::Allow,
            Some("note") => Level::Report(Severity::Note),
            Some("warn") => Level::Report(Severity::Warning),
            Some("deny" | "error") => Level::Report(Severity::Error),
            _ => {
                let mistake =
                    format!("`levels`: `{code}` must be `allow`, `note`, `warn` or `deny`, not {level}");
                self.mistakes.push(mistake);
                return;
            }
        };
        if let Err(error) = self.levels.set_named(code, level) {
            self.mistakes.push(format!("`levels`: {error}"));
        }
    }

    /// Returns a configuration whose unset values are taken from these settings.
    pub(crate) fn under(&self, mut configuration: Configuration) -> Configuration {
        let version = configuration.kubernetes_version;
        configuration.kubernetes_version = version.or(self.kubernetes_version);
        configuration.levels = configuration.levels.or(&self.levels);
        configuration.crds.extend(self.crds.iter().cloned());
        configuration
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn mistakes_are_told_and_the_rest_counts() {
        let settings = Settings::new(&json!({
            "kubernetesVersion": "1.31",
            "levels": {"items-required": "warn", "no-such-code": "warn", "type-required": "wran"},
            "crds": "x",
            "colour": true,
            "inlayHints": false,
        }));
        assert_eq!(settings.kubernetes_version.map(KubeVersion::minor), Some(31));
        assert!(!settings.shows_hints);
        assert_eq!(settings.mistakes.len(), 4, "{:?}", settings.mistakes);
    }
}
