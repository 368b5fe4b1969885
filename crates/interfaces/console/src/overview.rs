//! `/p/{profile_id}`: a period beside the one before, over time, and by channel.

use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use kernel::{Date, Exact, Limit, Scope};
use reporting::breakdown::{Breakdown, BreakdownBy, BreakdownQuery, Metric, Order};
use reporting::figures::Figures;
use reporting::filter::Dimension;
use reporting::overview::{Overview, OverviewMetrics, OverviewQuery};
use reporting::question::Question;
use reporting::timeseries::{Interval, TimeSeries, TimeSeriesQuery};

use super::banners::Banners;
use super::chart::{Chart, draw};
use super::chrome::{Chrome, Section};
use super::controls::{self, Controls};
use super::error::PageError;
use super::format::{self, Number};
use super::page::page;
use super::query_string;
use super::viewer::AtProfile;
use rest_api::overview::goals::with_known_goals;

/// From how many days on the drawing is by week.
const DAYS_BY_DAY: i64 = 93;
/// Channels that are shown.
const MOST_CHANNELS: u32 = 100;

#[derive(Template)]
#[template(path = "console/overview.html")]
struct OverviewPage {
    chrome: Chrome,
    controls: Controls,
    banners: Banners,
    warnings: Vec<String>,
    empty: bool,
    setup_href: String,
    tiles: Vec<Tile>,
    chart: Chart,
    interval: &'static str,
    interval_title: &'static str,
    unfinished_words: &'static str,
    buckets: Vec<Row>,
    channels: Vec<Channel>,
    total: Row,
    unattributed: Option<Number>,
}

/// A figure beside that of the period before.
struct Tile {
    name: &'static str,
    now: Number,
    before: Number,
    change: Option<String>,
    trend: &'static str,
    /// Whether more of it is no good in itself.
    inverse: bool,
    more: Option<Number>,
}

/// The figures of a bucket, of a channel or of all.
struct Row {
    name: String,
    /// Whether its days are not over.
    unfinished: bool,
    revenue: Number,
    spend: Number,
    roas: Number,
    conversions: Number,
    visitors: Number,
}

struct Channel {
    name: String,
    width: i128,
    figures: Row,
}

/// The overview.
pub(super) async fn show(request: HttpRequest) -> Result<HttpResponse, PageError> {
    let at = AtProfile::with(&request, Scope::AnalyticsRead).await?;
    let today = query_string::today(&at.profile.timezone, at.viewer.state.clock.now());
    let asked = controls::question(&request, today)?;
    let interval = if asked.period.days() > DAYS_BY_DAY {
        Interval::Week
    } else {
        Interval::Day
    };
    let (state, access) = (&at.viewer.state, &at.access);
    let asked = with_known_goals(state, access, &asked).await?;
    let goals = state.customers.goals(access).await;
    let goals = goals.map_err(|error| PageError::internal(&error))?;
    let (answers, banners) =
        futures_util::join!(Answers::read(&at, &asked, interval), Banners::of(&at));
    let answers = answers?;
    let action = format!("/p/{}", at.access.profile_id);
    let figures = Controls::of_figures(&action, &asked, &goals, (today, &at.profile.timezone));
    let chrome = at.chrome("Overview", Section::Overview).await?;
    let around = Around {
        chrome,
        controls: figures,
        banners,
    };
    Ok(page(&answers.page(around, interval, &at, today)))
}

/// What stands around the figures.
struct Around {
    chrome: Chrome,
    controls: Controls,
    banners: Banners,
}

/// What the three readers answered to one question.
struct Answers {
    overview: Overview,
    series: TimeSeries,
    channels: Breakdown,
}

impl Answers {
    async fn read(at: &AtProfile, asked: &Question, interval: Interval) -> Result<Self, PageError> {
        let (state, access) = (&at.viewer.state, &at.access);
        let overview = OverviewQuery {
            question: asked.clone(),
            as_of: None,
        };
        let series = TimeSeriesQuery {
            question: asked.clone(),
            interval,
        };
        let channels = BreakdownQuery {
            question: asked.clone(),
            by: BreakdownBy::Dimension(Dimension::Channel),
            sort: Metric::Revenue,
            order: Order::Descending,
            limit: Limit::new(MOST_CHANNELS).ok_or(PageError::Internal)?,
            after: None,
        };
        let (overview, series, channels) = futures_util::try_join!(
            state.overviews.overview(access, &overview),
            state.time_series.time_series(access, &series),
            state.breakdowns.breakdown(access, &channels),
        )
        .map_err(|error| PageError::internal(&error))?;
        Ok(Self {
            overview,
            series,
            channels,
        })
    }

    fn page(self, around: Around, interval: Interval, at: &AtProfile, today: Date) -> OverviewPage {
        // That of the figures: until a replay is through it may not be the profile's yet.
        let currency = self.overview.currency;
        let printer = Printer {
            currency: currency.code(),
            whole_conversions: self.has_whole_conversions(),
        };
        let row = |name: String, figures: &Figures| printer.row(name, figures);
        let buckets = &self.series.buckets;
        let (interval_word, interval_title, unfinished_words) = interval_words(interval);
        OverviewPage {
            chrome: around.chrome,
            controls: around.controls,
            banners: around.banners,
            warnings: warnings(&self),
            empty: is_empty(&self.overview),
            setup_href: format!("/p/{}/settings/developer", at.access.profile_id),
            tiles: tiles(&self.overview, currency.code()),
            chart: draw(buckets, currency.code(), today),
            interval: interval_word,
            interval_title,
            unfinished_words,
            buckets: buckets
                .iter()
                .map(|bucket| Row {
                    unfinished: bucket.end >= today,
                    ..row(format::days(bucket.start, bucket.end), &bucket.figures)
                })
                .collect(),
            channels: channels(&self.channels, &printer),
            total: row("Total".to_owned(), &self.channels.total),
            unattributed: self
                .channels
                .unattributed_conversions
                .filter(|count| !count.is_zero())
                .map(format::plain),
        }
    }

    /// Whether no conversion is shared by several channels or days, so that all are whole numbers.
    fn has_whole_conversions(&self) -> bool {
        let channels = self.channels.rows.iter().map(|row| row.figures.conversions);
        let buckets = self.series.buckets.iter();
        let buckets = buckets.map(|bucket| bucket.figures.conversions);
        channels.chain(buckets).all(format::is_whole)
    }
}

const fn interval_words(interval: Interval) -> (&'static str, &'static str, &'static str) {
    match interval {
        Interval::Day => ("day", "Day", "Today, so far"),
        Interval::Week => ("week", "Week", "This week, so far"),
        Interval::Month => ("month", "Month", "This month, so far"),
    }
}

/// How the figures of a page are printed, so that those of a column have equal decimals.
struct Printer<'a> {
    currency: &'a str,
    whole_conversions: bool,
}

impl Printer<'_> {
    fn row(&self, name: String, figures: &Figures) -> Row {
        Row {
            name,
            unfinished: false,
            revenue: format::money(figures.revenue, self.currency),
            spend: format::money(figures.spend, self.currency),
            roas: format::roas(figures.roas, figures.spend),
            conversions: format::shares(figures.conversions, self.whole_conversions),
            visitors: format::count(figures.visitors),
        }
    }
}

fn tiles(overview: &Overview, currency: &str) -> Vec<Tile> {
    let (now, before) = (&overview.current, &overview.previous);
    let tile = |name, of: fn(&OverviewMetrics) -> Exact, print: &dyn Fn(Exact) -> Number| Tile {
        name,
        now: print(of(now)),
        before: print(of(before)),
        change: format::change(of(now), of(before)),
        trend: trend(of(now), of(before)),
        inverse: false,
        more: None,
    };
    let money = |value| format::money(value, currency);
    vec![
        tile("Cash revenue", |of| of.cash_revenue, &money),
        tile("Attributed revenue", |of| of.revenue, &money),
        Tile {
            inverse: true,
            ..tile("Spend", |of| of.spend, &money)
        },
        roas(now, before),
        Tile {
            more: Some(format::percent(now.coverage_percent)),
            ..tile("Conversions", |of| of.outcomes, &format::plain)
        },
        tile("Visitors", |of| Exact::whole(of.visitors), &format::plain),
    ]
}

/// Without spend there is nothing to compare.
fn roas(now: &OverviewMetrics, before: &OverviewMetrics) -> Tile {
    let both = !now.spend.is_zero() && !before.spend.is_zero();
    Tile {
        name: "ROAS",
        now: format::roas(now.roas, now.spend),
        before: format::roas(before.roas, before.spend),
        change: format::change(now.roas, before.roas).filter(|_| both),
        trend: trend(now.roas, before.roas),
        inverse: false,
        more: None,
    }
}

fn trend(now: Exact, before: Exact) -> &'static str {
    match now.cmp(&before) {
        std::cmp::Ordering::Greater => "up",
        std::cmp::Ordering::Less => "down",
        std::cmp::Ordering::Equal => "same",
    }
}

/// Bars are as long as their part of the longest.
fn channels(breakdown: &Breakdown, printer: &Printer<'_>) -> Vec<Channel> {
    let units = breakdown.rows.iter().map(|row| row.figures.revenue.units());
    let longest = units.max().unwrap_or_default().max(1);
    let channel = |found: &reporting::breakdown::BreakdownRow| {
        let name = if found.key.is_empty() {
            "Not known".to_owned()
        } else {
            found.key.clone()
        };
        Channel {
            width: found.figures.revenue.units().max(0).saturating_mul(1_000) / longest,
            figures: printer.row(name.clone(), &found.figures),
            name,
        }
    };
    breakdown.rows.iter().map(channel).collect()
}

fn is_empty(overview: &Overview) -> bool {
    let now = &overview.current;
    now.visitors == 0 && now.outcomes.is_zero() && now.spend.is_zero() && now.cash_revenue.is_zero()
}

/// What all three have to say, each once, in words.
fn warnings(answers: &Answers) -> Vec<String> {
    let all = [
        &answers.overview.warnings,
        &answers.series.warnings,
        &answers.channels.warnings,
    ];
    let mut words: Vec<_> = all.into_iter().flatten().map(|code| said(code)).collect();
    words.sort();
    words.dedup();
    let anonymous = answers.overview.anonymous_pageviews;
    if anonymous > 0 {
        words.push(format!(
            "{anonymous} page views came without an id, from visitors who were not asked yet; no \
             figure counts them."
        ));
    }
    words
}

pub(super) fn said(code: &str) -> String {
    match code {
        "replay_pending" => "A full replay waits or is under way; these are the figures from \
            before it, whole, in the currency and under the settings of before."
            .to_owned(),
        "spend_without_fx_rate" => {
            "Some spend is in a currency without an exchange rate, and is left out.".to_owned()
        }
        "spend_parts_exceed_total" => {
            "On some days the parts of an account or a campaign cost more \
            than the platform says of the whole; the whole counts."
                .to_owned()
        }
        "spend_incomplete" => {
            "Of some days an ad platform has not told everything yet: spend may still grow."
                .to_owned()
        }
        "spend_in_other_timezone" => {
            "Days of some ad accounts are other hours than those of this profile.".to_owned()
        }
        "spend_of_all_goals" => {
            "Conversions and revenue are of the chosen goal alone; spend is of \
            all goals, and ROAS divides the one by the other."
                .to_owned()
        }
        "conversions_pending_fx" => {
            "Some conversions wait for an exchange rate, and are left out of amounts.".to_owned()
        }
        other => other.replace('_', " "),
    }
}
