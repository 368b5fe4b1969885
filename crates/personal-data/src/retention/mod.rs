//! What facts lose with age, where a profile wants that: everything personal that no figure is made of.
//!
//! Rows stay, since history is replayed from them; browsers that nobody is known to own lose their names.

pub mod change;
pub mod step;
