//! Assigns types to modules, and computes paths between modules.

use crd_core::sort::sort_by;
use std::collections::BTreeMap;

use crd_core::crd::{Crd, Version};

use crate::ca_bundle::CaBundle;
use crate::home::{Home, SHARED};
use crate::model::TypeId;
use crate::names::types::NamedType;
use crate::options::ImportOptions;
use crate::place::Scope;
use crate::plan::root::ResourceRoot;
use crate::table::TypeTable;
use crate::words::root_name;

/// All types, names and modules from which the text is written.
pub(crate) struct Plan<'a> {
    pub(crate) options: &'a ImportOptions,
    pub(crate) types: TypeTable,
    /// The name of each type of the table.
    pub(crate) names: Vec<NamedType>,
    pub(crate) crds: Vec<PlannedCrd<'a>>,
    /// The next version of types of older versions.
    pub(crate) successors: BTreeMap<TypeId, TypeId>,
}

/// A CRD with its planned versions.
pub(crate) struct PlannedCrd<'a> {
    pub(crate) crd: &'a Crd,
    /// The name of its module.
    pub(crate) module: String,
    /// The indices of the versions, from the newest to the oldest.
    pub(crate) order: Vec<usize>,
    /// The versions that have separate types.
    pub(crate) roots: Vec<ResourceRoot>,
    pub(crate) ca_bundle: CaBundle,
}

impl PlannedCrd<'_> {
    /// Whether versions are modules.
    pub(crate) fn has_modules(&self) -> bool {
        self.roots.len() > 1
    }
}

impl Plan<'_> {
    /// Returns the CRD and the version of a scope.
    pub(crate) fn version(&self, scope: Scope) -> Option<(&Crd, &Version)> {
        let planned = self.crds.get(scope.crd)?;
        let version = planned.crd.versions().get(*planned.order.get(scope.version)?)?;
        Some((planned.crd, version))
    }

    /// Returns the modules from the top of the import to a home.
    fn modules(&self, home: Home) -> Vec<String> {
        let mut modules = Vec::new();
        match home {
            Home::Shared => modules.push(SHARED.to_owned()),
            Home::Version(scope) => {
                if let Some(planned) = self.crds.get(scope.crd) {
                    if self.crds.len() > 1 {
                        modules.push(planned.module.clone());
                    }
                    if planned.has_modules()
                        && let Some((_, version)) = self.version(scope)
                    {
                        modules.push(version.name.to_string());
                    }
                }
            }
        }
        modules
    }

    /// Returns the path from one module to another.
    pub(crate) fn path(&self, from: Home, to: Home) -> String {
        let (from, to) = (self.modules(from), self.modules(to));
        let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        let ups = from.iter().skip(common).map(|_| "super");
        let downs = to.iter().skip(common).map(String::as_str);
        let mut path: Vec<&str> = ups.chain(downs).collect();
        if path.is_empty() {
            path.push("self");
        }
        path.join("::")
    }

    /// Whether a module has a type of this name, roots included.
    pub(crate) fn is_name_in(&self, home: Home, name: &str) -> bool {
        let is_root = |scope: Scope| {
            let is_of_home = home == Home::Version(scope);
            is_of_home
                && self
                    .version(scope)
                    .is_some_and(|(crd, _)| root_name(&crd.spec.names.kind) == name)
        };
        let mut roots = self.crds.iter().flat_map(|planned| &planned.roots);
        roots.any(|root| is_root(root.scope))
            || self
                .names
                .iter()
                .any(|named| named.home == home && named.name == name)
    }

    /// Returns the types of a module in the order in which they are written, which is that of their fields in objects.
    pub(crate) fn types_of(&self, home: Home) -> Vec<TypeId> {
        let named = self
            .names
            .iter()
            .enumerate()
            .filter(|(_, named)| named.home == home);
        let mut types: Vec<(usize, &NamedType)> = named.collect();
        sort_by(&mut types, &|(_, a), (_, b)| a.place.cmp(&b.place));
        types.into_iter().map(|(index, _)| TypeId(index)).collect()
    }
}
