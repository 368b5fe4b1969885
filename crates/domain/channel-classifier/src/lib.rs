//! From the raw evidence of a visit to its normal form, its signature and its channel.
//!
//! Decides: how a referrer, UTM parameters, click ids and ad ids are normalised; which referrers are
//! no evidence at all (the profile's own pages, payment gateways); what one distinct piece of
//! evidence is (the [`Signature`]); and which channel of the default taxonomy a signature gets from
//! the built-in rules. The same evidence gives the same answer for ever: there is no clock, no
//! network and no configuration but the [`Site`] that is passed in.
//!
//! Deliberately does not know: a profile's own rules and channels, which run before the built-in
//! ones; sessions and touches, which ask [`Evidence::names_a_source`] and [`Evidence::source_key`];
//! bots, devices and places; any table or wire shape.
//!
//! Reading order: [`raw`], [`evidence`], [`referrer`], [`clicks`], [`signature`], [`taxonomy`],
//! [`rules`], [`lists`].

pub mod clicks;
pub mod evidence;
mod facts;
mod hash;
mod hosts;
pub mod lists;
mod origin;
mod query;
pub mod raw;
pub mod referrer;
pub mod rules;
pub mod signature;
pub mod taxonomy;
mod text;

pub use evidence::{Evidence, WrittenUtm};
pub use hosts::host_of;
pub use raw::{RawEvidence, RawUtm, Site};
pub use referrer::{RawReferrer, Referrer, ReferrerClass};
pub use rules::{BuiltInRule, Verdict, built_in_rules, classify};
pub use signature::{Coarseness, ReferrerState, Signature};
pub use taxonomy::{DEFAULT_TAXONOMY, is_direct};
pub use text::normal_text;
