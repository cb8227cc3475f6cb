//! `crd-gen.toml`: levels, excludes and defaults for options. Only the nearest file above an input applies.

mod configs;
mod error;
mod file;
mod lines;
pub(crate) mod mistakes;
mod other_names;
mod other_syntax;
mod patterns;
mod read;
mod schema;
mod sections;
mod show;
mod written;

pub(crate) use configs::Configs;
pub(crate) use error::error_at;
pub(crate) use file::Config;
pub(crate) use other_names::OtherName;
#[cfg(test)]
pub(crate) use schema::schema;
pub(crate) use sections::{
    Acceptance, DocsSection, GenerateSection, ImportSection, PublishSection, ValidateSection,
};
pub(crate) use show::{ConfigCommand, run};

use std::path::Path;

use crate::terminal::Terminal;

/// The name of the file.
const FILE_NAME: &str = "crd-gen.toml";

/// Names that a configuration file might have, but does not.
const OTHER_NAMES: [&str; 6] = [
    ".crd-gen.toml",
    "crdgen.toml",
    "crd_gen.toml",
    "crd-gen.yaml",
    "crd-gen.yml",
    "crd-gen.json",
];

/// Warns of a file of the directory that is probably meant to be the configuration.
pub(crate) fn warn_of_other_name(directory: &Path, terminal: &Terminal) {
    if let Some(name) = other_name(directory) {
        terminal.warning(&format!(
            "`{name}` is not read: the configuration is in `{FILE_NAME}`, in TOML"
        ));
    }
}

fn other_name(directory: &Path) -> Option<&'static str> {
    let is_there = |name: &&str| directory.join(name).is_file();
    OTHER_NAMES
        .into_iter()
        .find(is_there)
        .filter(|_| !is_there(&FILE_NAME))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CommandError;
    use crd_core::KubeVersion;
    use crd_core::check::{Level, Severity, codes};

    fn parse(text: &str) -> Result<Config, CommandError> {
        read::parse(Path::new("/x/crd-gen.toml"), text.to_owned())
    }

    #[test]
    fn reads_levels_excludes_and_version() {
        let text =
            "kubernetes-version = \"1.30\"\nexclude = [\"charts/\"]\n[levels]\nitems-required = \"warn\"\n";
        let config = parse(text).unwrap();
        assert_eq!(config.kubernetes_version.map(KubeVersion::minor), Some(30));
        assert!(
            config.excludes(Path::new("/x/charts/a.yaml")) && !config.excludes(Path::new("/x/crd/a.yaml"))
        );
        assert_eq!(
            config.levels.of(codes::ITEMS_REQUIRED, Severity::Error),
            Level::Report(Severity::Warning)
        );
    }

    #[test]
    fn files_with_other_names() {
        let directory = tempfile::tempdir().unwrap();
        assert_eq!(other_name(directory.path()), None);
        std::fs::write(directory.path().join("crd-gen.yaml"), "lints: {}\n").unwrap();
        assert_eq!(other_name(directory.path()), Some("crd-gen.yaml"));
        std::fs::write(directory.path().join(FILE_NAME), "").unwrap();
        assert_eq!(other_name(directory.path()), None);
    }

    /// Checks the way out of mistakes.
    fn check_ways_out(rows: &[(&str, &str)]) {
        mistakes::declare_commands(<crate::Cli as clap::CommandFactory>::command());
        for (text, expected) in rows {
            let Err(CommandError::Message { message, .. }) = parse(text) else {
                panic!("{text} was taken");
            };
            let message = anstream::adapter::strip_str(&message).to_string();
            assert!(message.contains(expected), "{message}");
        }
    }

    #[test]
    fn mistakes_have_a_way_out() {
        check_ways_out(&[
            ("kubernetes-version = 1.30\n", "write it in quotes: `\"1.30\"`"),
            ("exclude = \"target\"\n", "write a list: `[\"target\"]`"),
            ("exlude = [\"target\"]\n", "did you mean `exclude`?"),
            ("[[lints]]\nprofile = \"strict\"\n", "write `[lints]`"),
            (
                "[paths.vendor]\nlevels = {}\n",
                "write `[[paths]]` with `match = […]`",
            ),
            ("// mine\n[lints]\n", "a comment begins with `#`"),
            ("[levels\nx = \"deny\"\n", "write `[levels]`"),
            ("[[paths]\nmatch = []\n", "write `[[paths]]`"),
            (
                "[lints]\nprofile = \"strict\"\nprofile = \"server\"\n",
                "it is in line 2 already",
            ),
            ("[levels]\n[lints]\n[levels]\n", "it is in line 1 already"),
            (
                "exclude = [\"vendor/[a\"]\n",
                "for the character itself, write `[[]`",
            ),
            ("[lints]\nprofile =\n", "write it in quotes, or remove the line"),
            (
                "[lints]\nprofile = [\"strict\"]\n",
                "write only the value: `\"strict\"`",
            ),
            (
                "[levels]\nexclude = [\"vendor/\"]\n",
                "`exclude` belongs above the first table",
            ),
            (
                "[levels]\nkubernetes-version = \"1.34\"\n",
                "`kubernetes-version` belongs above the first table",
            ),
            (
                "[levels]\nitems-required = [\"error\"]\n",
                "write one of `\"allow\"`, `\"note\"`, `\"warn\"`, `\"deny\"`",
            ),
            (
                "[[paths]]\nmatch = [\"old/\"]\nlevels = \"allow\"\n",
                "write `levels = {CODE = \"…\"}`",
            ),
            (
                "[lints.levels]\nx = \"deny\"\n",
                "it is a table of its own: `[levels]`",
            ),
            ("[compat]\nignore = []\n", "write `[[compat.accept]]`"),
            ("[compat]\npolicy = \"strict\"\n", "`crd-gen compat --policy …`"),
            (
                "format = \"json\"\n",
                "it is an option of the commands: `--format`",
            ),
            ("[rules]\nx = \"off\"\n", "did you mean `levels`?"),
            ("[test]\ncrds = []\n", "test files name their CRDs as `crds`"),
            (
                "[levels]\nx = { level = \"allow\" }\n",
                "write only the level, in quotes",
            ),
            ("[levels]\nitems-required = \"wran\"\n", "did you mean `warn`?"),
            ("[generate]\noutputs = \"crds\"\n", "did you mean `output`?"),
            ("[generate]\nout = \"crds\"\n", "did you mean `output`?"),
            ("[levels]\nitems-required = \"error\"\n", "did you mean `deny`?"),
            (
                "[levels]\nprofile = \"conventions\"\n",
                "`profile` belongs to `[lints]`",
            ),
            (
                "[paths]\nmatch = [\"a/\"]\n",
                "write `[[paths]]`: there may be several",
            ),
            ("[[paths]]\nlevels = {}\n", "add `match = …`"),
            (
                "[validate]\nstrict = true\n",
                "write `field-validation = \"strict\"`",
            ),
            (
                "kubernetes-version: \"1.34\"\n",
                "1 | kubernetes-version: \"1.34\"\n  |                   ^ write `=`",
            ),
            ("levels:\n  CRD0501: deny\n", "write `[levels]`"),
            ("exclude:\n- a\n", "write a list: `exclude = […]`"),
            ("{\"exclude\": [\"a\"]}\n", "this file is TOML, not JSON"),
            ("[levels]\nCRD0501 = deny\n", "write `\"deny\"`"),
        ]);
    }

    #[test]
    fn tables_in_place_of_values_have_a_way_out() {
        check_ways_out(&[
            (
                "[exclude]\npaths = [\"a/\"]\n",
                "write `exclude = […]` above the first table",
            ),
            (
                "[[exclude]]\npaths = [\"a/\"]\n",
                "write `exclude = […]` above the first table",
            ),
            (
                "[kubernetes-version]\nx = \"1.34\"\n",
                "write `kubernetes-version = \"…\"` above the first table",
            ),
            (
                "[generate.output]\npath = \"crds\"\n",
                "write `output = \"…\"` in `[generate]`",
            ),
            (
                "[levels.naming]\nlevel = \"deny\"\n",
                "write `naming = \"deny\"` in `[levels]`",
            ),
            (
                "validate = [\"config/crd\"]\n",
                "write `[validate]`, and its keys below it",
            ),
            ("kubernetes-version = “1.34”\n", "write `\"1.34\"`"),
            (
                "[validate.crds]\npaths = [\"a/\"]\n",
                "write `crds = […]` in `[validate]`",
            ),
        ]);
    }

    /// A proposed key takes the value.
    #[test]
    fn keys_and_values_of_other_names_have_a_way_out() {
        check_ways_out(&[
            ("ignore = [\"vendor/\"]\n", "did you mean `exclude`?"),
            ("[[path]]\nmatch = [\"vendor/\"]\n", "did you mean `paths`?"),
            ("ignore = [\"naming\"]\n", "`ignore` belongs to `[lints]`"),
            (
                "include = [\"config\"]\n",
                "paths to check are arguments of the command",
            ),
            (
                "deny = [\"warnings\"]\n",
                "write `warnings = \"deny\"` in `[levels]`",
            ),
            (
                "[levels]\ndeny = [\"naming\"]\n",
                "write `naming = \"deny\"` in `[levels]`",
            ),
            ("naming = \"deny\"\n", "`naming` belongs to `[levels]`"),
            ("[lints]\nnaming = \"deny\"\n", "`naming` belongs to `[levels]`"),
            (
                "[[paths]]\nmatch = [\"a/\"]\nnaming = \"deny\"\n",
                "write `levels = { naming = \"deny\" }`",
            ),
            ("[level]\nnaming = \"deny\"\n", "did you mean `levels`?"),
            ("[check]\nformat = \"json\"\n", "in `[levels]` and `[lints]`"),
            ("[generate]\ncheck = true\n", "`crd-gen generate --check`"),
            (
                "[validate]\nstrict-kinds = true\n",
                "write one of `\"all\"`, `\"custom\"`",
            ),
            ("[levels]\nnaming = 2\n", "`\"deny\"`"),
            ("[levels]\nnaming = \"none\"\n", "did you mean `allow`?"),
            ("[levels]\nall = \"deny\"\n", "did you mean `warnings`"),
            ("[lints]\nselect = [\"all\"]\n", "write `profile = \"strict\"`"),
            (
                "[lints]\nignore = [\"all\"]\n",
                "write `warnings = \"allow\"` in `[levels]`",
            ),
            (
                "[lints]\nprofiles = [\"strict\"]\n",
                "write `profile = \"strict\"`",
            ),
            ("lints = { profiles = \"strict\" }\n", "did you mean `profile`?"),
            ("lints = \"strict\"\n", "write `[lints]`, and its keys below it"),
            ("[validate]\ncrd = \"a.yaml\"\n", "write `crds = [\"a.yaml\"]`"),
            ("[generate]\npackage = \"x\"\n", "write `packages = [\"x\"]`"),
            ("[convert]\npackages = [\"x\"]\n", "write `package = \"x\"`"),
            ("crds = [\"config/crd\"]\n", "`crds` belongs to `[validate]`"),
            (
                "kubernetes-version = [\"1.30\", \"1.34\"]\n",
                "write only one value: `\"1.30\"`",
            ),
            ("[generate]\nworkspace = \"true\"\n", "write `true`"),
            ("[import]\nkube = \"yes\"\n", "write `true`"),
            ("[import]\nkube = yes\n", "write `true`"),
            ("[import]\nkube = off\n", "write `false`"),
            ("[import]\nkube = 1\n", "write `true`"),
            (
                "max-description = 0\n",
                "`max-description` belongs to `[generate]`",
            ),
            (
                "[generate]\nexclude = [\"a\"]\n",
                "`exclude` belongs above the first table",
            ),
        ]);
    }

    #[test]
    fn paths_change_what_counts_for_some_files() {
        let text = "kubernetes-version = \"1.36\"\n[levels]\nitems-required = \"warn\"\n\
                    [[paths]]\nmatch = [\"old/\"]\nkubernetes-version = \"1.30\"\nlevels = {items-required = \"allow\"}\n\
                    [[paths]]\nmatch = [\"*.gen.yaml\"]\nlevels = {items-required = \"deny\"}\n";
        let mut configs = Configs::with_only(Some(parse(text).unwrap()));
        for (file, minor, level) in [
            ("/x/new/a.yaml", 36, Level::Report(Severity::Warning)),
            ("/x/old/a.yaml", 30, Level::Allow),
            ("/x/old/a.gen.yaml", 30, Level::Report(Severity::Error)),
            ("/y/old/a.yaml", 36, Level::Report(Severity::Warning)),
        ] {
            let config = configs.of_file(Path::new(file)).unwrap();
            assert_eq!(
                config.kubernetes_version.map(KubeVersion::minor),
                Some(minor),
                "{file}"
            );
            assert_eq!(
                config.levels.of(codes::ITEMS_REQUIRED, Severity::Error),
                level,
                "{file}"
            );
        }
    }

    #[test]
    fn tables_that_set_nothing_have_a_warning() {
        for (text, expected) in [
            (
                "[[paths]]\nmatch = [\"a/\", \"b/\"]\n\n[levels] # mine\nwarnings = \"allow\"\n",
                Some(
                    "sets nothing for `a/`, `b/`: the `[levels]` below it is for all files; for these only, write `[paths.levels]`",
                ),
            ),
            (
                "[[crds]]\nmatch = [\n  \"*.example.com\",\n]\n[lints]\nprofile = \"strict\"\n",
                Some("the `[lints]` below it is for all CRDs; for these only, write `[crds.lints]`"),
            ),
            (
                "[[paths]]\nmatch = [\"a/\"]\n[paths.levels]\nwarnings = \"allow\"\n",
                None,
            ),
            (
                "[[paths]]\nmatch = [\"a/\"]\nlints = {profile = \"strict\"}\n[levels]\nwarnings = \"allow\"\n",
                None,
            ),
            (
                "[levels]\nwarnings = \"allow\"\n[[paths]]\nmatch = [\"a/\"]\n",
                None,
            ),
            ("[[paths]]\nmatch = [\"a/\"]\n[generate]\n[levels]\n", None),
        ] {
            let warnings = parse(text).unwrap().without_settings;
            match expected {
                Some(expected) => assert!(warnings.concat().contains(expected), "{warnings:?}"),
                None => assert!(warnings.is_empty(), "{text}: {warnings:?}"),
            }
        }
    }

    #[test]
    fn paths_of_sections_count_from_the_file() {
        let config = parse("[generate]\noutput = \"crd\"\n[validate]\ncrds = [\"/abs\", \"crd\"]\n").unwrap();
        assert_eq!(config.generate.output.as_deref(), Some(Path::new("/x/crd")));
        assert_eq!(config.validate.crds, [Path::new("/abs"), Path::new("/x/crd")]);
    }

    #[test]
    fn mistakes_are_shown_at_their_place() {
        for (text, expected) in [
            (
                "[levels]\nitems-requird = \"warn\"\n",
                "unknown code `items-requird`",
            ),
            ("[levels]\nitems-required = \"wran\"\n", "unknown value `wran`"),
            ("excludes = []\n", "unknown field `excludes`"),
            ("kubernetes-version = \"1.2\"\n", "`1.2` is not a supported"),
            ("exclude = [\n", "unclosed"),
            ("exclude = [\"vendor/]\n", "this quote is not closed"),
            ("kubernetes-version = \"1.33\n", "this quote is not closed"),
            ("kubernetes-version = '1.33\n", "this quote is not closed"),
            ("exclude = [\"vendor\"\n[levels]\n", "this list is not closed"),
            (
                "exclude = [\n  \"vendor\",\n  \"a\"\nkubernetes-version = \"1.33\"\n",
                "this list is not closed",
            ),
            ("exclude = [\"a\" \"b\"]\n", "missing comma"),
            ("[generate]\noutputs = \"x\"\n", "unknown field `outputs`"),
            ("[publish]\nformat = \"json\"\n", "unknown value `json`"),
            ("[[paths]]\nlevels = {}\n", "missing field `match`"),
        ] {
            let Err(CommandError::Message { message, .. }) = parse(text) else {
                panic!("{text} was taken");
            };
            let message = anstream::adapter::strip_str(&message).to_string();
            assert!(
                message.contains(expected) && message.contains("--> "),
                "{text}: {message}"
            );
        }
    }

    /// The keys that the parser knows are those of the schema: its messages about unknown keys list them.
    #[test]
    fn the_schema_has_the_keys_that_are_read() {
        let schema = schema();
        for (table, header) in [
            ("", ""),
            ("/properties/generate", "[generate]\n"),
            ("/properties/publish", "[publish]\n"),
            ("/properties/validate", "[validate]\n"),
            ("/properties/convert", "[convert]\n"),
            ("/properties/compat", "[compat]\n"),
            ("/properties/docs", "[docs]\n"),
            (
                "/properties/compat/properties/accept/items",
                "[[compat.accept]]\n",
            ),
            ("/properties/paths/items", "[[paths]]\n"),
            ("/properties/crds/items", "[[crds]]\n"),
            ("/definitions/lints", "[lints]\n"),
        ] {
            let Err(CommandError::Message { message, .. }) = parse(&format!("{header}no-such-key = 1\n"))
            else {
                panic!("{header} takes any key");
            };
            let message = anstream::adapter::strip_str(&message).to_string();
            let listed = message.lines().next().unwrap().split("expected ").nth(1).unwrap();
            let mut read: Vec<&str> = listed.split('`').skip(1).step_by(2).collect();
            read.sort_unstable();
            let properties = schema.pointer(&format!("{table}/properties")).unwrap();
            let mut described: Vec<&str> = properties
                .as_object()
                .unwrap()
                .keys()
                .map(String::as_str)
                .collect();
            described.sort_unstable();
            assert_eq!(read, described, "{header}");
        }
    }

    #[test]
    fn examples_of_the_schema_are_read() {
        let schema = schema();
        let mut text = String::new();
        let tables = ["generate", "publish", "validate", "convert", "docs"];
        for table in tables {
            text.push_str(&format!("[{table}]\n"));
            let properties = schema
                .pointer(&format!("/properties/{table}/properties"))
                .unwrap();
            for (name, key) in properties.as_object().unwrap() {
                let example = key.pointer("/examples/0").or(key.pointer("/enum/0"));
                text.push_str(&format!(
                    "{name} = {}\n",
                    example.unwrap_or_else(|| panic!("{name} has no example"))
                ));
            }
        }
        let read = parse(&text);
        assert!(read.is_ok(), "{text}\n{:?}", read.err());
    }
}
