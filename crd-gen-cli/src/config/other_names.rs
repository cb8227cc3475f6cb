//! Names in `[[crds]]` that match no CRD, because they are only similar to the name of one.

use std::collections::BTreeMap;

use super::Config;
use super::patterns::have_same_letters;

/// A name in `[[crds]]` that matches no CRD.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct OtherName {
    pub(crate) written: String,
    /// What it is instead of the name of a CRD.
    pub(crate) what: &'static str,
    /// The name or pattern that matches.
    pub(crate) meant: String,
}

impl Config {
    /// Returns the names in `[[crds]]` that are the group, the kind or the plural of this CRD. The kinds are by the names of CRDs.
    pub(crate) fn other_names_of(&self, crd: &str, kinds: &BTreeMap<String, String>) -> Vec<OtherName> {
        let kind = kinds.get(crd);
        let plural = crd.split_once('.').map(|(plural, _)| plural);
        let is_group = |written: &str| {
            let before = crd.strip_suffix(written);
            !written.is_empty() && before.is_some_and(|before| before.ends_with('.'))
        };
        let of_plural = plural.and_then(|plural| plural.strip_suffix('s').zip(crd.strip_prefix(plural)));
        let is_singular = |written: &str| {
            of_plural.is_some_and(|(singular, group)| written.strip_prefix(singular) == Some(group))
        };
        let other_name = |written: &String| {
            let (what, meant) = if written == crd {
                return None;
            } else if is_group(written) {
                ("a group, not the name of a CRD", format!("*.{written}"))
            } else if kind.is_some_and(|kind| kind.eq_ignore_ascii_case(written)) {
                ("a kind, not the name of a CRD", crd.to_owned())
            } else if Some(written.as_str()) == plural {
                ("the name of a CRD without its group", crd.to_owned())
            } else if is_singular(written) || have_same_letters(written, crd) {
                ("not the name of a CRD", crd.to_owned())
            } else {
                return None;
            };
            Some(OtherName {
                written: written.clone(),
                what,
                meant,
            })
        };
        self.crds.iter().filter_map(other_name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_match_no_crd() {
        let names = [
            "example.com",
            "Widget",
            "widgets",
            "widgets.example.com",
            "Gadget",
            "*",
            "widget",
            "widget.example.com",
            "widgets.exmaple.com",
            "widgets.sample.com",
        ];
        let config = Config {
            crds: names.map(str::to_owned).into(),
            ..Config::default()
        };
        let crd = "widgets.example.com";
        let kinds = BTreeMap::from([(crd.to_owned(), "Widget".to_owned())]);
        let found = config.other_names_of(crd, &kinds);
        let found: Vec<_> = found.iter().map(|one| (&*one.written, &*one.meant)).collect();
        assert_eq!(
            found,
            [
                ("example.com", "*.example.com"),
                ("Widget", crd),
                ("widgets", crd),
                ("widget", crd),
                ("widget.example.com", crd),
                ("widgets.exmaple.com", crd)
            ]
        );
    }
}
