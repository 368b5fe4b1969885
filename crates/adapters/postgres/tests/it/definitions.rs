//! Changes of definitions: all or nothing, with an audit event and one replay.

use std::time::Duration;

use application::{UnitOfWork, settle};
use conversion_definitions::ports::CataloguesReader;
use conversion_definitions::{DefinitionDraft, DefinitionEdit, DefinitionText, NewDefinition};
use conversion_export::rules::{self, RuleRefusal};
use export_rules::{NewRule, Rule, RuleDraft};
use kernel::{DefinitionId, RecomputeId, Sent};
use profile_setup::definitions::create::create;
use profile_setup::definitions::delete::delete;
use profile_setup::definitions::update::update;
use profile_setup::definitions::{ChangeDefinitionError, Changed};
use tributary_postgres::PgDefinitions;

use crate::reporting_seed::access;
use crate::world::{RUNTIME, World, instant, payment};

fn draft(key: &str, names: &[&str]) -> DefinitionDraft {
    DefinitionDraft {
        conversion_key: Some(key.to_owned()),
        display_name: Some("Label".to_owned()),
        source_event_names: Some(names.iter().map(|name| (*name).to_owned()).collect()),
        revenue_type: Some("cash".to_owned()),
        attribution_eligible: Some(false),
    }
}

async fn try_create(
    world: &World,
    key: &str,
    names: &[&str],
) -> Result<Changed, ChangeDefinitionError> {
    let new = NewDefinition::parse(draft(key, names)).unwrap();
    let mut work = world.begin().await;
    let outcome = create(&mut *work, &world.context(), &access(world), new).await;
    settle(work, outcome).await
}

async fn try_update(
    world: &World,
    id: DefinitionId,
    edit: DefinitionDraft,
) -> Result<Changed, ChangeDefinitionError> {
    let edit = DefinitionEdit::parse(edit).unwrap();
    let mut work = world.begin().await;
    let outcome = update(&mut *work, &world.context(), &access(world), id, edit).await;
    settle(work, outcome).await
}

async fn try_delete(world: &World, id: DefinitionId) -> Result<RecomputeId, ChangeDefinitionError> {
    let mut work = world.begin().await;
    let outcome = delete(&mut *work, &world.context(), &access(world), id).await;
    settle(work, outcome).await
}

/// Everything that a change of a definition may write.
async fn written(world: &World) -> Vec<String> {
    let mut lines = world
        .lines(
            "SELECT 'definition ' || conversion_key || ' ' || source_event_names::text AS line \
             FROM conversion_definitions WHERE profile_id = $1 ORDER BY created_at, id",
        )
        .await;
    lines.extend(audit(world).await);
    lines.extend(waiting(world).await);
    lines
}

async fn audit(world: &World) -> Vec<String> {
    world
        .lines(
            "SELECT 'audit ' || action || ' ' || actor_kind AS line FROM audit_events \
             WHERE profile_id = $1 ORDER BY occurred_at, id",
        )
        .await
}

async fn waiting(world: &World) -> Vec<String> {
    world
        .lines(
            "SELECT 'replay ' || status || ' ' || jsonb_array_length(causes) AS line \
             FROM recomputes WHERE profile_id = $1 ORDER BY requested_at, id",
        )
        .await
}

#[test]
fn every_change_is_stamped_and_changes_that_wait_share_a_replay() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let created = try_create(&world, " Paid Order ", &["order"])
            .await
            .unwrap();
        let id = created.stored.definition.id;
        let edit = DefinitionDraft {
            display_name: Some("Orders".to_owned()),
            ..DefinitionDraft::default()
        };
        let changed = try_update(&world, id, edit.clone()).await.unwrap();
        assert_eq!(changed.recompute_id, created.recompute_id);
        assert_eq!(changed.stored.created_at, created.stored.created_at);
        let same = try_update(&world, id, edit).await.unwrap();
        assert_eq!(same.recompute_id, None);
        assert_eq!(
            audit(&world).await,
            [
                "audit definition.created operator",
                "audit definition.updated operator"
            ]
        );
        assert_eq!(waiting(&world).await, ["replay queued 2"]);
        let removed = try_delete(&world, id).await.unwrap();
        assert_eq!(Some(removed), created.recompute_id);
        let detail = world
            .lines(
                "SELECT detail::text AS line FROM audit_events \
                 WHERE profile_id = $1 AND action = 'definition.updated'",
            )
            .await;
        assert!(
            detail.concat().contains("\"changes\": [\"display_name\"]")
                && detail.concat().contains("Orders"),
            "{detail:?}"
        );
        world.drain().await;
        assert_eq!(waiting(&world).await, ["replay completed 3"]);
    });
}

#[test]
fn what_is_refused_writes_nothing() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let id = try_create(&world, "orders", &["order", "basket"])
            .await
            .unwrap()
            .stored
            .definition
            .id;
        let before = written(&world).await;
        let names = ["gift", "order", "lead_created", "basket"];
        let refused = try_create(&world, "orders", &names).await.unwrap_err();
        let ChangeDefinitionError::Conflicts(conflicts) = refused else {
            panic!("{refused:?}");
        };
        let brief: Vec<_> = conflicts
            .iter()
            .map(|conflict| {
                let names = conflict.event_names.iter().map(DefinitionText::as_str);
                (
                    conflict.conversion_key.as_str(),
                    conflict.takes_key,
                    names.collect::<Vec<_>>(),
                )
            })
            .collect();
        assert_eq!(
            brief,
            [
                ("lead_created", false, vec!["lead_created"]),
                ("orders", true, vec!["order", "basket"]),
            ]
        );
        let taken = DefinitionDraft {
            conversion_key: Some("closed_won".to_owned()),
            ..DefinitionDraft::default()
        };
        let refused = try_update(&world, id, taken).await;
        assert!(
            matches!(&refused, Err(ChangeDefinitionError::Conflicts(found)) if found.len() == 1),
            "{refused:?}"
        );
        let nobody = uuid::Uuid::from_u128(1).into();
        let refused = try_update(&world, nobody, DefinitionDraft::default()).await;
        assert!(matches!(refused, Err(ChangeDefinitionError::NotFound)));
        let refused = try_delete(&world, nobody).await;
        assert!(matches!(refused, Err(ChangeDefinitionError::NotFound)));
        let other = World::new().await;
        let refused = try_delete(&other, id).await;
        assert!(matches!(refused, Err(ChangeDefinitionError::NotFound)));
        assert_eq!(before, written(&world).await);
    });
}

#[test]
fn a_profile_has_at_most_200_definitions() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        for number in 4..200 {
            let key = format!("key-{number}");
            try_create(&world, &key, &[&key]).await.unwrap();
        }
        let before = written(&world).await;
        let refused = try_create(&world, "one more", &["one more"]).await;
        assert!(matches!(refused, Err(ChangeDefinitionError::TooMany)));
        assert_eq!(before, written(&world).await);
    });
}

/// Of two callers who want one event type at the same time, one gets it.
#[test]
fn two_definitions_cannot_get_one_event_type_at_once() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let (one, two) = tokio::join!(
            try_create(&world, "one", &["order"]),
            try_create(&world, "two", &["order"])
        );
        assert_ne!(one.is_ok(), two.is_ok(), "{one:?} {two:?}");
        let catalogues = PgDefinitions::new(world.pool.clone());
        let both = catalogues.catalogues(world.profile.id).await.unwrap();
        assert_eq!(both.conversion_definitions.len(), 5);
    });
}

async fn try_rule(work: &mut dyn UnitOfWork, world: &World, id: DefinitionId) -> Option<Rule> {
    let draft = RuleDraft {
        name: Sent::Value("Told".to_owned()),
        source_kind: Sent::Value("conversion_definition".to_owned()),
        source_ref_id: Sent::Value(id),
        ..RuleDraft::default()
    };
    let new = NewRule::parse(draft).unwrap();
    match rules::create::create(work, &world.context(), &access(world), &new).await {
        Ok(made) => Some(made),
        Err(RuleRefusal::NoDefinition) => None,
        Err(other) => panic!("{other}"),
    }
}

/// Whoever makes a rule and whoever deletes its definition see one another.
#[test]
fn a_rule_that_is_made_while_its_definition_is_deleted_does_not_stay_on() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let created = try_create(&world, "orders", &["order"]).await.unwrap();
        let id = created.stored.definition.id;
        let mut work = world.begin().await;
        assert!(try_rule(&mut *work, &world, id).await.is_some());
        let finishing = async {
            tokio::time::sleep(Duration::from_millis(200)).await;
            work.commit().await
        };
        let (deleted, finished) = tokio::join!(try_delete(&world, id), finishing);
        assert!(
            deleted.is_ok() && finished.is_ok(),
            "{deleted:?} {finished:?}"
        );
        let on = "SELECT enabled::text AS line FROM export_rules WHERE profile_id = $1";
        assert_eq!(world.lines(on).await, ["false"]);
        // One that comes later finds none.
        let mut work = world.begin().await;
        assert!(try_rule(&mut *work, &world, id).await.is_none());
        work.rollback().await.unwrap();
    });
}

#[test]
fn a_definition_shows_in_past_periods_after_its_replay() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let mut order = payment(instant("2026-03-01T10:00:00Z"), "10", "a@example.com");
        order.event_type = Some("order".to_owned());
        world.record("order-1", order).await;
        world.drain().await;
        let orders = "SELECT value_amount::text AS line FROM conversions c \
             JOIN attribution_state s USING (profile_id, generation) \
             WHERE c.profile_id = $1 AND c.conversion_key = 'orders'";
        assert_eq!(world.lines(orders).await, [""; 0]);
        let created = try_create(&world, "orders", &["order"]).await.unwrap();
        world.drain().await;
        assert_eq!(world.lines(orders).await, ["10"]);
        try_delete(&world, created.stored.definition.id)
            .await
            .unwrap();
        world.drain().await;
        assert_eq!(world.lines(orders).await, [""; 0]);
    });
}
