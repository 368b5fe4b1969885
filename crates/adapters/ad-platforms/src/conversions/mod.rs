//! Conversions, as platforms are told of them.
//!
//! Reading order: [`social_body`], [`search_body`] and [`google_ads_body`] (the bytes), [`social_capi`],
//! [`data_manager`] and [`google_ads`] (the requests and what their answers mean), [`search_ads`] (which of Google's
//! interfaces), the private modules `social_reports` (what is asked when somebody looks) and
//! `google_ads_errors`.

pub mod data_manager;
pub mod google_ads;
pub mod google_ads_body;
pub(crate) mod google_ads_errors;
mod number;
pub mod search_ads;
pub mod search_body;
pub mod social_body;
pub mod social_capi;
mod social_reports;

pub use crate::client::PlatformSettings;
pub use data_manager::DataManagerSender;
pub use google_ads::GoogleAdsSender;
pub use search_ads::SearchAdsSender;
pub use social_capi::SocialCapiSender;

use export_rules::Sha256;
use ring::digest::{Context, SHA256};

/// SHA-256 of `ring`.
#[derive(Clone, Copy, Debug, Default)]
pub struct RingSha256;

impl Sha256 for RingSha256 {
    fn digest(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut context = Context::new(&SHA256);
        for part in parts {
            context.update(part);
        }
        let mut bytes = [0; 32];
        bytes.copy_from_slice(context.finish().as_ref());
        bytes
    }
}
