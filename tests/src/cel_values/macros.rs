//! Random macros.

use super::Making;
use super::types::Ty;

impl Making<'_> {
    /// Generates an expression to iterate over, with the types of its keys and elements.
    fn range(&mut self, depth: usize) -> (String, Ty, Ty) {
        if self.chance(4) {
            let value = if self.chance(2) {
                Ty::Text
            } else {
                self.any_type(0)
            };
            let range = self.expression(&Ty::map(value.clone()), depth);
            return (range, Ty::Text, value);
        }
        let lists: Vec<Ty> = self
            .all
            .fields
            .iter()
            .filter_map(|(_, ty)| match ty {
                Ty::List(element) => Some((**element).clone()),
                _ => None,
            })
            .collect();
        let element = self.rng.pick(&lists).cloned().unwrap_or(Ty::Int);
        let range = self.expression(&Ty::list(element.clone()), depth);
        (range, Ty::Int, element)
    }

    fn variable(&mut self, ty: &Ty) -> String {
        self.names += 1;
        // If a variable has a type as its value, the server treats it as the type with the variable's name, if there is one.
        let name = match (ty, self.names % 3) {
            (Ty::Type, 0) => "list".to_owned(),
            _ => format!("v{}", self.names),
        };
        self.variables.push((name.clone(), ty.clone()));
        name
    }

    /// Generates a macro that returns the type; `None` if there is none.
    pub(super) fn by_macro(&mut self, ty: &Ty, depth: usize) -> Option<String> {
        let before = self.variables.len();
        let text = self.macro_of(ty, depth);
        self.variables.truncate(before);
        text
    }

    fn macro_of(&mut self, ty: &Ty, depth: usize) -> Option<String> {
        let has_two = self.all.server >= 32 && self.chance(3);
        match ty {
            Ty::Bool if self.chance(5) => {
                let paths: Vec<&str> = self.all.fields.iter().map(|(path, _)| *path).collect();
                let path = *self.rng.pick(&paths)?;
                (!path.is_empty() && !path.contains('[')).then(|| format!("has(self{path})"))
            }
            Ty::Bool => {
                let (range, key, element) = self.range(depth);
                let is_map = key == Ty::Text;
                let names = ["all", "exists", "exists_one"];
                let name = self.rng.pick(&names)?;
                let (name, variables) = if has_two {
                    let name = if *name == "exists_one" { "existsOne" } else { name };
                    let first = self.variable(&key);
                    (name, format!("{first}, {}", self.variable(&element)))
                } else {
                    (*name, self.variable(if is_map { &key } else { &element }))
                };
                let body = self.expression(&Ty::Bool, depth);
                Some(format!("{range}.{name}({variables}, {body})"))
            }
            Ty::List(wanted) => {
                if self.all.server >= 34 && self.chance(5) {
                    let list = self.expression(ty, depth);
                    let variable = self.variable(wanted);
                    let key = [
                        Ty::Int,
                        Ty::Text,
                        Ty::Double,
                        Ty::Bool,
                        Ty::Timestamp,
                        Ty::Duration,
                        Ty::Bytes,
                    ];
                    let key = self.rng.pick(&key).cloned()?;
                    return Some(format!(
                        "{list}.sortBy({variable}, {})",
                        self.expression(&key, depth)
                    ));
                }
                if self.chance(3) {
                    let list = self.expression(ty, depth);
                    let variable = self.variable(wanted);
                    return Some(format!(
                        "{list}.filter({variable}, {})",
                        self.expression(&Ty::Bool, depth)
                    ));
                }
                let (range, key, element) = self.range(depth);
                if has_two {
                    let (first, second) = (self.variable(&key), self.variable(&element));
                    let filter = self.filter(depth);
                    let body = self.expression(wanted, depth);
                    return Some(format!(
                        "{range}.transformList({first}, {second}, {filter}{body})"
                    ));
                }
                let variable = self.variable(if key == Ty::Text { &key } else { &element });
                let filter = self.filter(depth);
                Some(format!(
                    "{range}.map({variable}, {filter}{})",
                    self.expression(wanted, depth)
                ))
            }
            Ty::Map(wanted_key, wanted) if self.all.server >= 32 => {
                let (range, key, element) = self.range(depth);
                let (first, second) = (self.variable(&key), self.variable(&element));
                let filter = self.filter(depth);
                if **wanted_key == key && self.chance(2) {
                    let body = self.expression(wanted, depth);
                    return Some(format!("{range}.transformMap({first}, {second}, {filter}{body})"));
                }
                let (key, body) = (self.expression(wanted_key, depth), self.expression(wanted, depth));
                Some(format!(
                    "{range}.transformMapEntry({first}, {second}, {filter}{{{key}: {body}}})"
                ))
            }
            Ty::Optional(wanted) => {
                let inner = self.any_type(1);
                let optional = self.expression(&Ty::Optional(Box::new(inner.clone())), depth);
                let variable = self.variable(&inner);
                Some(if self.chance(3) {
                    format!(
                        "{optional}.optFlatMap({variable}, {})",
                        self.expression(ty, depth)
                    )
                } else {
                    format!(
                        "{optional}.optMap({variable}, {})",
                        self.expression(wanted, depth)
                    )
                })
            }
            _ => None,
        }
    }

    fn filter(&mut self, depth: usize) -> String {
        if self.chance(3) {
            format!("{}, ", self.expression(&Ty::Bool, depth))
        } else {
            String::new()
        }
    }
}
