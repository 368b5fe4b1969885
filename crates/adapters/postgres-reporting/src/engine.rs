//! One engine for every report of figures: visits, credits and spend of the days, each narrowed by
//! the same filters and added up by the same key. Visits and credits come from rollups, credits of some
//! conversion keys from their rows, spend from its days, and by ad from its rows.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use diesel_async::AsyncPgConnection;
use kernel::{Accounting, Date, StoreError};
use reporting::breakdown::BreakdownBy;
use reporting::figures::FigureSums;
use reporting::filter::Dimension;
use tributary_rollups::credits::{Credit, CreditSums};
use tributary_rollups::selection::{By, Label, Labels, Selection, needs_labels};
use tributary_rollups::tally::{self, DayTally, credit_columns, visit_columns};
use tributary_rollups::visits::{Visit, VisitSums};
use tributary_rollups::{Batch, Dim, Piece};

use super::asked::{Asked, Grouping, Keyed};
use super::goals::{Apart, GoalCredits};
use super::labels::ad_groups;
use super::spend::spent;
use postgres_kit::rollups::cache::Shape;
use postgres_kit::rollups::read::{self, Found};
use postgres_kit::rollups::{Population, RollupKey};

/// What was read of the days.
struct Loaded {
    visits: Found<VisitSums>,
    changed_visits: Batch<Visit>,
    credits: Credits,
}

/// Credits as they were read.
enum Credits {
    /// Of every conversion key, from rollups and the changes beside them.
    All(Box<(Found<CreditSums>, Batch<Credit>)>),
    /// Of the keys that are asked for.
    OfGoals(Vec<GoalCredits>),
}

/// What days come to.
struct Tallied {
    keyed: Keyed,
    /// Signatures whose meaning would have been needed.
    unlabelled: BTreeSet<i64>,
    visits: Vec<(Piece, Arc<DayTally<VisitSums>>)>,
    credits: Vec<(Piece, Arc<DayTally<CreditSums>>)>,
}

impl Asked<'_> {
    /// Figures by the key; warnings are added to those given.
    pub(super) async fn figures(
        &self,
        connection: &mut AsyncPgConnection,
        grouping: Grouping,
        warnings: &mut BTreeSet<String>,
    ) -> Result<Keyed, StoreError> {
        let filters = &self.question.filters;
        let buckets = self.buckets(grouping);
        let bucket = |day: Date| buckets.first_day(day);
        let nothing = Labels::default();
        let planned = Selection::new(by(grouping, &bucket, None), filters, &nothing);
        let names = (
            visit_columns(&planned),
            credit_columns(&planned, self.question.model),
        );
        let by = |groups| by(grouping, &bucket, groups);
        let is_labelled = needs_labels(&by(None), filters);
        let shapes = self.shapes(grouping, is_labelled);
        let apart = Apart {
            by_day: matches!(grouping, Grouping::Every(_)),
            by_signature: is_labelled,
            dims: planned.dims(),
        };
        let mut loaded = self.load(connection, names, shapes, &apart).await?;
        let spend = self.spend(connection, grouping, warnings).await?;
        let groups = match grouping {
            Grouping::By(by) => ad_groups(connection, self.profile_id, by).await?,
            Grouping::Whole | Grouping::Every(_) => None,
        };
        let by = || by(groups.as_ref());
        let whose = (self.profile_id, self.seen.relabelled);
        let mut labels = if is_labelled {
            self.memory.labels.known(whose)
        } else {
            Arc::new(nothing)
        };
        let mut tallied = self.tally(&loaded, || Selection::new(by(), filters, &labels))?;
        let mut unlabelled = std::mem::take(&mut tallied.unlabelled);
        if is_labelled {
            let signatures = spend.iter().filter_map(|row| row.signature);
            unlabelled.extend(signatures.filter(|id| !labels.contains_key(id)));
        }
        // Nearly always this process knows what the signatures mean, so they are looked up only
        // when it turns out that it does not.
        let mut is_lasting = true;
        if !unlabelled.is_empty() {
            let known = &self.memory.labels;
            let asked = (labels, unlabelled);
            (labels, is_lasting) = known.labels(connection, whose, asked).await?;
            tallied = self.tally(&loaded, || Selection::new(by(), filters, &labels))?;
            is_lasting &= tallied.unlabelled.is_empty();
        }
        if is_lasting {
            let memory = &self.memory.rollups;
            loaded.visits.keep(&memory.visits, tallied.visits);
            if let Credits::All(all) = &mut loaded.credits {
                all.0.keep(&memory.credits, tallied.credits);
            }
        }
        let mut keyed = tallied.keyed;
        for row in spend {
            let label = row.signature.and_then(|id| labels.get(&id));
            let told = row.add(&mut keyed, grouping, (filters, label), &bucket);
            warnings.extend(told.map(str::to_owned));
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
    ) -> Result<FigureSums, StoreError> {
        let keyed = self.figures(connection, Grouping::Whole, warnings).await?;
        Ok(keyed.get(&None).copied().unwrap_or_default())
    }

    /// What tells apart what days of visits and of credits come to.
    fn shapes(&self, grouping: Grouping, is_labelled: bool) -> [Option<Arc<Shape>>; 2] {
        let by = match grouping {
            // The catalogue says what is in a campaign or an ad set or is shown, and may say something else tomorrow.
            Grouping::By(BreakdownBy::AdCampaign | BreakdownBy::AdSet | BreakdownBy::Creative) => {
                return [None, None];
            }
            Grouping::By(by) => Some(by),
            Grouping::Whole | Grouping::Every(_) => None,
        };
        let of_visits = Shape {
            by,
            filters: self.question.filters.clone(),
            model: None,
            relabelled: is_labelled.then_some(self.seen.relabelled),
        };
        let of_credits = Shape {
            model: Some(self.question.model),
            ..of_visits.clone()
        };
        [of_visits, of_credits].map(|shape| Some(Arc::new(shape)))
    }

    async fn load(
        &self,
        connection: &mut AsyncPgConnection,
        (visit_names, credit_names): (Vec<String>, Vec<String>),
        [visit_shape, credit_shape]: [Option<Arc<Shape>>; 2],
        apart: &Apart,
    ) -> Result<Loaded, StoreError> {
        let period = self.question.period;
        let memory = &self.memory.rollups;
        let visits = RollupKey::visits(self.profile_id);
        let changed_visits = read::changes(connection, visits, Some(period)).await?;
        let asked = read::Asked {
            place: visits,
            names: visit_names,
            period,
            anew: tally::days_with_losses(&changed_visits),
            shape: visit_shape,
        };
        let visits = read::found_days(connection, (memory, &memory.visits), asked).await?;
        let credits = if self.is_of_goals() {
            Credits::OfGoals(self.goal_credits(connection, apart).await?)
        } else {
            let asked = (credit_names, credit_shape);
            self.all_credits(connection, asked).await?
        };
        Ok(Loaded {
            visits,
            changed_visits,
            credits,
        })
    }

    async fn all_credits(
        &self,
        connection: &mut AsyncPgConnection,
        (names, shape): (Vec<String>, Option<Arc<Shape>>),
    ) -> Result<Credits, StoreError> {
        let (memory, period) = (&self.memory.rollups, self.question.period);
        let credits = RollupKey {
            profile_id: self.profile_id,
            population: match self.question.accounting {
                Accounting::ConversionDate => Population::Credits,
                Accounting::TouchDate => Population::TouchCredits,
            },
            generation: self.seen.generation,
        };
        let changed_credits = read::changes(connection, credits, Some(period)).await?;
        let asked = read::Asked {
            place: credits,
            names,
            period,
            anew: BTreeSet::new(),
            shape,
        };
        let credits = read::found_days(connection, (memory, &memory.credits), asked).await?;
        Ok(Credits::All(Box::new((credits, changed_credits))))
    }

    fn tally<'s>(
        &self,
        loaded: &Loaded,
        selection: impl Fn() -> Selection<'s>,
    ) -> Result<Tallied, StoreError> {
        let mut keyed = Keyed::new();
        let (mut of_visits, mut of_credits) = (selection(), selection());
        let visits = tally::visits(
            &mut of_visits,
            &loaded.visits.days,
            &loaded.changed_visits,
            self.seen.visitors,
        )
        .map_err(StoreError::inconsistent)?;
        for row in visits.rows {
            let figures = keyed.entry(row.key).or_default();
            figures.visitors = row.visitors;
            figures.pageviews = row.sums.pageviews;
            figures.sessions = row.sums.sessions;
            figures.bounces = row.sums.bounces;
            figures.engaged_ms = row.sums.engaged_ms;
        }
        let (rows, credits) = match &loaded.credits {
            Credits::All(all) => {
                let (found, changed) = &**all;
                let model = self.question.model;
                let added = tally::credits(&mut of_credits, model, &found.days, changed)
                    .map_err(StoreError::inconsistent)?;
                (added.rows, added.pieces)
            }
            Credits::OfGoals(rows) => {
                let rows = rows.iter().map(GoalCredits::summed);
                (tally::summed_credits(&mut of_credits, rows), Vec::new())
            }
        };
        for row in rows {
            let figures = keyed.entry(row.key).or_default();
            figures.revenue = row.sums.revenue;
            figures.conversions = CreditSums::whole(row.sums.conversions);
            figures.payments = CreditSums::whole(row.sums.payments);
        }
        Ok(Tallied {
            keyed,
            unlabelled: of_visits.unlabelled() | of_credits.unlabelled(),
            visits: visits.pieces,
            credits,
        })
    }

    async fn spend(
        &self,
        connection: &mut AsyncPgConnection,
        grouping: Grouping,
        warnings: &mut BTreeSet<String>,
    ) -> Result<Vec<super::spend::Spent>, StoreError> {
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
        if self.is_of_goals() {
            warnings.insert("spend_of_all_goals".to_owned());
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

/// What rows count under. Campaigns, ad sets and creatives are found by their ads (`groups`).
fn by<'a>(
    grouping: Grouping,
    bucket: &'a (dyn Fn(Date) -> String + Sync),
    groups: Option<&'a HashMap<String, String>>,
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
        BreakdownBy::AdCampaign | BreakdownBy::AdSet | BreakdownBy::Creative => {
            groups.map_or(By::Dim(Dim::Ad), |groups| By::Group(Dim::Ad, groups))
        }
        BreakdownBy::Ad => By::Dim(Dim::Ad),
    }
}
