//! What comes in day by day: each feed as a row with its days as a drawing, what was expected and what came.

use http_kit::extract::read_date;
use kernel::{Date, Exact, TimeZone};
use quality_api::instrumentation::{
    InstrumentationAnomaly, InstrumentationFeed, InstrumentationHealth,
};
use reporting::quality::feeds::{OUTCOMES_OF, PAGE_VIEWS, PAGE_VIEWS_OF, SPEND_OF};
use reporting::quality::surveillance::{Direction, FeedStatus};
use std::fmt::Write as _;
use time::Duration;

use super::words::{instant, whole};
use crate::format::{At, Number, days, plain, short_day};

/// From one day to the next, in units of a drawing, which is stretched to any size.
const STEP: usize = 4;
/// Its height.
const HEIGHT: i128 = 48;
/// The height of the mark of unusual days, at the top for too many and at the bottom for too few.
const MARK: i128 = 12;

/// Something that comes in.
pub(super) struct FeedRow {
    pub name: String,
    pub chip: &'static str,
    pub status: &'static str,
    /// When the last of it came.
    pub last: Option<At>,
    /// What is expected of a day.
    pub expected: Option<Number>,
    /// What came on a day of the last week.
    pub observed: Number,
    /// Unusual days, the latest first.
    pub unusual: Vec<Unusual>,
    /// Its days; none of a look of an earlier release.
    pub spark: Option<Spark>,
}

/// Days of a feed that are unusual together.
pub(super) struct Unusual {
    /// Which, and what came on them.
    pub words: String,
    /// Whether it may go on.
    pub open: bool,
}

/// A drawing of complete days.
pub(super) struct Spark {
    pub width: usize,
    pub height: i128,
    /// What it is of.
    pub title: String,
    /// The drawing in words.
    pub description: String,
    /// The line of counts.
    pub counted: String,
    /// How high what is expected lies.
    pub expected: Option<i128>,
    pub marks: Vec<Mark>,
}

/// Where days are unusual.
pub(super) struct Mark {
    pub x: usize,
    pub y: i128,
    pub width: usize,
    pub height: i128,
    pub words: String,
}

/// The feeds of the last look, in its order.
pub(super) fn rows(found: &InstrumentationHealth, zone: &TimeZone) -> Vec<FeedRow> {
    let feeds = found.feeds.iter();
    feeds
        .map(|feed| {
            let unusual = found.anomalies.iter();
            let unusual: Vec<_> = unusual.filter(|it| it.series == feed.feed).collect();
            FeedRow::new(feed, &unusual, zone)
        })
        .collect()
}

impl FeedRow {
    fn new(
        feed: &InstrumentationFeed,
        unusual: &[&InstrumentationAnomaly],
        zone: &TimeZone,
    ) -> Self {
        let series = Series::of(feed);
        let name = called(&feed.feed);
        let (chip, status) = status(feed.status);
        let last = feed.last_at.as_deref().map(|at| instant(at, zone));
        Self {
            chip,
            status,
            last: last.or_else(|| series.as_ref().and_then(Series::last_seen)),
            expected: feed.expected_daily.map(|it| plain(it.0)),
            observed: plain(feed.observed_daily.0),
            unusual: unusual.iter().map(|it| Unusual::new(it)).collect(),
            spark: series.map(|it| it.drawn(&name, feed.expected_daily.map(|it| it.0), unusual)),
            name,
        }
    }
}

/// What people call it.
fn called(feed: &str) -> String {
    let of = |prefix| feed.strip_prefix(prefix);
    if feed == PAGE_VIEWS {
        "Page views".to_owned()
    } else if let Some(host) = of(PAGE_VIEWS_OF) {
        format!("Page views of visits to {host}")
    } else if let Some(kind) = of(OUTCOMES_OF) {
        format!("Outcomes: {kind}")
    } else if let Some(platform) = of(SPEND_OF) {
        format!("Spend: {platform}")
    } else {
        feed.to_owned()
    }
}

/// The class of its mark, and whether it still comes.
fn status(word: &str) -> (&'static str, &'static str) {
    let mut known = FeedStatus::ALL.into_iter();
    match known.find(|it| it.as_str() == word) {
        Some(FeedStatus::Live) => ("chip on", "Comes in"),
        Some(FeedStatus::Silent) => ("chip off", "Fell silent"),
        Some(FeedStatus::New) => ("chip", "Too new to tell"),
        None => ("chip", "Not known"),
    }
}

impl Unusual {
    fn new(it: &InstrumentationAnomaly) -> Self {
        Self {
            words: unusual(it),
            open: it.open,
        }
    }
}

fn unusual(it: &InstrumentationAnomaly) -> String {
    let on = match (read_date(&it.from), read_date(&it.to)) {
        (Ok(from), Ok(to)) => days(from, to),
        _ => format!("{} – {}", it.from, it.to),
    };
    let far = if is_low(it) { "too few" } else { "too many" };
    format!(
        "{on}: {far}, {} where {} were expected",
        whole(it.observed).text,
        plain(it.expected.0).text
    )
}

fn is_low(it: &InstrumentationAnomaly) -> bool {
    it.direction == Direction::Low.as_str()
}

/// Complete days without a gap.
struct Series<'a> {
    first: Date,
    counts: &'a [u64],
}

impl<'a> Series<'a> {
    fn of(feed: &'a InstrumentationFeed) -> Option<Self> {
        let counts = feed.counts.as_deref().filter(|it| !it.is_empty())?;
        let first = read_date(feed.first_date.as_deref()?).ok()?;
        Some(Self { first, counts })
    }

    fn day(&self, place: usize) -> Date {
        let after = i64::try_from(place).unwrap_or_default();
        self.first
            .checked_add(Duration::days(after))
            .unwrap_or(self.first)
    }

    fn last(&self) -> Date {
        self.day(self.counts.len().saturating_sub(1))
    }

    /// The last day with any.
    fn last_seen(&self) -> Option<At> {
        let place = self.counts.iter().rposition(|count| *count > 0)?;
        let day = self.day(place);
        Some(At {
            text: short_day(day),
            exact: day.to_string(),
        })
    }

    fn drawn(
        &self,
        name: &str,
        expected: Option<Exact>,
        unusual: &[&InstrumentationAnomaly],
    ) -> Spark {
        let most = self.counts.iter().copied().max().unwrap_or_default();
        let whole_unit = Exact::whole(1).units();
        let scale = i128::from(most) * whole_unit;
        let scale = scale.max(expected.map_or(0, Exact::units)).max(whole_unit);
        let y_of = |units: i128| HEIGHT - units.saturating_mul(HEIGHT) / scale;
        let mut counted = String::new();
        for (place, count) in self.counts.iter().enumerate() {
            let word = if place == 0 { 'M' } else { 'L' };
            let y = y_of(i128::from(*count) * whole_unit);
            let _ = write!(counted, "{word}{} {y}", place * STEP + STEP / 2);
        }
        Spark {
            width: self.counts.len() * STEP,
            height: HEIGHT,
            title: format!("{name}, {}", days(self.first, self.last())),
            description: self.words(most, expected, unusual),
            counted,
            expected: expected.map(|it| y_of(it.units())),
            marks: unusual.iter().filter_map(|it| self.mark(it)).collect(),
        }
    }

    fn words(
        &self,
        most: u64,
        expected: Option<Exact>,
        unusual_days: &[&InstrumentationAnomaly],
    ) -> String {
        let mut words = format!(
            "{} complete days, {} at most.",
            self.counts.len(),
            whole(most).text
        );
        match expected {
            Some(expected) => {
                let _ = write!(words, " {} a day are expected.", plain(expected).text);
            }
            None => words.push_str(" Too few days to expect anything."),
        }
        if unusual_days.is_empty() {
            words.push_str(" No day is unusual.");
        }
        for it in unusual_days {
            let _ = write!(words, " {}.", unusual(it));
        }
        words
    }

    /// Where days are unusual, as far as they are drawn.
    fn mark(&self, it: &InstrumentationAnomaly) -> Option<Mark> {
        let (from, to) = (read_date(&it.from).ok()?, read_date(&it.to).ok()?);
        if to < self.first || from > self.last() {
            return None;
        }
        let place = |day: Date| {
            let day = day.clamp(self.first, self.last());
            usize::try_from((day - self.first).whole_days()).unwrap_or_default()
        };
        let (from, to) = (place(from), place(to));
        Some(Mark {
            x: from * STEP,
            y: if is_low(it) { HEIGHT - MARK } else { 0 },
            width: (to.saturating_sub(from) + 1) * STEP,
            height: MARK,
            words: unusual(it),
        })
    }
}

#[cfg(test)]
mod tests {
    use http_kit::decimal::DecimalNumber;

    use super::*;

    fn feed(name: &str, counts: Option<Vec<u64>>) -> InstrumentationFeed {
        InstrumentationFeed {
            feed: name.to_owned(),
            last_at: None,
            expected_daily: Some(DecimalNumber(Exact::whole(10))),
            observed_daily: DecimalNumber("2.5".parse().unwrap()),
            status: "silent",
            first_date: counts.as_ref().map(|_| "2026-03-01".to_owned()),
            counts,
        }
    }

    fn anomaly(
        series: &str,
        from: &str,
        to: &str,
        direction: &'static str,
    ) -> InstrumentationAnomaly {
        InstrumentationAnomaly {
            series: series.to_owned(),
            from: from.to_owned(),
            to: to.to_owned(),
            expected: DecimalNumber(Exact::whole(20)),
            observed: 1,
            direction,
            p: 0.0001,
            open: true,
        }
    }

    fn shown(
        feeds: Vec<InstrumentationFeed>,
        anomalies: Vec<InstrumentationAnomaly>,
    ) -> Vec<FeedRow> {
        let found = InstrumentationHealth {
            checked_at: None,
            window_days: 30,
            checks: Vec::new(),
            feeds,
            anomalies,
        };
        rows(&found, &TimeZone::utc())
    }

    #[test]
    fn days_are_a_line_and_unusual_ones_are_marked_by_where_they_stand() {
        let rows = shown(
            vec![
                feed("outcomes:lead", Some(vec![10, 20, 1, 0])),
                feed("spend:meta", Some(vec![0, 40])),
            ],
            vec![
                anomaly("outcomes:lead", "2026-03-03", "2026-03-04", "low"),
                anomaly("spend:meta", "2026-03-02", "2026-03-09", "high"),
            ],
        );
        let [lead, spend] = rows.as_slice() else {
            panic!("two feeds");
        };
        assert_eq!(
            (&*lead.name, lead.status),
            ("Outcomes: lead", "Fell silent")
        );
        assert_eq!(lead.last.as_ref().unwrap().text, "3 Mar");
        let spark = lead.spark.as_ref().unwrap();
        assert_eq!(spark.counted, "M2 24L6 0L10 46L14 48");
        assert_eq!((spark.width, spark.expected), (16, Some(24)));
        let at = |mark: &Mark| (mark.x, mark.width, mark.y);
        let marks: Vec<_> = spark.marks.iter().map(at).collect();
        assert_eq!(marks, [(8, 8, 36)]);
        let words = "3 – 4 Mar 2026: too few, 1 where 20 were expected";
        assert_eq!(lead.unusual[0].words, words);
        assert!(spark.description.contains(words), "{}", spark.description);
        assert_eq!(spark.title, "Outcomes: lead, 1 – 4 Mar 2026");
        let marks: Vec<_> = spend.spark.as_ref().unwrap().marks.iter().map(at).collect();
        assert_eq!(marks, [(4, 4, 0)]);
    }

    #[test]
    fn nothing_at_all_is_drawn_and_a_look_of_before_is_not() {
        let rows = shown(
            vec![
                feed("page_views", Some(vec![0])),
                feed("page_views:shop.example", None),
                feed("page_views", Some(Vec::new())),
            ],
            vec![anomaly("page_views", "2026-01-01", "2026-01-02", "low")],
        );
        let spark = rows[0].spark.as_ref().unwrap();
        assert_eq!(spark.counted, "M2 48");
        assert!(spark.marks.is_empty());
        assert!(rows[0].last.is_none());
        assert_eq!(rows[1].name, "Page views of visits to shop.example");
        assert!(rows[1].spark.is_none() && rows[2].spark.is_none());
    }
}
