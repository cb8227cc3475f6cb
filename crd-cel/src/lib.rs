//! CEL for Kubernetes.
