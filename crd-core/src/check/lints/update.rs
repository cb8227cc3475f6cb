//! Effects of an update on stored objects and on clients: removed fields and versions, another storage version, another
//! preferred version, a removed webhook (STO-01 to STO-06, PRI-05).

use super::judged::JudgedCrd;
use crate::changes::{has_webhook, preferred_version, storage_version, stored_versions, version, versions};
use crate::check::losses::removed_fields;
use crate::check::{Code, Diagnostic, codes, place};
use crate::model::crd::Crd;
use crate::model::field::{FieldPath, Path, Segment};
use crate::yaml::tree::Node;

/// Reports findings about the update of a CRD with its status to another.
pub(super) fn check(judged: &JudgedCrd<'_>, found: &mut Vec<Diagnostic>) {
    let Some(old) = judged.old else { return };
    let mut update = Update {
        document: judged.source.document,
        old,
        new: judged.crd,
        found: Vec::new(),
    };
    update.names_and_scope();
    update.removed_fields();
    update.removed_versions();
    update.storage_version();
    update.preferred_version();
    update.conversion();
    found.append(&mut update.found);
}

struct Update<'a> {
    document: &'a Node,
    old: &'a Crd,
    new: &'a Crd,
    found: Vec<Diagnostic>,
}

impl Update<'_> {
    fn add(&mut self, code: Code, path: &FieldPath, message: String, label: impl Into<String>, help: &str) {
        let diagnostic = place::diagnostic_at(self.document, path, code, message)
            .with_label(label)
            .with_help(help);
        self.found.push(diagnostic);
    }

    /// Returns the path of a member of a version in the new CRD.
    fn member_of(&self, name: &str, member: &[Segment]) -> FieldPath {
        let spec = Path::root("spec");
        let list = spec.child("versions");
        let index = versions(self.new).position(|version| *version.name == *name);
        let mut path = match index {
            Some(index) => list.index(index).to_field_path(),
            None => list.to_field_path(),
        };
        path.segments.extend(member.iter().cloned());
        path
    }

    /// UPD-10, UPD-11: reports another scope or kind if the old CRD is not established, as in a manifest without `status`. The server
    /// rejects them once it is.
    fn names_and_scope(&mut self) {
        let (old, new) = (self.old, self.new);
        if old.status.established {
            return;
        }
        let spec = Path::root("spec");
        for (what, before, after, place) in [
            (
                "scope",
                &old.spec.scope,
                &new.spec.scope,
                spec.child("scope").to_field_path(),
            ),
            (
                "kind",
                &old.spec.names.kind,
                &new.spec.names.kind,
                spec.child("names").child("kind").to_field_path(),
            ),
        ] {
            if before != after {
                self.add(
                    codes::IMMUTABLE_ONCE_ESTABLISHED,
                    &place,
                    format!(
                        "the update changes the {what} from `{before}` to `{after}`: the server rejects this \
                         once the old CRD is established"
                    ),
                    "was different before",
                    "every deployed CRD is established, even if its manifest has no `status`: create a new CRD \
                     with another name, and move the resources",
                );
            }
        }
    }

    /// CNV-53: reports removed fields.
    fn removed_fields(&mut self) {
        for name in stored_versions(self.old) {
            let (Some(before), Some(after)) = (version(self.old, name), version(self.new, name)) else {
                continue;
            };
            for field in removed_fields(before, after) {
                let mut node = vec![
                    Segment::Field("schema".into()),
                    Segment::Field("openAPIV3Schema".into()),
                ];
                node.extend(field.node);
                let removed = self.member_of(name, &node);
                let removed_name = removed
                    .segments
                    .last()
                    .and_then(Segment::name)
                    .unwrap_or_default();
                self.add(
                    codes::STORED_FIELD_REMOVED,
                    &removed.ancestor(2),
                    format!(
                        "the update removes `{}` from `{name}`, a version of stored objects: the server \
                         drops the field when it reads them",
                        field.path
                    ),
                    format!("`{removed_name}` was here"),
                    "keep the field in this version, and omit it in the next one; until then, deprecate it \
                     in its description",
                );
            }
        }
    }

    fn removed_versions(&mut self) {
        let stored = stored_versions(self.old);
        for old in versions(self.old).filter(|old| old.served) {
            let name = &*old.name;
            // The server rejects the removal of a stored version.
            if version(self.new, name).is_none() && !stored.contains(&name) {
                self.add(
                    codes::SERVED_VERSION_REMOVED,
                    &self.member_of(name, &[]),
                    format!("the update removes `{name}`, which is served: its clients get status 404, and \
                        server-side apply fails on objects that were written through it"),
                    format!("`{name}` was here"),
                    "keep it with `served: false` for a release, so that it can be served again; `crd-gen migrate OLD NEW` lists the steps",
                );
            }
        }
    }

    /// STO-01, STO-02: reports another storage version.
    fn storage_version(&mut self) {
        let Some(storage) = storage_version(self.new) else {
            return;
        };
        let storage_field = self.member_of(storage, &[Segment::Field("storage".into())]);
        let stored = stored_versions(self.old);
        if version(self.old, storage).is_none() && versions(self.old).next().is_some() {
            self.add(
                codes::STORAGE_VERSION_NEW,
                &storage_field,
                format!(
                    "the update adds `{storage}` and immediately makes it the storage version, so the \
                    currently deployed CRD could not be applied again"
                ),
                "a new version",
                "first serve it for a release and keep the old storage version; `crd-gen migrate OLD NEW` \
                 lists the steps",
            );
        }
        let left: Vec<String> = stored
            .iter()
            .filter(|name| **name != storage && version(self.new, name).is_some())
            .map(|name| format!("`{name}`"))
            .collect();
        if !left.is_empty() {
            let left = left.join(", ");
            self.add(
                codes::STORED_VERSIONS_LEFT,
                &storage_field,
                format!("objects remain stored in {left} until each of them is written again"),
                "the new storage version",
                "before that version can be removed, all objects must be rewritten and `status.storedVersions` pruned; `crd-gen migrate OLD NEW` lists the commands",
            );
        }
    }

    /// PRI-05: reports another preferred version: the server's own reads then use the webhook (CNV-65).
    fn preferred_version(&mut self) {
        let (Some(before), Some(after)) = (preferred_version(self.old), preferred_version(self.new)) else {
            return;
        };
        let is_stored = storage_version(self.new) == Some(after);
        if before == after || is_stored || !has_webhook(self.new) {
            return;
        }
        self.add(
            codes::PREFERRED_VERSION_CONVERTED,
            &self.member_of(after, &[Segment::Field("name".into())]),
            format!(
                "`{after}` becomes the preferred version, which the garbage collector and the deletion \
                of namespaces use, so they will need the webhook"
            ),
            "the new preferred version, which is not stored",
            "both stop working when the webhook is not reachable",
        );
    }

    /// STO-06: reports a removed webhook.
    fn conversion(&mut self) {
        if has_webhook(self.old) && !has_webhook(self.new) && versions(self.new).count() > 1 {
            let path = match self.new.spec.conversion {
                Some(_) => Path::root("spec").child("conversion").to_field_path(),
                None => Path::root("spec").to_field_path(),
            };
            self.add(
                codes::CONVERSION_REMOVED,
                &path,
                "the update removes the conversion webhook: then only `apiVersion` is changed, and writes \
                 drop fields that the versions do not share"
                    .to_owned(),
                "currently a webhook",
                "keep `conversion` with `strategy: Webhook` as long as there are several versions",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::check::test_manifest::widgets;
    use crate::check::{self, OldCrds, Options, codes};

    #[test]
    fn another_scope_or_kind() {
        let old = widgets("a: {type: string}");
        let established = format!("{old}status: {{conditions: [{{type: Established, status: 'True'}}]}}\n");
        let scope = old.replace("scope: Namespaced", "scope: Cluster");
        let kind = old.replace("kind: Widget", "kind: Gadget");
        assert!(scope != old && kind != old);
        for (old, new, expected) in [
            (&old, &old, None),
            (&old, &scope, Some(codes::IMMUTABLE_ONCE_ESTABLISHED)),
            (&old, &kind, Some(codes::IMMUTABLE_ONCE_ESTABLISHED)),
            (&established, &scope, Some(codes::IMMUTABLE)),
            (&established, &kind, Some(codes::IMMUTABLE)),
        ] {
            let mut deployed = OldCrds::default();
            deployed.add(old.as_bytes());
            let options = Options {
                old: Some(Arc::new(deployed)),
                ..Options::default()
            };
            let report = check::text(new, &options);
            let found = report.findings.iter().map(|one| one.diagnostic.code);
            assert_eq!(found.collect::<Vec<_>>(), Vec::from_iter(expected));
        }
    }
}
