use crd_core::Schema;

#[derive(Schema)]
#[crd(rule("self.names.all(|name| name != '')"))]
#[crd(rule("self.r#type != ''"))]
#[crd(rule("self.in != ''"))]
struct Server {
    names: Vec<String>,
    r#type: String,
    r#in: String,
}

fn main() {}
