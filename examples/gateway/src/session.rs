//! Session persistence, which exists only in the experimental channel.

use crd_core::Schema;
use serde::{Deserialize, Serialize};

use crate::Duration;

/// How requests of one session reach one backend.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
#[crd(rule(
    "!has(self.cookieConfig) || !has(self.cookieConfig.lifetimeType) || self.cookieConfig.lifetimeType != 'Permanent' || has(self.absoluteTimeout)",
    message = "AbsoluteTimeout must be specified when cookie lifetimeType is Permanent"
))]
#[crd(rule(
    "!has(self.cookieConfig) || self.type == 'Cookie'",
    message = "cookieConfig can only be set with type Cookie"
))]
pub struct SessionPersistence {
    /// The name of the session.
    #[crd(max_length = 128)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_name: Option<String>,
    /// After how long a session ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absolute_timeout: Option<Duration>,
    /// What holds the session.
    #[crd(default = "Cookie")]
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub type_: Option<SessionPersistenceType>,
    /// The cookie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cookie_config: Option<CookieConfig>,
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
