//! An index that finds the position of a type in the list of types.

use super::Type;

/// The positions of the types of a list, by hash: works like a hash map at a tenth of its compile time.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypeIndex {
    /// See [`slots_of`]; at most half of them are used.
    slots: Vec<u32>,
}

impl TypeIndex {
    /// Returns the position of a type in a list whose types are all in the index.
    pub(crate) fn find(&self, types: &[Type], ty: Type) -> Option<usize> {
        find(&self.slots, types, ty)
    }

    /// Adds the last type of the list, or all of them to an empty index.
    pub(crate) fn add_last(&mut self, types: &[Type]) {
        let mut place = types.len().saturating_sub(1);
        if types.len() * 2 > self.slots.len() {
            self.slots.clear();
            self.slots.resize((types.len() * 4).next_power_of_two(), 0);
            place = 0;
        }
        while let Some(ty) = types.get(place) {
            place += 1;
            let mut slot = first_slot(*ty, self.slots.len());
            while let Some(taken) = self.slots.get_mut(slot) {
                if *taken == 0 {
                    *taken = u32::try_from(place).unwrap_or(u32::MAX);
                    break;
                }
                slot = next_slot(slot, self.slots.len());
            }
        }
    }
}

/// Returns the position of a type in a list, by the slots of the list. At least one slot must be free.
pub(super) fn find(slots: &[u32], types: &[Type], ty: Type) -> Option<usize> {
    let mut slot = first_slot(ty, slots.len());
    loop {
        let at = (*slots.get(slot)? as usize).checked_sub(1)?;
        if *types.get(at)? == ty {
            return Some(at);
        }
        slot = next_slot(slot, slots.len());
    }
}

/// Computes the slots of a list: each contains a position in the list, plus one, or 0 if it is free. A type
/// is in its first slot or, if that was used, in the next free one. There must be more slots than types, and
/// their number must be a power of two.
pub(super) const fn slots_of<const SLOTS: usize>(types: &[Type]) -> [u32; SLOTS] {
    let mut slots = [0; SLOTS];
    let mut place = 0u32;
    while (place as usize) < types.len() {
        let mut slot = first_slot(types[place as usize], SLOTS);
        while slots[slot] != 0 {
            slot = next_slot(slot, SLOTS);
        }
        place += 1;
        slots[slot] = place;
    }
    slots
}

const fn first_slot(ty: Type, slots: usize) -> usize {
    hash(ty) as usize & slots.wrapping_sub(1)
}

const fn next_slot(slot: usize, slots: usize) -> usize {
    (slot + 1) & slots.wrapping_sub(1)
}

/// Types are a few small numbers, so that a cheap hash is sufficient.
const fn hash(ty: Type) -> u32 {
    let (kind, first, second) = match ty {
        Type::Dyn => (0, 0, 0),
        Type::Error => (1, 0, 0),
        Type::Null => (2, 0, 0),
        Type::Bool => (3, 0, 0),
        Type::Int => (4, 0, 0),
        Type::Uint => (5, 0, 0),
        Type::Double => (6, 0, 0),
        Type::String => (7, 0, 0),
        Type::Bytes => (8, 0, 0),
        Type::Duration => (9, 0, 0),
        Type::Timestamp => (10, 0, 0),
        Type::Any => (11, 0, 0),
        Type::Type(None) => (12, 0, 0),
        Type::Type(Some(inner)) => (13, inner.0, 0),
        Type::Wrapper(inner) => (14, inner.0, 0),
        Type::List(element) => (15, element.0, 0),
        Type::Map(key, value) => (16, key.0, value.0),
        Type::Optional(inner) => (17, inner.0, 0),
        Type::Object(object) => (18, object.0, 0),
        Type::Param(letter) => (19, letter as u32, 0),
        Type::Var(number) => (20, number, 0),
    };
    mix(mix(kind, first), second)
}

const fn mix(hash: u32, number: u32) -> u32 {
    let mixed = (hash.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9);
    mixed ^ (mixed >> 15)
}

#[cfg(test)]
mod tests {
    use super::TypeIndex;
    use crate::types::{BASE, Type, TypeId, TypeStore};

    #[test]
    fn every_base_type_is_found_at_its_place() {
        let store = TypeStore::new();
        for (place, ty) in (0u32..).zip(BASE) {
            assert_eq!(store.find(*ty), Some(TypeId(place)), "{ty:?}");
        }
    }

    #[test]
    fn an_index_finds_all_it_was_given_and_nothing_else() {
        let mut index = TypeIndex::default();
        let mut types = Vec::new();
        for number in 0..1000 {
            let ty = Type::Map(TypeId(number % 7), TypeId(number));
            assert_eq!(index.find(&types, ty), None);
            types.push(ty);
            index.add_last(&types);
        }
        for (place, ty) in types.iter().enumerate() {
            assert_eq!(index.find(&types, *ty), Some(place));
        }
        assert_eq!(index.find(&types, Type::Dyn), None);
    }
}
