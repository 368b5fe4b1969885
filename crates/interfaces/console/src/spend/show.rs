//! The page.

use actix_web::HttpRequest;
use ad_spend::calendar::USUAL_MONTHS;
use ad_spend::{DayRead, Piece, SyncState, SyncStatus};
use askama::Template;
use console_exports::connections::{called, connected, name_of};
use kernel::{ConnectionId, Currency, Date, Exact, Scope, TimeZone};
use platform_connections::{Connection, ConnectionState};
use time::Duration;

use super::restated::{self, RestatedTable};
use super::upload::UploadForm;
use super::{Answered, writes};
use crate::banners::Banners;
use crate::chrome::Chrome;
use crate::error::PageError;
use crate::format::{At, Number, money, sentence, short_day};
use crate::page;
use crate::viewer::AtProfile;

/// Days of which the page says what is there.
const DAYS: i64 = 31;
/// Accounts of which it does: each is looked up.
const SHOWN: usize = 20;

#[derive(Template)]
#[template(path = "console/spend/page.html")]
struct SpendPage {
    chrome: Chrome,
    banners: Banners,
    path: String,
    /// The page of exports, where accounts are connected.
    exports: String,
    token: String,
    writes: bool,
    accounts: Vec<AccountRow>,
    /// Whether there are more accounts than have their days here.
    has_more: bool,
    restated: Option<RestatedTable>,
    upload: Option<UploadForm>,
}

struct AccountRow {
    id: String,
    platform: &'static str,
    account: String,
    /// Where its days begin, and what it is billed in.
    about: String,
    /// Whether the profile's days are other hours.
    is_elsewhere: bool,
    works: bool,
    enabled: bool,
    months: u8,
    last: Option<LastRow>,
    days: Vec<DayRow>,
    complete: usize,
}

struct LastRow {
    chip: &'static str,
    words: &'static str,
    reason: Option<String>,
    when: At,
}

struct DayRow {
    date: String,
    chip: &'static str,
    words: &'static str,
    total: Option<Number>,
    /// What no ad explains.
    rest: Option<Number>,
}

/// The page.
pub(super) async fn show(request: HttpRequest) -> Answered {
    let at = AtProfile::with(&request, Scope::ExportsRead).await?;
    let (connected, banners) = futures_util::join!(connected(&at), Banners::of(&at));
    let connected = connected?;
    let ids: Vec<ConnectionId> = connected.iter().map(|it| it.id).collect();
    let syncs = &at.viewer.state.connections.syncs;
    let states = syncs.states(&at.access, &ids).await?;
    let mut accounts = Vec::new();
    let mut looked_up = 0_usize;
    for connection in &connected {
        let found = states.iter().find(|(id, _)| *id == connection.id);
        let state = found.map(|(_, state)| state);
        let mut row = account(&at, connection, state);
        if row.enabled && looked_up < SHOWN {
            looked_up += 1;
            row.days = days(&at, connection).await?;
            let complete = row.days.iter().filter(|day| day.words == COMPLETE);
            row.complete = complete.count();
        }
        accounts.push(row);
    }
    let has_more = accounts.iter().filter(|row| row.enabled).count() > SHOWN;
    let path = at.spend_path();
    let token = if writes(&at) {
        at.viewer.form_token(&path).await?
    } else {
        String::new()
    };
    Ok(page::page(&SpendPage {
        chrome: at.chrome("Spend", at.webhooks_section()).await?,
        banners,
        exports: at.exports_path(),
        writes: writes(&at),
        accounts,
        has_more,
        restated: restated::table(&at).await?,
        upload: writes(&at).then(|| UploadForm::new(&at, &token)),
        token,
        path,
    }))
}

fn account(at: &AtProfile, it: &Connection, sync: Option<&SyncState>) -> AccountRow {
    let (account, zone) = (&it.account, &at.profile.timezone);
    let own_zone = account.timezone.as_ref().map(TimeZone::name);
    let currency = account.currency.as_ref().map(Currency::code);
    let about: Vec<&str> = currency.into_iter().chain(own_zone).collect();
    AccountRow {
        id: it.id.to_string(),
        platform: name_of(it.provider),
        account: called(it),
        about: about.join(" · "),
        is_elsewhere: own_zone.is_some_and(|own| own != zone.name()),
        works: it.state == ConnectionState::Connected,
        enabled: sync.is_some_and(|sync| sync.is_enabled),
        months: sync.map_or(USUAL_MONTHS, |sync| sync.months),
        last: sync
            .and_then(|sync| sync.last.as_ref())
            .map(|last| LastRow {
                chip: match last.status {
                    SyncStatus::Succeeded => "chip on",
                    SyncStatus::Throttled => "chip",
                    SyncStatus::Failed | SyncStatus::UpgradeRequired => "chip off",
                },
                words: match last.status {
                    SyncStatus::Succeeded => "Read",
                    SyncStatus::Throttled => "Has to wait",
                    SyncStatus::Failed => "Not read",
                    SyncStatus::UpgradeRequired => "Version is gone",
                },
                reason: last.reason.as_deref().map(sentence),
                when: At::of(last.at, zone),
            }),
        days: Vec::new(),
        complete: 0,
    }
}

const COMPLETE: &str = "Complete";

/// What is there of the last days of an account, the latest first, where its days begin.
async fn days(at: &AtProfile, it: &Connection) -> Result<Vec<DayRow>, PageError> {
    let state = &at.viewer.state;
    let zone = it.account.timezone.as_ref();
    let today = zone
        .unwrap_or(&at.profile.timezone)
        .local_date(state.clock.now());
    let period = Piece {
        from: today.checked_sub(Duration::days(DAYS - 1)).unwrap_or(today),
        to: today,
    };
    let syncs = &state.connections.syncs;
    let read = syncs.days(&at.access, it.id, period).await?;
    let currency = it.account.currency.unwrap_or(at.profile.currency);
    let row = |day: Date| {
        let found = read.iter().find(|read| read.date == day);
        day_row((day, today), found, currency.code())
    };
    let mut rows: Vec<DayRow> = period.days().map(row).collect();
    rows.reverse();
    Ok(rows)
}

fn day_row((date, today): (Date, Date), read: Option<&DayRead>, currency: &str) -> DayRow {
    let (chip, words) = match read {
        None => ("chip off", "Not there"),
        Some(read) if read.is_complete => ("chip on", COMPLETE),
        Some(_) if date == today => ("chip", "Under way"),
        Some(_) => ("chip", "May grow"),
    };
    let rest = read.map(|read| read.totals.campaigns - read.totals.ads);
    DayRow {
        date: short_day(date),
        chip,
        words,
        total: read.map(|read| money(read.totals.campaigns, currency)),
        rest: rest
            .filter(|rest| *rest > Exact::ZERO)
            .map(|rest| money(rest, currency)),
    }
}
