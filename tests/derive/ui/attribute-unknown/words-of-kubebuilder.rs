use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(Minimum = 1)]
    field0: i32,
    #[crd(MaxLength = 1)]
    field1: String,
    #[crd(maxItems = 1)]
    field2: Vec<String>,
    #[crd(UniqueItems)]
    field3: Vec<String>,
    #[crd(XValidation = "self != ''")]
    field4: String,
    #[crd(XIntOrString)]
    field5: String,
    #[crd(XPreserveUnknownFields)]
    field6: String,
    #[crd(Enum("a"))]
    field7: String,
    #[crd(Schemaless)]
    field8: String,
    #[crd(listMapKey = "a")]
    field9: Vec<String>,
    #[crd(structType = "atomic")]
    field10: String,
    #[crd(ExclusiveMinimum = 1)]
    field11: i32,
    #[crd(MultipleOf = 2)]
    field12: i32,
}

fn main() {}
