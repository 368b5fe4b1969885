//! How ad platforms are asked.
//!
//! Decides: what requests to platforms look like, and how their answers are read. Deliberately does not know: what
//! is asked for when, what follows from an answer, and how tokens are kept.
//!
//! Reading order: [`authorization`] (access to accounts), [`conversions`] (what platforms are told), the
//! private module `platform` (what holds for requests to each).

pub mod authorization;
pub mod conversions;
mod platform;

pub use authorization::{
    AuthorizationSettings, ClientCredentials, PlatformAuthorizer, SearchAdsSettings,
    SocialAdsSettings,
};
pub use conversions::{
    DataManagerSender, GoogleAdsSender, PlatformSettings, RingSha256, SearchAdsSender,
    SocialCapiSender,
};
pub use platform::BadSetting;
