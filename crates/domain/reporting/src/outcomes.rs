//! Outcome events as they were received, before anybody is credited: what a definition would
//! capture, which types are seen, how often each happens.

use async_trait::async_trait;
use kernel::{
    Currency, DefinitionId, Exact, OutcomeDefinitionId, Period, ProfileAccess, StoreError,
    TimeZone, Timestamp,
};

/// The instants of some local days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first instant.
    pub from: Timestamp,
    /// The first instant after it.
    pub until: Timestamp,
}

impl Window {
    /// From the start of the period's first local day to the end of its last.
    pub fn of(period: Period, zone: &TimeZone) -> Self {
        let after = period.to().next_day().unwrap_or(period.to());
        Self {
            from: zone.start_of(period.from()),
            until: zone.start_of(after),
        }
    }
}

/// Asks what a definition captures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureQuery {
    /// The event types that the definition names.
    pub names: Vec<String>,
    /// The event types that other definitions name: a refund of such an event is theirs.
    pub names_of_others: Vec<String>,
}

/// What a definition captures: figures of the events as received, refunds negative, amounts of
/// different currencies not converted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Captured {
    /// Events, refunds included.
    pub event_count: i64,
    /// The sum of their amounts whatever their currency.
    pub revenue_sum: Exact,
    /// The same by currency, by its code.
    pub by_currency: Vec<CurrencySum>,
    /// Different people behind the events, as identity stands now.
    pub distinct_people: i64,
    /// The same by the name that captures; names without events are not there.
    pub by_name: Vec<NameSum>,
}

/// Events in one currency.
#[derive(Clone, Debug, PartialEq)]
pub struct CurrencySum {
    /// The currency; `None` for events without an amount.
    pub currency: Option<String>,
    /// Events.
    pub event_count: i64,
    /// The sum of their amounts.
    pub revenue_sum: Exact,
}

/// Events that one of a definition's names captures.
#[derive(Clone, Debug, PartialEq)]
pub struct NameSum {
    /// The name.
    pub event_name: String,
    /// Events.
    pub event_count: i64,
    /// The sum of their amounts whatever their currency.
    pub revenue_sum: Exact,
}

/// An event type that no definition names.
#[derive(Clone, Debug, PartialEq)]
pub struct UnclaimedType {
    /// The type.
    pub event_type: String,
    /// Events.
    pub event_count: i64,
    /// The sum of their amounts whatever their currency, refunds negative.
    pub revenue_sum: Exact,
    /// The same by currency.
    pub by_currency: Vec<CurrencySum>,
    /// Different people behind the events.
    pub distinct_people: i64,
    /// The latest event.
    pub last_seen_at: Timestamp,
}

/// How often a type happened, with what it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeCount {
    /// The type.
    pub event_type: String,
    /// Events.
    pub count: i64,
    /// The label of the type.
    pub outcome_definition: Option<CountLabel>,
    /// The definition that names it.
    pub conversion_definition_id: Option<DefinitionId>,
}

/// A label as counts show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountLabel {
    /// Its id.
    pub id: OutcomeDefinitionId,
    /// Its words.
    pub display_name: String,
    /// Its group.
    pub family: String,
}

/// A list that was cut at a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounded<T> {
    /// The rows.
    pub rows: Vec<T>,
    /// Whether there are more.
    pub truncated: bool,
}

/// Reads outcome events as they were received.
#[async_trait]
pub trait OutcomesReader: Send + Sync {
    /// What each of the queries captures in the window, all from one snapshot. `own` is the
    /// currency of amounts that came without one.
    async fn captured(
        &self,
        access: &ProfileAccess,
        window: Window,
        own: Currency,
        queries: &[CaptureQuery],
    ) -> Result<Vec<Captured>, StoreError>;

    /// Event types of the window that no definition names, most frequent first.
    async fn unclaimed(
        &self,
        access: &ProfileAccess,
        window: Window,
        own: Currency,
        limit: u32,
    ) -> Result<Bounded<UnclaimedType>, StoreError>;

    /// How often each type happened in the window, most frequent first.
    async fn counts(
        &self,
        access: &ProfileAccess,
        window: Window,
        limit: u32,
    ) -> Result<Bounded<OutcomeCount>, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Date;

    #[test]
    fn a_window_has_the_first_and_the_last_local_day() {
        let zone = TimeZone::named("America/Santiago").unwrap();
        let september = |day: u16| Date::from_ordinal_date(2019, 243 + day).unwrap();
        let period = Period::new(september(7), september(8)).unwrap();
        let window = Window::of(period, &zone);
        assert_eq!(zone.local_date(window.from), period.from());
        assert_eq!(zone.local_date(window.from.plus_micros(-1)), september(6));
        assert_eq!(zone.local_date(window.until.plus_micros(-1)), period.to());
        assert_eq!(zone.local_date(window.until), september(9));
    }
}
