use crd_core::Schema;

#[derive(Schema)]
#[crd(rule("!has(self.name)", message = "must not have a name"))]
#[crd(rule("self.size > 10", message = "must be above 10"))]
struct Port {
    name: String,
    #[crd(maximum = 10)]
    size: i32,
    #[crd(rule("self < 0", message = "must be negative"))]
    count: u8,
    #[crd(max_items = 3, rule("self.size() > 3", message = "must have more than 3 elements"))]
    list: Option<Vec<String>>,
    #[crd(rule("false", message = "must not be set"))]
    never: Option<String>,
    #[crd(allow("rule-never-true", reason = "reserved for later"))]
    #[crd(rule("false", message = "must not be set"))]
    reserved: Option<String>,
}

fn main() {}
