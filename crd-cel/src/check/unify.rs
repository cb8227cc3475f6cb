//! Types during the check: new types, type variables, and their bindings.
//!
//! Assignability works as in cel-go: it walks both types and binds variables on the way; if it fails, its
//! bindings are undone.

use crate::types::{ObjectId, Type, TypeId, TypeIndex, TypeStore};

/// The first id of a type variable; variables are numbered from here on.
const VARIABLES: u32 = 1 << 31;
/// An unbound variable.
const UNBOUND: TypeId = TypeId(u32::MAX);
/// The number of new types in an expression above which they are looked up through an index.
const SMALL: usize = 24;
/// The maximum number of steps over types for one expression. Doubling types (`{x: x}` over and over) would
/// take the server a very long time; they are rejected.
const MAX_STEPS: u32 = 4_000_000;

/// The replacement of unbound variables in a substitution.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unbound {
    Keep,
    Dyn,
}

/// The types of one expression.
pub(super) struct TypeUnifier<'e> {
    pub(super) store: &'e TypeStore,
    /// Types that are not in the store; their ids follow the store's.
    pub(super) local: Vec<Type>,
    /// Whether the type of the same index contains a variable.
    open: Vec<bool>,
    index: TypeIndex,
    /// The types to which the variables are bound.
    bindings: Vec<TypeId>,
    /// Bindings made since the last commit, with the previous value of each.
    trail: Vec<(u32, TypeId)>,
    steps: u32,
}

impl<'e> TypeUnifier<'e> {
    pub(super) fn new(store: &'e TypeStore) -> Self {
        Self {
            store,
            local: Vec::new(),
            open: Vec::new(),
            index: TypeIndex::default(),
            bindings: Vec::new(),
            trail: Vec::new(),
            steps: 0,
        }
    }

    pub(super) fn get(&self, id: TypeId) -> Type {
        if id.0 >= VARIABLES {
            return Type::Var(id.0 - VARIABLES);
        }
        match (id.0 as usize).checked_sub(self.store.len()) {
            None => self.store.get(id),
            Some(local) => self.local.get(local).copied().unwrap_or(Type::Dyn),
        }
    }

    /// Checks whether the step limit is reached.
    pub(super) fn exhausted(&self) -> bool {
        self.steps > MAX_STEPS
    }

    fn step(&mut self) -> bool {
        self.steps = self.steps.saturating_add(1);
        self.exhausted()
    }

    pub(super) fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(id) = self.store.find(ty) {
            return id;
        }
        let id = |local: usize| TypeId(u32::try_from(self.store.len() + local).unwrap_or(UNBOUND.0));
        let known = if self.local.len() <= SMALL {
            self.local.iter().position(|known| *known == ty)
        } else {
            self.index.find(&self.local, ty)
        };
        if let Some(at) = known {
            return id(at);
        }
        let new = id(self.local.len());
        let open = match ty {
            Type::List(a) | Type::Optional(a) | Type::Wrapper(a) | Type::Type(Some(a)) => !self.closed(a),
            Type::Map(k, v) => !self.closed(k) || !self.closed(v),
            _ => false,
        };
        self.local.push(ty);
        self.open.push(open);
        if self.local.len() > SMALL {
            self.index.add_last(&self.local);
        }
        new
    }

    /// Checks whether a type contains no variable.
    fn closed(&self, id: TypeId) -> bool {
        if id.0 >= VARIABLES {
            return false;
        }
        match (id.0 as usize).checked_sub(self.store.len()) {
            None => !TypeStore::is_generic(id),
            Some(local) => !self.open.get(local).copied().unwrap_or(false),
        }
    }

    pub(super) fn list(&mut self, element: TypeId) -> TypeId {
        self.intern(Type::List(element))
    }

    pub(super) fn map(&mut self, key: TypeId, value: TypeId) -> TypeId {
        self.intern(Type::Map(key, value))
    }

    pub(super) fn optional(&mut self, inner: TypeId) -> TypeId {
        self.intern(Type::Optional(inner))
    }

    /// Creates a type variable.
    pub(super) fn variable(&mut self) -> TypeId {
        let number = u32::try_from(self.bindings.len()).unwrap_or(0);
        self.bindings.push(UNBOUND);
        TypeId(VARIABLES | number)
    }

    /// Returns the variables with their types, to restore them.
    pub(super) fn bindings(&self) -> Vec<TypeId> {
        self.bindings.clone()
    }

    /// Restores the variables and their types: later ones get the same numbers again.
    pub(super) fn restore(&mut self, bindings: Vec<TypeId>) {
        self.bindings = bindings;
    }

    /// Creates variables for the parameters of a declaration and returns the number of the first one.
    pub(super) fn variables(&mut self, count: usize) -> usize {
        let first = self.bindings.len();
        self.bindings.resize(first + count, UNBOUND);
        first
    }

    /// Replaces the parameters of a declared type by variables.
    pub(super) fn instantiate(&mut self, declared: TypeId, params: &str, first: usize) -> TypeId {
        match self.store.get(declared) {
            Type::Param(letter) => {
                let at = params.bytes().position(|param| param == letter).unwrap_or(0);
                TypeId(VARIABLES | u32::try_from(first + at).unwrap_or(0))
            }
            Type::List(a) => {
                let new = self.instantiate(a, params, first);
                if new == a { declared } else { self.list(new) }
            }
            Type::Optional(a) => {
                let new = self.instantiate(a, params, first);
                if new == a { declared } else { self.optional(new) }
            }
            Type::Map(k, v) => {
                let new = (
                    self.instantiate(k, params, first),
                    self.instantiate(v, params, first),
                );
                if new == (k, v) {
                    declared
                } else {
                    self.map(new.0, new.1)
                }
            }
            Type::Type(Some(a)) => {
                let new = self.instantiate(a, params, first);
                self.intern(Type::Type(Some(new)))
            }
            _ => declared,
        }
    }

    fn bound(&self, variable: u32) -> Option<TypeId> {
        self.bindings
            .get(variable as usize)
            .copied()
            .filter(|id| *id != UNBOUND)
    }

    fn bind(&mut self, variable: u32, ty: TypeId) {
        if let Some(place) = self.bindings.get_mut(variable as usize) {
            self.trail.push((variable, *place));
            *place = ty;
        }
    }

    /// Replaces the variables of a type by the types to which they are bound.
    pub(super) fn resolve(&mut self, id: TypeId) -> TypeId {
        self.substitute(id, Unbound::Keep)
    }

    /// Replaces variables by the types to which they are bound, and unbound ones by `dyn`.
    pub(super) fn finish(&mut self, id: TypeId) -> TypeId {
        self.substitute(id, Unbound::Dyn)
    }

    fn substitute(&mut self, id: TypeId, unbound: Unbound) -> TypeId {
        if self.closed(id) || self.step() {
            return if unbound == Unbound::Dyn && id.0 >= VARIABLES {
                TypeId::DYN
            } else {
                id
            };
        }
        match self.get(id) {
            Type::Var(variable) => match self.bound(variable) {
                Some(bound) => self.substitute(bound, unbound),
                None if unbound == Unbound::Dyn => TypeId::DYN,
                None => id,
            },
            Type::Param(_) if unbound == Unbound::Dyn => TypeId::DYN,
            Type::List(a) => {
                let a = self.substitute(a, unbound);
                self.list(a)
            }
            Type::Optional(a) => {
                let a = self.substitute(a, unbound);
                self.optional(a)
            }
            Type::Map(k, v) => {
                let (k, v) = (self.substitute(k, unbound), self.substitute(v, unbound));
                self.map(k, v)
            }
            Type::Type(Some(a)) => {
                let a = self.substitute(a, unbound);
                self.intern(Type::Type(Some(a)))
            }
            _ => id,
        }
    }

    /// Checks whether every type of one list is assignable from the corresponding type of the other.
    pub(super) fn assignable_all(&mut self, left: &[TypeId], right: &[TypeId]) -> bool {
        self.trail.clear();
        let yes = left.len() == right.len()
            && left
                .iter()
                .zip(right)
                .all(|(left, right)| self.assign(*left, *right));
        if !yes {
            self.undo();
        }
        yes
    }

    pub(super) fn assignable(&mut self, left: TypeId, right: TypeId) -> bool {
        self.assignable_all(&[left], &[right])
    }

    fn undo(&mut self) {
        while let Some((variable, before)) = self.trail.pop() {
            if let Some(place) = self.bindings.get_mut(variable as usize) {
                *place = before;
            }
        }
    }

    fn assign(&mut self, left: TypeId, right: TypeId) -> bool {
        if left == right && self.closed(left) {
            return true;
        }
        if self.step() {
            return false;
        }
        if let Type::Var(variable) = self.get(right) {
            let (valid, has_binding) = self.substitutes(left, right, variable);
            if valid || has_binding {
                return valid;
            }
        }
        let (left_type, right_type) = (self.get(left), self.get(right));
        match (left_type, right_type) {
            (Type::Var(variable), _) => self.substitutes(right, left, variable).0,
            (Type::Dyn | Type::Any | Type::Error, _)
            | (_, Type::Dyn | Type::Any | Type::Error)
            | (Type::Type(_), Type::Type(_)) => true,
            (Type::Null, other) | (other, Type::Null) => matches!(
                other,
                Type::Null
                    | Type::Optional(_)
                    | Type::Object(_)
                    | Type::Duration
                    | Type::Timestamp
                    | Type::Wrapper(_)
                    | Type::Param(_)
            ),
            (Type::List(a), Type::List(b)) | (Type::Optional(a), Type::Optional(b)) => self.assign(a, b),
            (Type::Map(k, v), Type::Map(l, w)) => self.assign(k, l) && self.assign(v, w),
            (Type::Wrapper(a), Type::Wrapper(b)) => a == b,
            (_, Type::Wrapper(b)) => left == b,
            (Type::Wrapper(a), _) => right == a,
            _ => left_type == right_type,
        }
    }

    /// Checks whether `ty` may be bound to a variable, and whether the variable was already bound.
    fn substitutes(&mut self, ty: TypeId, variable_id: TypeId, variable: u32) -> (bool, bool) {
        if ty == variable_id {
            return (true, true);
        }
        let Some(bound) = self.bound(variable) else {
            if !self.free_of(variable_id, ty) {
                return (false, false);
            }
            self.bind(variable, ty);
            return (true, false);
        };
        if ty == bound {
            return (true, true);
        }
        if !self.assign(ty, bound) {
            return (false, true);
        }
        let general = self.most_general(ty, bound);
        if self.free_of(variable_id, general) {
            self.bind(variable, general);
        }
        (true, true)
    }

    /// Checks whether a variable does not occur in a type.
    fn free_of(&mut self, variable: TypeId, within: TypeId) -> bool {
        if variable == within {
            return false;
        }
        if self.closed(within) || self.step() {
            return true;
        }
        match self.get(within) {
            Type::Var(other) => match self.bound(other) {
                Some(bound) => self.free_of(variable, bound),
                None => true,
            },
            Type::List(a) | Type::Optional(a) | Type::Type(Some(a)) => self.free_of(variable, a),
            Type::Map(k, v) => self.free_of(variable, k) && self.free_of(variable, v),
            _ => true,
        }
    }

    pub(super) fn most_general(&mut self, left: TypeId, right: TypeId) -> TypeId {
        if self.less_specific(left, right) {
            left
        } else {
            right
        }
    }

    /// Checks whether the first type is as general as the second or more general.
    fn less_specific(&mut self, left: TypeId, right: TypeId) -> bool {
        if left == right || self.step() {
            return true;
        }
        match (self.get(left), self.get(right)) {
            (Type::Dyn | Type::Any | Type::Var(_) | Type::Param(_), _) | (Type::Type(_), Type::Type(_)) => {
                true
            }
            (Type::List(a), Type::List(b)) | (Type::Optional(a), Type::Optional(b)) => {
                self.less_specific(a, b)
            }
            (Type::Map(k, v), Type::Map(l, w)) => self.less_specific(k, l) && self.less_specific(v, w),
            // cel-go does not distinguish nullable values from others here.
            (Type::Wrapper(a), _) => a == right,
            (_, Type::Wrapper(b)) => left == b,
            _ => false,
        }
    }
}

/// Checks whether cel-go treats the object as a type without fields: an opaque one.
pub(super) fn is_opaque(ty: TypeId) -> bool {
    matches!(ty, TypeId::IP | TypeId::CIDR | TypeId::OPTIONAL_TYPE)
}

/// Checks whether cel-go's type provider knows the object: types of the libraries are only names to it.
pub(super) fn is_provided(object: ObjectId) -> bool {
    object.0 as usize >= crate::types::BASE_OBJECTS.len() - 1
}
