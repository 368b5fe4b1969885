//! What a definition captures, on the wire.

use std::collections::HashMap;

use conversion_definitions::{Conflict, DefinitionText};
use kernel::Exact;
use reporting::outcomes::{Captured, CurrencySum};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::body::text;
use http_kit::decimal::DecimalString;

/// Events that a definition captures. Sums are of amounts as they were received: refunds are
/// negative, and currencies are not converted, so this is not revenue.
#[derive(Debug, Serialize, ToSchema)]
pub struct CapturedEvents {
    /// Events, refunds included. A refund follows the sale that it gives back.
    pub event_count: i64,
    /// The sum of all amounts, whatever their currency.
    pub revenue_sum: DecimalString,
    /// Different people behind the events, as identity stands now.
    pub distinct_people: i64,
    /// The same by currency.
    pub by_currency: Vec<CurrencyFigures>,
    /// The same by the event type that captures, in the order of the definition.
    pub by_event_name: Vec<EventNameFigures>,
}

/// Events in one currency.
#[derive(Debug, Serialize, ToSchema)]
pub struct CurrencyFigures {
    /// The currency; null for events without an amount.
    pub currency: Option<String>,
    /// Events.
    pub event_count: i64,
    /// The sum of their amounts.
    pub revenue_sum: DecimalString,
}

/// Events that one event type of the definition captures: its own, and refunds of its sales.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventNameFigures {
    /// The event type.
    pub event_name: String,
    /// Events.
    pub event_count: i64,
    /// The sum of their amounts, whatever their currency.
    pub revenue_sum: DecimalString,
}

impl CapturedEvents {
    /// The figures of a definition with these event types.
    pub(super) fn new(captured: Captured, names: &[DefinitionText]) -> Self {
        let by_name: HashMap<String, (i64, Exact)> = captured
            .by_name
            .into_iter()
            .map(|sum| (sum.event_name, (sum.event_count, sum.revenue_sum)))
            .collect();
        let of_name = |name: &DefinitionText| {
            let (event_count, sum) = by_name.get(name.as_str()).copied().unwrap_or_default();
            EventNameFigures {
                event_name: text(name),
                event_count,
                revenue_sum: DecimalString(sum),
            }
        };
        Self {
            event_count: captured.event_count,
            revenue_sum: DecimalString(captured.revenue_sum),
            distinct_people: captured.distinct_people,
            by_currency: by_currency(captured.by_currency),
            by_event_name: names.iter().map(of_name).collect(),
        }
    }
}

/// Sums by currency on the wire.
pub(super) fn by_currency(sums: Vec<CurrencySum>) -> Vec<CurrencyFigures> {
    let figures = |sum: CurrencySum| CurrencyFigures {
        currency: sum.currency,
        event_count: sum.event_count,
        revenue_sum: DecimalString(sum.revenue_sum),
    };
    sums.into_iter().map(figures).collect()
}

/// Another definition that stands in the way.
#[derive(Debug, Serialize, ToSchema)]
pub struct DefinitionConflict {
    /// The other definition.
    pub id: Uuid,
    /// Its key.
    pub conversion_key: String,
    /// Whether it has the very key that is wanted.
    pub conversion_key_taken: bool,
    /// The event types that it claims and that are wanted.
    pub event_names: Vec<String>,
}

impl From<Conflict> for DefinitionConflict {
    fn from(conflict: Conflict) -> Self {
        Self {
            id: conflict.id.uuid(),
            conversion_key: text(&conflict.conversion_key),
            conversion_key_taken: conflict.takes_key,
            event_names: conflict.event_names.iter().map(text).collect(),
        }
    }
}
