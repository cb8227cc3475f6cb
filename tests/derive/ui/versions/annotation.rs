//! Fields that cannot be annotations or labels in the other version.

mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Key", storage = false, next = v2::KeySpec)]
    pub struct KeySpec {
        #[crd(next(annotation = "not a key"))]
        pub note: Option<String>,
    }

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "List", storage = false, next = v2::ListSpec)]
    pub struct ListSpec {
        #[crd(next(label = "example.com/note"))]
        pub note: Option<Vec<String>>,
    }

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Required", storage = false, next = v2::RequiredSpec)]
    pub struct RequiredSpec {
        #[crd(next(annotation = "example.com/note"))]
        pub note: String,
    }

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Twice", storage = false, next = v2::TwiceSpec)]
    pub struct TwiceSpec {
        #[crd(next(annotation = "example.com/note"))]
        pub note: Option<String>,
        #[crd(next(annotation = "example.com/note"))]
        pub other: Option<String>,
    }

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Number", storage = false, next = v2::NumberSpec)]
    pub struct NumberSpec {
        #[crd(next(annotation = "example.com/note", up = to_number, down = to_text))]
        pub note: Option<String>,
    }

    fn to_number(text: String) -> Option<i64> {
        text.parse().ok()
    }

    fn to_text(number: i64) -> String {
        number.to_string()
    }

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Source", storage = false, next = v2::SourceSpec)]
    #[crd(moved(annotation = "example.com/note", to = "note"))]
    pub struct SourceSpec {
        pub note: Option<String>,
    }
}

mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Key")]
    pub struct KeySpec {}

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "List")]
    pub struct ListSpec {}

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Required")]
    pub struct RequiredSpec {}

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Twice")]
    pub struct TwiceSpec {}

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Number")]
    pub struct NumberSpec {}

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Source")]
    pub struct SourceSpec {
        pub note: Option<String>,
    }
}

fn main() {}
