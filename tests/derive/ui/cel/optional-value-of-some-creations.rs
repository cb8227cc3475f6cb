use crd_core::Schema;

#[derive(Schema)]
#[crd(rule("!has(self.tier) || oldSelf.value().tier == self.tier", optional_old_self))]
#[crd(rule("!has(self.tier) || !oldSelf.hasValue() || oldSelf.value().tier == self.tier", optional_old_self))]
struct Server {
    #[crd(max_length = 20)]
    tier: Option<String>,
}

fn main() {}
