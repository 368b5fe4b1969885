//! Labels of outcome events.

use conversion_definitions::{
    DefinitionText, FamilyName, NewFamily, OutcomeDefinition, OutcomeLabel,
};
use kernel::Scope;
use uuid::Uuid;

use crate::outcome_definitions::replace::{MAX_OF_PROFILE, ReplaceFamilyError, replace};
use crate::outcome_definitions::update::{LabelEdit, UpdateLabelError, update};
use application::mocks::MockWork;
use application::mocks::given::{access, expect_deed_of_profile, expect_told_deed, noon, outside};

fn label(key: &str) -> OutcomeLabel {
    OutcomeLabel {
        event_key: DefinitionText::event_type(key).unwrap(),
        display_name: DefinitionText::new(&format!("The {key}")).unwrap(),
    }
}

fn family(keys: &[&str]) -> NewFamily {
    NewFamily {
        family: FamilyName::new("pipeline").unwrap(),
        labels: keys.iter().map(|key| label(key)).collect(),
    }
}

fn stored(key: &str, position: i16) -> OutcomeDefinition {
    OutcomeDefinition {
        id: Uuid::from_u128(7).into(),
        family: family(&[]).family,
        label: label(key),
        position,
        created_at: noon(),
        updated_at: noon(),
    }
}

/// The profile has these labels of the family, and so many of others.
fn with(of_family: &[OutcomeDefinition], others: u64) -> MockWork {
    let mut work = MockWork::default();
    let of_family = of_family.to_vec();
    let store = &mut work.outcome_definitions;
    store.expect_lock().times(1).returning(|_| Ok(()));
    store
        .expect_count_outside()
        .returning(move |_, _| Ok(others));
    store
        .expect_family()
        .returning(move |_, _| Ok(of_family.clone()));
    work
}

#[tokio::test]
async fn a_family_is_replaced_and_keeps_the_ids_of_what_stays() {
    let (outside, access) = (outside(), access(&[Scope::GoalsWrite]));
    let mut work = with(&[stored("won", 0)], 3);
    work.outcome_definitions
        .expect_replace()
        .times(1)
        .withf(|_, family, rows| family.as_str() == "pipeline" && rows.len() == 2)
        .returning(|_, _, _| Ok(()));
    expect_deed_of_profile(&mut work, "outcome_definitions.replaced");
    let wanted = family(&["lost", "won"]);
    let after = replace(&mut work, &outside.context(), &access, wanted)
        .await
        .unwrap();
    assert_eq!(after[1].id, stored("won", 0).id);
    assert_eq!((after[0].position, after[1].position), (0, 1));
}

#[tokio::test]
async fn a_family_as_it_is_is_left_alone_and_too_many_labels_are_refused() {
    let (outside, access) = (outside(), access(&[Scope::GoalsWrite]));
    let mut same = with(&[stored("won", 0)], 3);
    let context = outside.context();
    let after = replace(&mut same, &context, &access, family(&["won"]))
        .await
        .unwrap();
    assert_eq!(after, [stored("won", 0)]);
    let mut full = with(&[], MAX_OF_PROFILE - 1);
    let refused = replace(&mut full, &context, &access, family(&["won", "lost"])).await;
    assert!(matches!(refused, Err(ReplaceFamilyError::TooMany)));
}

/// The label is found among those of its family.
fn found(family: &'static [&'static str]) -> MockWork {
    let of = |(position, key): (i16, &&str)| OutcomeDefinition {
        id: Uuid::from_u128(u128::try_from(position).unwrap() + 7).into(),
        ..stored(key, position)
    };
    let family: Vec<_> = (0..).zip(family).map(of).collect();
    let first = family.first().cloned();
    let mut work = MockWork::default();
    let store = &mut work.outcome_definitions;
    store.expect_lock().times(1).returning(|_| Ok(()));
    store.expect_find().returning(move |_, _| Ok(first.clone()));
    store
        .expect_family()
        .returning(move |_, _| Ok(family.clone()));
    work
}

#[tokio::test]
async fn a_label_is_changed_in_its_place_with_its_deed() {
    let (outside, access) = (outside(), access(&[Scope::GoalsWrite]));
    let edit = LabelEdit {
        display_name: DefinitionText::new("A deal").ok(),
        ..LabelEdit::default()
    };
    let mut work = found(&["won", "lost"]);
    work.outcome_definitions
        .expect_replace()
        .times(1)
        .withf(|_, _, rows| {
            let names: Vec<_> = rows
                .iter()
                .map(|row| row.label.display_name.as_str())
                .collect();
            names == ["A deal", "The lost"]
        })
        .returning(|_, _, _| Ok(()));
    let fields = |name: &str| serde_json::json!({"family": "pipeline", "event_key": "won", "display_name": name});
    let detail = serde_json::json!({"before": fields("The won"), "after": fields("A deal")});
    expect_told_deed(&mut work, "outcome_definition.updated", detail);
    let id = stored("won", 0).id;
    let after = update(&mut work, &outside.context(), &access, id, edit)
        .await
        .unwrap();
    assert_eq!((after.id, after.label.event_key.as_str()), (id, "won"));
}

#[tokio::test]
async fn a_label_is_not_changed_into_another_one_or_into_itself() {
    let (outside, access) = (outside(), access(&[Scope::GoalsWrite]));
    let (context, id) = (outside.context(), stored("won", 0).id);
    let edit = |key: &str| LabelEdit {
        event_key: DefinitionText::event_type(key).ok(),
        ..LabelEdit::default()
    };
    let mut work = found(&["won", "lost"]);
    let refused = update(&mut work, &context, &access, id, edit("lost")).await;
    let Err(UpdateLabelError::Taken(other)) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(other.label.event_key.as_str(), "lost");
    let mut work = found(&["won", "lost"]);
    let same = update(&mut work, &context, &access, id, edit("won")).await;
    assert_eq!(same.unwrap(), stored("won", 0));
    let mut work = found(&[]);
    let refused = update(&mut work, &context, &access, id, edit("lost")).await;
    assert!(matches!(refused, Err(UpdateLabelError::NotFound)));
}
