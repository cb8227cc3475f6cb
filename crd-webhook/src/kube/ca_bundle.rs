//! Injects the CA that the API server must trust when it calls the webhook.

use ::kube::Client;
use ::kube::api::{Patch, PatchParams};
use crd_cel::go::base64;
use serde_json::json;

use super::error::code;
use super::{Error, at, crds};

const WEBHOOK: &str = "/spec/conversion/webhook";

/// Sets the CA bundle, as PEM, in the CRD's webhook, and returns whether that changed anything.
///
/// It is for CRDs that another tool applies, such as Helm. If [`apply`](super::apply) applies them, pass the
/// bundle to it: then a single manager owns it.
pub async fn inject_ca_bundle(client: &Client, crd: &str, pem: &str) -> Result<bool, Error> {
    let api = crds(client);
    let bundle = base64::encode(pem.as_bytes());
    for _ in 0..5 {
        let deployed = api
            .get(crd)
            .await
            .map_err(Error::api(format!("reading the CRD `{crd}`")))?;
        if at(&deployed, "/spec/conversion/strategy") != "Webhook" {
            return Err(Error::Unexpected(format!(
                "the CRD `{crd}` has no conversion webhook to inject a CA into"
            )));
        }
        if at(&deployed, &format!("{WEBHOOK}/clientConfig/caBundle")) == &*bundle {
            return Ok(false);
        }
        let patch = json!({
            "metadata": {"resourceVersion": deployed.metadata.resource_version},
            "spec": {"conversion": {"webhook": {"clientConfig": {"caBundle": bundle}}}},
        });
        match api
            .patch(crd, &PatchParams::default(), &Patch::Merge(&patch))
            .await
        {
            Ok(_) => return Ok(true),
            // Another client wrote the CRD, perhaps with the same bundle.
            Err(error) if code(&error) == Some(409) => {}
            Err(error) => return Err(Error::api(format!("injecting the CA into `{crd}`"))(error)),
        }
    }
    Err(Error::Unexpected(format!(
        "the CRD `{crd}` changes too often, so the CA could not be injected"
    )))
}
