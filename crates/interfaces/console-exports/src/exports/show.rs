//! The page.

use std::collections::HashMap;

use actix_web::HttpRequest;
use askama::Template;
use conversion_export::compliance::seen;
use conversion_export::destinations::list::ListedDestination;
use export_rules::ports::{LastDelivery, RuleDeliveries};
use export_rules::{DestinationKind, Part, PrivacyMode, Rule, RuleId, Switches, Target, Word};
use exports_api::coverage::{CoverageBody, coverage};
use exports_api::destinations::list::destinations;
use exports_api::rules::list::rules;
use kernel::{Keyset, Limit, Period, TimeZone};
use platform_connections::{Connection, ConnectionState, PlatformProvider};
use time::Duration;

use super::words::{self, Choice, State};
use super::{Answered, elsewhere, reader, token, writes};
use crate::chrome::{Chrome, Section};
use crate::connections::{called, connected, name_of};
use crate::error::PageError;
use crate::format::At;
use crate::page;
use crate::query_string::today;
use crate::viewer::AtProfile;

/// The days of which the page says what was told.
const DAYS: i64 = 28;

#[derive(Template)]
#[template(path = "console/exports/page.html")]
struct ExportsPage {
    chrome: Chrome,
    elsewhere: String,
    path: String,
    /// Where it is said of which accounts spend is read.
    spend: String,
    /// The Developer page, for those who may open it.
    developer: Option<String>,
    token: String,
    writes: bool,
    /// Whether whoever looks may let more leave.
    opens: bool,
    modes: Vec<Choice>,
    parts: Vec<Choice>,
    is_limited: bool,
    /// What the form is about, so that it undoes nothing that was decided meanwhile.
    seen: String,
    switches: Switches,
    platforms: Vec<Choice>,
    connections: Vec<ConnectionRow>,
    /// Accounts that a new destination may be told through.
    accounts: Vec<Choice>,
    destinations: Vec<DestinationRow>,
    rules: Vec<RuleRow>,
}

struct ConnectionRow {
    platform: &'static str,
    account: String,
    state: &'static str,
    works: bool,
}

struct DestinationRow {
    id: String,
    name: String,
    account: String,
    routing: &'static str,
    ships: bool,
    enabled: bool,
    /// Its clean data set, where there can be one.
    clean: Option<String>,
    is_social: bool,
    last: Option<(State, At)>,
    /// Of the last four weeks: how many events the platform has, and how many reports count.
    told: Option<(u64, u64)>,
}

struct RuleRow {
    id: String,
    name: String,
    reads: String,
    tells: String,
    enabled: bool,
    total: u64,
    sent: u64,
}

/// The page.
pub(super) async fn show(request: HttpRequest) -> Answered {
    let at = reader(&request).await?;
    let (listed, last) = destinations(&at.viewer.state, &at.access).await?;
    let (rules, figures) = all_rules(&at).await?;
    let connected = connected(&at).await?;
    let zone = &at.profile.timezone;
    let covered = covered(&at).await?;
    let (privacy, switches) = (&listed.compliance.privacy, listed.compliance.switches);
    let path = at.exports_path();
    let section = at.webhooks_section();
    Ok(page::page(&ExportsPage {
        chrome: at.chrome("Exports", section).await?,
        developer: (section == Section::Developer).then(|| at.developer_path()),
        elsewhere: elsewhere(&at),
        spend: at.spend_path(),
        token: token(&at).await?,
        writes: writes(&at),
        opens: at.manages(),
        modes: choices(PrivacyMode::ALL, mode_label, |mode| mode == privacy.mode),
        parts: choices(Part::ALL, Word::as_str, |part| {
            privacy.config.open.allow(part)
        }),
        is_limited: privacy.config.limited_data_use.is_some(),
        seen: seen(&listed.compliance),
        switches,
        platforms: platforms(&at),
        accounts: connected.iter().filter_map(account).collect(),
        connections: connected.iter().map(connection_row).collect(),
        destinations: listed
            .destinations
            .iter()
            .map(|it| destination_row(it, (last.get(&it.destination.id), &covered), zone))
            .collect(),
        rules: rules
            .iter()
            .map(|rule| rule_row(rule, figures.get(&rule.id)))
            .collect(),
        path,
    }))
}

type Figures = HashMap<RuleId, RuleDeliveries>;

/// Every rule that is not archived: a profile has a bounded number.
async fn all_rules(at: &AtProfile) -> Result<(Vec<Rule>, Figures), PageError> {
    let limit = Limit::new(100).ok_or(PageError::Internal)?;
    let (mut all, mut figures) = (Vec::new(), HashMap::new());
    let mut after: Option<Keyset> = None;
    loop {
        let page = rules(&at.viewer.state, &at.access, (after, limit)).await?;
        let ((rows, of_page), next) = page;
        all.extend(rows);
        figures.extend(of_page);
        after = next;
        if after.is_none() {
            return Ok((all, figures));
        }
    }
}

/// What destinations were told of the last four weeks.
async fn covered(at: &AtProfile) -> Result<CoverageBody, PageError> {
    let state = &at.viewer.state;
    let today = today(&at.profile.timezone, state.clock.now());
    let from = today.checked_sub(Duration::days(DAYS - 1)).unwrap_or(today);
    let period = Period::new(from, today).map_err(|_| PageError::Internal)?;
    Ok(coverage(state, &at.access, period).await?)
}

fn choices<W: Word>(
    words: &[W],
    label: impl Fn(W) -> &'static str,
    is_chosen: impl Fn(W) -> bool,
) -> Vec<Choice> {
    let choice = |word: &W| Choice {
        word: word.as_str().to_owned(),
        label: label(*word).to_owned(),
        is_chosen: is_chosen(*word),
    };
    words.iter().map(choice).collect()
}

const fn mode_label(mode: PrivacyMode) -> &'static str {
    match mode {
        PrivacyMode::Standard => "Standard: what platforms ask for",
        PrivacyMode::Hipaa => "HIPAA: nothing that could tell of somebody's health",
        PrivacyMode::Custom => "Custom: as HIPAA, with the parts below",
        PrivacyMode::PlatformSafe => "Platform-Safe: only through clean data sets",
    }
}

/// Platforms that can be connected here.
fn platforms(at: &AtProfile) -> Vec<Choice> {
    let authorization = &at.viewer.state.connections.authorization;
    let offered = PlatformProvider::ALL.into_iter();
    offered
        .filter(|provider| authorization.ways(*provider).any())
        .map(|provider| Choice {
            word: provider.as_str().to_owned(),
            label: name_of(provider).to_owned(),
            is_chosen: false,
        })
        .collect()
}

fn account(connection: &Connection) -> Option<Choice> {
    (connection.state != ConnectionState::Revoked).then(|| Choice {
        word: connection.id.to_string(),
        label: format!("{}: {}", name_of(connection.provider), called(connection)),
        is_chosen: false,
    })
}

fn connection_row(connection: &Connection) -> ConnectionRow {
    ConnectionRow {
        platform: name_of(connection.provider),
        account: called(connection),
        state: match connection.state {
            ConnectionState::Connected => "Connected",
            ConnectionState::ReconnectRequired(_) => "Has to be connected anew",
            ConnectionState::Revoked => "Removed",
        },
        works: connection.state == ConnectionState::Connected,
    }
}

fn destination_row(
    listed: &ListedDestination,
    (last, covered): (Option<&LastDelivery>, &CoverageBody),
    zone: &TimeZone,
) -> DestinationRow {
    let it = &listed.destination;
    let mut coverages = covered.destinations.iter();
    let coverage = coverages.find(|of| of.destination_id == it.id.uuid());
    let clean = match &it.target {
        Target::Social {
            clean_dataset_id, ..
        } => clean_dataset_id.as_ref(),
        Target::Search { .. } => None,
    };
    DestinationRow {
        id: it.id.to_string(),
        name: words::destination(it),
        account: listed.connection.as_ref().map(called).unwrap_or_default(),
        routing: listed.routing.meaning(),
        ships: listed.routing.skips().is_none(),
        enabled: it.enabled,
        clean: clean.map(|id| id.as_str().to_owned()),
        is_social: it.kind() == DestinationKind::SocialCapi,
        last: last.map(|last| (State::from(last.status), At::of(last.at, zone))),
        told: coverage
            .filter(|_| covered.converted_events > 0)
            .map(|of| (of.told, covered.converted_events)),
    }
}

fn rule_row(rule: &Rule, figures: Option<&RuleDeliveries>) -> RuleRow {
    let settings = &rule.settings;
    let figures = figures.copied().unwrap_or_default();
    RuleRow {
        id: rule.id.to_string(),
        name: settings.name.clone(),
        reads: words::reads(&settings.source),
        tells: words::tells(rule),
        enabled: settings.enabled,
        total: figures.total,
        sent: figures.sent,
    }
}
