//! From a field of an object to the property of the CRD that declares it.

use crd_core::check::objects::ObjectStep;
use gen_lsp_types as lsp;

use super::subject::Subject;
use crate::diagnostics::location;
use crate::snapshot::Snapshot;
use crate::yaml::{Cursor, CursorPlace, CursorStep};

/// Where the field at a position is declared.
pub(crate) fn define(snapshot: &Snapshot, params: &lsp::DefinitionParams) -> Option<lsp::Location> {
    let offset = snapshot.offset(params.text_document_position_params.position);
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
    Some(location(&place, &snapshot.text))
}
