//! Conversions, as platforms are told of them.
//!
//! Reading order: [`social_body`] and [`search_body`] (the bytes), [`social_capi`] and [`data_manager`] (the
//! requests and what their answers mean), the private modules `client` (the way to platforms) and `excerpt` (what
//! is kept of an answer).

mod client;
pub mod data_manager;
mod excerpt;
mod number;
pub mod search_body;
pub mod social_body;
pub mod social_capi;

pub use client::PlatformSettings;
pub use data_manager::DataManagerSender;
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
