use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use application::mocks::MockWork;
use export_rules::{
    ConversionSource, OutcomeEventId, PerKind, Person, Personal, PixelId, RevenueType,
    RuleSettings, RuleSource, SkipReason, Source, Switches, Target, Uuid, Worth,
};
use kernel::Currency;

use super::*;

struct Ring;

impl Sha256 for Ring {
    fn digest(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut context = ring::digest::Context::new(&ring::digest::SHA256);
        for part in parts {
            context.update(part);
        }
        context.finish().as_ref().try_into().unwrap()
    }
}

fn at(day: i64) -> Timestamp {
    Timestamp::parse("2026-03-01T12:00:00Z")
        .unwrap()
        .plus_micros(day * MICROS_PER_DAY)
}

fn profile() -> ProfileId {
    Uuid::from_u128(1).into()
}

/// A rule that tells social networks of conversions, made on a day.
fn rule(number: u128, priority: u16, made: i64) -> Rule {
    let definition = Uuid::from_u128(5).into();
    let settings = RuleSettings {
        priority,
        destinations: PerKind {
            social: true,
            search: false,
        },
        ..RuleSettings::new("sales", RuleSource::Definition(definition))
    };
    settings.into_rule(Uuid::from_u128(number).into(), at(made))
}

fn trial(rule: Rule, others: Vec<Rule>) -> DryRun {
    let target = Target::social(PixelId::parse("5551").unwrap());
    let (id, connection) = (Uuid::from_u128(6).into(), Uuid::from_u128(7).into());
    DryRun {
        rule,
        others,
        destination: Destination::new(id, connection, target, at(100)),
        compliance: Compliance {
            switches: Switches::ON,
            ..Compliance::default()
        },
        span: Span {
            from: at(0),
            until: at(30),
        },
        now: at(500),
    }
}

/// A sale of a day that came in so many days later.
fn sale(number: u128, day: i64, late: i64) -> Record {
    let source = ConversionSource {
        conversion_id: Uuid::from_u128(number).into(),
        definition_id: Uuid::from_u128(5).into(),
        conversion_key: "sale".to_owned(),
        revenue_type: RevenueType::Cash,
        is_first_payment: None,
        is_refund: false,
    };
    let event: OutcomeEventId = Uuid::from_u128(number).into();
    let source = Source::Conversion(source);
    Record {
        received_at: at(day + late),
        value: Some(Worth {
            amount: "10".parse().unwrap(),
            currency: Currency::parse("EUR").unwrap(),
        }),
        person: Person {
            emails: vec![Personal::new("ana@mail.example")],
            ..Person::default()
        },
        ..Record::new(profile(), event, "payment_received", source, at(day))
    }
}

/// A source with these records, of which it gives so many a page.
fn work_with(records: &[Record], page: usize) -> MockWork {
    let mut work = MockWork::default();
    let places: Vec<Keyset> = records
        .iter()
        .map(|record| Keyset {
            at: record.occurred_at,
            id: record.event_id.uuid(),
        })
        .collect();
    let source = &mut work.export_candidates;
    source.expect_events().returning(move |_, _, _, after, _| {
        let key = |place: &Keyset| (place.at, place.id);
        let rest = places
            .iter()
            .filter(|place| after.is_none_or(|after| key(place) > key(&after)));
        Ok(rest.take(page).copied().collect())
    });
    let records = records.to_vec();
    source.expect_of_events().returning(move |_, ids, _| {
        let asked = records
            .iter()
            .filter(|record| ids.contains(&record.event_id));
        Ok(asked.cloned().collect())
    });
    work
}

async fn tried(work: &mut MockWork, command: DryRun) -> DryRunOutcome {
    dry_run(work, &Ring, profile(), command).await.unwrap()
}

fn skips(outcome: &DryRunOutcome) -> Vec<(SkipReason, u64)> {
    outcome
        .tally
        .skips
        .iter()
        .map(|(reason, count)| (*reason, *count))
        .collect()
}

#[tokio::test]
async fn each_record_is_judged_when_it_came_in() {
    let mut records = vec![
        sale(10, 1, 0),
        sale(11, 2, 3),
        sale(12, 3, 8),
        sale(13, 4, 0),
    ];
    records[3].value = None;
    // Long before the destination and the rule were there.
    let command = || trial(rule(1, 100, 200), Vec::new());
    for page in [1, 3, 500] {
        let mut work = work_with(&records, page);
        let outcome = tried(&mut work, command()).await;
        assert_eq!((outcome.tally.ships, outcome.events), (2, 4));
        let expected = [(SkipReason::MissingValue, 1), (SkipReason::Stale, 1)];
        let mut found = skips(&outcome);
        found.sort();
        let mut expected = expected.to_vec();
        expected.sort();
        assert_eq!(found, expected);
        assert_eq!(outcome.stopped_at, None);
    }
}

#[tokio::test]
async fn a_rule_with_precedence_tells_it_since_it_was_made() {
    let records = [sale(10, 1, 0), sale(11, 9, 0)];
    let other = || vec![rule(2, 1, 5)];
    let outcome = tried(
        &mut work_with(&records, 500),
        trial(rule(1, 100, 200), other()),
    )
    .await;
    assert_eq!(outcome.tally.ships, 1);
    assert_eq!(skips(&outcome), [(SkipReason::Duplicate, 1)]);
    let outcome = tried(
        &mut work_with(&records, 500),
        trial(rule(1, 0, 200), other()),
    )
    .await;
    assert_eq!((outcome.tally.ships, skips(&outcome)), (2, Vec::new()));
    // What is stored of the rule itself does not count.
    let same = vec![rule(1, 1, 0)];
    let outcome = tried(
        &mut work_with(&records, 500),
        trial(rule(1, 100, 200), same),
    )
    .await;
    assert_eq!((outcome.tally.ships, skips(&outcome)), (2, Vec::new()));
}

#[tokio::test]
async fn what_tells_nothing_is_tried_as_it_is() {
    let records = [sale(10, 1, 0)];
    let mut off = rule(1, 100, 0);
    off.settings.destinations = PerKind::default();
    let outcome = tried(&mut work_with(&records, 500), trial(off, Vec::new())).await;
    assert_eq!((outcome.tally, outcome.events), (Tally::default(), 1));
    let mut disabled = trial(rule(1, 100, 0), Vec::new());
    disabled.compliance.switches.social = false;
    let outcome = tried(&mut work_with(&records, 500), disabled).await;
    assert_eq!(skips(&outcome), [(SkipReason::DestinationDisabled, 1)]);
}

#[tokio::test]
async fn spans_are_bounded() {
    for (from, until, is_right) in [(0, 90, true), (0, 91, false), (3, 3, false), (3, 2, false)] {
        let mut command = trial(rule(1, 100, 0), Vec::new());
        command.span = Span {
            from: at(from),
            until: at(until),
        };
        let outcome = dry_run(&mut work_with(&[], 500), &Ring, profile(), command).await;
        assert_eq!(outcome.is_ok(), is_right, "{from} {until}: {outcome:?}");
    }
}

#[tokio::test]
async fn so_many_events_are_looked_at_and_no_more() {
    let seen = Arc::new(AtomicU64::new(0));
    let mut work = MockWork::default();
    let source = &mut work.export_candidates;
    source.expect_events().returning(|_, _, _, after, most| {
        let at = after.map_or(at(0), |after| after.at.plus_micros(1));
        let place = |id: u128| Keyset {
            at,
            id: Uuid::from_u128(id),
        };
        Ok((1..=u128::from(most)).map(place).collect())
    });
    let counted = Arc::clone(&seen);
    source.expect_of_events().returning(move |_, ids, _| {
        counted.fetch_add(u64::try_from(ids.len()).unwrap(), Ordering::Relaxed);
        Ok(Vec::new())
    });
    let outcome = tried(&mut work, trial(rule(1, 100, 0), Vec::new())).await;
    assert_eq!(outcome.events, MAX_EVENTS);
    assert_eq!(seen.load(Ordering::Relaxed), MAX_EVENTS);
    let last = i64::try_from(MAX_EVENTS / u64::from(PAGE)).unwrap() - 1;
    assert_eq!(outcome.stopped_at, Some(at(0).plus_micros(last)));
}
