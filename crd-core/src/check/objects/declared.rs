//! One CRD: found quickly, and compiled when the first object needs it.

use std::sync::{Arc, OnceLock};

use super::crd_place;
use crate::KubeVersion;
use crate::check::{Elsewhere, SourceFile};
use crate::objects::Admission;
use crate::server::decode::decode_for;
use crate::yaml::tree::{Node, Span};
use crate::yaml::{Document, Options, read};

/// A CRD of a file. The tree of its document is read again when it is needed: most CRDs of a cluster declare kinds
/// that no object has, and a tree takes ten times the memory of its text.
#[derive(Debug)]
pub(super) struct Declared {
    pub(super) name: Box<str>,
    pub(super) group: Box<str>,
    pub(super) kind: Box<str>,
    pub(super) versions: Vec<DeclaredVersion>,
    file: Arc<SourceFile>,
    /// The bytes of the CRD in the file.
    span: Span,
    tree: OnceLock<Option<CrdTree>>,
}

/// A version of a CRD.
#[derive(Debug)]
pub(super) struct DeclaredVersion {
    pub(super) name: Box<str>,
    pub(super) is_served: bool,
    admission: OnceLock<Result<Admission, String>>,
}

/// The tree of a CRD, whose spans count from `start`.
#[derive(Debug)]
pub(super) struct CrdTree {
    pub(super) root: Node,
    start: u32,
}

/// A rule of a CRD, for reports on which of them have refused anything.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeclaredRule {
    /// Which rule it is.
    pub at: RuleAt,
    /// The expression.
    pub rule: String,
    /// Where it is written.
    pub place: Elsewhere,
}

/// The identity of a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct RuleAt {
    /// The name of the CRD.
    pub crd: String,
    /// The name of its version.
    pub version: String,
    /// The part of the object that the rule is about: `[]` stands for elements of lists, `[*]` for values of maps.
    pub path: String,
    /// The position of the rule among those of its schema, from 0.
    pub position: usize,
}

impl Declared {
    /// The CRD at `node`, which is `document` or in it; `None` if it has no kind.
    pub(super) fn new(file: &Arc<SourceFile>, document: &Document, node: &Node) -> Option<Self> {
        let text = |node: Option<&Node>| node.and_then(Node::as_str).map(Box::<str>::from);
        let spec = node.get("spec")?;
        let listed = spec
            .get("versions")
            .and_then(Node::as_sequence)
            .unwrap_or_default();
        let mut versions: Vec<DeclaredVersion> = listed
            .iter()
            .filter_map(|version| {
                let served = version.get("served").map(Node::to_json);
                Some(DeclaredVersion {
                    name: text(version.get("name"))?,
                    is_served: served == Some(true.into()),
                    admission: OnceLock::new(),
                })
            })
            .collect();
        // `v1beta1` can name its only version beside the schema.
        if let (true, Some(name)) = (versions.is_empty(), text(spec.get("version"))) {
            versions.push(DeclaredVersion {
                name,
                is_served: true,
                admission: OnceLock::new(),
            });
        }
        let is_whole = std::ptr::eq(node, &raw const document.root);
        Some(Declared {
            name: text(node.get("metadata").and_then(|metadata| metadata.get("name"))).unwrap_or_default(),
            group: text(spec.get("group"))?,
            kind: text(spec.get("names")?.get("kind"))?,
            versions,
            file: Arc::clone(file),
            span: if is_whole { document.span } else { node.span },
            tree: OnceLock::new(),
        })
    }

    /// What judges the objects of a version.
    pub(super) fn admission<'a>(
        &self,
        version: &'a DeclaredVersion,
        server: KubeVersion,
    ) -> Result<&'a Admission, &'a str> {
        let admission = version.admission.get_or_init(|| {
            // The tree is not kept: it is only needed again to show where a rule is.
            let tree = self.read().ok_or_else(|| "the CRD cannot be read".to_owned())?;
            let decoded = decode_for(&tree.root, server);
            let Some(crd) = decoded.crd else {
                let reason = decoded.errors.into_iter().next().map(|error| error.message);
                return Err(reason.unwrap_or_else(|| "the CRD cannot be decoded".to_owned()));
            };
            Admission::new(&crd, &version.name, server).map_err(|error| error.to_string())
        });
        admission.as_ref().map_err(String::as_str)
    }

    /// The tree of the CRD.
    pub(super) fn tree(&self) -> Option<&CrdTree> {
        self.tree.get_or_init(|| self.read()).as_ref()
    }

    /// A label at a place in the CRD.
    pub(super) fn elsewhere(&self, tree: &CrdTree, span: Span, text: &str) -> Elsewhere {
        Elsewhere {
            file: Arc::clone(&self.file),
            span: span.shifted(tree.start),
            text: text.to_owned(),
        }
    }

    /// The rules of a version.
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
            rules.push(DeclaredRule {
                at: self.rule_at(version, path, position),
                rule: rule.and_then(Node::as_str).unwrap_or_default().to_owned(),
                place: self.elsewhere(tree, rule.unwrap_or(entry).span, "this rule"),
            });
        });
        rules
    }

    /// The identity of a rule.
    pub(super) fn rule_at(&self, version: &DeclaredVersion, path: &str, position: usize) -> RuleAt {
        RuleAt {
            crd: self.name.to_string(),
            version: version.name.to_string(),
            path: path.to_owned(),
            position,
        }
    }

    /// The name of the file of the CRD.
    pub(super) fn file_name(&self) -> &str {
        &self.file.name
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
                .flat_map(|document| super::text::into_objects(document.root));
            Some(CrdTree {
                root: nodes.find(|node| node.span == self.span)?,
                start: 0,
            })
        })
    }
}
