//! Resolves calls: finds the function and the matching signatures.

use super::{Rewrite, TypeChecker};
use crate::ast::{Kind, NodeId, Nodes, Text};
use crate::decls::{self, Function, Overload};
use crate::mistake::{CallStyle, MismatchPlace};
use crate::types::TypeId;

impl TypeChecker<'_, '_> {
    pub(super) fn call(&mut self, node: NodeId, namespaced: Option<&'static Function>) {
        let Kind::Call {
            function: name,
            target,
            args,
        } = self.ast.kind(node)
        else {
            return;
        };
        if let Some(function) = namespaced {
            self.rewrites.push((node, Rewrite::Call(function.name, args)));
            self.resolve(node, function, None, args);
            return;
        }
        let text = self.ast.text(name);
        let found = match name.fixed() {
            Some(_) => decls::find_fixed(name, self.version),
            None => decls::find(
                text.strip_prefix('.')
                    .filter(|_| target.is_none())
                    .unwrap_or(text),
                self.version,
            ),
        };
        let Some(function) = found else {
            self.set_type(node, TypeId::ERROR);
            let call = match target {
                Some(_) => CallStyle::Method,
                None => CallStyle::Function,
            };
            self.unknown_function(node, text, name, call);
            return;
        };
        if text.starts_with('.') {
            self.rewrites.push((node, Rewrite::Call(function.name, args)));
        }
        self.resolve(node, function, target, args);
    }

    pub(super) fn set_overloads(&mut self, node: NodeId, start: usize) {
        let count = self.overloads.len() - start;
        let number = |n: usize| u32::try_from(n).unwrap_or(0);
        self.set_reference(node, (number(start), number(count)));
    }

    fn resolve(&mut self, node: NodeId, function: &'static Function, target: Option<NodeId>, args: Nodes) {
        let mut arg_types = std::mem::take(&mut self.args);
        arg_types.clear();
        if let Some(target) = target {
            arg_types.push(self.type_of(target));
        }
        for arg in self.ast.nodes(args) {
            arg_types.push(self.type_of(*arg));
        }
        let call = match target {
            Some(_) => CallStyle::Method,
            None => CallStyle::Function,
        };
        let ty = if matches!(function.name, "_&&_" | "_||_") {
            Some(self.logical(node, function, args, &arg_types))
        } else {
            self.overload(node, function, call, &arg_types)
        };
        let ty = ty.unwrap_or_else(|| {
            self.no_overload(node, function, call, &arg_types);
            TypeId::ERROR
        });
        self.set_type(node, ty);
        self.args = arg_types;
    }

    /// Reports each operand of `&&` and `||` that is not `bool`.
    fn logical(
        &mut self,
        node: NodeId,
        function: &'static Function,
        args: Nodes,
        types: &[TypeId],
    ) -> TypeId {
        let mut result = TypeId::BOOL;
        // `all` and `exists` expand to `&&` and `||` of the accumulator and their condition.
        let so_far = self.ast.nodes(args).first().map(|first| self.ast.kind(*first));
        let place = match so_far {
            Some(Kind::Ident(Text::ACCUMULATOR)) => MismatchPlace::Condition,
            _ => MismatchPlace::LogicalOperand,
        };
        for (&arg, &ty) in self.ast.nodes(args).iter().zip(types) {
            if !self.types.assignable(ty, TypeId::BOOL) {
                self.mismatch(arg, TypeId::BOOL, ty, place.clone());
                result = TypeId::ERROR;
            }
        }
        if result == TypeId::BOOL {
            let start = self.overloads.len();
            self.overloads.extend(function.overloads.first());
            self.set_overloads(node, start);
        }
        result
    }

    /// Tries every signature; if several match with different results, the result is `dyn`.
    fn overload(
        &mut self,
        node: NodeId,
        function: &'static Function,
        call: CallStyle,
        args: &[TypeId],
    ) -> Option<TypeId> {
        let start = self.overloads.len();
        let mut result = None;
        for overload in function.overloads {
            if overload.call_style() != call || !overload.is_in(self.version) {
                continue;
            }
            let Some(ty) = self.fits(overload, args) else {
                continue;
            };
            self.overloads.push(overload);
            result = Some(match result {
                Some(before) if before != ty && before != TypeId::DYN => TypeId::DYN,
                Some(before) => before,
                None => ty,
            });
        }
        if result.is_some() {
            self.set_overloads(node, start);
        }
        result
    }

    /// Whether the arguments match a signature that the server does not try: the check continues as if it had not been tried.
    pub(super) fn would_fit(&mut self, overload: &'static Overload, args: &[TypeId]) -> bool {
        let bindings = self.types.bindings();
        let fits = self.fits(overload, args).is_some();
        self.types.restore(bindings);
        fits
    }

    /// Returns the result type of a signature if the arguments match it.
    fn fits(&mut self, overload: &'static Overload, args: &[TypeId]) -> Option<TypeId> {
        if overload.type_params.is_empty() {
            return self
                .types
                .assignable_all(args, overload.params)
                .then_some(overload.result);
        }
        let first = self.types.variables(overload.type_params.len());
        let mut params = [TypeId::ERROR; 8];
        for (place, param) in params.iter_mut().zip(overload.params) {
            *place = self.types.instantiate(*param, overload.type_params, first);
        }
        if !self
            .types
            .assignable_all(args, params.get(..overload.params.len())?)
        {
            return None;
        }
        let result = self
            .types
            .instantiate(overload.result, overload.type_params, first);
        Some(self.types.resolve(result))
    }
}

#[cfg(test)]
mod tests {
    use crate::{CompatVersion, Env};

    /// The server numbers the variables of types, and shows the numbers.
    #[test]
    fn explanations_take_no_numbers() {
        let issues = Env::new(CompatVersion::of_server(36))
            .compile("size(true) > 0 && [1].all(x, optional.none())")
            .unwrap_err();
        let text = issues.to_string();
        assert!(
            text.contains("expected type 'bool' but found 'optional_type(_var3)'"),
            "{text}"
        );
    }
}
