//! Browser events come in: [`collect`] says what becomes of a batch, [`group`] writes one or many in
//! one transaction (`alone` one that may be of somebody who was forgotten), [`intake`] is what answers those who send
//! them. [`settings`] says what of their addresses is stored and which hosts are the profile's own, and
//! [`reread`] reads what was stored anew when that changes. [`exclude`] says which events count for
//! nothing, [`verification`] where the tracker is installed, and [`cookies`] keeps what a social network finds browsers by.

mod alone;
pub mod collect;
pub mod cookies;
pub mod count;
pub mod exclude;
mod fact;
pub mod group;
pub mod intake;
pub mod reread;
pub mod settings;
pub mod verification;
