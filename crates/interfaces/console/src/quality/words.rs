//! What faults are called, and how figures of them are printed.

use channel_classifier::audit::UtmCategory;
use http_kit::extract::read_date;
use kernel::{TimeZone, Timestamp};

use crate::format::{At, Number, count, short_day};

/// What a fault is called.
pub(super) fn title(category: &str) -> String {
    let words = match UtmCategory::parse(category) {
        Some(UtmCategory::UnsubstitutedMacro) => "A placeholder that nobody filled in",
        Some(UtmCategory::PlacementInSource) => "A place on the screen as the source",
        Some(UtmCategory::MissingUtmsOnPaid) => "Paid clicks without UTM values",
        Some(UtmCategory::MissingAdIdentifier) => "Paid touches that name no ad",
        Some(UtmCategory::NonChannelMedium) => "A medium that nobody knows",
        Some(UtmCategory::InconsistentSourceVocab) => "One source in several spellings",
        None => return category.replace('_', " "),
    };
    words.to_owned()
}

/// What a percentage of a fault is a part of; nothing where there is no percentage.
pub(super) fn share_of(category: &str) -> Option<&'static str> {
    match UtmCategory::parse(category)? {
        UtmCategory::UnsubstitutedMacro => Some("touches with a UTM value or such a placeholder"),
        UtmCategory::PlacementInSource => Some("touches with a source"),
        UtmCategory::MissingUtmsOnPaid | UtmCategory::MissingAdIdentifier => Some("paid touches"),
        UtmCategory::NonChannelMedium => Some("touches with a medium"),
        UtmCategory::InconsistentSourceVocab => None,
    }
}

/// How bad it is, as a word, and the class of its mark.
pub(super) fn severity(word: &str) -> (&'static str, &str) {
    match word {
        "high" => ("chip off", "High"),
        "medium" => ("chip", "Medium"),
        "low" => ("chip", "Low"),
        "info" => ("chip", "Few touches"),
        other => ("chip", other),
    }
}

/// Which parameter has it.
pub(super) fn field(name: &str) -> &str {
    match name {
        "all_utms" => "All UTM values",
        "any" => "Several parameters",
        one => one,
    }
}

/// A count.
pub(super) fn whole(many: u64) -> Number {
    count(i64::try_from(many).unwrap_or(i64::MAX))
}

/// An instant of an answer where the profile is.
pub(super) fn instant(text: &str, zone: &TimeZone) -> At {
    let told = || At {
        text: text.to_owned(),
        exact: text.to_owned(),
    };
    Timestamp::parse(text).map_or_else(told, |at| At::of(at, zone))
}

/// A day of an answer.
pub(super) fn day(text: &str) -> String {
    read_date(text).map_or_else(|_| text.to_owned(), short_day)
}
