//! What ads cost, as platforms say it.
//!
//! Decides: what a day of spend is and what of a platform's answer becomes one; which days of an account are to be read
//! again and when; by whom of several processes; what follows when a platform does not answer; from when on a day
//! is complete; and how what moved afterwards is told.
//!
//! Deliberately does not know: how platforms are asked (that is [`SpendSource`](ports::SpendSource), which an adapter
//! implements), where tokens come from, how days are kept, and what reports make of them. Time, ids and chance are
//! handed in.
//!
//! Reading order: [`cost`] and [`day`] (what is kept), [`rows`] (as text), [`landing`] (as loaders leave them), [`told`] (what a
//! platform says), [`catalogue`] (what is advertised), [`calendar`] (which days are due) and [`coverage`] (which are there), [`sync`]
//! (how reading goes) and [`failure`] (why it does not), [`restated`] (how figures moved afterwards), [`ports`].

pub mod calendar;
pub mod catalogue;
pub mod cost;
pub mod coverage;
pub mod day;
pub mod failure;
pub mod landing;
pub mod ports;
pub mod restated;
pub mod rows;
pub mod sync;
pub mod told;

pub use calendar::{Calendar, Piece, Step, complete_until};
pub use cost::{Cost, CostError};
pub use coverage::ReadAccount;
pub use day::{AccountDays, AdRow, SpendDay};
pub use failure::SourceFailure;
pub use sync::{AfterFailure, DayRead, LastSync, Lease, Stopped, SyncState, SyncStatus};
pub use told::{CatalogueAd, Named, Standing, Told, ToldDay, ToldLevel, Totals, Whose};

// What the crate's own types are made of, so that whoever embeds it needs no other.
pub use kernel::{
    AccessToken, ConnectionId, Currency, Date, Exact, Period, ProfileAccess, ProfileId, StoreError,
    TimeZone, Timestamp,
};
pub use uuid::Uuid;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
