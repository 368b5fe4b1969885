//! Browser events come in: [`collect`] says what becomes of a batch, [`group`] writes one or many in
//! one transaction (`alone` one that may be of somebody who was forgotten), [`intake`] is what answers those who send
//! them. [`reread`] reads anew what was stored when it changes which of their addresses counts. [`exclude`] says which events
//! count for nothing, and [`cookies`] keeps what a social network finds browsers by.

mod alone;
pub mod collect;
pub mod cookies;
pub mod count;
pub mod exclude;
mod fact;
pub mod group;
pub mod intake;
pub mod reread;
