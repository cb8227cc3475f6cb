//! The differences between a version and the stored one as one finding that lists the fields.

use super::difference::{ComparedVersion, VersionDifference, diagnostic, path_of, version_names};
use super::words::words;
use crate::changes::SchemaDifference;
use crate::check::{Code, Diagnostic, codes, place};
use crate::model::field::{ErrorType, FieldPath, Path};
use crate::server::validation::locate;
use crate::yaml::tree::Node;

/// The maximum number of fields that are shown with their lines, and of others that are named.
const SHOWN: usize = 12;
const NAMED: usize = 40;

/// Differences with the same code between some versions and the stored one.
pub(super) struct DifferenceGroup<'c> {
    pub(super) code: Code,
    /// The versions, which differ from the stored one in the same fields.
    pub(super) versions: Vec<ComparedVersion<'c>>,
    pub(super) stored: ComparedVersion<'c>,
    pub(super) differences: Vec<VersionDifference>,
}

impl DifferenceGroup<'_> {
    /// Whether another version differs in the same fields in the same way.
    pub(super) fn is_like(&self, other: &DifferenceGroup<'_>) -> bool {
        let is_same = |(one, other): (&VersionDifference, &VersionDifference)| {
            one.change.node == other.change.node && one.change.difference == other.change.difference
        };
        self.code == other.code
            && self.differences.len() == other.differences.len()
            && self.differences.iter().zip(&other.differences).all(is_same)
    }

    /// Returns a finding for each field.
    pub(super) fn findings(&self, document: &Node) -> Vec<Diagnostic> {
        self.differences
            .iter()
            .filter_map(|difference| diagnostic(document, difference, &self.versions, self.stored))
            .collect()
    }

    /// Returns one finding: that of the field if there is only one, otherwise one about the version that lists the fields.
    pub(super) fn finding(&self, document: &Node) -> Option<Diagnostic> {
        let first = self.versions.first()?;
        if let [difference] = self.differences.as_slice() {
            return diagnostic(document, difference, &self.versions, self.stored);
        }
        let mut found = place::diagnostic_at(document, &name_of(first), self.code, self.message())
            .with_label(self.label());
        let mut places: Vec<_> = self.differences.iter().collect();
        let others = places.split_off(SHOWN.min(places.len()));
        for difference in places {
            found.labels.push(self.field(document, difference));
        }
        if !others.is_empty() {
            let named = others.iter().take(NAMED).map(|difference| {
                let path = path_of(0, &difference.change.node);
                format!("`{}`", path.short_node())
            });
            let mut named = named.collect::<Vec<_>>().join(", ");
            if others.len() > NAMED {
                named.push_str(&format!(" and {} more", others.len() - NAMED));
            }
            found.help.push(format!("the other {} are {named}", others.len()));
        }
        let of_first = self.differences.first().map(|first| {
            words(
                &first.change.difference,
                "",
                &version_names(&self.versions),
                self.stored.name,
            )
            .help
        });
        found.help.extend(self.help().map(str::to_owned));
        if self.help().is_none() {
            found.help.extend(of_first.into_iter().flatten());
        }
        Some(found)
    }

    fn message(&self) -> String {
        let (versions, stored) = (version_names(&self.versions), self.stored.name);
        let count = self.differences.len();
        match self.code {
            codes::NONE_DROPS_FIELD => format!(
                "{count} fields are not in both {versions} and the storage version `{stored}`, and \
                 conversion is `None`: a field that only one of them has is lost when it is written, or \
                 when anything is written through the other"
            ),
            codes::NONE_CHANGES_TYPE => format!(
                "{count} fields have a different structure in {versions} and in the storage version \
                 `{stored}`, and conversion is `None`: clients of one version read values of the other"
            ),
            codes::NONE_DROPS_NULL => format!(
                "null in {count} fields is dropped by conversion between {versions} and the storage version \
                 `{stored}`: conversion is `None`, and only one of them accepts null"
            ),
            codes::NONE_DEFAULT_DIFFERS => format!(
                "the defaults of {count} fields differ between {versions} and the storage version \
                 `{stored}`: an object gets the default of the version through which it is written or read"
            ),
            _ => format!(
                "one version accepts values of {count} fields that another rejects: {versions} and the \
                 storage version `{stored}` restrict them differently"
            ),
        }
    }

    fn label(&self) -> String {
        let stored = self.stored.name;
        match self.code {
            codes::NONE_DROPS_FIELD => format!("loses fields in conversion to and from `{stored}`"),
            _ => format!("differs from `{stored}`"),
        }
    }

    /// Returns the help for the fields, if it is the same for all of them.
    fn help(&self) -> Option<&'static str> {
        (self.code == codes::NONE_DROPS_FIELD)
            .then_some("declare the fields in both versions, or convert with a webhook")
    }

    /// Returns the place of a field, and its label.
    fn field(&self, document: &Node, difference: &VersionDifference) -> (crate::yaml::tree::Span, String) {
        let change = &difference.change;
        let first = self.versions.first().map_or(0, |version| version.index);
        let is_stored = change.difference == SchemaDifference::Added;
        let index = if is_stored { self.stored.index } else { first };
        let place = locate(document, &path_of(index, &change.node)).place;
        let span = place::underlined(document, ErrorType::Invalid, &place);
        let label = words(
            &change.difference,
            "",
            &version_names(&self.versions),
            self.stored.name,
        )
        .label;
        (span, label)
    }
}

fn name_of(version: &ComparedVersion<'_>) -> FieldPath {
    let spec = Path::root("spec");
    let versions = spec.child("versions");
    versions.index(version.index).child("name").to_field_path()
}
