//! Server-side events come in: [`record`] says what an event means, [`group`] writes many in one
//! transaction, [`intake`] is what answers those who send them.

mod dirty;
mod evidence;
mod fact;
pub mod group;
pub mod intake;
mod late;
pub mod record;
