mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Widget", storage = false)]
    #[crd(next = super::v2::WidgetSpec)]
    pub struct WidgetSpec {
        size: Option<i64>,
    }
}

mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Widget", status = WidgetStatus)]
    pub struct WidgetSpec {
        size: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct WidgetStatus {
        ready: Option<bool>,
    }
}

fn main() {}
