//! The server's verdicts on CRDs and on objects.

use std::sync::Arc;

use crd_core::KubeVersion;
use crd_core::check::objects::{CheckedObject, Crds, ObjectOptions, Objects, OldObjects, UnknownKinds};
use crd_core::check::{self, Levels, OldCrds, Options};
use crd_core::yaml;
use serde_json::{Value, json};

use super::findings::{Places, as_json};

/// Returns the verdict on CRDs.
pub(super) fn of_crds(text: &str, old: Option<&str>, server: KubeVersion) -> Value {
    let mut options = Options::for_version(server);
    if let Some(old) = old.filter(|old| !old.trim().is_empty()) {
        let mut crds = OldCrds::default();
        crds.add(old.as_bytes());
        options.old = Some(Arc::new(crds));
    }
    let report = check::text(text, &options);
    let places = Places::of(text);
    let findings: Vec<Value> = report
        .findings
        .iter()
        .map(|finding| as_json(&finding.diagnostic, &places))
        .collect();
    json!({
        "accepted": report.is_accepted(),
        "crds": report.crds().count(),
        "findings": findings,
    })
}

/// Returns the verdict on objects.
pub(super) fn of_objects(crd: &str, text: &str, old: Option<&str>, server: KubeVersion) -> Value {
    let mut crds = Crds::new(server);
    crds.add("the CRD", crd.to_owned());
    let mut options = ObjectOptions::default();
    options.unknown_kinds = UnknownKinds::RefuseCustom;
    if let Some(old) = old.filter(|old| !old.trim().is_empty()) {
        let mut stored = OldObjects::default();
        stored.add(old.as_bytes(), yaml::Options::default());
        options.old = Some(Arc::new(stored));
    }
    let objects = Objects::read(text, &options);
    let mut judged: Vec<CheckedObject> = (0..objects.len())
        .filter_map(|index| objects.check(index, &crds, &options))
        .collect();
    let findings = objects.report(&mut judged, &crds, &options, &Levels::default());
    let places = Places::of(text);
    let findings: Vec<Value> = findings
        .iter()
        .map(|finding| as_json(&finding.diagnostic, &places))
        .collect();
    let verdicts: Vec<Value> = judged.iter().map(verdict).collect();
    json!({
        "accepted": judged.iter().all(|object| !object.is_bad) && objects.unreadable().next().is_none(),
        "findings": findings,
        "objects": verdicts,
    })
}

/// Returns the result for one object.
fn verdict(object: &CheckedObject) -> Value {
    let admitted = object.admitted();
    let stored = admitted
        .filter(|admitted| admitted.is_accepted())
        .map(|admitted| {
            let stored = object.stored.as_ref().unwrap_or(&admitted.object);
            yaml::to_string(stored).unwrap_or_default()
        });
    json!({
        "title": object.title(),
        "accepted": admitted.is_some_and(crd_core::objects::Admitted::is_accepted),
        "isJudged": admitted.is_some(),
        "stored": stored,
        "cost": admitted.and_then(|admitted| admitted.cost),
        "errors": admitted.map(|admitted| {
            let errors = admitted.errors.iter().map(ToString::to_string);
            errors.chain(admitted.decode.iter().map(ToString::to_string)).collect::<Vec<_>>()
        }),
    })
}
