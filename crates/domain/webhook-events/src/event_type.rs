//! The catalogue: every type of event that can be subscribed to.

use std::fmt;

/// What happened, by its published name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EventType {
    /// A provider was connected.
    ConnectionConnected,
    /// A connection stopped delivering and has to be authorised anew.
    ConnectionReconnectRequired,
    /// A connection was removed.
    ConnectionRevoked,
    /// A human decided or paid; that a hand-off expired is none.
    HandoffCompleted,
    /// A full replay finished and its results are what readers see.
    RecomputeCompleted,
    /// A definition had its first attributed conversion ever.
    ConversionAttributed,
    /// A conversion appeared.
    ConversionRecorded,
    /// What a conversion is credited with, or to which channel, changed.
    ConversionChanged,
    /// A replay changed more conversions than are told one by one.
    ReportRestated,
    /// A run of an export finished.
    ExportCompleted,
    /// A run of an export was stopped by an error.
    ExportFailed,
    /// The instant up to which figures are complete moved.
    ProfileFreshnessChanged,
    /// A signal of trust left ok or regained it.
    QualityAlert,
    /// A message came in. Not sent yet.
    MessageReceived,
    /// An order changed its status. Not sent yet.
    OrderStatusChanged,
    /// The product catalogue changed. Not sent yet.
    CatalogUpdated,
}

impl EventType {
    /// All of them, in the order in which they are listed everywhere.
    pub const ALL: [Self; 16] = [
        Self::ConnectionConnected,
        Self::ConnectionReconnectRequired,
        Self::ConnectionRevoked,
        Self::HandoffCompleted,
        Self::RecomputeCompleted,
        Self::ConversionAttributed,
        Self::ConversionRecorded,
        Self::ConversionChanged,
        Self::ReportRestated,
        Self::ExportCompleted,
        Self::ExportFailed,
        Self::ProfileFreshnessChanged,
        Self::QualityAlert,
        Self::MessageReceived,
        Self::OrderStatusChanged,
        Self::CatalogUpdated,
    ];

    /// The wire and database word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ConnectionConnected => "connection.connected",
            Self::ConnectionReconnectRequired => "connection.reconnect_required",
            Self::ConnectionRevoked => "connection.revoked",
            Self::HandoffCompleted => "handoff.completed",
            Self::RecomputeCompleted => "recompute.completed",
            Self::ConversionAttributed => "conversion.attributed",
            Self::ConversionRecorded => "conversion.recorded",
            Self::ConversionChanged => "conversion.changed",
            Self::ReportRestated => "report.restated",
            Self::ExportCompleted => "export.completed",
            Self::ExportFailed => "export.failed",
            Self::ProfileFreshnessChanged => "profile.freshness.changed",
            Self::QualityAlert => "quality.alert",
            Self::MessageReceived => "message.received",
            Self::OrderStatusChanged => "order.status.changed",
            Self::CatalogUpdated => "catalog.updated",
        }
    }

    /// What has happened, in a sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::ConnectionConnected => "A provider was connected.",
            Self::ConnectionReconnectRequired => {
                "A connection stopped delivering and has to be authorised anew."
            }
            Self::ConnectionRevoked => "A connection was removed.",
            Self::HandoffCompleted => {
                "A person decided a hand-off of the profile. That one expired is not told."
            }
            Self::RecomputeCompleted => {
                "A full replay finished, and its results are what reports show."
            }
            Self::ConversionAttributed => {
                "A definition had its first conversion that is credited to a touch: once for ever."
            }
            Self::ConversionRecorded => "A conversion appeared in the results.",
            Self::ConversionChanged => {
                "What a conversion is credited with, or to which channel, changed after it was reported."
            }
            Self::ReportRestated => {
                "A change concerned more than 1,000 conversions, or the currency of all, and is told as one."
            }
            Self::ExportCompleted => "A run of an export finished.",
            Self::ExportFailed => "A run of an export was stopped by an error.",
            Self::ProfileFreshnessChanged => {
                "Figures are complete up to a later instant: told at most once a minute."
            }
            Self::QualityAlert => {
                "What has to be known before believing figures changed: a signal of trust is not `ok` any more, or is again."
            }
            Self::MessageReceived => "A message came in.",
            Self::OrderStatusChanged => "An order changed its status.",
            Self::CatalogUpdated => "The product catalogue changed.",
        }
    }

    /// The inverse of [`EventType::as_str`]; `None` for what is in no catalogue.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == text)
    }

    /// Whether it tells of the platform itself, and so comes from the provider
    /// [`platform`](crate::Provider::platform). What is not comes from a channel.
    pub const fn is_platform(self) -> bool {
        !matches!(
            self,
            Self::MessageReceived | Self::OrderStatusChanged | Self::CatalogUpdated
        )
    }
}

impl fmt::Display for EventType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_back_and_no_two_are_equal() {
        for (position, kind) in EventType::ALL.into_iter().enumerate() {
            let read = EventType::ALL
                .iter()
                .position(|other| EventType::parse(kind.as_str()) == Some(*other));
            assert_eq!(read, Some(position), "{kind}");
        }
        for odd in [
            "",
            "conversion",
            "Conversion.Recorded",
            "conversion.recorded ",
        ] {
            assert_eq!(EventType::parse(odd), None, "{odd}");
        }
    }
}
