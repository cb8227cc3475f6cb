//! Joins operations that often follow each other into one, so that a run takes fewer steps and moves fewer values. Values
//! and costs stay what the single operations make them. Plans that record the values of subexpressions stay as they are.
//!
//! ```text
//! Variable self, Select spec, Select name                      Path
//! Constant 0, Call _>_                                         CallWith
//! Variable i, Constant 0, Call _>_                             CompareVariable
//! Next, Until, Variable accumulator, AndLeft                   NextUndecided   (the head of `all` and `exists`)
//! AndRight, Store accumulator, Jump                            DecideAndNext   (their end)
//! Variable accumulator, Store accumulator, Jump                KeepAndNext     (`exists_one`, where nothing is counted)
//! ```

use super::count;
use super::op::{Constant, Hint, LoopHead, Op, Path, Plain, Plan, Selection};

/// An operation that stands for some of a plan.
struct Joined {
    op: Op,
    /// How many operations it replaces. Those that it stands for beyond them stay, since others lead to them: the joined
    /// operation ends in a jump.
    replaces: usize,
}

/// Joins operations of a plan whose labels are resolved.
pub(super) fn fuse(plan: &mut Plan) {
    let ops = std::mem::take(&mut plan.ops);
    let is_target = targets(&ops);
    let mut places: Vec<u32> = Vec::with_capacity(ops.len() + 1);
    // Where the bodies of loops with a joined head end.
    let mut ends: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(rest) = ops.get(at..)
        && let [first, ..] = rest
    {
        // Only the first of the operations may be led to from elsewhere.
        let free = is_target
            .iter()
            .skip(at + 1)
            .position(|target| *target)
            .map_or(rest.len(), |place| (place + 1).min(rest.len()));
        let joined = if ends.contains(&at) {
            end_of_body(rest)
        } else {
            head_of_loop(plan, &ops, at, free, &mut ends).or_else(|| join(plan, rest, free))
        };
        let joined = joined.unwrap_or(Joined {
            op: *first,
            replaces: 1,
        });
        places.extend(std::iter::repeat_n(count(plan.ops.len()), joined.replaces));
        plan.ops.push(joined.op);
        at += joined.replaces;
    }
    places.push(count(plan.ops.len()));
    let place = |target: &mut u32| *target = places.get(*target as usize).copied().unwrap_or(u32::MAX);
    for op in &mut plan.ops {
        op.each_target(place);
    }
    for head in &mut plan.loops {
        place(&mut head.done);
    }
}

/// Which operations others lead to.
fn targets(ops: &[Op]) -> Vec<bool> {
    let mut is_target = vec![false; ops.len() + 1];
    let mut mark = |place: usize| {
        if let Some(target) = is_target.get_mut(place) {
            *target = true;
        }
    };
    for (at, op) in ops.iter().enumerate() {
        let mut op = *op;
        op.each_target(|target| mark(*target as usize));
        // The operations that compute a variable return here.
        if let Op::Force { .. } = op {
            mark(at + 1);
        }
    }
    is_target
}

/// The joined operation that begins here, if there is one. The first `free` operations may be replaced.
fn join(plan: &mut Plan, ops: &[Op], free: usize) -> Option<Joined> {
    match *ops {
        [
            Op::Variable { slot, charge },
            Op::Store { slot: stored },
            Op::Jump { to },
            ..,
        ] if slot == stored => Some(Joined {
            op: Op::KeepAndNext {
                accumulator: slot,
                charge,
                next: to,
            },
            replaces: free.min(3),
        }),
        [Op::Variable { slot, charge }, Op::Select { .. }, ..] => {
            let selects = ops.iter().take(free).skip(1);
            let selections: Vec<Selection> = selects
                .map_while(|op| match op {
                    Op::Select { name, step } if !step.free => Some(Selection {
                        name: *name,
                        step: *step,
                        hint: Hint::default(),
                    }),
                    _ => None,
                })
                .collect();
            let replaces = selections.len() + 1;
            if selections.is_empty() {
                return None;
            }
            plan.paths.push(Path {
                slot,
                charge,
                selections,
            });
            Some(Joined {
                op: Op::Path(count(plan.paths.len() - 1)),
                replaces,
            })
        }
        [
            Op::Variable { slot, charge },
            Op::Constant(constant),
            Op::Call(site),
            ..,
        ] if free >= 3 && takes_integer(plan, site, constant) => Some(Joined {
            op: Op::CompareVariable {
                slot,
                charge,
                site,
                constant,
            },
            replaces: 3,
        }),
        [Op::Constant(constant), Op::Call(site), ..] if free >= 2 && takes_integer(plan, site, constant) => {
            Some(Joined {
                op: Op::CallWith { site, constant },
                replaces: 2,
            })
        }
        _ => None,
    }
}

/// Whether a call has two arguments, of which the last one is this constant integer.
fn takes_integer(plan: &Plan, site: u32, constant: u32) -> bool {
    let is_int = matches!(
        plan.constants.get(constant as usize),
        Some(Constant::Literal(Plain::Int(_)))
    );
    is_int && plan.sites.get(site as usize).is_some_and(|site| site.args == 2)
}

/// The head of a loop that ends when its accumulator is decided, where the end of its body can be joined as well.
fn head_of_loop(
    plan: &mut Plan,
    ops: &[Op],
    at: usize,
    free: usize,
    ends: &mut Vec<usize>,
) -> Option<Joined> {
    let [
        Op::Next { first, second, done },
        Op::Until {
            slot: accumulator,
            value,
            charge: deciding,
            ..
        },
        Op::Variable {
            slot: read,
            charge: reading,
        },
        junction @ (Op::AndLeft { to } | Op::OrLeft { to }),
        ..,
    ] = *ops.get(at..)?
    else {
        return None;
    };
    let end = (to as usize).checked_sub(1)?;
    let is_end = match (junction, ops.get(end..)?) {
        (Op::AndLeft { .. }, [Op::AndRight, Op::Store { slot }, Op::Jump { .. }, ..]) => {
            !value && *slot == accumulator
        }
        (Op::OrLeft { .. }, [Op::OrRight, Op::Store { slot }, Op::Jump { .. }, ..]) => {
            value && *slot == accumulator
        }
        _ => false,
    };
    if free < 4 || read != accumulator || !is_end {
        return None;
    }
    ends.push(end);
    plan.loops.push(LoopHead {
        first,
        second,
        accumulator,
        value,
        deciding,
        reading,
        done,
    });
    Some(Joined {
        op: Op::NextUndecided(count(plan.loops.len() - 1)),
        replaces: 4,
    })
}

/// The end of the body of such a loop. The operations after the first may be led to from elsewhere, and stay.
fn end_of_body(ops: &[Op]) -> Option<Joined> {
    let [right, Op::Store { slot }, Op::Jump { to }, ..] = *ops else {
        return None;
    };
    Some(Joined {
        op: Op::DecideAndNext {
            accumulator: slot,
            deciding: matches!(right, Op::OrRight),
            next: to,
        },
        replaces: 1,
    })
}
