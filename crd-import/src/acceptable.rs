//! Selects the CRDs that can be imported: those that the API server accepts, without duplicates.

use crd_core::check::Diagnostic;
use crd_core::crd::{Crd, Version, compare_versions};
use crd_core::sort::sort_by;
use crd_core::structural::Structural;

use crate::ca_bundle::CaBundle;
use crate::error::Rejection;
use crate::findings::{ImportMistake, findings};
use crate::predict::structural;
use crate::read::{accepted as check, normal_form};

/// A CRD with the schemas of its versions.
pub(crate) struct ReadCrd<'a> {
    pub(crate) crd: &'a Crd,
    /// The indices of the versions, from the newest to the oldest.
    pub(crate) order: Vec<usize>,
    pub(crate) schemas: Vec<Structural>,
    /// What is wrong with it although the API server accepts it.
    pub(crate) findings: Vec<ImportMistake>,
    pub(crate) ca_bundle: CaBundle,
}

/// Returns the CRDs that can be imported, and the reasons why the others cannot. Identical CRDs are imported once.
pub(crate) fn acceptable(crds: &[Crd]) -> (Vec<ReadCrd<'_>>, Vec<Rejection>) {
    let mut accepted: Vec<ReadCrd<'_>> = Vec::new();
    let mut rejections: Vec<Rejection> = Vec::new();
    for (index, crd) in crds.iter().enumerate() {
        let name = &crd.metadata.name;
        let mut others = crds
            .iter()
            .enumerate()
            .filter(|(_, other)| other.metadata.name == *name);
        let is_first = others.next().is_some_and(|(first, _)| first == index);
        if !is_first {
            continue;
        }
        if others.any(|(_, other)| normal_form(other) != normal_form(crd)) {
            rejections.push(Rejection {
                name: name.to_string(),
                errors: vec!["it occurs twice with different content; pass only the file of one".to_owned()],
            });
            continue;
        }
        match check(crd).and_then(|diagnostics| read(crd, &diagnostics)) {
            Ok(read) => accepted.push(read),
            Err(rejection) => rejections.push(rejection),
        }
    }
    (accepted, rejections)
}

/// Returns the findings about each version alone, because those that several versions share are reported once for a CRD.
fn findings_of_versions(crd: &Crd, order: &[usize]) -> Vec<ImportMistake> {
    let mut found = Vec::new();
    for (rank, index) in order.iter().enumerate() {
        let Some(version) = crd.versions().get(*index) else {
            continue;
        };
        let mut alone = crd.clone();
        alone.spec.versions = Some(vec![Version {
            storage: true,
            ..version.clone()
        }]);
        let diagnostics = check(&alone).unwrap_or_default();
        found.extend(findings(&diagnostics, &[0]).into_iter().map(|mut finding| {
            finding.version = rank;
            finding
        }));
    }
    found
}

fn read<'c>(crd: &'c Crd, diagnostics: &[Diagnostic]) -> Result<ReadCrd<'c>, Rejection> {
    let versions = crd.versions();
    let mut order: Vec<usize> = (0..versions.len()).collect();
    sort_by(&mut order, &|a, b| match (versions.get(*a), versions.get(*b)) {
        (Some(a), Some(b)) => compare_versions(&a.name, &b.name),
        _ => std::cmp::Ordering::Equal,
    });
    let schemas = order.iter().map(|index| {
        let version = versions.get(*index);
        let schema = version
            .and_then(|version| version.openapi_schema())
            .and_then(structural);
        schema.ok_or_else(|| Rejection {
            name: crd.metadata.name.to_string(),
            errors: vec![format!(
                "version `{}` has no structural schema",
                version.map_or("", |version| &version.name)
            )],
        })
    });
    let schemas = schemas.collect::<Result<_, _>>()?;
    let mut found = findings(diagnostics, &order);
    if order.len() > 1 && !found.is_empty() {
        found = findings_of_versions(crd, &order);
    }
    Ok(ReadCrd {
        crd,
        findings: found,
        ca_bundle: CaBundle::of(crd, diagnostics),
        order,
        schemas,
    })
}
