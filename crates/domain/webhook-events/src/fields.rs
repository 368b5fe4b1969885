//! What stands in `data` of each type of event, field by field: documentation, schemas and test
//! events are made of it.

use crate::event_type::EventType;
use crate::json::Object;

/// What a field's value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A UUID as text.
    Id,
    /// A provider's word.
    Provider,
    /// One of these words.
    Word(&'static [&'static str]),
    /// Any text.
    Text,
    /// An instant: RFC 3339 in UTC at microseconds.
    Instant,
    /// A local day, `YYYY-MM-DD`.
    Day,
    /// A whole number, not negative.
    Count,
    /// A number with all its digits, in the unit that the field says.
    Number,
    /// A word, or a number as [`FieldKind::Number`].
    Measure,
    /// An exact decimal as text, without an exponent.
    Amount,
    /// Three letters of ISO 4217.
    Currency,
    /// An object of words, each with a whole number.
    Counts,
    /// An object `{before, after}` of two amounts, each of which may be null.
    AmountChange,
    /// An object `{before, after}` of two texts, each of which may be null.
    TextChange,
}

/// One field of `data`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its key.
    pub name: &'static str,
    /// What its value is.
    pub kind: FieldKind,
    /// Whether it may be null. It is never absent.
    pub nullable: bool,
    /// What it says, in a sentence.
    pub meaning: &'static str,
}

const fn field(name: &'static str, kind: FieldKind, meaning: &'static str) -> Field {
    Field {
        name,
        kind,
        nullable: false,
        meaning,
    }
}

const fn nullable(name: &'static str, kind: FieldKind, meaning: &'static str) -> Field {
    Field {
        nullable: true,
        ..field(name, kind, meaning)
    }
}

const CONVERSION_ID: Field = field("conversion_id", FieldKind::Id, "The conversion.");
const DEFINITION_ID: Field = field(
    "conversion_definition_id",
    FieldKind::Id,
    "The definition that claims it.",
);
const RESTATEMENT_ID: Field = nullable(
    "restatement_id",
    FieldKind::Id,
    "The line of the ledger of reported figures that says what changed and why; null when all figures stayed.",
);
const CURRENCY: Field = field("currency", FieldKind::Currency, "The profile's currency.");
const MODEL: Field = field(
    "model",
    FieldKind::Word(&[
        "last_touch",
        "first_touch",
        "linear",
        "time_decay",
        "last_non_direct",
        "position_based",
    ]),
    "The profile's attribution model, under which credit and channel are told.",
);

const CONNECTOR: Field = field("provider", FieldKind::Provider, "The connector.");
const CONNECTION_ID: Field = field("connection_id", FieldKind::Id, "The connection.");

const CONNECTION: &[Field] = &[CONNECTOR, CONNECTION_ID];

const RECONNECT: &[Field] = &[
    CONNECTOR,
    CONNECTION_ID,
    field(
        "reason",
        FieldKind::Word(&[
            "token_expired",
            "permission_missing",
            "account_closed",
            "failing_for_days",
        ]),
        "Why it stopped.",
    ),
];

const HANDOFF: &[Field] = &[
    field("handoff_id", FieldKind::Id, "The hand-off."),
    field(
        "status",
        FieldKind::Word(&["completed", "declined"]),
        "How the human finished it.",
    ),
];

const RECOMPUTE: &[Field] = &[
    field("recompute_id", FieldKind::Id, "The full replay."),
    field(
        "finished_at",
        FieldKind::Instant,
        "When its results became what readers see.",
    ),
];

const FIRST_ATTRIBUTION: &[Field] = &[DEFINITION_ID, CONVERSION_ID];

const CONVERSION: &[Field] = &[
    CONVERSION_ID,
    field(
        "outcome_event_id",
        FieldKind::Id,
        "The outcome event that it is made of.",
    ),
    DEFINITION_ID,
    field(
        "revenue_type",
        FieldKind::Word(&["cash", "pipeline", "gross"]),
        "What its value means.",
    ),
    field("converted_at", FieldKind::Instant, "When it happened."),
    nullable(
        "value",
        FieldKind::Amount,
        "Its value in the profile's currency, negative for a refund; null when it has none or no exchange rate is known.",
    ),
    CURRENCY,
    MODEL,
    nullable(
        "channel",
        FieldKind::Text,
        "The channel with the largest share; null when no touch is credited.",
    ),
];

const CONVERSION_CHANGE: &[Field] = &[
    CONVERSION_ID,
    DEFINITION_ID,
    RESTATEMENT_ID,
    MODEL,
    field(
        "credited",
        FieldKind::AmountChange,
        "What touches are credited with, before and after; null when nothing is.",
    ),
    CURRENCY,
    field(
        "channel",
        FieldKind::TextChange,
        "The channel with the largest share, before and after; null when no touch is credited.",
    ),
];

const RESTATEMENT: &[Field] = &[
    RESTATEMENT_ID,
    field(
        "conversions",
        FieldKind::Count,
        "How many conversions changed or appeared.",
    ),
];

const EXPORT: &[Field] = &[
    field(
        "provider",
        FieldKind::Provider,
        "Where conversions are sent to.",
    ),
    field("run_id", FieldKind::Id, "The run."),
    field(
        "counts",
        FieldKind::Counts,
        "How many conversions there are of each status and each reason for leaving one out.",
    ),
];

const FRESHNESS: &[Field] = &[field(
    "fresh_until",
    FieldKind::Instant,
    "Everything that was received before it is in the figures.",
)];

/// What a signal can be.
const LEVELS: FieldKind = FieldKind::Word(&["notice", "warning", "ok"]);

const QUALITY: &[Field] = &[
    field("code", FieldKind::Text, "Which signal of trust."),
    field(
        "level",
        LEVELS,
        "What it is now: `ok`, `notice` or `warning`.",
    ),
    field(
        "previous_level",
        LEVELS,
        "What it was before; it or `level` is `ok`.",
    ),
    nullable(
        "value",
        FieldKind::Measure,
        "What was measured, a word or a number in the signal's unit; null where nothing was.",
    ),
    nullable(
        "threshold",
        FieldKind::Number,
        "From where on it is not `ok`; null where a word decides.",
    ),
    nullable(
        "since",
        FieldKind::Day,
        "The first local day on which it was not `ok`; null when it is `ok` again.",
    ),
    nullable(
        "recommendation_code",
        FieldKind::Text,
        "What to do, as a word that never changes; null when it is `ok` again, and where it ends by itself.",
    ),
];

impl EventType {
    /// What stands in `data`, in this order. Empty for types that nothing sends yet.
    pub const fn fields(self) -> &'static [Field] {
        match self {
            Self::ConnectionConnected | Self::ConnectionRevoked => CONNECTION,
            Self::ConnectionReconnectRequired => RECONNECT,
            Self::HandoffCompleted => HANDOFF,
            Self::RecomputeCompleted => RECOMPUTE,
            Self::ConversionAttributed => FIRST_ATTRIBUTION,
            Self::ConversionRecorded => CONVERSION,
            Self::ConversionChanged => CONVERSION_CHANGE,
            Self::ReportRestated => RESTATEMENT,
            Self::ExportCompleted | Self::ExportFailed => EXPORT,
            Self::ProfileFreshnessChanged => FRESHNESS,
            Self::QualityAlert => QUALITY,
            Self::MessageReceived | Self::OrderStatusChanged | Self::CatalogUpdated => &[],
        }
    }

    /// The `data` of a test event: `test`, and an example of every field.
    pub(crate) fn test_data(self) -> String {
        let marked = Object::new().raw("test", "true");
        self.fields()
            .iter()
            .fold(marked, |object, field| {
                object.raw(field.name, &field.kind.example())
            })
            .finish()
    }
}

impl FieldKind {
    /// A value that means nothing, as JSON.
    pub fn example(self) -> String {
        let text = match self {
            Self::Id => "\"00000000-0000-0000-0000-000000000000\"",
            Self::Word(words) => {
                let word = words.first().copied().unwrap_or_default();
                return format!("\"{word}\"");
            }
            Self::Provider | Self::Text => "\"example\"",
            Self::Instant => "\"2026-01-02T03:04:05.000000Z\"",
            Self::Day => "\"2026-01-02\"",
            Self::Count => "1",
            Self::Number | Self::Measure => "12.5",
            Self::Amount => "\"12.5\"",
            Self::Currency => "\"XXX\"",
            Self::Counts => "{\"example\":1}",
            Self::AmountChange => "{\"before\":null,\"after\":\"12.5\"}",
            Self::TextChange => "{\"before\":null,\"after\":\"example\"}",
        };
        text.to_owned()
    }
}
