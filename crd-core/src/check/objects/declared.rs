//! One CRD: located quickly, and compiled when the first object needs it.

use std::sync::{Arc, OnceLock};

use super::crd_place;
use super::list::into_objects;
use super::stored::StorageVersion;
use crate::KubeVersion;
use crate::check::{Diagnostic, ExternalLocation, SourceFile, codes};
use crate::model::crd::{Crd, Version, compare_versions};
use crate::objects::Admission;
use crate::server::decode::decode_for;
use crate::server::validation;
use crate::yaml::tree::{Node, Span};
use crate::yaml::{Document, Options, read};

/// A CRD of a file. Its document is parsed again when it is needed: most CRDs of a cluster declare kinds without
/// objects, and a parsed document takes ten times the memory of its text.
#[derive(Debug)]
pub(super) struct DeclaredCrd {
    pub(super) name: Box<str>,
    pub(super) group: Box<str>,
    pub(super) kind: Box<str>,
    pub(super) is_cluster_scoped: bool,
    pub(super) versions: Vec<DeclaredVersion>,
    file: Arc<SourceFile>,
    /// The byte range of the CRD in the file.
    span: Span,
    tree: OnceLock<Option<CrdTree>>,
    decoded: OnceLock<Option<Arc<Crd>>>,
}

/// A version of a CRD.
#[derive(Debug)]
pub(super) struct DeclaredVersion {
    pub(super) name: Box<str>,
    pub(super) is_served: bool,
    compiled: OnceLock<Result<CompiledVersion, String>>,
}

/// The compiled schema and rules of a version.
#[derive(Debug)]
pub(super) struct CompiledVersion {
    pub(super) admission: Admission,
    /// The warning in each response of the server, if the version is deprecated.
    pub(super) deprecation: Option<Box<str>>,
    /// The version that objects are stored in, if it is a different one and the server converts them.
    pub(super) storage: Option<StorageVersion>,
}

/// Returns the warning of a deprecated version (`customresource_handler.go`, `defaultDeprecationWarning`).
fn deprecation(crd: &Crd, name: &str) -> Option<Box<str>> {
    let version = crd.version(name).filter(|version| version.deprecated)?;
    if let Some(warning) = &version.deprecation_warning {
        return Some(warning.clone());
    }
    let (group, kind) = (&crd.spec.group, &crd.spec.names.kind);
    let is_better =
        |other: &&Version| other.served && !other.deprecated && compare_versions(&other.name, name).is_lt();
    let better = crd
        .versions()
        .iter()
        .filter(is_better)
        .map(|version| &*version.name);
    Some(match better.min_by(|a, b| compare_versions(a, b)) {
        Some(better) => format!("{group}/{name} {kind} is deprecated; use {group}/{better} {kind}").into(),
        None => format!("{group}/{name} {kind} is deprecated").into(),
    })
}

/// The parsed document of a CRD, whose spans are relative to `start`.
#[derive(Debug)]
pub(super) struct CrdTree {
    pub(super) root: Node,
    start: u32,
}

/// A rule of a CRD, for reports on the rules that have rejected an object.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeclaredRule {
    /// The identity of the rule.
    pub at: RuleLocation,
    /// The expression.
    pub rule: String,
    /// The text of the server's error about it; `None` if `messageExpression` creates it for each object.
    pub message: Option<String>,
    /// The place of the rule.
    pub place: ExternalLocation,
}

/// The identity of a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct RuleLocation {
    /// The name of the CRD.
    pub crd: String,
    /// The name of its version.
    pub version: String,
    /// The path of the values that the rule applies to: `[]` stands for elements of lists, `.*` for values of maps.
    pub path: String,
    /// The index of the rule in its schema, from 0.
    pub position: usize,
}

impl DeclaredCrd {
    /// Creates it for the CRD at `node`, which is `document` or in it; `None` if it has no kind.
    pub(super) fn new(file: &Arc<SourceFile>, document: &Document, node: &Node) -> Option<Self> {
        let text = |node: Option<&Node>| node.and_then(Node::as_str).map(Box::<str>::from);
        let spec = node.get("spec")?;
        let listed = spec.get("versions").map_or(&[][..], Node::elements);
        let mut versions: Vec<DeclaredVersion> = listed
            .iter()
            .filter_map(|version| {
                let served = version.get("served").map(Node::to_json);
                Some(DeclaredVersion {
                    name: text(version.get("name"))?,
                    is_served: served == Some(true.into()),
                    compiled: OnceLock::new(),
                })
            })
            .collect();
        // `v1beta1` can name its only version beside the schema.
        if let (true, Some(name)) = (versions.is_empty(), text(spec.get("version"))) {
            versions.push(DeclaredVersion {
                name,
                is_served: true,
                compiled: OnceLock::new(),
            });
        }
        let is_whole = std::ptr::eq(node, &raw const document.root);
        Some(DeclaredCrd {
            name: text(node.get("metadata").and_then(|metadata| metadata.get("name"))).unwrap_or_default(),
            group: text(spec.get("group"))?,
            kind: text(spec.get("names")?.get("kind"))?,
            is_cluster_scoped: spec.get("scope").and_then(Node::as_str) == Some("Cluster"),
            versions,
            file: Arc::clone(file),
            span: if is_whole { document.span } else { node.span },
            tree: OnceLock::new(),
            decoded: OnceLock::new(),
        })
    }

    /// Returns the version with a name.
    pub(super) fn version(&self, name: &str) -> Option<&DeclaredVersion> {
        self.versions.iter().find(|known| *known.name == *name)
    }

    /// Returns the group with the newest served version.
    pub(super) fn newest(&self) -> Option<(&str, &str)> {
        let served = self.versions.iter().filter(|version| version.is_served);
        let newest = served.min_by(|a, b| compare_versions(&a.name, &b.name))?;
        Some((&self.group, &newest.name))
    }

    /// Returns the compiled schema and rules of a version.
    pub(super) fn compiled<'a>(
        &self,
        version: &'a DeclaredVersion,
        server: KubeVersion,
    ) -> Result<&'a CompiledVersion, &'a str> {
        let compiled = version.compiled.get_or_init(|| {
            // The parsed document is not kept: it is only needed again to show the place of a rule.
            let tree = self.read().ok_or_else(|| "the CRD cannot be read".to_owned())?;
            let decoded = decode_for(&tree.root, server);
            let Some(crd) = decoded.crd else {
                let reason = decoded.errors.into_iter().next().map(|error| error.message);
                return Err(reason.unwrap_or_else(|| "the CRD cannot be decoded".to_owned()));
            };
            let admission = Admission::new(&crd, &version.name, server).map_err(|error| error.to_string())?;
            Ok(CompiledVersion {
                admission,
                deprecation: deprecation(&crd, &version.name),
                storage: StorageVersion::of(&crd, &version.name, server),
            })
        });
        compiled.as_ref().map_err(String::as_str)
    }

    /// Returns the finding about a CRD that the server would reject, although objects were validated by it.
    pub(super) fn rejected(&self, server: KubeVersion) -> Option<Diagnostic> {
        let is_used = |version: &DeclaredVersion| matches!(version.compiled.get(), Some(Ok(_)));
        let tree = self.versions.iter().any(is_used).then(|| self.read())??;
        let crd = decode_for(&tree.root, server).crd?;
        let verdict = match (&crd.spec.v1beta1, &*crd.metadata.uid) {
            (Some(_), _) => return None,
            (None, "") => validation::create(&crd, server),
            // It is from a cluster, whose server accepted it.
            (None, _) => validation::update(&crd, &crd, server),
        };
        let error = verdict.errors.into_iter().next()?;
        let name = tree.root.get("metadata")?.get("name")?.span.shifted(tree.start);
        let message = "the API server would reject this CRD, by which objects were validated";
        let help = format!("run `crd-gen check {}` to see where", self.file.name);
        let mut diagnostic = Diagnostic::new(codes::OBJECT_CRD_UNUSABLE, message, name)
            .with_label("would be rejected")
            .with_help(help);
        diagnostic.server = Some(error);
        Some(diagnostic)
    }

    /// Returns the parsed document of the CRD.
    pub(super) fn tree(&self) -> Option<&CrdTree> {
        self.tree.get_or_init(|| self.read()).as_ref()
    }

    /// Returns the CRD, decoded on the first call.
    pub(super) fn decoded(&self, server: KubeVersion) -> Option<&Arc<Crd>> {
        let decoded = self.decoded.get_or_init(|| {
            let tree = self.read()?;
            decode_for(&tree.root, server).crd.map(Arc::new)
        });
        decoded.as_ref()
    }

    /// Creates a label at a place in the CRD.
    pub(super) fn elsewhere(&self, tree: &CrdTree, span: Span, text: &str) -> ExternalLocation {
        ExternalLocation {
            file: Arc::clone(&self.file),
            span: span.shifted(tree.start),
            text: text.to_owned(),
        }
    }

    /// Returns the rules of a version.
    pub(super) fn rules(&self, version: &DeclaredVersion) -> Vec<DeclaredRule> {
        let Some(tree) = self.tree() else {
            return Vec::new();
        };
        let Some(schema) = crd_place::schema_of(&tree.root, &version.name) else {
            return Vec::new();
        };
        let mut rules = Vec::new();
        crd_place::each_rule(schema, &mut String::new(), &mut |path, position, entry| {
            let rule = entry.get("rule");
            let expression = rule.and_then(Node::as_str).unwrap_or_default();
            let message = entry.get("message").and_then(Node::as_str).map(str::to_owned);
            let is_fixed = entry.get("messageExpression").is_none();
            rules.push(DeclaredRule {
                at: self.rule_at(version, path, position),
                rule: expression.to_owned(),
                message: is_fixed
                    .then(|| message.unwrap_or_else(|| format!("failed rule: {}", expression.trim()))),
                place: self.elsewhere(tree, rule.unwrap_or(entry).span, "this rule"),
            });
        });
        rules
    }

    /// Returns the identity of a rule.
    pub(super) fn rule_at(&self, version: &DeclaredVersion, path: &str, position: usize) -> RuleLocation {
        RuleLocation {
            crd: self.name.to_string(),
            version: version.name.to_string(),
            path: path.to_owned(),
            position,
        }
    }

    /// Returns the file of the CRD.
    pub(super) fn file(&self) -> &Arc<SourceFile> {
        &self.file
    }

    /// Returns the name of the file of the CRD.
    pub(super) fn file_name(&self) -> &str {
        &self.file.name
    }

    /// Returns the text of the file of the CRD.
    pub(super) fn file_text(&self) -> &str {
        &self.file.text
    }

    fn read(&self) -> Option<CrdTree> {
        let text = &self.file.text;
        let alone = self.span.slice(text)?;
        let start = self.span.start as usize;
        // An element of a list in YAML begins in the middle of a line, and its other lines are indented as far.
        let line = text.get(..start)?.rfind('\n').map_or(0, |end| end + 1);
        let indent = start - line;
        let padded = " ".repeat(indent) + alone;
        let first = |text: &str| {
            let read = read(text.as_bytes(), Options::default());
            let only = read.errors.is_empty() && read.documents.len() == 1;
            read.documents.into_iter().next().filter(|_| only)
        };
        let found = first(&padded).map(|document| CrdTree {
            root: document.root,
            start: self.span.start.saturating_sub(u32::try_from(indent).unwrap_or(0)),
        });
        // With an alias to another part of the document, the document must be read as a whole.
        found.or_else(|| {
            let read = read(text.as_bytes(), Options::default());
            let mut nodes = read
                .documents
                .into_iter()
                .flat_map(|document| into_objects(document.root));
            Some(CrdTree {
                root: nodes.find(|node| node.span == self.span)?,
                start: 0,
            })
        })
    }
}
