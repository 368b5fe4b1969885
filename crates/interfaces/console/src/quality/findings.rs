//! Faults with the links behind them.

use kernel::TimeZone;
use quality_api::utm::body::UtmAnomaly;
use quality_api::utm::findings::{UtmFaultyLink, UtmFindingBody, UtmMute};

use super::paste::{Paste, pastes};
use super::words::{day, field, instant, severity, share_of, title, whole};
use crate::format::{At, Number, money, percent};

/// A fault.
pub(super) struct Finding {
    /// Its word in the API.
    pub id: &'static str,
    pub title: String,
    /// How bad it is.
    pub severity: String,
    pub chip: &'static str,
    /// Which parameter has it.
    pub field: &'static str,
    pub touches: Number,
    /// How much that is, and of what.
    pub share: Option<(Number, &'static str)>,
    /// Values that show it, and how often.
    pub samples: Vec<(String, Number)>,
    /// What to do.
    pub what: &'static str,
    /// The same as a word of the manual.
    pub code: Option<&'static str>,
    pub cash: Number,
    pub links: Vec<Link>,
    pub pastes: Vec<Paste>,
    pub mute: Option<Mute>,
}

/// Touches that came in one way.
pub(super) struct Link {
    /// Where they lead.
    pub page: String,
    /// What else came along.
    pub more: Vec<String>,
    /// Source, medium, campaign, term and content.
    pub utm: [Option<String>; 5],
    pub first_seen: String,
    pub last_seen: String,
    pub touches: Number,
    pub cash: Number,
    /// For which platform there is something to paste.
    pub platform: Option<&'static str>,
}

/// Why a fault is let be.
pub(super) struct Mute {
    pub reason: String,
    pub since: At,
    /// Touches with it then.
    pub touches: Number,
    /// Whether there is not much more of it since.
    pub in_force: bool,
}

impl Finding {
    /// As people read it, in the currency of its amounts.
    pub(super) fn new(found: UtmFindingBody, (currency, zone): (&str, &TimeZone)) -> Self {
        let templates = found.links.iter().filter_map(|it| it.template.as_ref());
        let pastes = pastes(&format!("paste-{}", found.anomaly.category), templates);
        let links = found.links.into_iter();
        let told = found.anomaly;
        let (chip, severity) = severity(told.severity);
        Self {
            id: told.category,
            title: title(told.category),
            severity: severity.to_owned(),
            chip,
            field: field(told.field),
            touches: whole(told.count),
            share: share(&told),
            what: told.recommendation,
            code: told.recommendation_code,
            cash: money(found.cash_at_stake.0, currency),
            links: links.map(|link| Link::new(link, currency)).collect(),
            pastes,
            mute: found.mute.map(|mute| Mute::new(mute, zone)),
            samples: told
                .samples
                .into_iter()
                .map(|sample| (sample.value, whole(sample.count)))
                .collect(),
        }
    }
}

fn share(told: &UtmAnomaly) -> Option<(Number, &'static str)> {
    let of = share_of(told.category)?;
    Some((percent(told.pct.0), of))
}

impl Link {
    fn new(link: UtmFaultyLink, currency: &str) -> Self {
        let place = [link.landing_host, link.landing_path];
        let unfilled = link.unfilled_parameters.into_iter();
        let unfilled = unfilled.map(|name| format!("placeholder in {name}"));
        Self {
            page: place.into_iter().flatten().collect(),
            more: link.click_kinds.into_iter().chain(unfilled).collect(),
            utm: [
                link.utm_source,
                link.utm_medium,
                link.utm_campaign,
                link.utm_term,
                link.utm_content,
            ],
            first_seen: day(&link.first_seen),
            last_seen: day(&link.last_seen),
            touches: whole(link.touches),
            cash: money(link.cash_at_stake.0, currency),
            platform: link.template.map(|template| template.platform),
        }
    }
}

impl Mute {
    fn new(mute: UtmMute, zone: &TimeZone) -> Self {
        Self {
            since: instant(&mute.muted_at, zone),
            touches: whole(mute.touches),
            reason: mute.reason,
            in_force: mute.in_force,
        }
    }
}
