//! Generates an object around a value that its own rules may reject.

use serde_json::Value;

use super::Samples;
use super::obliging::oblige;
use super::repair::{FixedValue, Repair};
use crate::model::field::FieldError;
use crate::values::{PlacedValue, ValueOptions, ValueStep, value_at, value_at_mut};

impl Samples {
    /// Returns the admission of the objects.
    pub(crate) fn admission(&self) -> &crate::server::objects::Admission {
        &self.resource.admission
    }

    /// Returns a value of a node with the texts that rules around the node ask for.
    pub(crate) fn obliged(&mut self, steps: &[ValueStep], value: &Value) -> Option<Value> {
        let schema = self.resource.admission.schema();
        let mut placed = self
            .values
            .value_at(schema, steps, Some(value), ValueOptions::READABLE)?;
        oblige(&mut self.values, schema, &mut placed.whole);
        value_at(&placed.whole, &placed.place).cloned()
    }

    /// Returns an object with a value at a node that has no other errors than those that are ignored.
    pub(crate) fn placed(
        &mut self,
        steps: &[ValueStep],
        value: &Value,
        is_ignored: &dyn Fn(&FieldError) -> bool,
    ) -> Option<PlacedValue> {
        let Samples {
            resource,
            constants,
            values,
            surroundings,
        } = self;
        let schema = resource.admission.schema();
        values.reseed(0);
        let mut placed = values.value_at(schema, steps, Some(value), ValueOptions::READABLE)?;
        oblige(values, schema, &mut placed.whole);
        *value_at_mut(&mut placed.whole, &placed.place)? = value.clone();
        let judge = |object: &PlacedValue| {
            let mut errors = resource.errors(&object.whole);
            errors.retain(|error| !is_ignored(error));
            errors
        };
        let repair = Repair {
            schema,
            kept: Some(FixedValue {
                steps,
                value: Some(value),
            }),
            smallest: ValueOptions::READABLE,
            constants,
            judge: &judge,
            complete: &|object| resource.complete(object),
        };
        repair.run(resource.complete(placed), values, surroundings).ok()
    }
}
