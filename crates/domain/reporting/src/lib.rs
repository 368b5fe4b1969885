//! The read side: what reports ask, and how their figures are worked out.
//!
//! Decides: the grammar of filters, the arithmetic of figures, what is shown of personal values,
//! and what figures are worth.
//! Deliberately does not know: SQL, HTTP, and how anything it reads came to be.
//!
//! One file a report, each with its query, its read model and the port that answers it. Reading
//! order: [`filter`], [`question`], [`figures`], [`overview`], [`breakdown`], [`timeseries`],
//! [`paths`], [`customers`], [`journey`], [`explain`], [`outcomes`], [`masking`], [`freshness`],
//! [`causes`], [`recomputes`], [`restatements`], [`setup`], [`views`], [`quality`].

pub mod breakdown;
pub mod causes;
pub mod customer_search;
pub mod customers;
pub mod explain;
pub mod figures;
pub mod filter;
pub mod freshness;
pub mod journey;
pub mod masking;
pub mod merges;
pub mod outcomes;
pub mod overview;
pub mod paths;
pub mod proposals;
pub mod quality;
pub mod question;
pub mod recomputes;
pub mod restatements;
pub mod setup;
pub mod timeseries;
pub mod views;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
