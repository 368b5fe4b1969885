//! How ad platforms are asked.
//!
//! Decides: what requests to platforms look like, and how their answers are read. Deliberately does not know: what
//! is asked for when, what follows from an answer, and how tokens are kept.
//!
//! Reading order: [`conversions`] (what platforms are told).

pub mod conversions;

pub use conversions::{
    BadPlatform, DataManagerSender, PlatformSettings, RingSha256, SocialCapiSender,
};
