use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(length(min = 1))]
    field0: String,
    #[crd(range(min = 1))]
    field1: i32,
    #[crd(inner(length(min = 1)))]
    field2: Vec<String>,
    #[crd(ge = 1)]
    field3: i32,
    #[crd(lt = 1)]
    field4: i32,
    #[crd(not_empty)]
    field5: String,
    #[crd(max_len = 3)]
    field6: String,
    #[crd(ascii)]
    field7: String,
    #[crd(prefix = "a")]
    field8: String,
    #[crd(custom(check))]
    field9: String,
    #[crd(nested)]
    field10: String,
    #[crd(must_match = "other")]
    field11: String,
    #[crd(message = "no")]
    field12: String,
}

fn main() {}
