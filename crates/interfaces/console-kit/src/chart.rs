//! The drawing of revenue and spend over time. Its coordinates are integers made of the exact
//! figures; no printed figure comes from here but the labels of the axis.

use std::fmt::Write as _;

use kernel::{Date, Exact};
use reporting::timeseries::Bucket;

use super::format;

/// Units of the drawing; it is stretched to any size.
const WIDTH: usize = 10_000;
const HEIGHT: i128 = 3_000;
/// Into how many steps the axis is cut at least, of a step that people like to read.
const STEPS: i128 = 4;
/// How many labels stand below.
const LABELS: usize = 5;

/// A drawing.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Its width in units.
    pub width: usize,
    /// Its height in units.
    pub height: i128,
    /// Labels of the axis of amounts, top first.
    pub ticks: Vec<String>,
    /// A line for each label.
    pub lines: Vec<Line>,
    /// Attributed revenue.
    pub revenue: String,
    /// The same, closed down to zero.
    pub revenue_area: String,
    /// Spend.
    pub spend: String,
    /// One invisible column a bucket, which tells its figures.
    pub hits: Vec<Hit>,
    /// Labels of the axis of days.
    pub labels: Vec<Label>,
    /// The drawing in a sentence.
    pub words: String,
    /// The part whose days are not over.
    pub unfinished: Option<Band>,
}

/// A part of the width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    /// Left end.
    pub x: usize,
    /// Width.
    pub width: usize,
}

/// A line across.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Where.
    pub y: i128,
    /// Whether it is that of nothing.
    pub zero: bool,
}

/// A day below the drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where, in percent of the width.
    pub x: String,
    /// Which part of the text stands there.
    pub anchor: &'static str,
    /// The day.
    pub name: String,
}

/// A column.
#[derive(Clone, Debug)]
pub struct Hit {
    /// Left end.
    pub x: usize,
    /// Width.
    pub width: usize,
    /// What it tells.
    pub words: String,
}

/// The drawing of at least one bucket.
pub fn draw(buckets: &[Bucket], currency: &str, today: Date) -> Chart {
    let axis = Axis::of(buckets);
    let y_of = |value: Exact| axis.y(value.units());
    let revenue = line(buckets, |bucket| y_of(bucket.figures.revenue));
    let zero = axis.y(0);
    Chart {
        width: WIDTH,
        height: HEIGHT,
        ticks: axis.ticks().map(|units| label(units, currency)).collect(),
        lines: axis
            .ticks()
            .map(|units| Line {
                y: axis.y(units),
                zero: units == 0,
            })
            .collect(),
        revenue_area: format!("{revenue}V{zero}H{}Z", x_of(0, buckets.len())),
        revenue,
        spend: line(buckets, |bucket| y_of(bucket.figures.spend)),
        hits: hits(buckets, currency),
        labels: labels(buckets),
        words: words(buckets),
        unfinished: unfinished(buckets, today),
    }
}

/// The axis of amounts: whole steps that hold every figure, and nothing.
struct Axis {
    low: i128,
    high: i128,
    step: i128,
}

impl Axis {
    fn of(buckets: &[Bucket]) -> Self {
        let figures = buckets
            .iter()
            .flat_map(|bucket| [bucket.figures.revenue.units(), bucket.figures.spend.units()]);
        let (least, most) = figures.fold((0, 0), |(least, most), units| {
            (units.min(least), units.max(most))
        });
        let least_step = (most - least)
            .div_euclid(STEPS)
            .max(Exact::whole(1).units());
        let step = liked(least_step);
        let up = |units: i128| (units + step - 1).div_euclid(step) * step;
        Self {
            low: least.div_euclid(step) * step,
            high: up(most).max(step),
            step,
        }
    }

    /// From the top down.
    fn y(&self, units: i128) -> i128 {
        (self.high - units).saturating_mul(HEIGHT) / (self.high - self.low)
    }

    fn ticks(&self) -> impl Iterator<Item = i128> {
        let (high, low, step) = (self.high, self.low, self.step);
        std::iter::successors(Some(high), move |at| {
            Some(at - step).filter(|next| *next >= low)
        })
    }
}

/// The smallest of 1, 2, 2.5 and 5 times a power of ten that is not less.
fn liked(least: i128) -> i128 {
    let mut power = 1_i128;
    while power.saturating_mul(10) <= least {
        power = power.saturating_mul(10);
    }
    let steps = [10, 20, 25, 50, 100].map(|tenths| power.saturating_mul(tenths) / 10);
    steps
        .into_iter()
        .find(|step| *step >= least)
        .unwrap_or(power)
}

/// From the middle between the last bucket that is over and the next one to the end.
fn unfinished(buckets: &[Bucket], today: Date) -> Option<Band> {
    let first = buckets.iter().position(|bucket| bucket.end >= today)?;
    let (middle, before) = (
        x_of(first, buckets.len()),
        x_of(first.saturating_sub(1), buckets.len()),
    );
    let x = middle.midpoint(before);
    Some(Band {
        x,
        width: WIDTH.saturating_sub(x),
    })
}

/// An amount of the axis: whole ones without decimals.
fn label(units: i128, currency: &str) -> String {
    let number = format::money(Exact::from_units(units), currency);
    let text = number.text;
    text.strip_suffix(".00").map_or(text.clone(), str::to_owned)
}

/// Where the bucket stands; a single one in the middle.
fn x_of(at: usize, count: usize) -> usize {
    match count {
        0 | 1 => 0,
        _ => at * WIDTH / (count - 1),
    }
}

/// The line through the buckets; a single one from end to end.
fn line(buckets: &[Bucket], y: impl Fn(&Bucket) -> i128) -> String {
    let mut path = String::new();
    for (at, bucket) in buckets.iter().enumerate() {
        let word = if at == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{word}{} {}", x_of(at, buckets.len()), y(bucket));
    }
    if buckets.len() == 1 {
        let _ = write!(path, "H{WIDTH}");
    }
    path
}

/// Columns whose middles are the buckets.
fn hits(buckets: &[Bucket], currency: &str) -> Vec<Hit> {
    let count = buckets.len();
    let half = match count {
        0 | 1 => WIDTH,
        _ => WIDTH / (count - 1) / 2,
    };
    let hit = |(at, bucket): (usize, &Bucket)| {
        let middle = x_of(at, count);
        let left = middle.saturating_sub(half);
        let right = (middle + half).min(WIDTH);
        Hit {
            x: left,
            width: right - left,
            words: format!(
                "{}: revenue {}, spend {}",
                format::days(bucket.start, bucket.end),
                format::money(bucket.figures.revenue, currency).text,
                format::money(bucket.figures.spend, currency).text,
            ),
        }
    };
    buckets.iter().enumerate().map(hit).collect()
}

/// First and last day, and some between, each below its bucket.
fn labels(buckets: &[Bucket]) -> Vec<Label> {
    let last = buckets.len().saturating_sub(1);
    let steps = last.clamp(1, LABELS - 1);
    let mut at: Vec<_> = (0..=steps).map(|step| step * last / steps).collect();
    at.dedup();
    let label = |at: usize| {
        let x = x_of(at, buckets.len());
        let anchor = match at {
            0 => "start",
            _ if at == last => "end",
            _ => "middle",
        };
        buckets.get(at).map(|bucket| Label {
            x: format!("{}.{:02}", x / 100, x % 100),
            anchor,
            name: format::short_day(bucket.start),
        })
    };
    at.into_iter().filter_map(label).collect()
}

fn words(buckets: &[Bucket]) -> String {
    let (Some(first), Some(last)) = (buckets.first(), buckets.last()) else {
        return "Nothing to draw".to_owned();
    };
    format!(
        "Line chart of attributed revenue and spend, {}. The same figures stand in the table below.",
        format::days(first.start, last.end)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use reporting::figures::Figures;
    use time::macros::date;

    fn bucket(day: u8, revenue: &str, spend: &str) -> Bucket {
        let start = date!(2026 - 11 - 01).replace_day(day).unwrap();
        let figures = Figures {
            revenue: revenue.parse().unwrap(),
            spend: spend.parse().unwrap(),
            ..Figures::default()
        };
        Bucket {
            start,
            end: start,
            figures,
        }
    }

    #[test]
    fn the_axis_holds_every_figure_and_zero() {
        let chart = draw(
            &[bucket(1, "870", "0"), bucket(2, "-120", "333.333")],
            "EUR",
            date!(2026 - 11 - 02),
        );
        assert_eq!(
            chart.ticks,
            ["€1,000", "€750", "€500", "€250", "€0", "−€250"]
        );
        assert_eq!(chart.revenue, "M0 312L10000 2688");
        assert_eq!(chart.lines.iter().filter(|line| line.zero).count(), 1);
        assert!(
            chart.hits[1].words.ends_with("spend €333.33"),
            "{:?}",
            chart.hits
        );
    }

    #[test]
    fn one_bucket_and_no_money_are_a_drawing_too() {
        let chart = draw(&[bucket(1, "0", "0")], "EUR", date!(2026 - 11 - 02));
        assert_eq!(chart.unfinished, None);
        assert_eq!(chart.revenue, "M0 3000H10000");
        assert_eq!(chart.ticks, ["€1", "€0"]);
        assert_eq!(chart.labels.len(), 1);
        assert_eq!(chart.labels[0].name, "1 Nov");
        assert_eq!(chart.hits[0].width, 10_000);
    }

    #[test]
    fn columns_tile_the_drawing_and_labels_are_few() {
        let days: Vec<_> = (1..=30).map(|day| bucket(day, "5", "1")).collect();
        let chart = draw(&days, "EUR", date!(2026 - 11 - 30));
        let last = Band {
            x: 9_827,
            width: 173,
        };
        assert_eq!(chart.unfinished, Some(last));
        assert_eq!(chart.hits.len(), 30);
        let told = |label: &Label| format!("{} {} {}", label.x, label.anchor, label.name);
        let told: Vec<_> = chart.labels.iter().map(told).collect();
        let expected = [
            "0.00 start 1 Nov",
            "24.13 middle 8 Nov",
            "48.27 middle 15 Nov",
            "72.41 middle 22 Nov",
            "100.00 end 30 Nov",
        ];
        assert_eq!(told, expected);
    }
}
