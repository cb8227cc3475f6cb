use crd_core::Schema;

#[derive(Schema)]
struct Port(u16);

#[derive(Schema)]
enum Mode {
    On,
    Off,
}

#[derive(Schema)]
struct Spec {
    #[crd(enum("auto", 8))]
    size: u8,
    #[crd(enum(80, 70000))]
    port: Port,
    #[crd(enum("On", "of"))]
    mode: Option<Mode>,
    #[crd(items(enum(1)))]
    names: Vec<String>,
}

fn main() {}
