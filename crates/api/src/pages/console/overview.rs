//! `/p/{profile_id}`: a period beside the one before, over time, and by channel.

use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use kernel::{Exact, Limit, Scope};
use reporting::breakdown::{Breakdown, BreakdownBy, BreakdownQuery, Metric, Order};
use reporting::figures::Figures;
use reporting::filter::Dimension;
use reporting::overview::{Overview, OverviewMetrics, OverviewQuery};
use reporting::question::Question;
use reporting::timeseries::{Interval, TimeSeries, TimeSeriesQuery};

use super::chart::{Chart, draw};
use super::chrome::{Chrome, Section};
use super::controls::{self, Controls};
use super::error::PageError;
use super::format::{self, Number};
use super::page::page;
use super::viewer::AtProfile;

/// From how many days on the drawing is by week.
const DAYS_BY_DAY: i64 = 93;
/// Channels that are shown.
const MOST_CHANNELS: u32 = 100;

#[derive(Template)]
#[template(path = "console/overview.html")]
struct OverviewPage {
    chrome: Chrome,
    controls: Controls,
    warnings: Vec<String>,
    empty: bool,
    setup_href: String,
    tiles: Vec<Tile>,
    chart: Chart,
    interval: &'static str,
    interval_title: &'static str,
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
    trend: &'static str,
    /// Whether more of it is no good in itself.
    inverse: bool,
    more: Option<String>,
}

/// The figures of a bucket, of a channel or of all.
struct Row {
    name: String,
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
    let today = controls::today(&at.profile.timezone, at.viewer.state.clock.now());
    let asked = controls::question(&request, today)?;
    let interval = if asked.period.days() > DAYS_BY_DAY {
        Interval::Week
    } else {
        Interval::Day
    };
    let answers = Answers::read(&at, &asked, interval).await?;
    let action = format!("/p/{}", at.access.profile_id);
    let figures = Controls::of_figures(&action, &asked, today, &at.profile.timezone);
    let chrome = at.chrome("Overview", Section::Overview).await?;
    Ok(page(&answers.page(chrome, figures, interval, &at)))
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

    fn page(
        self,
        chrome: Chrome,
        controls: Controls,
        interval: Interval,
        at: &AtProfile,
    ) -> OverviewPage {
        let currency = at.profile.currency.code();
        let row = |name: String, figures: &Figures| row(name, figures, currency);
        let buckets = &self.series.buckets;
        let (interval_word, interval_title) = interval_words(interval);
        OverviewPage {
            chrome,
            controls,
            warnings: warnings(&self),
            empty: is_empty(&self.overview),
            setup_href: format!("/p/{}/settings/developer", at.access.profile_id),
            tiles: tiles(&self.overview, currency),
            chart: draw(buckets, currency),
            interval: interval_word,
            interval_title,
            buckets: buckets
                .iter()
                .map(|bucket| row(format::days(bucket.start, bucket.end), &bucket.figures))
                .collect(),
            channels: channels(&self.channels, currency),
            total: row("Total".to_owned(), &self.channels.total),
            unattributed: self
                .channels
                .unattributed_conversions
                .filter(|count| !count.is_zero())
                .map(format::plain),
        }
    }
}

const fn interval_words(interval: Interval) -> (&'static str, &'static str) {
    match interval {
        Interval::Day => ("day", "Day"),
        Interval::Week => ("week", "Week"),
        Interval::Month => ("month", "Month"),
    }
}

fn row(name: String, figures: &Figures, currency: &str) -> Row {
    Row {
        name,
        revenue: format::money(figures.revenue, currency),
        spend: format::money(figures.spend, currency),
        roas: format::plain(figures.roas),
        conversions: format::plain(figures.conversions),
        visitors: format::count(figures.visitors),
    }
}

fn tiles(overview: &Overview, currency: &str) -> Vec<Tile> {
    let (now, before) = (&overview.current, &overview.previous);
    let tile = |name, of: fn(&OverviewMetrics) -> Exact, print: &dyn Fn(Exact) -> Number| Tile {
        name,
        now: print(of(now)),
        before: print(of(before)),
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
        tile("ROAS", |of| of.roas, &format::times),
        Tile {
            more: Some(format!(
                "{} attributed",
                format::percent(now.coverage_percent)
            )),
            ..tile("Conversions", |of| of.outcomes, &format::plain)
        },
        tile("Visitors", |of| Exact::whole(of.visitors), &format::plain),
    ]
}

fn trend(now: Exact, before: Exact) -> &'static str {
    match now.cmp(&before) {
        std::cmp::Ordering::Greater => "up",
        std::cmp::Ordering::Less => "down",
        std::cmp::Ordering::Equal => "same",
    }
}

/// Bars are as long as their part of the longest.
fn channels(breakdown: &Breakdown, currency: &str) -> Vec<Channel> {
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
            figures: row(name.clone(), &found.figures, currency),
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
    words
}

fn said(code: &str) -> String {
    match code {
        "replay_pending" => "A full replay is under way; these are the figures from before it, \
            whole and under the old settings."
            .to_owned(),
        "spend_without_fx_rate" => {
            "Some spend is in a currency without an exchange rate, and is left out.".to_owned()
        }
        "spend_parts_exceed_total" => {
            "On some days the parts of an account or a campaign cost more \
            than the platform says of the whole; the whole counts."
                .to_owned()
        }
        "conversions_pending_fx" => {
            "Some conversions wait for an exchange rate, and are left out of amounts.".to_owned()
        }
        other => other.replace('_', " "),
    }
}
