//! One engine for every report of figures: visits, credits and spend of the days, each narrowed by
//! the same filters and added up by the same key. Visits and credits come from rollups, spend from its
//! days, and by ad from its rows.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use diesel_async::AsyncPgConnection;
use kernel::{Accounting, Date, ProfileId};
use reporting::ReadError;
use reporting::breakdown::BreakdownBy;
use reporting::figures::FigureSums;
use reporting::filter::Dimension;
use reporting::question::Question;
use reporting::timeseries::Interval;
use tributary_rollups::credits::{Credit, CreditSums};
use tributary_rollups::selection::{By, Label, Labels, Selection, needs_labels};
use tributary_rollups::tally::{self, credit_columns, visit_columns};
use tributary_rollups::visits::Visit;
use tributary_rollups::{Batch, Columns, Corrupt, Dim};

use super::labels::ad_sets;
use super::spent::spent;
use super::{Memory, unavailable};
use crate::rollups::{Place, Population, read};

/// What figures are added up by.
#[derive(Clone, Copy)]
pub(super) enum Grouping {
    /// Everything in one row.
    Whole,
    /// A row a value of the dimension, and one for all.
    By(BreakdownBy),
    /// A row a bucket in which something happened, named by its first day.
    Every(Interval),
}

/// Which rows of which profile and generation are asked for.
pub(super) struct Asked<'a> {
    pub(super) memory: &'a Memory,
    pub(super) profile_id: ProfileId,
    pub(super) seen: super::Seen,
    pub(super) question: &'a Question,
}

/// Figures by key; those of everything have none.
pub(super) type Keyed = BTreeMap<Option<String>, FigureSums>;

/// What was read of the days.
struct Loaded {
    visits: Vec<(Date, Columns)>,
    changed_visits: Batch<Visit>,
    credits: Vec<(Date, Columns)>,
    changed_credits: Batch<Credit>,
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is what `map_err` hands over"
)]
fn corrupt(error: Corrupt) -> ReadError {
    ReadError::Unavailable(error.to_string())
}

impl Asked<'_> {
    /// Figures by the key; warnings are added to those given.
    pub(super) async fn figures(
        &self,
        connection: &mut AsyncPgConnection,
        grouping: Grouping,
        warnings: &mut BTreeSet<String>,
    ) -> Result<Keyed, ReadError> {
        let filters = &self.question.filters;
        let buckets = self.buckets(grouping);
        let bucket = |day: Date| buckets.first_day(day);
        let nothing = Labels::default();
        let planned = Selection::new(by(grouping, &bucket, None), filters, &nothing);
        let names = (
            visit_columns(&planned),
            credit_columns(&planned, self.question.model),
        );
        let loaded = self.load(connection, names).await?;
        let spend = self.spend(connection, grouping, warnings).await?;
        let groups = match grouping {
            Grouping::By(BreakdownBy::AdSet) => Some(ad_sets(connection, self.profile_id).await?),
            _ => None,
        };
        let by = || by(grouping, &bucket, groups.as_ref());
        let is_labelled = needs_labels(&by(), filters);
        let whose = (self.profile_id, self.seen.relabelled);
        let mut labels = if is_labelled {
            self.memory.labels.known(whose)
        } else {
            Arc::new(nothing)
        };
        let (mut keyed, mut unlabelled) =
            self.tally(&loaded, || Selection::new(by(), filters, &labels))?;
        if is_labelled {
            let signatures = spend.iter().filter_map(|row| row.signature);
            unlabelled.extend(signatures.filter(|id| !labels.contains_key(id)));
        }
        // Nearly always this process knows what the signatures mean, so they are looked up only
        // when it turns out that it does not.
        if !unlabelled.is_empty() {
            let known = &self.memory.labels;
            labels = known.labels(connection, whose, unlabelled).await?;
            (keyed, _) = self.tally(&loaded, || Selection::new(by(), filters, &labels))?;
        }
        for row in spend {
            let label = row.signature.and_then(|id| labels.get(&id));
            if !row.add(&mut keyed, grouping, (filters, label), &bucket) {
                warnings.insert("spend_without_fx_rate".to_owned());
            }
        }
        Ok(keyed)
    }

    fn buckets(&self, grouping: Grouping) -> Buckets {
        let buckets = match grouping {
            Grouping::Every(interval) => interval.buckets(self.question.period),
            Grouping::Whole | Grouping::By(_) => Vec::new(),
        };
        Buckets(buckets.into_iter().map(|(first, _)| first).collect())
    }

    /// The figures of everything; zeros when nothing happened.
    pub(super) async fn whole(
        &self,
        connection: &mut AsyncPgConnection,
        warnings: &mut BTreeSet<String>,
    ) -> Result<FigureSums, ReadError> {
        let keyed = self.figures(connection, Grouping::Whole, warnings).await?;
        Ok(keyed.get(&None).copied().unwrap_or_default())
    }

    async fn load(
        &self,
        connection: &mut AsyncPgConnection,
        (visit_names, credit_names): (Vec<String>, Vec<String>),
    ) -> Result<Loaded, ReadError> {
        let period = self.question.period;
        let some = Some(period);
        let cache = &self.memory.columns;
        let visits = Place::visits(self.profile_id);
        let credits = Place {
            profile_id: self.profile_id,
            population: match self.question.accounting {
                Accounting::ConversionDate => Population::Credits,
                Accounting::TouchDate => Population::TouchCredits,
            },
            generation: self.seen.generation,
        };
        Ok(Loaded {
            visits: read::remembered_days(connection, cache, visits, visit_names, period)
                .await
                .map_err(unavailable)?,
            changed_visits: read::changes(connection, visits, some)
                .await
                .map_err(unavailable)?,
            credits: read::remembered_days(connection, cache, credits, credit_names, period)
                .await
                .map_err(unavailable)?,
            changed_credits: read::changes(connection, credits, some)
                .await
                .map_err(unavailable)?,
        })
    }

    /// Figures by key, and the signatures whose meaning would have been needed.
    fn tally<'s>(
        &self,
        loaded: &Loaded,
        selection: impl Fn() -> Selection<'s>,
    ) -> Result<(Keyed, BTreeSet<i64>), ReadError> {
        let mut keyed = Keyed::new();
        let (mut of_visits, mut of_credits) = (selection(), selection());
        let visits = tally::visits(
            &mut of_visits,
            &loaded.visits,
            &loaded.changed_visits,
            self.seen.visitors,
        );
        for row in visits.map_err(corrupt)? {
            let figures = keyed.entry(row.key).or_default();
            figures.visitors = row.visitors;
            figures.pageviews = row.sums.pageviews;
            figures.sessions = row.sums.sessions;
            figures.bounces = row.sums.bounces;
            figures.engaged_ms = row.sums.engaged_ms;
        }
        let credits = tally::credits(
            &mut of_credits,
            self.question.model,
            &loaded.credits,
            &loaded.changed_credits,
        );
        for row in credits.map_err(corrupt)? {
            let figures = keyed.entry(row.key).or_default();
            figures.revenue = row.sums.revenue;
            figures.conversions = CreditSums::whole(row.sums.conversions);
            figures.payments = CreditSums::whole(row.sums.payments);
        }
        Ok((keyed, of_visits.unlabelled() | of_credits.unlabelled()))
    }

    async fn spend(
        &self,
        connection: &mut AsyncPgConnection,
        grouping: Grouping,
        warnings: &mut BTreeSet<String>,
    ) -> Result<Vec<super::spent::Spent>, ReadError> {
        let filtered = self.question.filters.iter().map(|filter| filter.dimension);
        let unknown: Vec<Dimension> = filtered
            .filter(|dimension| !dimension.splits_spend())
            .collect();
        warnings.extend(unknown.iter().map(|it| warning(it.as_str())));
        if let Grouping::By(by) = grouping
            && !by.splits_spend()
        {
            warnings.insert(warning(by.as_str()));
        }
        // Nobody knows some dimensions of spend: filtered by one of them there is none.
        if !unknown.is_empty() {
            return Ok(Vec::new());
        }
        spent(connection, self, grouping).await
    }
}

fn warning(dimension: &str) -> String {
    format!("spend_has_no_{dimension}")
}

/// The first days of buckets, in order.
struct Buckets(Vec<Date>);

impl Buckets {
    /// The first day of the bucket that the day is in.
    fn first_day(&self, day: Date) -> String {
        let after = self.0.partition_point(|first| *first <= day);
        let first = after.checked_sub(1).and_then(|place| self.0.get(place));
        first.copied().unwrap_or(day).to_string()
    }
}

/// What rows count under. Ad sets are found by their ads (`ad_sets`).
fn by<'a>(
    grouping: Grouping,
    bucket: &'a (dyn Fn(Date) -> String + Sync),
    ad_sets: Option<&'a HashMap<String, String>>,
) -> By<'a> {
    let by = match grouping {
        Grouping::Whole => return By::Whole,
        Grouping::Every(_) => return By::Day(bucket),
        Grouping::By(by) => by,
    };
    match by {
        BreakdownBy::Dimension(Dimension::Channel) => By::Label(|label: &Label| &label.channel),
        BreakdownBy::Dimension(Dimension::Source) => By::Label(|label: &Label| &label.source),
        BreakdownBy::Dimension(Dimension::Medium) => By::Label(|label: &Label| &label.medium),
        BreakdownBy::Dimension(Dimension::Campaign) => By::Label(|label: &Label| &label.campaign),
        BreakdownBy::Keyword => By::Label(|label: &Label| &label.keyword),
        BreakdownBy::Dimension(dimension) => Dim::of(dimension).map_or(By::Whole, By::Dim),
        BreakdownBy::AdSet => ad_sets.map_or(By::Dim(Dim::Ad), |sets| By::Group(Dim::Ad, sets)),
        BreakdownBy::Ad => By::Dim(Dim::Ad),
    }
}
