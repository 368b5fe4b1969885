//! What a preview and a dry run foretell beside what the run then does: many rule sets over one set of events, and for
//! every rule at every destination the same counts by status and reason.

use std::collections::{BTreeMap, BTreeSet};

use application::settle;
use conversion_export::rules::preview::preview;
use conversion_export::rules::try_out::{Tried, TryOut, try_out};
use export_rules::ports::Span;
use export_rules::{Destination, NewRule, Rule, SkipReason, Tally, Word};
use kernel::timestamp::{MICROS_PER_DAY, MICROS_PER_SECOND};
use kernel::{Clock, IdSource, OutcomeEventId, Timestamp};
use testkit::fake_platform::FakeConversions;
use tributary_ad_platforms::RingSha256;
use tributary_system::TimeOrderedIds;

use crate::exports_events::{PAUSE, happened};
use crate::exports_rule_sets::{RuleSet, rule_sets};
use crate::exports_support::Exports;
use crate::reporting_seed::access;
use crate::world::{RUNTIME, new_id};

/// How many rule sets.
const SETS: usize = 200;

/// Rules and destinations are there since so long ago, in days.
const SINCE: i64 = 85;

/// Days that a preview looks at.
const PREVIEWED: i64 = 30;

/// What is kept of a rule set.
struct Kept {
    rules: Vec<(Rule, NewRule)>,
    places: Vec<Destination>,
}

/// Keeps a rule set in the place of the one before, with nothing told yet.
async fn keep(exports: &Exports, set: &RuleSet) -> Kept {
    for table in [
        "export_ledger",
        "export_lanes",
        "export_rules",
        "export_destinations",
    ] {
        let statement = format!("DELETE FROM {table} WHERE profile_id = $1");
        exports.world.execute(&statement).await;
    }
    exports.decide(&set.compliance).await;
    let definitions = exports.definitions().await;
    let since = exports
        .world
        .clock
        .now()
        .plus_micros(-SINCE * MICROS_PER_DAY);
    let (mut rules, mut places) = (Vec::new(), Vec::new());
    for place in &set.places {
        let parts = (place.target.clone(), place.config.clone(), place.enabled);
        places.push(exports.place(parts, since).await);
    }
    for drawn in &set.rules {
        let new = drawn.new_rule(|key| definitions[key]);
        let rule = new.clone().with_id(new_id(), since);
        exports.put_rule(&rule).await;
        rules.push((rule, new));
    }
    Kept { rules, places }
}

/// Counts of a rule at a destination in the form in which the ledger's are read.
fn counted(rule: &Rule, place: &Destination, tally: &Tally) -> Vec<String> {
    let (rule, place) = (rule.id, place.id);
    let skips = tally.skips.iter();
    let skips = skips.map(|(reason, count)| (format!("skipped {reason}"), *count));
    let told = [
        ("told".to_owned(), tally.ships),
        ("waits".to_owned(), tally.waits),
    ];
    let counts = told
        .into_iter()
        .chain(skips)
        .filter(|(_, count)| *count > 0);
    counts
        .map(|(what, count)| format!("{rule} {place} {what} {count}"))
        .collect()
}

/// What dry runs of all rules at all destinations count, sorted.
async fn dry_runs(exports: &Exports, kept: &Kept) -> Vec<String> {
    let now = exports.world.clock.now();
    let span = Span {
        from: now.plus_micros(-SINCE * MICROS_PER_DAY),
        until: now.plus_micros(MICROS_PER_DAY),
    };
    let (context, access) = (exports.world.context(), access(&exports.world));
    let mut lines = Vec::new();
    let mut work = exports.world.begin().await;
    for (rule, _) in &kept.rules {
        for place in &kept.places {
            let asked = TryOut {
                rule: Tried::Kept(rule.id),
                destination: place.id,
                span,
            };
            let tried = try_out(&mut *work, &context, &access, (&asked, &RingSha256)).await;
            lines.extend(counted(rule, place, &tried.unwrap().tally));
        }
    }
    work.rollback().await.unwrap();
    lines.sort();
    lines
}

/// What previews count, by the rule.
async fn previews(exports: &Exports, kept: &Kept) -> BTreeMap<String, u64> {
    let (context, access) = (exports.world.context(), access(&exports.world));
    let mut counts = BTreeMap::new();
    let mut work = exports.world.begin().await;
    for (rule, new) in &kept.rules {
        let seen = preview(&mut *work, &context, &access, new).await.unwrap();
        counts.insert(rule.id.to_string(), seen.candidates);
    }
    work.rollback().await.unwrap();
    counts
}

/// Tells of everything, in the turns in which it came in.
async fn run(exports: &Exports, events: &[Vec<OutcomeEventId>; 2]) {
    let mut exporter = exports.exporter();
    for came_in in events {
        let marks: Vec<_> = came_in
            .iter()
            .map(|id| (TimeOrderedIds.new_id(), *id))
            .collect();
        let (profile, now) = (exports.world.profile.id, exports.world.clock.now());
        let mut work = exports.world.begin().await;
        let marked = work.export_marks().add(profile, &marks, now).await;
        settle(work, marked).await.unwrap();
        exporter.drain().await.unwrap();
        exports.wait(PAUSE / MICROS_PER_SECOND);
    }
}

const AS_FORETOLD: &str = "CASE l.status WHEN 'sent' THEN 'told' WHEN 'accepted' THEN 'told' WHEN 'confirmed' THEN 'told' \
                           WHEN 'queued' THEN 'waits' ELSE l.status END";

/// What the ledger has, in the form of the dry runs.
async fn ledger(exports: &Exports) -> Vec<String> {
    let statement = format!(
        "SELECT concat_ws(' ', l.rule_id, l.destination_id, {AS_FORETOLD}, l.skip_reason, count(*)) AS line \
         FROM export_ledger l WHERE l.profile_id = $1 \
         GROUP BY l.rule_id, l.destination_id, {AS_FORETOLD}, l.skip_reason"
    );
    let mut lines = exports.world.lines(&statement).await;
    lines.sort();
    lines
}

/// How much was told, or waits, under each rule at each destination, of what happened since an instant.
async fn told_since(exports: &Exports, since: Timestamp) -> Vec<(String, u64)> {
    let statement = format!(
        "SELECT concat_ws(' ', l.rule_id, count(*)) AS line FROM export_ledger l \
         WHERE l.profile_id = $1 AND {AS_FORETOLD} IN ('told', 'waits') AND l.event_time >= '{since}' \
         GROUP BY l.rule_id, l.destination_id"
    );
    let lines = exports.world.lines(&statement).await;
    let read = |line: &String| {
        let (rule, count) = line.split_once(' ').unwrap();
        (rule.to_owned(), count.parse().unwrap())
    };
    lines.iter().map(read).collect()
}

/// How many events dry runs count as told.
fn told_of(lines: &[String]) -> usize {
    let counts = lines.iter().filter_map(|line| line.split_once(" told "));
    counts
        .map(|(_, count)| count.parse::<usize>().unwrap())
        .sum()
}

#[test]
fn previews_and_dry_runs_of_200_rule_sets_are_what_the_run_then_does() {
    RUNTIME.block_on(async {
        let mut exports = Exports::new().await;
        let begin = exports.world.clock.now();
        let events = happened(&exports).await;
        let (mut outcomes, mut is_reached) = (BTreeSet::new(), false);
        for set in rule_sets(SETS) {
            exports.world.clock.set(begin);
            // A journal of its own.
            exports.fake = FakeConversions::start(begin.micros() / MICROS_PER_SECOND).unwrap();
            let kept = keep(&exports, &set).await;
            let foretold = dry_runs(&exports, &kept).await;
            run(&exports, &events).await;
            assert_eq!(ledger(&exports).await, foretold, "{set:#?}");
            assert_eq!(exports.fake.refusals(), Vec::<String>::new(), "{set:#?}");
            assert_eq!(exports.fake.journal().len(), told_of(&foretold), "{set:#?}");

            let since = exports
                .world
                .clock
                .now()
                .plus_micros(-PREVIEWED * MICROS_PER_DAY);
            let previewed = previews(&exports, &kept).await;
            for (rule, told) in told_since(&exports, since).await {
                assert!(told <= previewed[&rule], "{told} of {rule}: {set:#?}");
                is_reached |= told == previewed[&rule];
            }
            let what = |line: &String| {
                let words: Vec<_> = line.split(' ').skip(2).collect();
                words[..words.len() - 1].join(" ")
            };
            outcomes.extend(foretold.iter().map(what));
        }
        let skips = SkipReason::ALL
            .iter()
            .map(|reason| format!("skipped {reason}"));
        let every: BTreeSet<_> = skips
            .chain(["told".to_owned(), "waits".to_owned()])
            .collect();
        assert_eq!(
            outcomes, every,
            "everything that can come of an event comes about"
        );
        assert!(is_reached, "no rule told all that its preview counts");
    });
}
