//! Finds breakages by changes of a CRD outside its schemas.

use super::draft::FindingDraft;
use super::finding::CompatPlaces;
use super::law::{self, Law};
use super::schema::{schema_of, subresources_of};
use crate::changes;
use crate::check::json_size;
use crate::model::crd::{Crd, PrinterColumn, Scale, Version};
use crate::model::field::{FieldPath, Path, Segment};
use crate::model::schema::JsonSchemaProps;

/// Maximum size of a CRD that client-side apply can keep in its annotation, in bytes (CMP-60).
const LONGEST_ANNOTATION: usize = 262_144;

/// Returns the finding for a removed CRD.
pub(super) fn removed(old: &Crd) -> FindingDraft {
    let message = format!(
        "`{}` is removed: with the CRD, the server deletes all its objects",
        old.metadata.name
    );
    let help = "keep the CRD until no object is left; `deprecated: true` warns its users until then";
    FindingDraft::of_crd(law::CRD_GONE, FieldPath::default(), message, help)
}

/// Returns the breakages between two CRDs, except for their schemas.
pub(super) fn compare(old: &Crd, new: &Crd) -> Vec<FindingDraft> {
    let mut comparison = CrdComparison {
        old,
        new,
        found: Vec::new(),
    };
    comparison.identity();
    comparison.names();
    comparison.versions();
    comparison.storage();
    comparison.conversion();
    comparison.pruning();
    comparison.size();
    comparison.found
}

struct CrdComparison<'c> {
    old: &'c Crd,
    new: &'c Crd,
    found: Vec<FindingDraft>,
}

fn spec(member: &str) -> FieldPath {
    Path::root("spec").to_field_path().child(member)
}

fn names(member: &str) -> FieldPath {
    spec("names").child(member)
}

impl CrdComparison<'_> {
    fn add(&mut self, law: Law, place: FieldPath, message: String, help: &str) {
        self.found.push(FindingDraft::of_crd(law, place, message, help));
    }

    /// Adds a breakage of a version at a member that both CRDs have: `subresources.scale`, or the version itself.
    fn add_of(&mut self, law: Law, version: &str, member: &str, message: String, help: &str) {
        let names = member.split('.').filter(|name| !name.is_empty());
        let steps: Vec<Segment> = names.map(|name| Segment::Field(name.into())).collect();
        self.add_at(law, version, [&steps, &steps], message, help);
    }

    /// Adds a breakage of a version at the places to which these steps lead from it, in the old and in the new CRD.
    fn add_at(&mut self, law: Law, version: &str, steps: [&[Segment]; 2], message: String, help: &str) {
        let place = |crd: &Crd, steps: &[Segment]| {
            let versions = spec("versions");
            let index = crd.versions().iter().position(|other| *other.name == *version);
            let Some(index) = index else {
                return versions;
            };
            let mut place = versions.index(index);
            place.segments.extend_from_slice(steps);
            place
        };
        let [old, new] = steps;
        let places = CompatPlaces {
            old: place(self.old, old),
            new: place(self.new, new),
        };
        let draft = FindingDraft::of_crd(law, FieldPath::default(), message, help);
        self.found.push(draft.of_version(version, places));
    }

    fn identity(&mut self) {
        const HELP: &str = "create a new CRD with another name, and move the objects";
        let (old, new) = (&self.old.spec, &self.new.spec);
        for (what, before, after, place) in [
            ("group", old.group.clone(), new.group.clone(), spec("group")),
            (
                "kind",
                old.names.kind.clone(),
                new.names.kind.clone(),
                names("kind"),
            ),
            (
                "plural name",
                old.names.plural.clone(),
                new.names.plural.clone(),
                names("plural"),
            ),
        ] {
            if before != after {
                let message = format!(
                    "the {what} is `{after}` now, and was `{before}`: the server rejects this change"
                );
                self.add(law::IDENTITY, place, message, HELP);
            }
        }
        if old.scope != new.scope {
            let message = format!(
                "the scope is `{}` now, and was `{}`: the server rejects this change",
                new.scope, old.scope
            );
            self.add(law::SCOPE, spec("scope"), message, HELP);
        }
    }

    fn names(&mut self) {
        const HELP: &str = "keep the old name in addition to the new one, because scripts and users use it";
        let (old, new) = (&self.old.spec.names, &self.new.spec.names);
        let (before, after) = (self.old.singular(), self.new.singular());
        if before != after {
            let message = format!("the singular name is `{after}` now, and was `{before}`");
            self.add(law::NAME_GONE, names("singular"), message, HELP);
        }
        for (what, before, after, place) in [
            ("short name", &old.short_names, &new.short_names, "shortNames"),
            ("category", &old.categories, &new.categories, "categories"),
        ] {
            for gone in before.iter().filter(|name| !after.contains(name)) {
                self.add(
                    law::NAME_GONE,
                    names(place),
                    format!("the {what} `{gone}` is removed"),
                    HELP,
                );
            }
        }
        let list_kind = |crd: &Crd| match &*crd.spec.names.list_kind {
            "" => format!("{}List", crd.spec.names.kind),
            name => name.to_owned(),
        };
        let (before, after) = (list_kind(self.old), list_kind(self.new));
        if before != after && old.kind == new.kind {
            let message = format!("the kind of lists is `{after}` now, and was `{before}`");
            self.add(
                law::LIST_KIND,
                names("listKind"),
                message,
                "clients decode lists by their kind; keep it",
            );
        }
    }

    fn versions(&mut self) {
        let (old, new) = (self.old, self.new);
        let stored = old.stored_versions();
        for before in old.versions() {
            let name = &*before.name;
            match new.version(name) {
                None if stored.contains(&name) => self.add_of(
                    law::STORED_VERSION_GONE,
                    name,
                    "",
                    format!(
                        "`{name}` is removed, but objects are stored in it: the server rejects this change"
                    ),
                    if before.served {
                        "keep it as it is beside the new versions until clients use another one and all objects \
                         are rewritten; `crd-gen migrate OLD NEW` lists the steps"
                    } else {
                        "keep it with `served: false` until all objects are rewritten; `crd-gen migrate OLD \
                         NEW` lists the steps"
                    },
                ),
                None if before.served => self.add_of(
                    law::VERSION_GONE,
                    name,
                    "",
                    format!(
                        "`{name}` is removed: its clients get status 404, and its managed fields are dropped"
                    ),
                    "deprecate it, then keep it with `served: false` for a release before removing it",
                ),
                None => {}
                Some(after) => self.version(before, after),
            }
        }
        for after in new
            .versions()
            .iter()
            .filter(|after| old.version(&after.name).is_none())
        {
            let name = &*after.name;
            if after.served && changes::preferred_version(new) == Some(name) && !old.versions().is_empty() {
                let message = format!(
                    "`{name}` is new and preferred: `kubectl get` and GitOps tools use it immediately"
                );
                self.add_of(
                    law::PREFERRED,
                    name,
                    "name",
                    message,
                    "if this is a problem, first serve it for a release under a name that is not preferred",
                );
            }
        }
    }

    fn version(&mut self, before: &Version, after: &Version) {
        let name = &*before.name;
        if before.served && !after.served {
            let (law, help) = if before.deprecated {
                (
                    law::UNSERVED_DEPRECATED,
                    "its clients were warned; make sure that none of them uses it any more",
                )
            } else {
                (
                    law::UNSERVED,
                    "set `deprecated: true` for a release first, so that clients are warned",
                )
            };
            let message = format!("`{name}` is no longer served: its clients get status 404");
            self.add_of(law, name, "served", message, help);
        }
        if !before.deprecated && after.deprecated {
            let message = format!("`{name}` is deprecated now: its clients are warned");
            self.add_of(law::DEPRECATED, name, "deprecated", message, "nothing to do");
        }
        if before.deprecated && !after.deprecated && after.served {
            let message = format!("`{name}` is no longer deprecated");
            self.add_of(
                law::UNDEPRECATED,
                name,
                "deprecated",
                message,
                "clients have already migrated; keep `deprecated: true`",
            );
        }
        self.subresources(before, after);
        let old_top = self.old.spec.v1beta1.as_deref();
        let new_top = self.new.spec.v1beta1.as_deref();
        let selectable = |version: &Version, top: Option<&Vec<Box<str>>>| {
            version
                .selectable_fields
                .as_ref()
                .or(top)
                .cloned()
                .unwrap_or_default()
        };
        let kept = selectable(after, new_top.and_then(|top| top.selectable_fields.as_ref()));
        for gone in selectable(before, old_top.and_then(|top| top.selectable_fields.as_ref())) {
            if !kept.contains(&gone) {
                let message = format!(
                    "`{gone}` is no longer selectable: list and watch requests that select by it get status \
                     400"
                );
                self.add_of(
                    law::SELECTABLE_GONE,
                    name,
                    "selectableFields",
                    message,
                    "keep it in `selectableFields`",
                );
            }
        }
        let columns = |version: &Version, top: Option<&Vec<PrinterColumn>>| {
            version
                .additional_printer_columns
                .as_ref()
                .or(top)
                .cloned()
                .unwrap_or_default()
        };
        let kept = columns(
            after,
            new_top.and_then(|top| top.additional_printer_columns.as_ref()),
        );
        let gone = columns(
            before,
            old_top.and_then(|top| top.additional_printer_columns.as_ref()),
        );
        for (index, column) in gone.iter().enumerate() {
            self.column(name, (index, column), &kept);
        }
    }

    fn column(&mut self, version: &str, (index, before): (usize, &PrinterColumn), kept: &[PrinterColumn]) {
        let label = &before.name;
        // Several columns may have one name.
        let is_same = |column: &&PrinterColumn| {
            column.name == *label && column.type_ == before.type_ && column.json_path == before.json_path
        };
        let by_name = || kept.iter().position(|column| column.name == *label);
        let place = kept.iter().position(|column| is_same(&column)).or_else(by_name);
        let (member, message) = match place.and_then(|place| kept.get(place)) {
            None => ("", format!("the column `{label}` is removed")),
            Some(after) if after.type_ != before.type_ => (
                "type",
                format!(
                    "the column `{label}` is of type `{}` now, and was `{}`",
                    after.type_, before.type_
                ),
            ),
            Some(after) if after.json_path != before.json_path => (
                "jsonPath",
                format!(
                    "the column `{label}` shows `{}` now, and `{}` before",
                    after.json_path, before.json_path
                ),
            ),
            Some(after) if (after.priority > 0) != (before.priority > 0) && after.priority > 0 => (
                "priority",
                format!("the column `{label}` is only shown with `-o wide` now"),
            ),
            Some(_) => return,
        };
        let column = |index: Option<usize>| {
            let list = Segment::Field("additionalPrinterColumns".into());
            let member = Some(member).filter(|name| !name.is_empty());
            let member = member.map(|name| Segment::Field(name.into()));
            let steps = std::iter::once(list).chain(index.map(Segment::Index));
            let steps: Vec<Segment> = steps.chain(member.filter(|_| index.is_some())).collect();
            steps
        };
        self.add_at(
            law::COLUMN,
            version,
            [&column(Some(index)), &column(place)],
            message,
            "scripts that parse columns break; `-o jsonpath` does not",
        );
    }

    fn subresources(&mut self, version: &Version, after: &Version) {
        const HELP: &str = "autoscalers, `kubectl scale` and disruption budgets use it; keep it";
        let name = &*version.name;
        let (old, new) = (
            subresources_of(self.old, version),
            subresources_of(self.new, after),
        );
        if old.status && !new.status {
            let message = format!(
                "`{name}` no longer has the subresource `status`: controllers get status 404, and users can \
                 write the status"
            );
            self.add_of(
                law::STATUS_GONE,
                name,
                "subresources",
                message,
                "keep `subresources: {status: {}}`",
            );
        }
        if !old.status && new.status {
            let message = format!(
                "`{name}` has the subresource `status` now: the server ignores the status in other writes"
            );
            self.add_of(
                law::STATUS_ADDED,
                name,
                "subresources",
                message,
                "first release a controller that writes the status through `/status`, with a fallback",
            );
        }
        let Some(scale) = &old.scale else {
            if let Some(added) = &new.scale {
                self.scale_judges(version, None, added);
            }
            return;
        };
        let Some(kept) = &new.scale else {
            self.add_of(
                law::SCALE_GONE,
                name,
                "subresources",
                format!("`{name}` no longer has the subresource `scale`"),
                HELP,
            );
            return;
        };
        let paths = |scale: &Scale| {
            [
                ("specReplicasPath", Some(scale.spec_replicas_path.clone())),
                ("statusReplicasPath", Some(scale.status_replicas_path.clone())),
                ("labelSelectorPath", scale.label_selector_path.clone()),
            ]
        };
        for ((keyword, before), (_, after)) in paths(scale).into_iter().zip(paths(kept)) {
            if let Some(before) = before
                && after.as_ref() != Some(&before)
            {
                let now = after.map_or_else(|| "gone".to_owned(), |after| format!("`{after}` now"));
                let message = format!("`{keyword}` of the subresource `scale` is {now}, and was `{before}`");
                let member = format!("subresources.scale.{keyword}");
                self.add_of(law::SCALE_GONE, name, &member, message, HELP);
            }
        }
        self.scale_judges(version, Some(scale), kept);
    }

    /// Checks a subresource `scale` that is new or has other paths: with it, the server rejects objects whose numbers of
    /// replicas are negative, too large or not integers, and whose selectors are not strings.
    fn scale_judges(&mut self, version: &Version, before: Option<&Scale>, after: &Scale) {
        const HELP: &str = "first make it an integer with `minimum: 0`, in a new version";
        let name = &*version.name;
        let schema = schema_of(self.old, version);
        let is_safe = |path: &str, is_of: fn(&JsonSchemaProps) -> bool| {
            schema.is_some_and(|schema| always_holds(schema, path, is_of))
        };
        for (path, known) in [
            (
                &after.spec_replicas_path,
                before.map(|before| &before.spec_replicas_path),
            ),
            (
                &after.status_replicas_path,
                before.map(|before| &before.status_replicas_path),
            ),
        ] {
            if known != Some(path) && !is_safe(path, is_count) {
                let message = format!(
                    "`{name}` has the subresource `scale` now: objects whose `{path}` is negative or not an \
                     integer are rejected"
                );
                self.add_of(law::SCALE_ADDED, name, "subresources", message, HELP);
            }
        }
        let known = before.and_then(|before| before.label_selector_path.as_ref());
        let selector = after.label_selector_path.as_ref();
        if let Some(path) = selector.filter(|path| known != Some(*path) && !path.is_empty())
            && !is_safe(path, |schema| &*schema.type_ == "string" && !schema.nullable)
        {
            let message = format!(
                "`{name}` has a selector in the subresource `scale` now: objects whose `{path}` is not a \
                 string are rejected"
            );
            self.add_of(
                law::SCALE_ADDED,
                name,
                "subresources",
                message,
                "first make it a string, in a new version",
            );
        }
    }

    fn storage(&mut self) {
        let (Some(before), Some(after)) = (self.old.storage_version(), self.new.storage_version()) else {
            return;
        };
        if before.name == after.name {
            return;
        }
        let (from, to) = (&before.name, &after.name);
        if self.old.version(to).is_none() {
            let message = format!(
                "`{to}` is added and is immediately the storage version: the old CRD cannot be applied again"
            );
            self.add_of(
                law::STORED_AT_ONCE,
                to,
                "storage",
                message,
                "first serve it for a release and keep the old storage version",
            );
            return;
        }
        let is_none = !changes::has_webhook(self.new);
        let lost = match (before.openapi_schema(), after.openapi_schema()) {
            (Some(before), Some(after)) if is_none => super::versions::lost(before, after),
            _ => Vec::new(),
        };
        match lost.first() {
            Some(path) => {
                let message = format!(
                    "objects are stored in `{to}` instead of `{from}`; `{to}` does not have `{path}` or \
                     changes it, so objects lose it when they are written"
                );
                self.add_of(
                    law::STORAGE_LOSES,
                    to,
                    "storage",
                    message,
                    "declare the same fields in both versions, or convert with a webhook",
                );
            }
            None => {
                let message = format!("objects are stored in `{to}` instead of `{from}`");
                self.add_of(
                    law::STORAGE_MOVES,
                    to,
                    "storage",
                    message,
                    "stored objects are rewritten when they are next written; `crd-gen migrate OLD NEW` \
                     lists the steps",
                );
            }
        }
    }

    fn conversion(&mut self) {
        let place = spec("conversion");
        match (changes::has_webhook(self.old), changes::has_webhook(self.new)) {
            (false, true) => self.add(
                law::WEBHOOK_ADDED,
                place,
                "a webhook currently converts: reads at versions that are not stored need it".to_owned(),
                "deploy the webhook before the CRD",
            ),
            (true, false) if self.new.versions().len() > 1 => self.add(
                law::WEBHOOK_GONE,
                place,
                "there is no conversion webhook any more: fields that differ between versions are lost"
                    .to_owned(),
                "keep the webhook as long as the versions differ",
            ),
            (true, true) => {
                let versions = |crd: &Crd| {
                    let conversion = crd.spec.conversion.as_ref();
                    let webhook = conversion.and_then(|conversion| conversion.webhook.as_ref());
                    webhook
                        .and_then(|webhook| webhook.conversion_review_versions.clone())
                        .unwrap_or_default()
                };
                let kept = versions(self.new);
                for gone in versions(self.old).iter().filter(|gone| !kept.contains(gone)) {
                    let message = format!("the webhook no longer accepts `{gone}` of `ConversionReview`");
                    self.add(
                        law::REVIEW_VERSION_GONE,
                        place.clone(),
                        message,
                        "servers that send only that version cannot convert; keep it",
                    );
                }
            }
            _ => {}
        }
    }

    fn pruning(&mut self) {
        if self.old.spec.preserve_unknown_fields && !self.new.spec.preserve_unknown_fields {
            self.add(
                law::PRUNING_ON,
                spec("preserveUnknownFields"),
                "fields that the schema does not declare are dropped now, and were kept before".to_owned(),
                "declare all fields that objects have, or write `x-kubernetes-preserve-unknown-fields: \
                 true` where other fields must be kept",
            );
        }
    }

    fn size(&mut self) {
        // Clients measure the size of the JSON.
        let size = json_size(self.new);
        if size > LONGEST_ANNOTATION && json_size(self.old) <= LONGEST_ANNOTATION {
            let message = format!(
                "the CRD has {size} bytes now: `kubectl apply` without `--server-side` cannot store it in its \
                 annotation, whose limit is {LONGEST_ANNOTATION}"
            );
            self.add(
                law::SIZE,
                FieldPath::default(),
                message,
                "apply it with `--server-side`, or shorten descriptions",
            );
        }
    }
}

/// Whether the value at a JSON path such as `.spec.replicas` is absent or always has a schema with a property.
fn always_holds(schema: &JsonSchemaProps, path: &str, is_of: fn(&JsonSchemaProps) -> bool) -> bool {
    let mut here = schema;
    for name in path.split('.').skip(1) {
        if &*here.type_ != "object" {
            return false;
        }
        match here.property(name).or_else(|| here.additional_schema()) {
            Some(member) => here = member,
            // Members outside the schema are dropped.
            None => return !changes::is_open(here),
        }
    }
    is_of(here)
}

/// Whether values of a schema are numbers of replicas.
fn is_count(schema: &JsonSchemaProps) -> bool {
    let is_small =
        &*schema.format == "int32" || schema.maximum.is_some_and(|most| most <= f64::from(i32::MAX));
    &*schema.type_ == "integer"
        && !schema.nullable
        && is_small
        && schema.minimum.is_some_and(|least| least >= 0.0)
}
