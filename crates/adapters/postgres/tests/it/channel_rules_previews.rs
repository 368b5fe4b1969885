//! What a preview says is what happens, for rules that nobody thought up.

use std::collections::{BTreeMap, HashSet};

use application::settle;
use channel_classifier::ports::Usage;
use kernel::{ChannelRuleId, Date, Exact, Model};
use profile_setup::channel_rules::configuration::RuleDraft;
use profile_setup::channel_rules::diff::{RuleDiff, SetRule, diff};
use profile_setup::channel_rules::match_count::{Candidate, MatchCount, match_count};
use profile_setup::channel_rules::preview::PreviewQuestion;
use time::macros::date;

use crate::channel_rules_support::{
    ALL_TABLES, Dice, add_channel, begin, fingerprint, make, random_rule, random_rules, replace,
    seed,
};
use crate::world::{RUNTIME, World};

/// Random rule sets and rules that are tried.
const ROUNDS: usize = 200;

fn question(dice: &mut Dice, model: Model) -> PreviewQuestion {
    let (from, to) = [
        (date!(2026 - 05 - 16), date!(2026 - 06 - 30)),
        (date!(2026 - 06 - 01), date!(2026 - 06 - 14)),
        (date!(2026 - 06 - 20), date!(2026 - 06 - 20)),
    ][dice.roll(3)];
    PreviewQuestion {
        from: Some(from),
        to: Some(to),
        model,
    }
}

fn days(question: PreviewQuestion) -> (Date, Date) {
    (question.from.unwrap(), question.to.unwrap())
}

/// What reports show by channel, worked out apart from the code under test.
async fn breakdown(world: &World, question: PreviewQuestion) -> BTreeMap<String, Usage> {
    let ((from, to), share) = (days(question), question.model.as_str());
    let lines = world
        .lines(&format!(
            "SELECT concat_ws('|', channel, sum(sessions), sum(shares), \
                 trim_scale(sum(cash) * 0.000000001)) AS line \
             FROM (SELECT n.channel, 1 AS sessions, 0 AS shares, 0 AS cash \
                 FROM sessions s JOIN signature_channels n USING (profile_id, signature_id) \
                 WHERE profile_id = $1 AND s.local_date BETWEEN '{from}' AND '{to}' \
                     AND NOT s.is_bot AND s.page_views >= 1 \
                 UNION ALL \
                 SELECT n.channel, 0, CASE WHEN r.is_refund THEN 0 ELSE r.{share} END, \
                     CASE WHEN r.revenue_type = 'cash' THEN r.value_reporting * r.{share} ELSE 0 END \
                 FROM credits r JOIN attribution_state USING (profile_id, generation) \
                 JOIN signature_channels n USING (profile_id, signature_id) \
                 WHERE profile_id = $1 AND r.local_date BETWEEN '{from}' AND '{to}' \
                     AND r.{share} IS NOT NULL) AS u \
             GROUP BY channel"
        ))
        .await;
    let mut channels = BTreeMap::new();
    for line in lines {
        let parts: Vec<&str> = line.split('|').collect();
        let usage = Usage {
            sessions: parts[1].parse().unwrap(),
            touches: 0,
            conversions: parts[2].parse().unwrap(),
            cash: parts
                .get(3)
                .map_or(Exact::ZERO, |text| text.parse().unwrap()),
        };
        channels.insert(parts[0].to_owned(), usage);
    }
    channels
}

/// Sessions, conversions and cash by channel as signed numbers, nothing that is zero.
type Signed = BTreeMap<String, (i128, i128, i128)>;

fn add(to: &mut Signed, channel: &str, usage: &Usage, sign: i128) {
    let cell = to.entry(channel.to_owned()).or_default();
    cell.0 += sign * i128::from(usage.sessions);
    cell.1 += sign * i128::from(usage.conversions);
    cell.2 += sign * usage.cash.units();
}

/// The present figures, less what goes, plus what comes.
fn projected(before: &BTreeMap<String, Usage>, diff: &RuleDiff) -> Signed {
    let mut channels = signed(before);
    for pair in &diff.pairs {
        assert_ne!(pair.from, pair.to);
        add(&mut channels, &pair.from, &pair.usage, -1);
        add(&mut channels, &pair.to, &pair.usage, 1);
    }
    channels.retain(|_, cell| *cell != (0, 0, 0));
    channels
}

fn signed(channels: &BTreeMap<String, Usage>) -> Signed {
    let mut signed = Signed::new();
    for (channel, usage) in channels {
        add(&mut signed, channel, usage, 1);
    }
    signed.retain(|_, cell| *cell != (0, 0, 0));
    signed
}

async fn told(world: &World, rules: &[RuleDraft], question: PreviewQuestion) -> RuleDiff {
    let rule = |draft: &RuleDraft| SetRule {
        id: None,
        draft: draft.clone(),
    };
    let rules: Vec<SetRule> = rules.iter().map(rule).collect();
    let mut work = begin(world).await;
    let diff = diff(
        &mut *work,
        &world.context(),
        world.profile.id,
        &rules,
        question,
    )
    .await;
    settle(work, diff).await.unwrap()
}

#[test]
fn a_diff_is_what_reports_show_afterwards() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let mut dice = Dice::new(0x5eed);
        seed(&world, &mut dice).await;
        add_channel(&world, "Podcasts").await;
        let (mut moved, mut flipped) = (0, 0);
        for round in 0..ROUNDS {
            let rules = random_rules(&mut dice);
            let questions = Model::ALL.map(|model| question(&mut dice, model));
            let untouched = fingerprint(&world, &ALL_TABLES).await;
            let mut expected = Vec::new();
            for question in questions {
                let before = breakdown(&world, question).await;
                let diff = told(&world, &rules, question).await;
                let unmoved: u64 = before.values().map(|usage| usage.sessions).sum();
                assert_eq!(unmoved, diff.total.sessions + diff.unchanged.sessions);
                moved += diff.pairs.len();
                expected.push(projected(&before, &diff));
            }
            assert_eq!(fingerprint(&world, &ALL_TABLES).await, untouched);
            let touches = fingerprint(&world, &["touches", "sessions"]).await;
            let direct = "SELECT string_agg(is_direct::text, '' ORDER BY signature_id) AS line \
                 FROM signature_channels WHERE profile_id = $1";
            let was_direct = world.lines(direct).await;
            replace(&world, &rules).await;
            world.drain().await;
            assert_eq!(fingerprint(&world, &["touches", "sessions"]).await, touches);
            flipped += usize::from(world.lines(direct).await != was_direct);
            for (question, expected) in questions.into_iter().zip(expected) {
                let after = signed(&breakdown(&world, question).await);
                assert_eq!(after, expected, "round {round}, {question:?}, {rules:?}");
            }
            if round % 12 == 0 {
                world.ledger_holds().await;
                let incremental = world.results().await;
                world.rebuild().await;
                assert_eq!(incremental, world.results().await, "round {round}");
            }
        }
        world.ledger_holds().await;
        assert!(moved > ROUNDS && flipped > ROUNDS / 3, "{moved} {flipped}");
    });
}

async fn counted(world: &World, candidate: &Candidate, question: PreviewQuestion) -> MatchCount {
    let mut work = begin(world).await;
    let profile = world.profile.id;
    let count = match_count(&mut *work, &world.context(), profile, candidate, question).await;
    settle(work, count).await.unwrap()
}

/// What reports show of the signatures that the rule names the channel of, as
/// `signatures|sessions|touches|conversions|cash`.
async fn of_rule(world: &World, id: ChannelRuleId, question: PreviewQuestion) -> String {
    let ((from, to), share) = (days(question), question.model.as_str());
    let lines = world
        .lines(&format!(
            "WITH own AS (SELECT signature_id FROM signature_channels \
                 WHERE profile_id = $1 AND rule = 'custom:{id}'), \
             used AS (SELECT signature_id, 1 AS sessions, 0 AS touches, 0 AS shares, 0 AS cash \
                 FROM sessions s WHERE profile_id = $1 AND NOT is_bot AND page_views > 0 \
                     AND local_date BETWEEN '{from}' AND '{to}' \
                 UNION ALL SELECT t.signature_id, 0, 1, 0, 0 FROM touches t \
                 JOIN sessions s ON s.profile_id = $1 AND s.id = t.session_id \
                 WHERE t.profile_id = $1 AND s.local_date BETWEEN '{from}' AND '{to}' \
                 UNION ALL SELECT signature_id, 0, 0, \
                     CASE WHEN r.is_refund THEN 0 ELSE r.{share} END, \
                     CASE WHEN r.revenue_type = 'cash' THEN r.value_reporting * r.{share} ELSE 0 END \
                 FROM credits r JOIN attribution_state USING (profile_id, generation) \
                 WHERE profile_id = $1 AND local_date BETWEEN '{from}' AND '{to}' \
                     AND r.{share} IS NOT NULL) \
             SELECT concat_ws('|', count(DISTINCT signature_id), coalesce(sum(sessions), 0), \
                 coalesce(sum(touches), 0), coalesce(sum(shares), 0), \
                 trim_scale(coalesce(sum(cash), 0) * 0.000000001)) AS line \
             FROM own JOIN used USING (signature_id)"
        ))
        .await;
    lines[0].clone()
}

fn line(count: &profile_setup::channel_rules::match_count::Counted) -> String {
    let Usage {
        sessions,
        touches,
        conversions,
        cash,
    } = count.usage;
    format!(
        "{}|{sessions}|{touches}|{conversions}|{cash}",
        count.signatures
    )
}

/// The signatures whose channel the rule names.
async fn named_by(world: &World, id: ChannelRuleId) -> HashSet<i64> {
    let lines = world
        .lines(&format!(
            "SELECT signature_id::text AS line FROM signature_channels \
             WHERE profile_id = $1 AND rule = 'custom:{id}'"
        ))
        .await;
    lines.iter().map(|line| line.parse().unwrap()).collect()
}

#[test]
fn a_match_count_is_what_the_rule_gets() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let mut dice = Dice::new(0xfeed);
        seed(&world, &mut dice).await;
        add_channel(&world, "Podcasts").await;
        let mut won = 0;
        for round in 0..ROUNDS {
            let others: Vec<RuleDraft> = match round % 3 {
                0 => Vec::new(),
                _ => (1..4)
                    .map(|place| random_rule(&mut dice, place * 10))
                    .collect(),
            };
            replace(&world, &others).await;
            world.drain().await;
            let draft = random_rule(&mut dice, 15);
            let model = Model::ALL[dice.roll(Model::COUNT)];
            let question = question(&mut dice, model);
            let candidate = Candidate {
                draft: draft.clone(),
                replaces: None,
            };
            let untouched = fingerprint(&world, &ALL_TABLES).await;
            let count = counted(&world, &candidate, question).await;
            assert_eq!(fingerprint(&world, &ALL_TABLES).await, untouched);
            let made = make(&world, draft).await;
            world.drain().await;
            let id = made.rules[0].rule.id;
            let reality = of_rule(&world, id, question).await;
            assert_eq!(line(&count.would_win), reality, "{round} {question:?}");
            if others.is_empty() && model != Model::LastNonDirect {
                assert_eq!(count.matched, count.would_win, "nobody is before it");
            }
            assert!(count.examples.len() <= 10);
            let winners = count.examples.iter().filter(|example| example.wins).count();
            // One whose only traffic is credit that would go to others counts no more, but wins.
            assert!(winners >= usize::try_from(count.would_win.signatures).unwrap().min(10));
            let named = named_by(&world, id).await;
            for example in &count.examples {
                assert_eq!(example.wins, named.contains(&example.signature.id()));
            }
            won += count.would_win.usage.sessions;
        }
        assert!(won > 0);
    });
}
