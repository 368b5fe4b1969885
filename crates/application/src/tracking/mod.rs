//! Browser events come in: [`collect`] says what a batch means, [`group`] writes many batches that
//! identify nobody in one transaction, [`intake`] is what answers those who send
//! them. [`settings`] says what of their addresses is stored.

pub mod collect;
pub mod count;
pub mod group;
pub mod intake;
pub mod settings;
