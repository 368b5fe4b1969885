//! What was found on the last days, as a row of bars for each fault and as a table.

use channel_classifier::audit::UtmCategory;
use kernel::{Date, Period};
use quality_api::utm::history::{UtmHistoryDay, history};
use time::Duration;

use super::words::{title, whole};
use crate::error::PageError;
use crate::format::{Number, days, short_day};
use crate::viewer::AtProfile;

/// Days that are shown.
const DAYS: i64 = 30;
/// From one bar to the next, and how much of that is drawn, in units of the drawing.
const STEP: usize = 10;
const WIDTH: usize = 8;
/// The highest bar.
const HEIGHT: u64 = 24;

/// The last days.
pub(super) struct History {
    /// Which days they are.
    pub days: String,
    /// The width of a drawing.
    pub width: usize,
    /// Its height.
    pub height: u64,
    /// Faults that were found on any of them, the worst first.
    pub trends: Vec<Trend>,
    /// The days on which somebody looked, the latest first.
    pub rows: Vec<DayRow>,
}

/// How a fault went.
pub(super) struct Trend {
    pub title: String,
    /// The drawing in a sentence.
    pub words: String,
    pub bars: Vec<Bar>,
    pub first: Number,
    pub last: Number,
}

/// A day with the fault.
pub(super) struct Bar {
    pub x: usize,
    pub y: u64,
    pub width: usize,
    pub height: u64,
    pub words: String,
}

/// A day in the table.
pub(super) struct DayRow {
    pub day: String,
    pub scanned: Number,
    /// Touches with each of the faults.
    pub touches: Vec<Number>,
}

/// What was found; nothing where nobody looked.
pub(super) async fn shown(at: &AtProfile) -> Result<Option<History>, PageError> {
    let state = &at.viewer.state;
    let to = at.profile.timezone.local_date(state.clock.now());
    let from = to.checked_sub(Duration::days(DAYS - 1)).unwrap_or(to);
    let period = Period::new(from, to).map_err(|error| PageError::internal(&error))?;
    let found = history(state, &at.access, period).await?.data;
    Ok((!found.is_empty()).then(|| History::new(&found, period)))
}

impl History {
    fn new(found: &[UtmHistoryDay], period: Period) -> Self {
        let days_of = std::iter::successors(Some(period.from()), |day| day.next_day());
        let all: Vec<(Date, Option<&UtmHistoryDay>)> = days_of
            .take_while(|day| *day <= period.to())
            .map(|day| {
                let text = day.to_string();
                (day, found.iter().find(|it| it.date == text))
            })
            .collect();
        let has_any = |fault: &UtmCategory| found.iter().any(|day| touches(day, *fault) > 0);
        let faults = UtmCategory::ALL.into_iter().filter(has_any);
        let faults: Vec<UtmCategory> = faults.collect();
        let rows = all.iter().rev().filter_map(|(day, found)| {
            let found = (*found)?;
            let touches = faults.iter().map(|fault| whole(touches(found, *fault)));
            Some(DayRow {
                day: short_day(*day),
                scanned: whole(found.events_scanned),
                touches: touches.collect(),
            })
        });
        Self {
            days: days(period.from(), period.to()),
            width: all.len() * STEP,
            height: HEIGHT,
            rows: rows.collect(),
            trends: faults
                .into_iter()
                .map(|fault| Trend::new(fault, &all))
                .collect(),
        }
    }
}

fn touches(day: &UtmHistoryDay, category: UtmCategory) -> u64 {
    let mut faults = day.faults.iter();
    let found = faults.find(|fault| fault.category == category.as_str());
    found.map_or(0, |fault| fault.count)
}

impl Trend {
    fn new(category: UtmCategory, all: &[(Date, Option<&UtmHistoryDay>)]) -> Self {
        let looked = all.iter().enumerate().filter_map(|(place, (day, found))| {
            let found = (*found)?;
            Some((place, *day, touches(found, category)))
        });
        let looked: Vec<(usize, Date, u64)> = looked.collect();
        let most = looked.iter().map(|(.., touches)| *touches).max();
        let most = most.unwrap_or_default().max(1);
        let bars = looked.iter().filter(|(.., touches)| *touches > 0);
        let bars = bars.map(|(place, day, touches)| Bar::new((*place, *touches), most, *day));
        let ends = [looked.first(), looked.last()];
        let [first, last] = ends.map(|end| end.map_or(0, |(.., touches)| *touches));
        let (first, last) = (whole(first), whole(last));
        let title = title(category.as_str());
        Self {
            words: format!(
                "{title}: from {} touches to {}, at most {}",
                first.text,
                last.text,
                whole(most).text
            ),
            title,
            bars: bars.collect(),
            first,
            last,
        }
    }
}

impl Bar {
    fn new((place, touches): (usize, u64), most: u64, day: Date) -> Self {
        // What was found at all is seen.
        let height = (touches.saturating_mul(HEIGHT) / most).max(1);
        Self {
            x: place * STEP,
            y: HEIGHT - height,
            width: WIDTH,
            height,
            words: format!("{}: {}", short_day(day), whole(touches).text),
        }
    }
}

#[cfg(test)]
mod tests {
    use quality_api::utm::history::UtmHistoryFault;
    use time::macros::date;

    use super::*;
    use http_kit::decimal::DecimalString;
    use kernel::Exact;

    fn looked(date: &str, count: u64) -> UtmHistoryDay {
        let fault = UtmHistoryFault {
            category: UtmCategory::NonChannelMedium.as_str(),
            count,
            cash_at_stake: DecimalString(Exact::ZERO),
        };
        UtmHistoryDay {
            date: date.to_owned(),
            events_scanned: 40,
            faults: vec![fault],
        }
    }

    #[test]
    fn a_day_without_a_look_is_a_gap_and_the_most_is_the_whole_height() {
        let found = [
            looked("2026-11-01", 12),
            looked("2026-11-03", 24),
            looked("2026-11-04", 0),
        ];
        let period = Period::new(date!(2026 - 11 - 01), date!(2026 - 11 - 04)).unwrap();
        let shown = History::new(&found, period);
        assert_eq!((shown.width, shown.rows.len()), (40, 3));
        let [trend] = shown.trends.as_slice() else {
            panic!("one fault was found");
        };
        let bars: Vec<_> = trend.bars.iter().map(|bar| (bar.x, bar.height)).collect();
        assert_eq!(bars, [(0, 12), (20, 24)]);
        assert_eq!((&*trend.first.text, &*trend.last.text), ("12", "0"));
        assert_eq!(shown.rows[0].day, "4 Nov");
    }

    #[test]
    fn what_was_never_found_is_no_row() {
        let period = Period::new(date!(2026 - 11 - 01), date!(2026 - 11 - 04)).unwrap();
        let shown = History::new(&[looked("2026-11-02", 0)], period);
        assert!(shown.trends.is_empty());
        assert_eq!(shown.rows.len(), 1);
    }
}
