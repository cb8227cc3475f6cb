//! Removes the value validation from a schema.

use super::{IntOrStringSpelling, Structural, StructuralShape, ValueValidation};

impl Structural {
    /// Returns the same schema "after dropping the value validation" (KEP-2335): shape, documentation,
    /// defaults and extensions stay; restrictions on values and rules are removed.
    #[must_use]
    pub fn without_value_validation(&self) -> Structural {
        let mut copy = self.clone();
        copy.drop_value_validation();
        copy
    }

    fn drop_value_validation(&mut self) {
        self.validation = ValueValidation::default();
        self.rules = Vec::new();
        if let StructuralShape::IntOrString { spelled } = &mut self.shape {
            *spelled = IntOrStringSpelling::Implied;
        }
        if let Some(misplaced) = &mut self.misplaced {
            misplaced.int_or_string_spelled = IntOrStringSpelling::Implied;
        }
        self.each_child_mut(&mut |_, child| child.drop_value_validation());
    }
}
