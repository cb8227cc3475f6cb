use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(const = 1)]
    field0: i32,
    #[crd(type = "string")]
    field1: String,
    #[crd(examples = ["a"])]
    field2: String,
    #[crd(readOnly)]
    field3: String,
    #[crd(writeOnly)]
    field4: String,
    #[crd(contentEncoding = "base64")]
    field5: String,
    #[crd(x_kubernetes_list_type = "set")]
    field6: Vec<String>,
    #[crd(patternProperties("a"))]
    field7: String,
    #[crd(additionalProperties = false)]
    field8: String,
    #[crd(extend("x-internal" = true))]
    field9: String,
}

fn main() {}
