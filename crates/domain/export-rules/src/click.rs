//! Which click is told: the event's own, else the person's latest one before it.

use kernel::{Personal, Timestamp};

use crate::record::{Click, ClickKind, Record};
use crate::time::DAY;

/// How long before an event a click may lie that is not the event's own.
pub const CLICK_WINDOW_DAYS: i64 = 90;

/// A click on a search ad.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchClick<'a> {
    pub(crate) kind: SearchClickKind,
    pub(crate) value: &'a Personal,
    pub(crate) at: Timestamp,
}

/// Which id of a click on a search ad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SearchClickKind {
    /// `gclid`.
    Gclid,
    /// `gbraid`.
    Gbraid,
    /// `wbraid`.
    Wbraid,
}

impl SearchClickKind {
    /// The name that platforms and people know it by.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gclid => "gclid",
            Self::Gbraid => "gbraid",
            Self::Wbraid => "wbraid",
        }
    }

    /// Whether it stands for a group of clicks, beside which no person may be named.
    pub const fn is_aggregated(self) -> bool {
        matches!(self, Self::Gbraid | Self::Wbraid)
    }
}

/// The click of one kind: of the event's own the first, of others the latest in the window before the event.
fn click(record: &Record, kind: ClickKind) -> Option<&Click> {
    let of_kind = || record.clicks.iter().filter(|click| click.kind == kind);
    let is_before = |click: &&Click| {
        let before = record.occurred_at.micros_since(click.at);
        (0..=CLICK_WINDOW_DAYS * DAY).contains(&before)
    };
    of_kind().find(|click| click.of_event).or_else(|| {
        let others = of_kind().filter(is_before);
        others.max_by(|one, other| (one.at, &one.value).cmp(&(other.at, &other.value)))
    })
}

/// The click on a search ad. One that names a click wins over those that stand for groups, and of these one
/// with `gbraid`: the platform refuses both at once.
pub(crate) fn search(record: &Record) -> Option<SearchClick<'_>> {
    let kinds = [
        (ClickKind::Gclid, SearchClickKind::Gclid),
        (ClickKind::Gbraid, SearchClickKind::Gbraid),
        (ClickKind::Wbraid, SearchClickKind::Wbraid),
    ];
    kinds.into_iter().find_map(|(kind, search)| {
        let click = click(record, kind)?;
        Some(SearchClick {
            kind: search,
            value: &click.value,
            at: click.at,
        })
    })
}

/// The click on an ad that opened a chat.
pub(crate) fn ctwa_clid(record: &Record) -> Option<&Personal> {
    click(record, ClickKind::CtwaClid).map(|click| &click.value)
}

/// The social network's id of a click: as the browser kept it, unless a click is known that is another.
pub(crate) fn fbc(record: &Record) -> Option<String> {
    let kept = record.web.fbc.as_ref().map(Personal::as_str);
    let kept = kept.filter(|fbc| fbclid_of(fbc).is_some());
    let Some(click) = click(record, ClickKind::Fbclid) else {
        return kept.map(str::to_owned);
    };
    let fbclid = click.value.as_str();
    if let Some(kept) = kept.filter(|kept| fbclid_of(kept) == Some(fbclid)) {
        return Some(kept.to_owned());
    }
    let millis = click.at.micros().div_euclid(1_000);
    Some(format!("fb.1.{millis}.{fbclid}"))
}

/// The `fbclid` inside `fb.{subdomain}.{milliseconds}.{fbclid}`; newer libraries add a fifth segment.
fn fbclid_of(fbc: &str) -> Option<&str> {
    let mut segments = fbc.split('.');
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (prefix, subdomain, millis) = (segments.next()?, segments.next()?, segments.next()?);
    let fbclid = segments.next().filter(|fbclid| !fbclid.is_empty())?;
    let is_whole = prefix == "fb" && is_number(subdomain) && is_number(millis);
    (is_whole && segments.count() <= 1).then_some(fbclid)
}

#[cfg(test)]
mod tests;
