//! What is wrong with the links that bring visitors: the six faults of the UTM audit.
//!
//! Decides: which signatures have which fault, which values and links show it, how bad a fault is and what
//! mends it. Every fault but one is a function of the signature alone, so an audit looks at each distinct
//! signature once, however many touches have it; the spellings of a source are compared over all of them.
//! Deliberately does not know: how touches are counted, which days an audit is of, where its result is kept.
//!
//! Reading order: [`category`] (the words), [`placements`], [`mediums`] and [`spellings`] (what single
//! values say), [`faults`] (what is wrong with one signature), [`count`] (with many), [`check`] (with addresses
//! that nobody visited yet), [`template`] (what to paste instead).

pub mod category;
pub mod check;
pub mod count;
pub mod faults;
pub mod mediums;
pub mod placements;
pub mod spellings;
pub mod template;

pub use category::{AuditSeverity, UtmCategory};
pub use check::{CheckedUrl, check_urls};
pub use count::{
    AuditedTraffic, FaultyLink, MAX_LINKS, MAX_SAMPLES, UtmAudit, UtmFinding, ValueSample, audit,
};
pub use faults::{AuditContext, SignatureFaults};
pub use template::{UrlTemplate, template_for};
