//! What a social network says of a data set and of an account's audiences. Texts of it are words and names that were
//! given there; its sentences are not kept.

use kernel::Timestamp;
use rust_decimal::Decimal;

/// How good a data set is, event by event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DatasetQuality {
    /// Events that the platform speaks of, in its order.
    pub events: Vec<EventQuality>,
}

/// How good what is told of one event is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EventQuality {
    /// Its name.
    pub event_name: String,
    /// How well people are found by what is told of them, 0 to 10.
    pub match_score: Option<Decimal>,
    /// By what they are told.
    pub match_keys: Vec<KeyCoverage>,
    /// What share of the browser's events are told by the server, too, in percent.
    pub coverage: Option<Decimal>,
    /// And what share is aimed at.
    pub coverage_goal: Option<Decimal>,
    /// By what the platform sees that it was told twice.
    pub dedupe_keys: Vec<DedupeKey>,
    /// How soon events come in, a word of the platform: `real_time`, `hourly`, `daily`.
    pub freshness: Option<String>,
    /// How many more conversions are reported by telling them from the server, in percent.
    pub additional_conversions: Option<Decimal>,
}

/// In what share of events one match key is told.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyCoverage {
    /// The platform's word for it.
    pub key: String,
    /// In percent.
    pub percentage: Option<Decimal>,
}

/// In what share of events a key stands by which the platform drops what it was told before, in percent.
#[derive(Clone, Debug, PartialEq)]
pub struct DedupeKey {
    /// The platform's word for it.
    pub key: String,
    /// Of the browser's events.
    pub browser: Option<Decimal>,
    /// Of the server's.
    pub server: Option<Decimal>,
    /// How many of the browser's are dropped by it.
    pub overall: Option<Decimal>,
}

/// Somebody to whom ads can be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomAudience {
    /// The platform's id.
    pub id: String,
    /// What it is called there.
    pub name: Option<String>,
    /// What it was made of, a word of the platform: `CUSTOM`, `WEBSITE`, `LOOKALIKE`.
    pub kind: Option<String>,
    /// How many people at least, as far as the platform says.
    pub at_least: Option<u64>,
    /// And at most.
    pub at_most: Option<u64>,
    /// When it last changed.
    pub updated_at: Option<Timestamp>,
}
