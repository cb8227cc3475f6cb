//! Generates whole objects around a value.

use serde_json::Value;

use super::Judges;
use crate::model::field::Segment;
use crate::samples::candidates::Constants;
use crate::samples::repair::{FixedValue, Repair};
use crate::values::{PlacedValue, ValueOptions, ValueStep, node_at, values_in};

/// The reason for which no object was generated for a value.
#[derive(Debug)]
pub(super) enum NotPlaced {
    EffortSpent,
    /// The old CRD rejects the value itself, whatever is around it, or has no such node.
    ValueRejected,
}

impl Judges {
    /// Finds what must be around large candidates with a small value instead, which takes less effort. Repairs start with it.
    pub(super) fn prepare(&mut self, node: &[Segment], candidates: &[Value]) {
        const LARGE: usize = 24;
        if candidates.iter().any(|candidate| values_in(candidate) > LARGE) {
            // It is only remembered.
            let _ = self.place(node, None, 0, ValueOptions::SMALLEST);
        }
    }

    /// Generates a whole object with a value at a node: a value of the old schema if it is `None`.
    pub(super) fn place(
        &mut self,
        node: &[Segment],
        value: Option<&Value>,
        seed: u64,
        options: ValueOptions,
    ) -> Result<PlacedValue, NotPlaced> {
        self.values.reseed(seed);
        let steps = ValueStep::of_node(node);
        let made;
        let value = match value {
            Some(value) => value,
            None => {
                let schema = node_at(self.requests.old.schema(), &steps).ok_or(NotPlaced::ValueRejected)?;
                made = self.values.value(schema, options);
                &made
            }
        };
        self.placed(&steps, Some(value), options)
    }

    /// Generates a whole object without a value at a node.
    pub(super) fn place_absent(
        &mut self,
        node: &[Segment],
        seed: u64,
        options: ValueOptions,
    ) -> Result<PlacedValue, NotPlaced> {
        self.values.reseed(seed);
        self.placed(&ValueStep::of_node(node), None, options)
    }

    /// Generates a whole object with a value, and repairs it: it has the same value at the same node, and the old CRD accepts it if
    /// such an object is found.
    fn placed(
        &mut self,
        steps: &[ValueStep],
        value: Option<&Value>,
        options: ValueOptions,
    ) -> Result<PlacedValue, NotPlaced> {
        if self.effort.is_spent() {
            return Err(NotPlaced::EffortSpent);
        }
        let requests = &self.requests;
        let placed = self
            .values
            .value_at(requests.old.schema(), steps, value, options)
            .ok_or(NotPlaced::ValueRejected)?;
        let placed = requests.parts.complete(placed);
        let repair = Repair {
            schema: requests.old.schema(),
            kept: Some(FixedValue { steps, value }),
            smallest: ValueOptions::SMALLEST,
            constants: &Constants::default(),
            judge: &|object| requests.errors_of_old(object),
            complete: &|object| requests.parts.complete(object),
        };
        let judged = self.surroundings.judged();
        let repaired = repair.run(placed.clone(), &mut self.values, &mut self.surroundings);
        let object = match repaired {
            Err(errors) if repair.is_fixed_value_rejected(&placed, &errors) => Err(NotPlaced::ValueRejected),
            repaired => Ok(repaired.unwrap_or(placed)),
        };
        let whole = object.as_ref().map_or(value, |object| Some(&object.whole));
        if let Some(whole) = whole {
            self.effort.spend(whole, self.surroundings.judged() - judged);
        }
        object
    }
}
