//! Determines whether stored objects with a value that is rejected now can be edited, and finds an edit that is rejected.

use serde_json::{Value, json};

use super::requests::Because;
use super::{AffectedRequest, Judges, surroundings};
use crate::compat::finding::{StoredObjects, Witness, WitnessOperation};
use crate::model::field::{FieldPath, Segment};
use crate::values::{ValueStep, is_within, node_at, value_at, value_at_mut};

/// Maximum number of members of a node that are edited.
const MOST_MEMBERS: usize = 24;

/// An update that only the new CRD rejects.
pub(in crate::compat) enum RefusedUpdate {
    /// Of a label, which leaves the value as it is.
    Unchanged(Witness),
    /// Of the value.
    Changed(Witness),
}

/// The effect of a change on stored objects like a rejected one.
pub(in crate::compat) enum StoredEffect {
    /// They can be edited freely: a rule with `oldSelf` only rejects new objects.
    Spared,
    Known(StoredObjects),
}

impl Judges {
    /// Searches for an update of a node that only the new CRD rejects: of an unchanged value first, then from one value to
    /// another.
    pub(in crate::compat) fn refused_update(
        &mut self,
        node: &[Segment],
        candidates: &[Value],
        because: Because<'_>,
    ) -> Option<RefusedUpdate> {
        const MOST: usize = 14;
        self.effort.begin();
        let mut admitted: Vec<(Value, FieldPath)> = Vec::new();
        for candidate in candidates {
            for (seed, options) in surroundings().take(6) {
                let Ok(placed) = self.place(node, Some(candidate), seed, options) else {
                    break;
                };
                if self
                    .requests
                    .admitted_by_old(&placed.whole, &placed.place)
                    .is_some()
                    && self
                        .requests
                        .refusal(&placed.whole, &placed.place, Because::Any)
                        .is_none()
                {
                    admitted.push((placed.whole, placed.place));
                    break;
                }
            }
            if admitted.len() > MOST || self.effort.is_spent() {
                break;
            }
        }
        let update = WitnessOperation::Update;
        for (object, place) in &admitted {
            let edited = labelled(object);
            if let Some(witness) = self
                .requests
                .refused_edit(update, [object, &edited], place, because)
            {
                return Some(RefusedUpdate::Unchanged(witness));
            }
        }
        for (before, place) in &admitted {
            let operation = self.requests.parts.operation(place)?.of_stored();
            for (after, _) in admitted.iter().filter(|(after, _)| before != after) {
                if let Some(witness) = self
                    .requests
                    .refused_edit(operation, [before, after], place, because)
                {
                    return Some(RefusedUpdate::Changed(witness));
                }
            }
        }
        None
    }

    /// Returns the effect on stored objects like a rejected one.
    pub(in crate::compat) fn stored(
        &mut self,
        node: &[Segment],
        found: &AffectedRequest,
        because: Because<'_>,
    ) -> Option<StoredEffect> {
        of(self, node, found, because)
    }
}

/// Returns `None` if another change rejects updates of such an object, so that this one says nothing of it.
fn of(
    judges: &mut Judges,
    node: &[Segment],
    found: &AffectedRequest,
    because: Because<'_>,
) -> Option<StoredEffect> {
    let (object, place) = (&found.witness.object, &found.place);
    let update = WitnessOperation::Update;
    if let Some(witness) = judges
        .requests
        .refused_edit(update, [object, &labelled(object)], place, because)
    {
        return Some(StoredEffect::Known(StoredObjects::Uneditable(Box::new(witness))));
    }
    let operation = judges.requests.parts.operation(place)?.of_stored();
    let mut rejected: Option<Witness> = None;
    let mut is_spared = false;
    for edited in edits(judges, node, object, place) {
        let found = judges
            .requests
            .refused_edit(operation, [object, &edited], place, because);
        // A rule runs again where its value changes.
        is_spared |= matches!(because, Because::Rule(_))
            && found.is_none()
            && value_at(object, place) != value_at(&edited, place)
            && judges.requests.is_editable(object, &edited)
            && judges.requests.refusal(&edited, place, because).is_some();
        // An edit to which the new CRD has no other objection shows it better.
        if let Some(witness) = found
            && rejected
                .as_ref()
                .is_none_or(|least| witness.response.len() < least.response.len())
        {
            let is_isolated = witness.response.len() == 1;
            rejected = Some(witness);
            if is_isolated {
                break;
            }
        }
    }
    if let Some(witness) = rejected {
        return Some(StoredEffect::Known(StoredObjects::EditRejected(Box::new(
            witness,
        ))));
    }
    for object in with_undeclared(object, place) {
        let edited = labelled(&object);
        let found = judges
            .requests
            .refused_edit(update, [&object, &edited], place, because);
        if let Some(witness) = found {
            return Some(StoredEffect::Known(StoredObjects::Uneditable(Box::new(witness))));
        }
    }
    let is_editable = judges.requests.is_editable(object, &labelled(object));
    if is_spared {
        return Some(StoredEffect::Spared);
    }
    is_editable.then_some(StoredEffect::Known(StoredObjects::Editable))
}

/// Returns copies of an object with an undeclared member in an object at the place or within it. To servers that ratchet, the value of
/// such a member always differs from itself.
fn with_undeclared(object: &Value, place: &FieldPath) -> Vec<Value> {
    const MOST: usize = 8;
    let mut objects = Vec::new();
    let mut places = vec![place.clone()];
    while let Some(place) = places.pop()
        && objects.len() < MOST
    {
        match value_at(object, &place) {
            Some(Value::Object(members)) => {
                places.extend(members.keys().map(|name| place.clone().child(name)));
                objects.push(place);
            }
            Some(Value::Array(elements)) => {
                places.extend((0..elements.len().min(MOST)).map(|index| place.clone().index(index)));
            }
            _ => {}
        }
    }
    let with_member = |place: &FieldPath| {
        let mut changed = object.clone();
        let members = value_at_mut(&mut changed, place)?.as_object_mut()?;
        members.insert("notInTheSchema".to_owned(), true.into());
        Some(changed)
    };
    objects.iter().filter_map(with_member).collect()
}

fn labelled(object: &Value) -> Value {
    let mut edited = object.clone();
    if let Some(metadata) = edited.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.insert("labels".to_owned(), json!({"edited": "true"}));
    }
    edited
}

/// Generates edits of members around or within the value, innermost first, none of which changes the value itself.
fn edits(judges: &mut Judges, node: &[Segment], object: &Value, place: &FieldPath) -> Vec<Value> {
    let mut found = Vec::new();
    let steps = ValueStep::of_node(node);
    for up in 0..=steps.len().min(place.segments.len()) {
        let here = place.ancestor(up);
        let depth = steps.len() - up;
        // The root only has the members that every object has.
        if depth == 0 {
            break;
        }
        let Some(value) = value_at(object, &here) else {
            continue;
        };
        let of_here = steps.get(..depth).unwrap_or_default();
        match value {
            Value::Object(_) => found.extend(member_edits(judges, of_here, object, &here, place)),
            Value::Array(elements) => {
                let Some(items) = node_at(judges.requests.old.schema(), of_here)
                    .and_then(|list| list.items())
                    .cloned()
                else {
                    continue;
                };
                for element in judges.values_of(&items) {
                    if !elements.contains(&element) {
                        let mut edited = object.clone();
                        if let Some(Value::Array(elements)) = value_at_mut(&mut edited, &here) {
                            elements.push(element);
                        }
                        found.push(edited);
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// Generates edits of the members of an object that are not on the path to the place.
fn member_edits(
    judges: &mut Judges,
    steps: &[ValueStep],
    object: &Value,
    here: &FieldPath,
    place: &FieldPath,
) -> Vec<Value> {
    let Some(schema) = node_at(judges.requests.old.schema(), steps).cloned() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut members: Vec<(String, _)> = schema
        .properties()
        .take(MOST_MEMBERS)
        .map(|(name, schema)| (name.to_owned(), schema))
        .collect();
    members.extend(
        schema
            .additional_schema()
            .map(|values| ("another".to_owned(), values)),
    );
    for (name, member) in members {
        let path = here.clone().child(&name);
        if is_within(&place.segments, &path.segments) && place.segments.len() >= path.segments.len() {
            continue;
        }
        let present = value_at(object, &path);
        for value in judges.values_of(member) {
            if present == Some(&value) {
                continue;
            }
            let mut edited = object.clone();
            if let Some(Value::Object(members)) = value_at_mut(&mut edited, here) {
                members.insert(name.clone(), value);
                found.push(edited);
            }
        }
    }
    found
}
