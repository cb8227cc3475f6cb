//! Converts CRDs to the text of Rust types.

use std::collections::{BTreeMap, BTreeSet};

use crd_core::check::Code;
use crd_core::crd::Crd;

use crate::acceptable::{ReadCrd, acceptable};
use crate::ca_bundle::{self, CaBundle};
use crate::depth::recursion_limit;
use crate::error::{ImportError, Rejection};
use crate::findings::ImportMistakes;
use crate::home::{Home, SHARED};
use crate::layout::{Plan, PlannedCrd};
use crate::model::Definition;
use crate::names::kept::{KeptNames, TableCrd};
use crate::names::types::{NamedType, assign};
use crate::options::{ImportOptions, check_name};
use crate::place::{SchemaPosition, Scope};
use crate::plan::TypePlanner;
use crate::plan::next::successors;
use crate::plan::root::ResourceRoot;
use crate::predict::{ImportScope, Shapes, differences};
use crate::table::{TypeRole, TypeTable};
use crate::unusable::{UnusableRule, remove_unusable_rules};
use crate::unused::{check_selection, unused};
use crate::words::root_name;
use crate::write::module::module_name;
use crate::{plan, write};

/// The result of an import.
#[derive(Clone, Debug)]
pub struct Imported {
    one_file: String,
    index: String,
    files: Vec<ImportedFile>,
    notes: Vec<SchemaNote>,
    allowed: Vec<AllowedFinding>,
    omitted: Vec<OmittedPart>,
    resources: Vec<ImportedResource>,
    rejections: Vec<Rejection>,
    unused: Vec<String>,
    types: usize,
    recursion_limit: Option<usize>,
}

/// The root type of a version of a CRD.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportedResource {
    /// The name of the CRD.
    pub crd: String,
    /// The version.
    pub version: String,
    /// The path of the type below the module of [`files`](Imported::files): `databases::v1::Database`.
    pub path: String,
}

/// A file of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportedFile {
    /// The name of the module, and of the file without `.rs`.
    pub module: String,
    /// The text.
    pub text: String,
}

/// A part of a schema that is written as JSON, since attributes cannot express it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaNote {
    /// The name of the CRD.
    pub crd: String,
    /// The place of the part.
    pub place: String,
    /// The reason.
    pub reason: String,
}

/// A mistake in a CRD that the API server accepts, such as a rule that is never true. `allow` attributes name it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AllowedFinding {
    /// The name of the CRD.
    pub crd: String,
    /// The place in the schema.
    pub place: String,
    /// The code.
    pub code: Code,
    /// The message.
    pub message: String,
}

/// A part of a CRD that the types do not have, although no option omits it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OmittedPart {
    /// The name of the CRD.
    pub crd: String,
    /// The place of the part.
    pub place: String,
    /// The reason.
    pub reason: String,
}

impl Imported {
    /// Returns all types as one file: those of a single CRD at the top level, those of several CRDs in modules.
    pub fn one_file(&self) -> &str {
        &self.one_file
    }

    /// Returns a file for each CRD, and one for types that several CRDs share.
    pub fn files(&self) -> &[ImportedFile] {
        &self.files
    }

    /// Returns the `mod.rs` for [`files`](Imported::files).
    pub fn index(&self) -> &str {
        &self.index
    }

    /// Returns the parts of schemas that are written as JSON.
    pub fn notes(&self) -> &[SchemaNote] {
        &self.notes
    }

    /// Returns the mistakes in the CRDs that `allow` attributes of the types name, since the macros would report them.
    pub fn allowed(&self) -> &[AllowedFinding] {
        &self.allowed
    }

    /// Returns the parts of the CRDs that the types do not have, although no option omits them: CA bundles of conversion webhooks that
    /// another program sets, or that have no certificates, repeated names, and rules that use a member which an option omits.
    pub fn omitted(&self) -> &[OmittedPart] {
        &self.omitted
    }

    /// Returns the root types.
    pub fn resources(&self) -> &[ImportedResource] {
        &self.resources
    }

    /// Returns the CRDs that were not imported, since the API server would reject them, or since they occur twice in different forms.
    pub fn rejections(&self) -> &[Rejection] {
        &self.rejections
    }

    /// Returns a message about each place or name in the options that has no effect, such as a misspelt path in
    /// [`ImportOptions::left_out`].
    pub fn unused(&self) -> &[String] {
        &self.unused
    }

    /// Returns the number for `#![recursion_limit = "…"]` in the crate of the types, if they are nested so deeply that rustc's default is not
    /// enough: about thirty levels, or twenty of lists.
    pub fn recursion_limit(&self) -> Option<usize> {
        self.recursion_limit
    }

    /// Returns the number of types other than the root types.
    pub fn type_count(&self) -> usize {
        self.types
    }
}

/// Imports CRDs. `earlier` contains the texts of an earlier import, whose names are kept. CRDs that cannot be imported are skipped
/// and returned as [`rejections`](Imported::rejections).
///
/// # Errors
/// If no CRD can be imported, if there is none, or if an option is wrong.
pub fn import(crds: &[Crd], options: &ImportOptions, earlier: &[&str]) -> Result<Imported, ImportError> {
    if crds.is_empty() {
        return Err(ImportError::NoCrd);
    }
    options.check()?;
    let (mut crds, rejections) = acceptable(crds);
    if crds.is_empty() {
        return Err(ImportError::Rejected(rejections));
    }
    let unusable_rules = remove_unusable_rules(&mut crds, options);
    let (types, roots) = planned(&crds, options);
    check_types(&types, options)?;
    let modules = modules(&crds);
    let kept = KeptNames::read(earlier, &table_crds(&crds, &modules));
    let root_names: Vec<(Scope, String)> = roots
        .iter()
        .flatten()
        .filter_map(|root| {
            let crd = crds.get(root.scope.crd)?;
            Some((root.scope, root_name(&crd.crd.spec.names.kind)))
        })
        .collect();
    let names = assign(&types, &root_names, &kept, &options.renames);
    check_names(&names, &root_names)?;
    let unused = unused(&crds, options, &names);
    check_selection(options, &unused)?;
    // Without a webhook, an object is the same in all versions.
    let converted_by_none = crds.iter().zip(&roots).filter(|(crd, _)| {
        let conversion = crd.crd.spec.conversion.as_ref();
        conversion.is_none_or(|conversion| *conversion.strategy == *"None")
    });
    let successors = converted_by_none
        .flat_map(|(_, roots)| successors(roots, &types))
        .collect();
    let plan = Plan {
        options,
        successors,
        types,
        names,
        crds: crds
            .iter()
            .zip(roots)
            .zip(modules)
            .map(|((crd, roots), module)| PlannedCrd {
                crd: crd.crd,
                module,
                order: crd.order.clone(),
                roots,
                ca_bundle: crd.ca_bundle.clone(),
            })
            .collect(),
    };
    let files = write::files(&plan);
    Ok(Imported {
        one_file: write::one_file(&plan),
        index: write::index(&files),
        files: files
            .into_iter()
            .map(|file| ImportedFile {
                module: file.name,
                text: file.text,
            })
            .collect(),
        notes: notes(&plan),
        allowed: allowed(&crds),
        omitted: omitted(&crds, unusable_rules),
        resources: resources(&plan),
        rejections,
        unused: unused
            .iter()
            .map(|unused| unused.message("this option has no effect"))
            .collect(),
        types: plan.types.len(),
        recursion_limit: recursion_limit(&plan.types),
    })
}

/// Checks that no type of the options is that of a spec or status.
fn check_types(types: &TypeTable, options: &ImportOptions) -> Result<(), ImportError> {
    let uses = types.iter().flat_map(|(_, entry)| &entry.uses);
    for part in uses.filter(|found| found.role == TypeRole::Part) {
        let place = part.place.to_string();
        if let Some(ty) = options.types.get(&place) {
            return Err(ImportError::Option {
                message: format!(
                    "`{place}` cannot be `{ty}`, because the import generates the types of `spec` and `status`; \
                     choose a member of it"
                ),
            });
        }
    }
    Ok(())
}

/// Checks the names from the options and from the table of an earlier import: they are names of Rust types, and no name was given to two
/// types of a module.
fn check_names(names: &[NamedType], roots: &[(Scope, String)]) -> Result<(), ImportError> {
    let given = names.iter().flat_map(|named| {
        let own = (&named.name, &named.place);
        let aliases = named.aliases.iter().map(|(name, place)| (name, place));
        aliases.chain([own])
    });
    for (name, place) in given {
        check_name(name, &place.to_string())?;
    }
    let mut places: BTreeMap<(Home, &str), String> = BTreeMap::new();
    for (scope, kind) in roots {
        places.insert((Home::Version(*scope), kind), "the kind".to_owned());
    }
    for named in names {
        let place = format!("`{}`", named.place);
        if let Some(other) = places.insert((named.home, &named.name), place.clone()) {
            let name = &named.name;
            return Err(ImportError::Option {
                message: format!(
                    "the types of {other} and {place} have the same name `{name}`; rename one of them"
                ),
            });
        }
    }
    Ok(())
}

/// Plans all versions, and plans those parts again for which the derive would generate a schema that differs from the CRD.
fn planned(crds: &[ReadCrd<'_>], options: &ImportOptions) -> (TypeTable, Vec<Vec<ResourceRoot>>) {
    // Each round replaces parts that differ with a schema in the text; then their parents may differ.
    const ROUNDS: usize = 10;
    let mut differing: BTreeSet<SchemaPosition> = BTreeSet::new();
    let mut other_choices = BTreeMap::new();
    let of_crds = crds.iter().map(|crd| (&*crd.crd.spec.names.kind, &*crd.findings));
    let findings = ImportMistakes::of(of_crds);
    let scope = if options.selects_all() {
        ImportScope::Everything
    } else {
        ImportScope::Selected
    };
    let mut round = 0;
    loop {
        let mut planner = TypePlanner {
            options,
            types: TypeTable::default(),
            differing: &differing,
            other_choices: &other_choices,
            findings: &findings,
            choices: Vec::new(),
        };
        let mut roots = Vec::new();
        for (index, crd) in crds.iter().enumerate() {
            roots.push(versions(&mut planner, crd, index));
        }
        let (types, choices) = (planner.types, planner.choices);
        let mut shapes = Shapes::default();
        let mut found = BTreeSet::new();
        for (crd, roots) in crds.iter().zip(&roots) {
            for root in roots {
                if let Some(schema) = crd.schemas.get(root.scope.version) {
                    found.extend(differences(root, crd.crd, schema, &types, &mut shapes, scope));
                }
            }
        }
        round += 1;
        if found.is_empty() || round > ROUNDS {
            return (types, roots);
        }
        // Enums that differ are planned in another way, before parts become JSON.
        let refused = plan::choice::refused(&choices, &mut found);
        if !refused.is_empty() {
            other_choices.extend(refused);
            if found.is_empty() {
                continue;
            }
        }
        let is_known = found.iter().all(|place| differing.contains(place));
        if is_known || round == ROUNDS {
            found = found
                .into_iter()
                .map(|place| SchemaPosition {
                    steps: Vec::new(),
                    ..place
                })
                .collect();
        }
        differing.extend(found);
    }
}

/// Returns the versions of a CRD that have separate types; the others are versions of the same types.
fn versions(planner: &mut TypePlanner<'_>, crd: &ReadCrd<'_>, index: usize) -> Vec<ResourceRoot> {
    let versions = crd.crd.versions();
    let mut roots: Vec<ResourceRoot> = Vec::new();
    for (rank, (at, schema)) in crd.order.iter().zip(&crd.schemas).enumerate() {
        let Some(version) = versions.get(*at) else {
            continue;
        };
        let is_same = |root: &&mut ResourceRoot| {
            let other = crd
                .order
                .get(root.scope.version)
                .and_then(|other| versions.get(*other));
            other.is_some_and(|other| {
                other.schema == version.schema
                    && other.subresources == version.subresources
                    && other.additional_printer_columns == version.additional_printer_columns
                    && other.selectable_fields == version.selectable_fields
            })
        };
        if let Some(root) = roots.iter_mut().find(is_same) {
            root.also.push(*at);
            continue;
        }
        let scope = Scope {
            crd: index,
            version: rank,
        };
        roots.push(planner.root(crd.crd, version, schema, scope));
    }
    roots
}

/// Returns the names of the modules of CRDs: the plural name, with the group if two are equal.
fn modules(crds: &[ReadCrd<'_>]) -> Vec<String> {
    let plural = |crd: &ReadCrd<'_>| module_name(&crd.crd.spec.names.plural);
    let mut names: Vec<String> = crds.iter().map(plural).collect();
    for (index, crd) in crds.iter().enumerate() {
        let is_shared = crds
            .iter()
            .enumerate()
            .any(|(other, found)| other != index && plural(found) == plural(crd));
        let own = plural(crd);
        if let Some(name) = names.get_mut(index)
            && (is_shared || own == SHARED || own == "mod")
        {
            let group = module_name(&crd.crd.spec.group);
            *name = format!("{own}_{group}");
        }
    }
    names
}

fn table_crds(crds: &[ReadCrd<'_>], modules: &[String]) -> Vec<TableCrd> {
    let version = |crd: &ReadCrd<'_>, at: &usize| Some(crd.crd.versions().get(*at)?.name.to_string());
    let crds = crds.iter().zip(modules).map(|(crd, module)| TableCrd {
        kind: crd.crd.spec.names.kind.to_string(),
        group: crd.crd.spec.group.to_string(),
        module: module.clone(),
        versions: crd.order.iter().filter_map(|at| version(crd, at)).collect(),
    });
    crds.collect()
}

fn resources(plan: &Plan<'_>) -> Vec<ImportedResource> {
    let roots = plan
        .crds
        .iter()
        .flat_map(|planned| planned.roots.iter().map(move |root| (planned, root)));
    let resources = roots.filter_map(|(planned, root)| {
        let (crd, version) = plan.version(root.scope)?;
        let mut path = vec![planned.module.clone()];
        path.extend(planned.has_modules().then(|| version.name.to_string()));
        path.push(root_name(&crd.spec.names.kind));
        Some(ImportedResource {
            crd: crd.metadata.name.to_string(),
            version: version.name.to_string(),
            path: path.join("::"),
        })
    });
    resources.collect()
}

fn allowed(crds: &[ReadCrd<'_>]) -> Vec<AllowedFinding> {
    let mut allowed = Vec::new();
    for crd in crds {
        for finding in crd.findings.iter().filter(|finding| finding.is_allowed()) {
            let found = AllowedFinding {
                crd: crd.crd.metadata.name.to_string(),
                place: finding.place(&crd.crd.spec.names.kind, 0).to_string(),
                code: finding.code,
                message: finding.message.clone(),
            };
            if !allowed.contains(&found) {
                allowed.push(found);
            }
        }
    }
    allowed
}

fn omitted(crds: &[ReadCrd<'_>], rules: Vec<UnusableRule>) -> Vec<OmittedPart> {
    let mut omitted = Vec::new();
    for read in crds {
        let mut add = |place: &str, reason: String| {
            omitted.push(OmittedPart {
                crd: read.crd.metadata.name.to_string(),
                place: place.to_owned(),
                reason,
            });
        };
        if let CaBundle::Omitted(reason) = &read.ca_bundle {
            add(ca_bundle::PLACE, reason.clone());
        }
        let names = &read.crd.spec.names;
        for (place, all) in [
            ("spec.names.shortNames", &names.short_names),
            ("spec.names.categories", &names.categories),
        ] {
            for (index, name) in all.iter().enumerate() {
                if all.iter().take(index).any(|earlier| earlier == name) {
                    add(&format!("{place}[{index}]"), format!("it repeats `{name}`"));
                }
            }
        }
    }
    omitted.extend(rules.into_iter().map(|found| OmittedPart {
        crd: found.crd,
        place: found.place,
        reason: format!("the rule `{}` uses what is left out", found.rule),
    }));
    omitted
}

fn notes(plan: &Plan<'_>) -> Vec<SchemaNote> {
    let mut notes = Vec::new();
    let name = |scope: Scope| {
        plan.crds
            .get(scope.crd)
            .map(|planned| planned.crd.metadata.name.to_string())
    };
    let mut add = |scope: Scope, schema: &crate::model::WrittenSchema| {
        let note = SchemaNote {
            crd: name(scope).unwrap_or_default(),
            place: schema.place.clone(),
            reason: schema.reason.clone(),
        };
        if !notes.contains(&note) {
            notes.push(note);
        }
    };
    for (_, entry) in plan.types.iter() {
        let of_type = match &entry.definition {
            Definition::Struct(definition) => definition.schema.as_ref(),
            _ => None,
        };
        let scope = entry
            .uses
            .first()
            .map(|found| found.place.scope)
            .unwrap_or_default();
        let of_fields = entry
            .definition
            .fields()
            .filter_map(|field| field.schema.as_ref());
        for schema in of_fields.chain(of_type) {
            add(scope, schema);
        }
    }
    for root in plan.crds.iter().flat_map(|planned| &planned.roots) {
        if let Some(schema) = &root.schema {
            add(root.scope, schema);
        }
    }
    notes
}
