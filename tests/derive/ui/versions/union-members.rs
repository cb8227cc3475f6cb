//! A union whose next version has other members.

mod v1 {
    use crd_core::{Schema, Union};
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(Union)]
    #[crd(next = v2::Storage)]
    pub enum Forgotten {
        EmptyDir(EmptyDir),
        HostPath(HostPath),
        None,
    }

    #[derive(Union)]
    #[crd(next = v2::Storage, variant("S3", falls_back = "HostPath"))]
    pub enum FallsBackToContent {
        EmptyDir(EmptyDir),
        HostPath(HostPath),
        None,
    }

    #[derive(Union)]
    #[crd(next = v2::Storage, variant("S3", falls_back = "Tape"))]
    pub enum FallsBackToDropped {
        EmptyDir(EmptyDir),
        HostPath(HostPath),
        #[crd(next(falls_back = "None"))]
        Tape,
        None,
    }

    #[derive(Union)]
    #[crd(next = v2::Storage, variant("S3", falls_back = "None"))]
    pub enum WithoutContent {
        EmptyDir,
        HostPath(HostPath),
        None,
    }

    #[derive(Union)]
    #[crd(next = v2::Storage, variant("S3", falls_back = "None"))]
    pub enum OtherContent {
        EmptyDir(HostPath),
        HostPath(HostPath),
        None,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct EmptyDir {}

    #[derive(Schema, Serialize, Deserialize)]
    pub struct HostPath {
        pub path: String,
    }
}

mod v2 {
    use crd_core::{Schema, Union};
    use serde::{Deserialize, Serialize};

    #[derive(Union)]
    pub enum Storage {
        EmptyDir(EmptyDir),
        HostPath(HostPath),
        S3(S3),
        None,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct EmptyDir {}

    #[derive(Schema, Serialize, Deserialize)]
    pub struct HostPath {
        pub path: String,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct S3 {
        pub bucket: String,
    }
}

fn main() {}
