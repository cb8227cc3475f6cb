use crd_core::Schema;

#[derive(Schema)]
#[crd(rule("!has(oldSelf.value().tier) || self.name == 'a'", optional_old_self))]
#[crd(rule("oldSelf == null || self.name == oldSelf.value().name", optional_old_self))]
#[crd(rule("!oldSelf.hasValue() || self.name == oldSelf.value().name", optional_old_self))]
struct Server {
    tier: Option<String>,
    #[crd(rule("self == oldSelf.value()", optional_old_self))]
    name: String,
    #[crd(allow("cel-optional", reason = "objects are restored, not created"), rule("self == oldSelf.value()", optional_old_self))]
    frozen: String,
}

fn main() {}
