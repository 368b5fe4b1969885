//! How a site is tracked: [`settings`] says what of addresses is stored and which hosts are the profile's own,
//! [`verification`] where the tracker is installed.

pub mod settings;
pub mod verification;
