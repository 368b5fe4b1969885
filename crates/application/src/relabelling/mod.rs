//! History under other channel rules: [`reclassify`] says what every signature is labelled and would be, [`relabel`]
//! labels it anew.

mod labels;
mod reclassification;
mod relabel;

pub use labels::{Label, Names};
pub use reclassification::{PAGE, Reclassifications, Reclassified, reclassify};
pub use relabel::{Effect, Reason, relabel};
