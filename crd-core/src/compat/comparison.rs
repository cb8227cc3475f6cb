//! Compares one version of two CRDs: takes changes of nodes, and searches for an object that demonstrates each.

use std::cell::OnceCell;

use serde_json::Value;

use super::affected::AffectedParty;
use super::draft::{FindingDraft, is_in_status};
use super::finding::{CompatPlaces, StoredObjects, Witness};
use super::judged;
use super::law::{self, CompatRule, Law};
use super::one_type::is_of_one_type;
use super::schema::has_status_endpoint;
use super::witness::{Because, Fate, Judges, RefusedUpdate, Search};
use crate::changes::path_in_objects;
use crate::model::changes::Change;
use crate::model::crd::{Crd, Version};
use crate::model::field::{FieldPath, Path, Segment};
use crate::model::schema::{JsonSchemaProps, VisitNext, VisitScope};
use crate::samples::candidates::Constants;
use crate::server::objects::Admission;
use crate::{KubeVersion, Structural};

/// A change of a node, before the search for an object.
pub(super) struct NodeChange {
    pub(super) law: Law,
    pub(super) message: String,
    pub(super) help: &'static str,
    pub(super) detail: String,
    pub(super) probe: Probe,
}

/// The search for an object that demonstrates a change.
pub(super) enum Probe {
    /// None is needed.
    Nothing,
    /// A value that the new CRD rejects.
    Refused {
        candidates: Vec<Value>,
        because: Vec<&'static str>,
        /// The conclusion if none is rejected.
        otherwise: Otherwise,
    },
    /// An object without a member.
    Without(Box<str>),
    /// A value that is read differently from what was written.
    Read {
        /// `None` stands for an absent value.
        value: Option<Value>,
        /// The law that applies if it is rejected.
        refused: Law,
        /// The default before, if another default is the cause.
        former: Option<FormerDefault>,
    },
    /// A value without a member that has a default now; the new CRD rejects it because of that default.
    AddedDefault {
        candidates: Vec<Value>,
        former: FormerDefault,
        undecided: Law,
    },
    /// A rule with its number and constants.
    Rule {
        number: usize,
        rule: Box<str>,
        constants: Constants,
        runs: RuleRuns,
        undecided: Law,
    },
}

impl Probe {
    /// Whether it is about values that clients write, and not about old values, or values that appear or disappear by themselves.
    fn is_of_writes(&self) -> bool {
        match self {
            Probe::Refused {
                because, otherwise, ..
            } => !because.is_empty() && !matches!(otherwise, Otherwise::Certain),
            Probe::Without(_) => true,
            Probe::Rule { runs, .. } => *runs == RuleRuns::Always,
            Probe::Nothing | Probe::Read { .. } | Probe::AddedDefault { .. } => false,
        }
    }
}

/// The default of a node before a change.
pub(super) struct FormerDefault {
    pub(super) node: Vec<Segment>,
    pub(super) value: Option<Value>,
}

/// The writes on which a rule is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RuleRuns {
    /// On every write.
    Always,
    /// On updates, because it uses the old value.
    OnUpdate,
    /// On every write, with the old value if there is one.
    OnUpdateToo,
}

/// The conclusion if no value is rejected.
#[derive(Clone, Copy, Debug)]
pub(super) enum Otherwise {
    /// All values were tried, so nothing is broken.
    Safe,
    /// Nothing was proved; the law has the severity of that.
    Undecided(Law),
    /// The change is a breakage anyway.
    Certain,
}

/// The comparison of the nodes of one version.
pub(super) struct VersionComparison<'c> {
    old: &'c Crd,
    new: &'c Crd,
    version: &'c Version,
    server: KubeVersion,
    /// Initialized when the first object is needed; `None` if initialization fails.
    judges: OnceCell<Option<Judges>>,
    found: Vec<FindingDraft>,
    /// The old and the new name of each member that was moved.
    pub(super) renamed: Vec<[Box<str>; 2]>,
    /// The rule of each finding before the search for an object.
    asked: Vec<CompatRule>,
}

impl<'c> VersionComparison<'c> {
    pub(super) fn new(old: &'c Crd, new: &'c Crd, version: &'c Version, server: KubeVersion) -> Self {
        VersionComparison {
            old,
            new,
            version,
            server,
            judges: OnceCell::new(),
            found: Vec::new(),
            renamed: Vec::new(),
            asked: Vec::new(),
        }
    }

    /// Returns the findings.
    pub(super) fn into_drafts(self) -> Vec<FindingDraft> {
        self.found
    }

    fn judges(&mut self) -> Option<&mut Judges> {
        let (old, new, version, server) = (self.old, self.new, self.version, self.server);
        self.judges.get_or_init(|| Judges::new(old, new, version, server));
        self.judges.get_mut()?.as_mut()
    }

    /// Whether the old CRD keeps fields that no schema declares.
    pub(super) fn keeps_all(&self) -> bool {
        self.old.spec.preserve_unknown_fields
    }

    /// Returns the version of the server.
    pub(super) fn server(&self) -> KubeVersion {
        self.server
    }

    /// Whether a member of a node is the status with its own endpoint, which other requests cannot set.
    pub(super) fn is_status(&self, node: &[Segment], name: &str) -> bool {
        node.is_empty() && name == "status" && has_status_endpoint(self.new, &self.version.name)
    }

    /// Returns the new schema of the version.
    pub(super) fn new_schema(&self) -> Option<&'c JsonSchemaProps> {
        super::schema::schema_of(self.new, self.new.version(&self.version.name)?)
    }

    /// Whether a value that appears or disappears at a node can make a request invalid.
    pub(super) fn is_judged(&self, node: &[Segment]) -> bool {
        let Some(root) = self.new_schema() else {
            return true;
        };
        judged::is_judged(root, node) || self.has_replicas(node)
    }

    /// Whether a node is in a status that only the new CRD has an endpoint for: other writes leave the status as it is stored, which
    /// servers with ratcheting accept, and no client has written to the endpoint. Undeclared fields always count as changed.
    fn is_never_written(&self, node: &[Segment]) -> bool {
        let ratchets = [Change::ValidationRatcheting, Change::StatusRatcheting];
        is_in_status(node)
            && ratchets.into_iter().all(|change| self.server.has(change))
            && !has_status_endpoint(self.old, &self.version.name)
            && has_status_endpoint(self.new, &self.version.name)
            && !self.keeps_undeclared_status()
    }

    /// Whether the new schema keeps undeclared fields in the status.
    fn keeps_undeclared_status(&self) -> bool {
        let properties = self.new_schema().and_then(|root| root.properties.as_ref());
        let status = properties.and_then(|properties| properties.get("status"));
        let mut keeps = false;
        if let Some(status) = status {
            status.visit(VisitScope::Structural, &Path::root(""), &mut |_, node| {
                keeps |= node.x_preserve_unknown_fields == Some(true);
                VisitNext::Children
            });
        }
        keeps
    }

    /// Returns the value of the `apiVersion` or `kind` of all objects.
    fn only_value(&self, node: &[Segment]) -> Option<Value> {
        match node {
            [properties, Segment::Key(name)] if properties.is_field("properties") => match &**name {
                "apiVersion" => Some(format!("{}/{}", self.old.spec.group, self.version.name).into()),
                "kind" => Some(self.old.spec.names.kind.to_string().into()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the server reads the numbers of replicas at a node or below it.
    pub(super) fn has_replicas(&self, node: &[Segment]) -> bool {
        let path = path_in_objects(node);
        let is_on_the_way = |replicas: &str| {
            let rest = replicas
                .strip_prefix('.')
                .and_then(|replicas| replicas.strip_prefix(&*path));
            path.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let version = self.new.version(&self.version.name);
        let scale = version.and_then(|version| super::schema::subresources_of(self.new, version).scale);
        scale.is_some_and(|scale| {
            is_on_the_way(&scale.spec_replicas_path) || is_on_the_way(&scale.status_replicas_path)
        })
    }

    /// Whether a node is the number of replicas that both CRDs have a scale for.
    pub(super) fn is_spec_replicas(&self, node: &[Segment]) -> bool {
        // The path of the scale reads a dot in a name as two names.
        if node
            .iter()
            .any(|step| matches!(step, Segment::Key(name) if name.contains('.')))
        {
            return false;
        }
        let path = path_in_objects(node);
        [self.old, self.new].into_iter().all(|crd| {
            let version = crd.version(&self.version.name);
            let scale = version.and_then(|version| super::schema::subresources_of(crd, version).scale);
            scale.is_some_and(|scale| scale.spec_replicas_path.strip_prefix('.') == Some(&*path))
        })
    }

    /// Whether the new schema of a node admits a default, whatever is around it.
    pub(super) fn is_default_admitted(&mut self, node: &[Segment], default: &Value) -> bool {
        self.judges()
            .is_none_or(|judges| judges.is_default_admitted(node, default))
    }

    /// Whether the old schema of a node admits one of the values, whatever is around it.
    pub(super) fn is_one_admitted(&mut self, node: &[Segment], values: &[Value]) -> bool {
        self.judges().is_some_and(|judges| {
            values
                .iter()
                .any(|value| judges.is_admitted_by_old_node(node, value))
        })
    }

    /// Generates candidate values for a node of the old schema.
    pub(super) fn candidates(&mut self, node: &[Segment], constants: &Constants) -> Vec<Value> {
        self.judges()
            .map(|judges| judges.candidates(node, constants))
            .unwrap_or_default()
    }

    /// Generates values of the old node, after `tighten` has restricted it to the relevant ones.
    pub(super) fn values_of(
        &mut self,
        node: &[Segment],
        tighten: impl FnOnce(&mut Structural),
    ) -> Vec<Value> {
        let Some(judges) = self.judges() else {
            return Vec::new();
        };
        let Some(mut schema) = judges.old_node(node).cloned() else {
            return Vec::new();
        };
        tighten(&mut schema);
        judges.values_of(&schema)
    }

    /// Searches for an object that demonstrates a change, and records the change unless nothing is broken.
    pub(super) fn add(&mut self, node: &[Segment], change: NodeChange) {
        let places = self.places(node);
        self.add_at(node, change, places);
    }

    /// Does the same as `add`, with the places of a change within the node, or of the node that replaces it.
    pub(super) fn add_at(&mut self, node: &[Segment], mut change: NodeChange, places: CompatPlaces) {
        if let (
            Some(only),
            Probe::Refused {
                candidates,
                otherwise,
                ..
            },
        ) = (self.only_value(node), &mut change.probe)
        {
            *candidates = vec![only];
            *otherwise = Otherwise::Safe;
        }
        if let Some(same) = self.same_change(node, &change) {
            same.also_at.push(node.to_vec());
            return;
        }
        let rule = change.law.rule;
        let mut draft = FindingDraft {
            law: change.law,
            version: Some(self.version.name.clone()),
            node: node.to_vec(),
            also_at: Vec::new(),
            message: change.message,
            help: change.help.to_owned(),
            detail: change.detail,
            witness: None,
            stored: None,
            is_decided: true,
            spares_stored: false,
            places,
        };
        if change.probe.is_of_writes() && self.is_never_written(node) {
            return;
        }
        let (new, version, server) = (self.new, &*self.version.name, self.server);
        let with_default = |former: &FormerDefault| with_default(new, version, server, former);
        let Some(judges) = self.judges() else {
            draft.is_decided = matches!(change.probe, Probe::Nothing);
            self.found.push(draft);
            self.asked.push(rule);
            return;
        };
        let is_found = probe(judges, &with_default, node, change.probe, &mut draft);
        judges.examine_all();
        if is_found {
            self.found.push(draft);
            self.asked.push(rule);
        }
    }

    /// Returns a finding of the same change of the same type at another node, if an object shows it or none is needed.
    fn same_change(&mut self, node: &[Segment], change: &NodeChange) -> Option<&mut FindingDraft> {
        let schemas =
            [self.old, self.new].map(|crd| super::schema::schema_of(crd, crd.version(&self.version.name)?));
        let mut all = self.found.iter_mut().zip(&self.asked);
        let (same, _) = all.find(|(draft, rule)| {
            **rule == change.law.rule
                && draft.detail == change.detail
                && draft.is_of_status() == is_in_status(node)
                && (draft.witness.is_some() || matches!(change.probe, Probe::Nothing))
                && is_of_one_type(schemas, &draft.node, node)
        })?;
        Some(same)
    }

    /// Returns the places of a node in the manifests.
    pub(super) fn places(&self, node: &[Segment]) -> CompatPlaces {
        let place = |crd: &Crd| schema_place(crd, &self.version.name, node);
        CompatPlaces {
            old: place(self.old),
            new: place(self.new),
        }
    }
}

/// Returns the path of a node in a manifest.
pub(super) fn schema_place(crd: &Crd, version: &str, node: &[Segment]) -> FieldPath {
    let spec = Path::root("spec");
    let versions = spec.child("versions");
    let index = crd.versions().iter().position(|other| *other.name == *version);
    let Some(index) = index else {
        return versions.to_field_path();
    };
    let mut place = versions
        .index(index)
        .to_field_path()
        .child("schema")
        .child("openAPIV3Schema");
    place.segments.extend(node.iter().cloned());
    place
}

/// Returns the admission of a version of a CRD with the former default of a node.
fn with_default(crd: &Crd, version: &str, server: KubeVersion, former: &FormerDefault) -> Option<Admission> {
    let mut crd = crd.clone();
    let versions = crd.spec.versions.iter_mut().flatten();
    let mut versions = versions.filter(|one| *one.name == *version);
    let schema = versions.next()?.schema.as_mut()?.open_api_v3_schema.as_mut()?;
    schema.at_mut(&former.node)?.default.clone_from(&former.value);
    Admission::new(&crd, version, server).ok()
}

/// Fills in the object that demonstrates a change; returns false if nothing is broken.
fn probe(
    judges: &mut Judges,
    with_default: &dyn Fn(&FormerDefault) -> Option<Admission>,
    node: &[Segment],
    probe: Probe,
    draft: &mut FindingDraft,
) -> bool {
    match probe {
        Probe::Nothing => true,
        Probe::Refused {
            candidates,
            because,
            otherwise,
        } => {
            // The new node accepts all values that the old one does.
            if matches!(otherwise, Otherwise::Safe)
                && candidates
                    .iter()
                    .all(|value| judges.is_admitted_by_new_node(node, value))
            {
                return false;
            }
            let because = if because.is_empty() {
                Because::Any
            } else {
                Because::Keywords(&because)
            };
            let search = judges.refused(node, &candidates, because);
            found_or(judges, node, search, because, otherwise, draft)
        }
        Probe::Without(name) => {
            let because = Because::Required(&name);
            let search = judges.refused_without(node, &name);
            let otherwise = Otherwise::Undecided(draft.law);
            found_or(judges, node, search, because, otherwise, draft)
        }
        Probe::AddedDefault {
            candidates,
            former,
            undecided,
        } => {
            let (because, otherwise) = (Because::Any, Otherwise::Undecided(undecided));
            let search = |judges: &mut Judges| judges.refused(node, &candidates, because);
            let search = judges.only_with_change(&|| with_default(&former), &search);
            found_or(judges, node, search, because, otherwise, draft)
        }
        Probe::Read {
            value,
            refused,
            former,
        } => {
            draft.witness = judges.reads_differently(node, value.as_ref());
            let reading = draft
                .witness
                .as_ref()
                .map(|witness| witness.read_values.is_some());
            if reading == Some(false) {
                draft.law = refused;
            } else if value.is_none()
                && let Some(former) = former
                && draft.law.affected().contains(&AffectedParty::StoredObjects)
                && let Search::AffectedRequest(found) = judges
                    .only_with_change(&|| with_default(&former), &|judges| refused_without(judges, node))
                && found.fate == Fate::Refused
            {
                draft.law = refused;
                draft.affects_stored(judges.stored(node, &found, Because::Any));
                draft.witness = Some(found.witness);
            }
            true
        }
        Probe::Rule {
            number,
            rule,
            constants,
            runs,
            undecided,
        } => {
            let because = Because::Rule(number);
            let candidates = judges.candidates_for_rule(node, &rule, &constants);
            if runs == RuleRuns::OnUpdate {
                update_or(judges, node, &candidates, because, undecided, draft);
                return true;
            }
            let search = judges.refused(node, &candidates, because);
            if runs == RuleRuns::OnUpdateToo && !matches!(search, Search::AffectedRequest(_)) {
                update_or(judges, node, &candidates, because, undecided, draft);
                return true;
            }
            found_or(
                judges,
                node,
                search,
                because,
                Otherwise::Undecided(undecided),
                draft,
            )
        }
    }
}

/// Searches for an object that the new CRD rejects because of a member that is not written.
fn refused_without(judges: &mut Judges, node: &[Segment]) -> Search {
    let [around @ .., _, Segment::Key(name)] = node else {
        return Search::NoObject;
    };
    let mut candidates = vec![Value::Object(serde_json::Map::new())];
    candidates.extend(judges.candidates(around, &Constants::default()));
    candidates.retain(|candidate| candidate.is_object() && candidate.get(&**name).is_none());
    judges.refused(around, &candidates, Because::Any)
}

/// Searches for an update that a rule rejects.
fn update_or(
    judges: &mut Judges,
    node: &[Segment],
    candidates: &[Value],
    because: Because<'_>,
    undecided: Law,
    draft: &mut FindingDraft,
) {
    match judges.refused_update(node, candidates, because) {
        Some(RefusedUpdate::Unchanged(witness)) => {
            if draft.law.rule == law::TRANSITION_STUCK.rule {
                draft.law = law::TRANSITION_STUCK;
            }
            draft.stored = Some(StoredObjects::Uneditable(Box::new(witness.clone())));
            draft.witness = Some(witness);
        }
        Some(RefusedUpdate::Changed(witness)) => draft.witness = Some(witness),
        None => undecide(draft, undecided),
    }
}

fn found_or(
    judges: &mut Judges,
    node: &[Segment],
    search: Search,
    because: Because<'_>,
    otherwise: Otherwise,
    draft: &mut FindingDraft,
) -> bool {
    match (search, otherwise) {
        (Search::AffectedRequest(found), _) => {
            if found.fate == Fate::Refused {
                draft.affects_stored(judges.stored(node, &found, because));
            }
            draft.witness = Some(found.witness);
            true
        }
        (Search::NoneRefused, Otherwise::Safe) => false,
        (_, Otherwise::Certain) => true,
        (_, Otherwise::Undecided(law)) => {
            undecide(draft, law);
            true
        }
        (Search::NoObject, Otherwise::Safe) => {
            let law = draft.law;
            undecide(draft, law);
            true
        }
    }
}

fn undecide(draft: &mut FindingDraft, law: Law) {
    draft.law = law;
    draft.is_decided = false;
}

/// Returns the witness for a policy that only considers stored objects.
pub(super) fn of_stored(stored: Option<&StoredObjects>) -> Option<&Witness> {
    match stored? {
        StoredObjects::Editable => None,
        StoredObjects::EditRejected(witness) | StoredObjects::Uneditable(witness) => Some(witness),
    }
}
