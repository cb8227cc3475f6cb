//! Plans objects, and the steps that convert some of their members.

use super::element::element_or_map;
use super::part::{Claims, Declared};
use super::{Part, Planner};
use crate::convert::direction::{Direction, Sides};
use crate::convert::fit::are_alike;
use crate::convert::plan::{How, Lift, MetadataStep, ObjectPlan, Plan, Step, StepFunctions};
use crate::convert::same::same;
use crate::model::structural::{ListType, MapType, StructuralShape};
use crate::rust::shape::check::fits;
use crate::rust::shape::{ByKey, Kind, MetadataEntry, Next, NextStep};

impl Planner {
    /// Creates the plan of an object, some of whose members are converted elsewhere.
    pub(super) fn object(
        &mut self,
        older: Part<'_>,
        newer: Part<'_>,
        next: Option<&'static Next>,
        claims: [Claims; 2],
    ) -> Plan {
        let mut plan = ObjectPlan::default();
        let mut declared = Declared::new(claims);
        let of_enum = next.zip(older.shape);
        let of_contents = of_enum.map(|(next, shape)| Self::of_contents(shape, next));
        for next in next.into_iter().chain(of_contents.into_iter().flatten()) {
            for step in next.steps {
                self.step(step, [older, newer], &mut declared, &mut plan);
            }
            declared.newer.lost.extend(owned(next.added));
        }
        if let Some((next, shape)) = of_enum {
            self.variants_alone(shape, next);
            Self::variants(shape, newer, next, &mut declared);
        }
        self.only_once(&declared);
        self.pair(&mut plan, [older, newer], &declared);
        plan.tag = declared.tag;
        Plan::Object(plan)
    }

    fn step(
        &mut self,
        step: &NextStep,
        [older, newer]: [Part<'_>; 2],
        declared: &mut Declared,
        plan: &mut ObjectPlan,
    ) {
        let (from, to) = (owned(step.from), owned(step.to));
        if let Some(entry) = step.metadata {
            self.metadata(entry, step, [&from, &to]);
            declared.older.taken.extend(from);
            declared.newer.taken.extend(to);
            return;
        }
        let functions = step
            .functions
            .map(StepFunctions::Own)
            .or(step
                .by_key
                .map(|by_key| element_or_map(by_key, [older, newer], [&from, &to])))
            .or(step.choice.map(StepFunctions::Choose));
        let how = match (from.as_slice(), to.as_slice(), functions) {
            (_, [], None) => {
                declared.older.lost.extend(from);
                return;
            }
            ([one], [other], None) => {
                if let ([one], [other]) = (one.as_slice(), other.as_slice()) {
                    declared
                        .policies
                        .extend(step.unfit.map(|unfit| (one.clone(), unfit)));
                    declared.renames.push((one.clone(), other.clone()));
                    return;
                }
                let (Some(a), Some(b)) = (older.at(one), newer.at(other)) else {
                    let (one, other) = (one.join("."), other.join("."));
                    self.problem(&format!("`{one}` or `{other}` does not exist"));
                    return;
                };
                let around = self.unfit;
                self.unfit = step.unfit.or(around);
                let moved = self.within(&one.join("."), |planner| planner.plan(a, b));
                self.unfit = around;
                How::Move(moved)
            }
            (_, _, Some(functions)) => {
                if let (StepFunctions::ByKey(by_key, _), [one], [other]) =
                    (functions, from.as_slice(), to.as_slice())
                {
                    self.by_key(by_key, [older.at(one), newer.at(other)], one);
                }
                if let (StepFunctions::Element(element), [one], [other]) =
                    (functions, from.as_slice(), to.as_slice())
                {
                    self.element(element, [older.at(one), newer.at(other)], one);
                }
                if let StepFunctions::Choose(choice) = functions {
                    self.choice(&choice, [older, newer], [&from, &to]);
                }
                // Named functions do not know the bounds of the field, so their results are validated.
                self.judges |= matches!(functions, StepFunctions::Own(own) if !own.name.is_empty());
                let lift = match from.as_slice() {
                    [one] => lift(functions, older.at(one)),
                    _ => Lift::Whole,
                };
                How::Compute(functions, lift)
            }
            _ => {
                self.problem("a mapping without functions must have one field in each version");
                return;
            }
        };
        declared.older.taken.extend(from.iter().cloned());
        declared.newer.taken.extend(to.iter().cloned());
        let paths = Sides {
            older: from,
            newer: to,
        };
        plan.steps.push(Step { paths, how });
    }

    /// A field that is an annotation or a label in the other version.
    fn metadata(&mut self, entry: MetadataEntry, step: &NextStep, [from, to]: [&[Vec<Box<str>>]; 2]) {
        let (leaves, path) = match (from, to) {
            ([path], []) => (Direction::Up, path),
            ([], [path]) => (Direction::Down, path),
            _ => {
                self.problem("an annotation or a label maps to exactly one field of the other version");
                return;
            }
        };
        if self.place.len() != 1 {
            self.problem("only the spec of a resource can be mapped to annotations and labels");
            return;
        }
        // What the field itself does not admit does not come back from a text.
        self.judges = true;
        self.metadata.push(MetadataStep {
            entry,
            leaves,
            path: self.place.iter().chain(path).cloned().collect(),
            functions: step.functions,
        });
    }

    /// Checks that the elements of a list and the values of a map have the same members, which are unchanged.
    fn by_key(&mut self, by_key: ByKey, parts: [Option<Part<'_>>; 2], place: &[Box<str>]) {
        let [Some(a), Some(b)] = parts.map(|part| part.map(|part| part.schema)) else {
            return;
        };
        let mut sides = [(a, b), (b, a)].into_iter();
        let found = sides.find_map(|(list, map)| Some((list, list.items()?, map, map.additional_schema()?)));
        let Some((list, items, map, values)) = found else {
            return;
        };
        let is_merged = match list.list_type() {
            Some(ListType::Map(keys)) => matches!(keys.as_slice(), [key] if **key == *by_key.key),
            _ => false,
        };
        let is_atomic = match &map.shape {
            StructuralShape::Object(map) => map.map_type == Some(MapType::Atomic),
            _ => false,
        };
        if is_merged == is_atomic {
            let key = by_key.key;
            self.within(&place.join("."), |planner| {
                planner.problem(&format!(
                    "server-side apply merges a map by its keys, so it must merge the list by the same \
                     keys: write `list_type = map, list_map_keys(\"{key}\")` on the list; or `map_type = \
                     atomic` on the map, if the list is replaced as a whole"
                ));
            });
        }
        let differing = items.properties().find(|(name, schema)| {
            let there = match by_key.value {
                Some(value) => (value == *name).then_some(values),
                None => values.property(name),
            };
            there.is_some_and(|there| !same(schema, there) || !are_alike(schema, there))
        });
        if let Some((name, _)) = differing {
            self.within(&place.join("."), |planner| {
                planner.problem(&format!(
                    "the versions restrict `{name}` differently, so the elements are not valid values of \
                     the map: write functions (`next(up = …, down = …)`)"
                ));
            });
        }
    }

    /// Checks that each member is read by only one mapping, and set by only one. Parts of a renamed member may be moved elsewhere.
    fn only_once(&mut self, declared: &Declared) {
        let (taken, given) = (&declared.older.taken, &declared.newer.taken);
        let from = declared.renames.iter().map(|(from, _)| from);
        let to = declared.renames.iter().map(|(_, to)| to);
        self.alone(taken, from, "two mappings convert it");
        self.alone(given, to, "it gets its value from two fields");
    }

    fn alone<'d>(&mut self, paths: &[Vec<Box<str>>], names: impl Iterator<Item = &'d Box<str>>, what: &str) {
        let mut twice: Vec<String> = Vec::new();
        for (at, path) in paths.iter().enumerate() {
            let mut before = paths.iter().take(at);
            if before.any(|other| path.starts_with(other) || other.starts_with(path)) {
                twice.push(path.join("."));
            }
        }
        let mut known: Vec<&str> = Vec::new();
        for name in names {
            let is_taken = paths
                .iter()
                .any(|path| matches!(path.as_slice(), [only] if only == name));
            if is_taken || known.contains(&&**name) {
                twice.push(name.to_string());
            }
            known.push(name);
        }
        for path in twice {
            self.within(&path, |planner| {
                planner.problem(&format!("{what}, but only one of them could be converted back"));
            });
        }
    }
}

fn owned(paths: &[&[&str]]) -> Vec<Vec<Box<str>>> {
    let owned = |path: &&[&str]| path.iter().map(|name| Box::from(*name)).collect();
    paths.iter().map(owned).collect()
}

/// Returns whether a function takes the whole value or its elements.
fn lift(functions: StepFunctions, part: Option<Part<'_>>) -> Lift {
    let (StepFunctions::Own(functions), Some(shape)) = (functions, part.and_then(|part| part.shape)) else {
        return Lift::Whole;
    };
    match functions.up.arguments {
        [takes] if fits(shape, takes).is_err() => match shape.behind_aliases().kind {
            Kind::Array(items) | Kind::Set(items) | Kind::Map(items) if fits(items, takes).is_ok() => {
                Lift::Elements
            }
            _ => Lift::Whole,
        },
        _ => Lift::Whole,
    }
}
