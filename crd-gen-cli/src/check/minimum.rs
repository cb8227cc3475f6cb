//! The lowest Kubernetes version that accepts a CRD.
