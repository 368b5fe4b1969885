//! How ad platforms are asked.
//!
//! Decides: what requests to platforms look like, and how their answers are read. Deliberately does not know: what
//! is asked for when, what follows from an answer, and how tokens are kept.
//!
//! Reading order: [`authorization`] (access to accounts), [`conversions`] (what platforms are told).

pub mod authorization;
pub mod conversions;

pub use authorization::{
    AuthorizationSettings, BadSetting, ClientCredentials, PlatformAuthorizer, SearchAdsSettings,
    SocialAdsSettings,
};
pub use conversions::{
    BadPlatform, DataManagerSender, PlatformSettings, RingSha256, SocialCapiSender,
};
