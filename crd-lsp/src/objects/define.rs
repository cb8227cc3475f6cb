//! Go to definition: from a field of an object to the property of the CRD that declares it, and to the Rust field from which the
//! property is generated.

use crd_core::check::objects::ObjectStep;
use gen_lsp_types as lsp;

use super::subject::Subject;
use crate::diagnostics::location;
use crate::manifest::declared_property;
use crate::snapshot::Snapshot;
use crate::uri;
use crate::yaml::{Cursor, CursorPlace, CursorStep};

/// Returns the declarations of the field at a position: in a CRD, and in Rust.
pub(crate) fn define(snapshot: &Snapshot, params: &lsp::DefinitionParams) -> Vec<lsp::Location> {
    let offset = snapshot.offset(params.text_document_position_params.position);
    if let Some((crd, version, path)) = declared_property(snapshot, offset) {
        return in_rust(snapshot, &crd, &version, &path).into_iter().collect();
    }
    of_object(snapshot, offset).unwrap_or_default()
}

fn of_object(snapshot: &Snapshot, offset: usize) -> Option<Vec<lsp::Location>> {
    let cursor = Cursor::at(snapshot.content(), offset)?;
    let mut path = cursor.path.clone();
    if let CursorPlace::Key { .. } = cursor.place {
        let word = snapshot.content().get(cursor.word.clone())?;
        path.push(CursorStep::Member(word.trim_matches(['"', '\'']).to_owned()));
    }
    let subject = Subject::of(snapshot, &cursor.document.root, &cursor.source, &path)?;
    let crds = snapshot.crds();
    let declaration = crds.declaration(&subject.api_version, &subject.kind)?;
    let steps: Vec<ObjectStep<'_>> = path
        .get(subject.above..)?
        .iter()
        .map(|step| match step {
            CursorStep::Member(name) => ObjectStep::Member(name),
            CursorStep::Element(index) => ObjectStep::Element(*index),
        })
        .collect();
    let place = match steps.as_slice() {
        [ObjectStep::Member("apiVersion" | "kind")] => declaration.kind_place()?,
        steps => declaration.place_of(steps)?.place,
    };
    let (crd, version) = subject.declared_by();
    let mut written = String::new();
    for step in &steps {
        match step {
            ObjectStep::Member(name) => {
                if !written.is_empty() {
                    written.push('.');
                }
                written.push_str(name);
            }
            ObjectStep::Element(_) => written.push_str("[]"),
        }
    }
    let rust = in_rust(snapshot, crd, version, &written);
    // A generated CRD is not a file that an editor could open.
    let is_file = snapshot.catalog.is_file(declaration.file_name());
    let in_crd = (is_file || rust.is_none()).then(|| location(&place, &snapshot.text));
    Some(in_crd.into_iter().chain(rust).collect())
}

/// Returns the location of the Rust field of a path.
fn in_rust(snapshot: &Snapshot, crd: &str, version: &str, path: &str) -> Option<lsp::Location> {
    let field = snapshot.catalog.rust_field(crd, version, path)?;
    let file = snapshot.of_file(&field.path)?;
    let line = usize::try_from(field.line.checked_sub(1)?).ok()?;
    let line = file.text.line(line);
    let text = file.content().get(line.clone())?;
    let column = usize::try_from(field.column.checked_sub(1)?).ok()?;
    let (at, _) = text.char_indices().nth(column)?;
    let rest = text.get(at..)?;
    let length = rest
        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
        .unwrap_or(rest.len());
    let start = line.start + at;
    Some(lsp::Location {
        uri: uri::of_path(&field.path).into(),
        range: file.text.range(start..start + length),
    })
}
