//! Plans calls that make texts of texts.

use super::op::Site;
use crate::eval::function::Function;
use crate::eval::tree::Node;

/// The node of a call: that of a text that is made in one step, where there is one.
pub(super) fn call(site: Site, mut args: Vec<Node>) -> Node {
    match (site.function, &mut *args) {
        (Function::LowerAscii | Function::UpperAscii, [_]) => {
            if let Some(of) = args.pop() {
                let function = site.function;
                return Node::Cased {
                    function,
                    of: Box::new(of),
                };
            }
        }
        (Function::IsIp | Function::IsCidr | Function::IsUrl, [text]) if text.is_direct() => {
            if let Some(text) = args.pop() {
                return Node::Form {
                    site: Box::new(site),
                    text: Box::new(text),
                };
            }
        }
        // `text.split(a).join(b)` is a replacement; the list is not made.
        (
            Function::Join,
            [
                Node::Call {
                    site: split,
                    args: parts,
                },
                ..,
            ],
        ) if split.function == Function::Split && parts.len() == 2 => {
            let mut parts = std::mem::take(parts);
            parts.extend(args.drain(1..));
            return Node::Rejoined(parts);
        }
        _ => {}
    }
    let site = Box::new(site);
    Node::Call { site, args }
}
