//! Rules change history at once, wholly, and nothing else.

use kernel::Model;
use kernel::timestamp::MICROS_PER_SECOND;
use profile_setup::channel_rules::RuleError;
use profile_setup::channel_rules::change::{Changed, RuleCommand, change};
use profile_setup::channel_rules::update::RuleChange;
use tokio::task::JoinSet;

use crate::channel_rules_support::{
    ALL_TABLES, Dice, add_channel, configuration, fingerprint, make, rule, seed, try_change,
};
use crate::reporting_seed::access;
use crate::world::{RUNTIME, World, identify, instant, page_view, payment};

/// A customer who came by a partner's link, then by themselves, and paid.
async fn story(world: &World) {
    let at = instant("2026-06-10T10:00:00Z");
    let later = |hours: i64| at.plus_micros(hours * 3_600 * MICROS_PER_SECOND);
    let link = "https://shop.example/?utm_source=partner&utm_medium=link";
    let first = page_view("first", at, link, None);
    world.track("browser", vec![first]).await;
    let second = page_view("second", later(5), "https://shop.example/", None);
    let known = identify("known", later(6), "ana@example.com");
    world.track("browser", vec![second, known]).await;
    world
        .record("order", payment(later(7), "50", "ana@example.com"))
        .await;
    world.drain().await;
}

/// `channel share` of each credited touch under a model.
async fn credited(world: &World, model: Model) -> Vec<String> {
    let share = model.as_str();
    world
        .lines(&format!(
            "SELECT n.channel || ' ' || r.{share} AS line FROM credits r \
             JOIN attribution_state s USING (profile_id, generation) \
             JOIN signature_channels n USING (profile_id, signature_id) \
             WHERE profile_id = $1 AND r.{share} IS NOT NULL ORDER BY r.touched_at"
        ))
        .await
}

#[test]
fn a_rule_labels_history_and_writes_no_touch() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        story(&world).await;
        let facts = ["touches", "sessions", "credits", "conversions"];
        let before = fingerprint(&world, &facts).await;
        let made = make(&world, rule("Affiliates", "utm_source", "is", &["Partner"])).await;
        assert_eq!(made.effect.signatures_relabelled, 1);
        assert_eq!(made.effect.people_to_replay, 0);
        assert_eq!(
            credited(&world, Model::Linear).await,
            ["Affiliates 500000000", "Direct 500000000"]
        );
        world.drain().await;
        assert_eq!(fingerprint(&world, &facts).await, before);
        let causes = "SELECT cause || ' ' || (causes->0->>'subject_id') AS line \
             FROM restatements WHERE profile_id = $1 ORDER BY sequence DESC LIMIT 1";
        let id = made.rules[0].rule.id;
        let cause = format!("channel_rules_changed {id}");
        assert_eq!(world.lines(causes).await, [cause]);
        let deeds = "SELECT action || ' ' || actor_kind || ' ' || subject_id AS line \
             FROM audit_events WHERE profile_id = $1";
        let deed = format!("channel_rule.created operator {id}");
        assert_eq!(world.lines(deeds).await, [deed]);
        world.ledger_holds().await;
    });
}

#[test]
fn what_becomes_direct_moves_credit_and_moves_back() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        story(&world).await;
        let present = credited(&world, Model::LastNonDirect).await;
        assert_eq!(present.len(), 1);
        assert!(!present[0].starts_with("Direct"));
        let made = make(&world, rule("Direct", "utm_source", "is", &["partner"])).await;
        assert_eq!(made.effect.people_to_replay, 1);
        let marks = "SELECT kind || ' ' || cause AS line FROM replay_marks WHERE profile_id = $1";
        assert_eq!(world.lines(marks).await, ["customer channel_rules_changed"]);
        world.drain().await;
        // Every touch is direct now, so the last one has it all.
        let second = "SELECT r.touched_at::text AS line FROM credits r WHERE profile_id = $1 \
             AND r.last_non_direct IS NOT NULL";
        assert!(world.lines(second).await[0].starts_with("2026-06-10 15:00"));
        world.ledger_holds().await;
        let removal = RuleCommand::Delete(made.rules[0].rule.id);
        let removed = try_change(&world, removal).await.unwrap();
        assert_eq!(removed.effect.people_to_replay, 1);
        world.drain().await;
        assert_eq!(credited(&world, Model::LastNonDirect).await, present);
        world.ledger_holds().await;
    });
}

#[test]
fn a_running_replay_is_followed_by_another_one() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        story(&world).await;
        let building = "UPDATE attribution_state SET building = generation + 1, \
             building_until = '2030-01-01' WHERE profile_id = $1 RETURNING 'x' AS line";
        world.lines(building).await;
        let made = make(&world, rule("Direct", "utm_source", "is", &["partner"])).await;
        let id = made.effect.recompute_id.unwrap();
        let queued = "SELECT id || ' ' || (causes->0->>'cause') AS line FROM recomputes \
             WHERE profile_id = $1 AND status = 'queued'";
        let expected = format!("{id} channel_rules_changed");
        assert_eq!(world.lines(queued).await, [expected]);
        let marks = "SELECT kind AS line FROM replay_marks WHERE profile_id = $1";
        assert_eq!(world.lines(marks).await, ["profile"]);
    });
}

#[test]
fn refusals_write_nothing() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        story(&world).await;
        let made = make(&world, rule("Email", "utm_source", "is", &["a"])).await;
        let id = made.rules[0].rule.id;
        let untouched = fingerprint(&world, &ALL_TABLES).await;
        let on = |draft| RuleCommand::Create(draft);
        let mut taken = rule("Email", "utm_source", "is", &["b"]);
        taken.priority = Some(1);
        let mut placeless = rule("Email", "utm_source", "is", &["b"]);
        placeless.priority = Some(1_000);
        let unknown = rule("email", "utm_source", "is", &["b"]);
        let bomb = rule("Email", "utm_source", "matches", &["(a{1000}){1000}"]);
        let nobody = World::new().await;
        let foreign = make(&nobody, rule("Email", "utm_source", "is", &["a"])).await;
        let foreign = foreign.rules[0].rule.id;
        for command in [
            on(taken),
            on(placeless),
            on(unknown),
            on(bomb),
            RuleCommand::Delete(foreign),
            RuleCommand::Update(foreign, RuleChange::default()),
            RuleCommand::Reorder([id, id]),
            RuleCommand::Reorder([id, foreign]),
        ] {
            let told = format!("{command:?}");
            let refused = try_change(&world, command).await;
            assert!(refused.is_err(), "{told}");
        }
        let same = RuleChange {
            name: Some("utm_source is".to_owned()),
            ..RuleChange::default()
        };
        let version = made.version;
        let unchanged = try_change(&world, RuleCommand::Update(id, same)).await;
        assert_eq!(unchanged.unwrap().version, version);
        assert_eq!(fingerprint(&world, &ALL_TABLES).await, untouched);
    });
}

#[test]
fn a_taken_priority_names_the_other_rule_and_a_free_one_is_found() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let draft = |priority| {
            let mut draft = rule("Email", "utm_source", "is", &["a"]);
            draft.priority = priority;
            draft
        };
        let made = make(&world, draft(Some(998))).await;
        let next = make(&world, draft(None)).await;
        assert_eq!(next.rules[0].rule.priority, 999);
        let none = try_change(&world, RuleCommand::Create(draft(None))).await;
        assert!(matches!(none, Err(RuleError::NoPriorityLeft)), "{none:?}");
        let taken = try_change(&world, RuleCommand::Create(draft(Some(998)))).await;
        let Err(RuleError::PriorityTaken { priority, id, .. }) = taken else {
            panic!("{taken:?}");
        };
        assert_eq!((priority, id), (998, made.rules[0].rule.id));
    });
}

#[test]
fn many_reorders_at_once_keep_every_priority() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let mut ids = Vec::new();
        for place in 1..=6 {
            let mut draft = rule("Email", "utm_source", "is", &["a"]);
            draft.priority = Some(place * 7);
            ids.push(make(&world, draft).await.rules[0].rule.id);
        }
        let mut dice = Dice::new(7);
        let mut tasks = JoinSet::new();
        for _ in 0..40 {
            let one = dice.roll(6);
            let pair = [ids[one], ids[(one + 1 + dice.roll(5)) % 6]];
            let (units, access) = (world.units.clone(), access(&world));
            let (clock, keys) = (world.clock.clone(), world.keys.clone());
            tasks.spawn(async move {
                let context = application::Context {
                    clock: &clock,
                    ids: &tributary_system::TimeOrderedIds,
                    keys: &keys,
                    sealing: &keys,
                };
                change(&*units, &context, &access, &RuleCommand::Reorder(pair)).await
            });
        }
        let mut versions = Vec::new();
        while let Some(done) = tasks.join_next().await {
            let Changed { rules, version, .. } = done.unwrap().unwrap();
            assert_eq!(rules.len(), 2);
            assert_ne!(rules[0].rule.priority, rules[1].rule.priority);
            versions.push(version);
        }
        versions.sort_unstable();
        let expected: Vec<i64> = (8..48).collect();
        assert_eq!(versions, expected);
        let rules = configuration(&world).await.rules;
        let places: Vec<u16> = rules.iter().map(|stored| stored.rule.priority).collect();
        assert_eq!(places, [7, 14, 21, 28, 35, 42]);
    });
}

#[test]
fn new_traffic_meets_the_rules_in_force() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        add_channel(&world, "Podcasts").await;
        let hear = |number: usize| {
            let url = format!("https://shop.example/?utm_source=pod&utm_campaign=c{number}");
            let at = instant("2026-06-10T10:00:00Z");
            page_view(&format!("hear-{number}"), at, &url, None)
        };
        world.track("browser", vec![hear(0)]).await;
        // Visits come in while the rule is made: each meets the rules of before and is labelled
        // anew, or meets the rule.
        let visits = async {
            for number in 1..40 {
                world.track("browser", vec![hear(number)]).await;
            }
        };
        let making = make(&world, rule("Podcasts", "utm_source", "is", &["pod"]));
        let ((), made) = tokio::join!(visits, making);
        let channels = "SELECT n.channel || ' ' || count(*) AS line FROM signature_channels n \
             WHERE profile_id = $1 GROUP BY n.channel";
        assert_eq!(world.lines(channels).await, ["Podcasts 40"]);
        let off = RuleChange {
            enabled: Some(false),
            ..RuleChange::default()
        };
        let id = made.rules[0].rule.id;
        try_change(&world, RuleCommand::Update(id, off))
            .await
            .unwrap();
        world.track("browser", vec![hear(40)]).await;
        assert_eq!(world.lines(channels).await, ["Unassigned 41"]);
    });
}

#[test]
fn a_channel_is_shared_by_the_workspace_and_added_once() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let mut tasks = JoinSet::new();
        for number in 0..12 {
            let (units, access) = (world.units.clone(), access(&world));
            let (clock, keys) = (world.clock.clone(), world.keys.clone());
            tasks.spawn(async move {
                use application::{UnitsOfWork, settle};
                use profile_setup::channel_rules::add_channel::add_channel;
                let context = application::Context {
                    clock: &clock,
                    ids: &tributary_system::TimeOrderedIds,
                    keys: &keys,
                    sealing: &keys,
                };
                let name = ["Podcasts", "podcasts", " PODCASTS "][number % 3];
                let mut work = units.begin().await.unwrap();
                let added = add_channel(&mut *work, &context, &access, name).await;
                settle(work, added).await.unwrap()
            });
        }
        let added = tasks.join_all().await;
        assert_eq!(added.iter().filter(|channel| channel.created).count(), 1);
        assert!(added.iter().all(|channel| channel.name == added[0].name));
        assert_eq!(
            configuration(&world).await.channels,
            [added[0].name.clone()]
        );
    });
}

#[test]
fn a_relabel_of_a_busy_profile_keeps_the_ledger() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        seed(&world, &mut Dice::new(99)).await;
        for draft in [
            rule("Direct", "utm_source", "is_set", &[]),
            rule("Referral", "referrer_host", "is_set", &[]),
        ] {
            make(&world, draft).await;
            // Before the replay that follows, the ledger says what reports say.
            world.ledger_holds().await;
            world.drain().await;
            world.ledger_holds().await;
        }
    });
}
