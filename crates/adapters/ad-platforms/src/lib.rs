//! How ad platforms are asked.
//!
//! Decides: what requests to platforms look like, and how their answers are read. Deliberately does not know: what
//! is asked for when, what follows from an answer, and how tokens are kept.
//!
//! Reading order: [`authorization`] (access to accounts), [`conversions`] (what platforms are told),
//! [`spend`] (what they say of ads), [`changes`] (what they are told to change), the private modules `platform` (what holds for requests to each), `client` (the way
//! there), `graph` (Meta's API) and `excerpt` (what is kept of an answer).

pub mod authorization;
pub mod changes;
mod client;
pub mod conversions;
mod excerpt;
mod graph;
mod platform;
pub mod spend;

pub use authorization::{
    AuthorizationSettings, ClientCredentials, PlatformAuthorizer, SearchAdsSettings,
    SocialAdsSettings,
};
pub use changes::{SearchAdsChanges, SocialAdsChanges};
pub use conversions::{
    DataManagerSender, GoogleAdsSender, PlatformSettings, RingSha256, SearchAdsSender,
    SocialCapiSender,
};
pub use platform::BadSetting;
pub use spend::{SearchAdsSpend, SocialAdsSpend};
