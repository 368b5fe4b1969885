//! Conversion definitions.

use conversion_definitions::draft::MAX_DEFINITIONS;
use conversion_definitions::ports::StoredDefinition;
use conversion_definitions::{DefinitionEdit, DefinitionText, NewDefinition};
use export_rules::{RuleSettings, RuleSource};
use kernel::{DefinitionId, RevenueType, Scope};
use reporting::causes::Cause;
use uuid::Uuid;

use crate::definitions::ChangeDefinitionError;
use crate::definitions::create::create;
use crate::definitions::delete::delete;
use crate::definitions::update::update;
use application::mocks::MockWork;
use application::mocks::given::{
    access, expect_deed_of_profile, expect_replay, noon, outside, profile,
};
use application::mocks::stored::state;
use application::ports::MarkTarget;

fn new(number: usize) -> NewDefinition {
    let text = |what: &str| DefinitionText::new(&format!("{what} {number}")).unwrap();
    NewDefinition {
        conversion_key: text("key"),
        display_name: text("name"),
        source_event_names: vec![DefinitionText::event_type(&format!("event_{number}")).unwrap()],
        revenue_type: RevenueType::Cash,
        attribution_eligible: true,
    }
}

fn id(number: usize) -> DefinitionId {
    Uuid::from_u128(u128::try_from(number).unwrap()).into()
}

/// The profile has so many of them.
fn with_definitions(count: usize) -> MockWork {
    let mut work = MockWork::default();
    work.attribution
        .expect_lock()
        .returning(|_| Ok(Some(state())));
    work.definitions.expect_list().returning(move |_| {
        let stored = |number| StoredDefinition {
            definition: new(number).with_id(id(number)),
            created_at: noon(),
            updated_at: noon(),
        };
        Ok((1..=count).map(stored).collect())
    });
    work
}

#[tokio::test]
async fn a_change_is_written_with_its_deed_and_a_request_for_a_replay() {
    let (outside, access) = (outside(), access(&[Scope::GoalsWrite]));
    let mut work = with_definitions(2);
    work.definitions
        .expect_insert()
        .times(1)
        .returning(|_, _, _| Ok(()));
    expect_deed_of_profile(&mut work, "definition.created");
    work.recomputes
        .expect_queue()
        .times(1)
        .returning(|_, candidate, _| Ok((candidate, true)));
    let made = create(&mut work, &outside.context(), &access, new(3))
        .await
        .unwrap();
    assert_eq!(made.stored.created_at, noon());
    let marks = &work.marks.0;
    assert_eq!(marks.len(), 1);
    assert_eq!(
        (marks[0].target, marks[0].cause),
        (MarkTarget::Profile, Cause::DefinitionCreated)
    );
    let mut work = with_definitions(2);
    work.definitions
        .expect_delete()
        .times(1)
        .withf(|found, gone| *found == profile() && *gone == id(2))
        .returning(|_, _| Ok(()));
    expect_deed_of_profile(&mut work, "definition.deleted");
    // What told platforms of it is switched off, and nothing else.
    let rule = |number: u128, of: usize| {
        let settings = RuleSettings::new("Told", RuleSource::Definition(id(of)));
        settings.into_rule(Uuid::from_u128(number).into(), noon())
    };
    work.export_rules
        .expect_enabled()
        .times(1)
        .returning(move |_| Ok(vec![rule(7, 2), rule(8, 1), rule(9, 2), rule(10, 2)]));
    // Of those that read it, one reads another one by now, and one is in the archive.
    work.export_rules
        .expect_hold()
        .times(3)
        .returning(move |_, held| {
            let number = held.uuid().as_u128();
            let mut now = rule(number, if number == 9 { 1 } else { 2 });
            now.settings.archived_at = (number == 10).then(noon);
            Ok(Some(now))
        });
    work.export_rules
        .expect_put()
        .times(1)
        .withf(|_, put| put.id == Uuid::from_u128(7).into() && !put.settings.enabled)
        .returning(|_, _| Ok(()));
    expect_deed_of_profile(&mut work, "export_rule.updated");
    work.recomputes
        .expect_queue()
        .times(1)
        .returning(|_, candidate, _| Ok((candidate, true)));
    delete(&mut work, &outside.context(), &access, id(2))
        .await
        .unwrap();
}

#[tokio::test]
async fn what_others_have_is_refused_and_so_is_one_too_many() {
    let (outside, access) = (outside(), access(&[Scope::GoalsWrite]));
    let mut work = with_definitions(2);
    let refused = create(&mut work, &outside.context(), &access, new(2)).await;
    let Err(ChangeDefinitionError::Conflicts(conflicts)) = refused else {
        panic!("{refused:?}");
    };
    assert!(!conflicts.is_empty());
    let mut work = with_definitions(MAX_DEFINITIONS);
    let refused = create(
        &mut work,
        &outside.context(),
        &access,
        new(MAX_DEFINITIONS + 1),
    )
    .await;
    assert!(matches!(refused, Err(ChangeDefinitionError::TooMany)));
    let mut work = with_definitions(2);
    let refused = delete(&mut work, &outside.context(), &access, id(3)).await;
    assert!(matches!(refused, Err(ChangeDefinitionError::NotFound)));
    let mut work = MockWork::default();
    work.attribution.expect_lock().returning(|_| Ok(None));
    let refused = create(&mut work, &outside.context(), &access, new(1)).await;
    assert!(matches!(refused, Err(ChangeDefinitionError::NotFound)));
}

#[tokio::test]
async fn an_edit_is_written_with_what_it_changes_and_an_empty_one_is_not() {
    let (outside, access) = (outside(), access(&[Scope::GoalsWrite]));
    let context = outside.context();
    let edit = |eligible| DefinitionEdit {
        attribution_eligible: Some(eligible),
        ..DefinitionEdit::default()
    };
    let mut work = with_definitions(2);
    work.definitions
        .expect_update()
        .times(1)
        .withf(|_, after, at| after.id == id(2) && !after.attribution_eligible && *at == noon())
        .returning(|_, _, _| Ok(()));
    work.audit
        .expect_stamp()
        .times(1)
        .withf(|_, event| {
            event.action == "definition.updated"
                && event.detail["changes"] == serde_json::json!(["attribution_eligible"])
                && event.detail["before"]["conversion_key"] == "key 2"
        })
        .returning(|_, _| Ok(()));
    expect_replay(&mut work, Cause::DefinitionChanged);
    let changed = update(&mut work, &context, &access, id(2), edit(false)).await;
    assert!(changed.unwrap().recompute_id.is_some());
    let mut work = with_definitions(2);
    let kept = update(&mut work, &context, &access, id(2), edit(true)).await;
    let kept = kept.unwrap();
    assert_eq!(
        (kept.recompute_id, kept.stored.definition),
        (None, new(2).with_id(id(2)))
    );
}

#[tokio::test]
async fn an_edit_takes_nothing_from_other_definitions() {
    let (outside, access) = (outside(), access(&[Scope::GoalsWrite]));
    let context = outside.context();
    let edit = || DefinitionEdit {
        conversion_key: Some(new(1).conversion_key),
        source_event_names: Some(new(1).source_event_names),
        ..DefinitionEdit::default()
    };
    let mut work = with_definitions(2);
    let refused = update(&mut work, &context, &access, id(2), edit()).await;
    let Err(ChangeDefinitionError::Conflicts(conflicts)) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!((conflicts.len(), conflicts[0].id), (1, id(1)));
    assert!(conflicts[0].takes_key);
    assert_eq!(conflicts[0].event_names, new(1).source_event_names);
    let mut work = with_definitions(2);
    let refused = update(&mut work, &context, &access, id(3), edit()).await;
    assert!(matches!(refused, Err(ChangeDefinitionError::NotFound)));
}
