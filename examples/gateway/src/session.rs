//! Session persistence, which only the experimental channel has.

use crd_core::Schema;
use serde::{Deserialize, Serialize};

use crate::HeaderName;

/// How requests of one session reach one backend.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
#[crd(rule(
    "!has(self.cookie) || !has(self.cookie.lifetimeType) || self.cookie.lifetimeType != 'Permanent' || has(self.absoluteTimeout)",
    message = "AbsoluteTimeout must be specified when cookie lifetimeType is Permanent"
))]
#[crd(rule(
    "!has(self.cookie) || self.type == 'Cookie'",
    message = "cookie must be nil if type is not Cookie"
))]
#[crd(rule(
    "self.type != 'Cookie' || has(self.cookie)",
    message = "cookie must be specified for Cookie type"
))]
#[crd(rule(
    "!has(self.header) || self.type == 'Header'",
    message = "header must be nil if type is not Header"
))]
#[crd(rule(
    "self.type != 'Header' || has(self.header)",
    message = "header must be specified for Header type"
))]
pub struct SessionPersistence {
    /// After how long a session ends.
    #[crd(pattern = "^([0-9]{1,5}(h|m|s|ms)){1,4}$")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absolute_timeout: Option<String>,
    /// What holds the session.
    #[crd(default = "Cookie")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "type")]
    pub type_: Option<SessionPersistenceType>,
    /// The cookie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cookie: Option<CookieConfig>,
    /// The header.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header: Option<HeaderConfig>,
}

/// What holds a session.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionPersistenceType {
    /// A cookie.
    Cookie,
    /// A header.
    Header,
}

/// The cookie of a session.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub struct CookieConfig {
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<HeaderName>,
    /// Its path.
    #[crd(max_length = 1024, default = "/")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// How long it lives.
    #[crd(default = "Session")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lifetime_type: Option<CookieLifetimeType>,
}

/// How long a cookie lives.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum CookieLifetimeType {
    /// Until the timeout.
    Permanent,
    /// As long as the session of the browser.
    Session,
}

/// The header of a session.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub struct HeaderConfig {
    /// Its name.
    pub name: HeaderName,
}
