//! `arguments!()`: the command line of the compiler that expands it.
//!
//! cargo gives it the paths of the crates that it built for the tests of compile errors, so their cases are compiled against
//! the same crates, and nothing is built a second time.

use proc_macro::{Literal, Punct, Spacing, TokenStream, TokenTree};

/// Expands to the arguments of the compiler, its own path first, as strings with a comma after each.
///
/// ```ignore
/// const ARGUMENTS: &[&str] = arguments!();
/// ```
#[proc_macro]
pub fn arguments(_: TokenStream) -> TokenStream {
    let mut list = TokenStream::new();
    for argument in std::env::args_os() {
        list.extend([
            TokenTree::Literal(Literal::string(&argument.to_string_lossy())),
            TokenTree::Punct(Punct::new(',', Spacing::Alone)),
        ]);
    }
    let list = proc_macro::Group::new(proc_macro::Delimiter::Bracket, list);
    TokenStream::from_iter([
        TokenTree::Punct(Punct::new('&', Spacing::Alone)),
        TokenTree::Group(list),
    ])
}
