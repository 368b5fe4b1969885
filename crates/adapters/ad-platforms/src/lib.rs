//! How ad platforms are asked.
//!
//! Decides: what requests to platforms look like, and how their answers are read. Deliberately does not know: what
//! is asked for when, what follows from an answer, and how tokens are kept.
//!
//! Reading order: [`authorization`] (access to accounts).

pub mod authorization;

pub use authorization::{
    AuthorizationSettings, BadSetting, ClientCredentials, PlatformAuthorizer, SearchAdsSettings,
    SocialAdsSettings,
};
