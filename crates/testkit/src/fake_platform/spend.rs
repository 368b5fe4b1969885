//! What ads cost at both platforms: a little world that a test edits, told as the platforms describe it.
//!
//! A campaign's figure is that of all of its ads, also of those that were deleted since and that are named no more.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kernel::Timestamp;
use serde_json::json;

use super::http::{Request, Response, Server};
use super::{search_spend, social_spend};

/// An ad, with what it belongs to. Names are `Name of` and the id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FakeAd {
    /// The account's number.
    pub account: String,
    /// Its campaign's.
    pub campaign: String,
    /// Its ad set's or ad group's.
    pub ad_set: String,
    /// Its own.
    pub ad: String,
}

/// What an ad did on a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FakeFigures {
    /// Its cost in millionths of the account's currency.
    pub micros: i64,
    /// Times shown.
    pub impressions: i64,
    /// Times clicked.
    pub clicks: i64,
}

/// What goes wrong with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpendTrouble {
    /// The token counts no more.
    TokenRefused,
    /// It may not read this.
    PermissionMissing,
    /// The account is closed; told by the search engine alone.
    AccountClosed,
    /// Too many requests, for so many seconds.
    Throttled(u64),
    /// This version is not answered any more.
    Outdated,
    /// A server's error.
    Failing,
    /// The answer ends in the middle.
    Cut,
    /// The cursor of the page counts no more.
    ExpiredCursor,
    /// A page begins with the last row of the page before.
    RepeatsRow,
    /// There is too much to be told at once.
    TooMuch,
    /// Nothing goes wrong with this one.
    None,
}

impl SpendTrouble {
    /// By the name that somebody outside has for it; what a throttled one waits is a minute.
    pub(super) fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "none" => Self::None,
            "token_refused" => Self::TokenRefused,
            "permission_missing" => Self::PermissionMissing,
            "account_closed" => Self::AccountClosed,
            "throttled" => Self::Throttled(60),
            "outdated" => Self::Outdated,
            "failing" => Self::Failing,
            "cut" => Self::Cut,
            "expired_cursor" => Self::ExpiredCursor,
            "repeats_row" => Self::RepeatsRow,
            "too_much" => Self::TooMuch,
            _ => return None,
        })
    }
}

/// Both platforms' ads as they are.
#[derive(Debug, Default)]
pub(super) struct World {
    /// By ad and day, `2026-11-25`.
    pub(super) days: BTreeMap<(FakeAd, String), FakeFigures>,
    /// Ads, whether they cost anything or not.
    pub(super) ads: BTreeSet<FakeAd>,
    /// Ads that were deleted.
    pub(super) deleted: BTreeSet<String>,
    /// Rows of a page, or of a part of a stream, at most.
    pub(super) page: usize,
    /// What the reports that were begun are of.
    pub(super) jobs: Vec<BTreeMap<String, String>>,
    /// How often a report is still worked on when somebody asks.
    pub(super) working: usize,
    troubles: VecDeque<SpendTrouble>,
    requests: Vec<String>,
}

/// Both platforms, at one address.
pub struct FakeSpend {
    world: Arc<Mutex<World>>,
    server: Server,
}

impl FakeSpend {
    /// Platforms without ads.
    pub fn start() -> std::io::Result<Self> {
        let world = Arc::new(Mutex::new(World {
            page: 1_000,
            ..World::default()
        }));
        let answering = Arc::clone(&world);
        let server = Server::start(move |request| answer(&answering, request))?;
        Ok(Self { world, server })
    }

    /// Where both are.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// An ad that nothing was spent on.
    pub fn has(&self, ad: FakeAd) {
        lock(&self.world).ads.insert(ad);
    }

    /// What an ad did on a day, `2026-11-25`, in place of what was told of it.
    pub fn spends(&self, ad: &FakeAd, day: &str, figures: FakeFigures) {
        let mut world = lock(&self.world);
        world.ads.insert(ad.clone());
        world.days.insert((ad.clone(), day.to_owned()), figures);
    }

    /// Takes a day of an ad back.
    pub fn takes_back(&self, ad: &FakeAd, day: &str) {
        lock(&self.world).days.remove(&(ad.clone(), day.to_owned()));
    }

    /// Deletes an ad: its campaign's figures stay.
    pub fn deletes(&self, ad: &str) {
        lock(&self.world).deleted.insert(ad.to_owned());
    }

    /// What goes wrong with the next requests, one after the other.
    pub fn misbehave(&self, troubles: impl IntoIterator<Item = SpendTrouble>) {
        lock(&self.world).troubles.extend(troubles);
    }

    /// Rows of a page, or of a part of a stream.
    pub fn pages_of(&self, rows: usize) {
        lock(&self.world).page = rows;
    }

    /// How often the next report is still worked on when somebody asks.
    pub fn works_for(&self, questions: usize) {
        lock(&self.world).working = questions;
    }

    /// Paths that were asked for, in their order.
    pub fn requests(&self) -> Vec<String> {
        lock(&self.world).requests.clone()
    }

    /// What is spent in all by an account on a day, in millionths.
    pub fn total(&self, account: &str, day: &str) -> i64 {
        let world = lock(&self.world);
        let of =
            |((ad, on), _): &(&(FakeAd, String), &FakeFigures)| ad.account == account && on == day;
        let days = world.days.iter().filter(of);
        days.map(|(_, figures)| figures.micros).sum()
    }
}

fn lock(world: &Mutex<World>) -> MutexGuard<'_, World> {
    world.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What goes wrong with the next requests, and how often reports are still worked on, in place of what was asked for
/// before.
pub(super) fn misbehave(world: &Mutex<World>, troubles: Vec<SpendTrouble>, working: usize) {
    let mut world = lock(world);
    world.troubles = troubles.into();
    world.working = working;
}

/// What an account's ads cost from a day to another, as it is, in no platform's words.
pub(super) fn as_it_is(world: &Mutex<World>, now: i64, request: &Request) -> Response {
    let asked = |name: &str| request.query.get(name).map_or("", String::as_str);
    let (account, days) = (asked("account"), asked("since")..=asked("until"));
    let mut world = lock(world);
    world.grow(now);
    let told = world.days.iter();
    let told = told.filter(|((ad, day), _)| ad.account == account && days.contains(&day.as_str()));
    let told = told.map(|((ad, day), figures)| {
        json!({
            "campaign": ad.campaign, "ad_set": ad.ad_set, "ad": ad.ad, "day": day,
            "micros": figures.micros, "impressions": figures.impressions, "clicks": figures.clicks,
        })
    });
    Response::json(200, &json!({"days": told.collect::<Vec<_>>()}))
}

/// Whether a request is about spend.
pub(super) fn knows(request: &Request) -> bool {
    search_spend::knows(request) || social_spend::knows(request)
}

/// Tells of ads that cost something up to now, in seconds since 1970.
pub(super) fn answer_at(world: &Mutex<World>, now: i64, request: &Request) -> Response {
    lock(world).grow(now);
    answer(world, request)
}

pub(super) fn answer(world: &Mutex<World>, request: &Request) -> Response {
    let mut world = lock(world);
    world.requests.push(request.path.clone());
    let trouble = world.troubles.pop_front().unwrap_or(SpendTrouble::None);
    let answered = if social_spend::knows(request) {
        social_spend::answer(&mut world, request, trouble)
    } else {
        search_spend::answer(&world, request, trouble)
    };
    match trouble {
        SpendTrouble::Failing => Response::empty(503),
        SpendTrouble::Cut => cut(answered),
        _ => answered,
    }
}

/// The first half of an answer; the rest never comes.
fn cut(mut whole: Response) -> Response {
    let length = whole.body.len();
    let half = whole.body.char_indices().nth(length / 2);
    whole.body.truncate(half.map_or(0, |(at, _)| at));
    whole.claims(length)
}

impl World {
    /// Days of an account, from one to another: of ads that are named, or of campaigns with all that they spent.
    pub(super) fn told(
        &self,
        (account, by_ad): (&str, bool),
        (from, to): (&str, &str),
    ) -> Vec<(FakeAd, &str, FakeFigures)> {
        let mut sums: BTreeMap<(&str, FakeAd), FakeFigures> = BTreeMap::new();
        for ((ad, day), figures) in &self.days {
            let is_asked = ad.account == account && (from..=to).contains(&day.as_str());
            let is_named = !ad.ad.is_empty() && !self.deleted.contains(&ad.ad);
            if !is_asked || (by_ad && !is_named) {
                continue;
            }
            let key = if by_ad {
                ad.clone()
            } else {
                FakeAd {
                    ad_set: String::new(),
                    ad: String::new(),
                    ..ad.clone()
                }
            };
            let sum = sums.entry((day, key)).or_default();
            sum.micros += figures.micros;
            sum.impressions += figures.impressions;
            sum.clicks += figures.clicks;
        }
        let told = sums.into_iter();
        told.map(|((day, ad), figures)| (ad, day, figures))
            .collect()
    }

    /// Ads of an account that are not deleted.
    pub(super) fn there(&self, account: &str) -> impl Iterator<Item = &FakeAd> {
        let ads = self.ads.iter();
        ads.filter(move |ad| ad.account == account && !self.deleted.contains(&ad.ad))
    }
}

/// Days before today of which something is told to whoever looks around.
const LOOKED_AT: i64 = 400;

impl World {
    /// Ads of each account that can be connected, with figures of each day up to now, in seconds since 1970: the same
    /// however often somebody looks.
    pub(super) fn grow(&mut self, now: i64) {
        let today = now.div_euclid(86_400);
        for day in today - LOOKED_AT..=today {
            let date = Timestamp::from_micros(day * 86_400_000_000);
            let date = date.to_utc().date().to_string();
            for (account, number) in ["1001", "1002", "2001", "2002"].into_iter().zip(1_i64..) {
                for ad in 0..4_i64 {
                    let (campaign, ad_set) = (ad / 2, ad);
                    let ad_of_account = FakeAd {
                        account: account.to_owned(),
                        campaign: format!("{account}{campaign}"),
                        ad_set: format!("{account}1{ad_set}"),
                        ad: format!("{account}2{ad}"),
                    };
                    let dice = (day * 7_919 + number * 104_729 + ad * 1_299_709).rem_euclid(40_000);
                    let micros = (dice + 5_000) * 1_000;
                    let figures = FakeFigures {
                        micros,
                        impressions: micros / 5_000,
                        clicks: micros / 250_000,
                    };
                    self.ads.insert(ad_of_account.clone());
                    self.days
                        .entry((ad_of_account, date.clone()))
                        .or_insert(figures);
                }
            }
        }
        self.page = 1_000;
    }
}

/// What something is called.
pub(super) fn name(id: &str) -> String {
    format!("Name of {id}")
}
