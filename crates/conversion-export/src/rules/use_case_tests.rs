use application::mocks::MockWork;
use application::mocks::given::{access, expect_deed_of_profile, noon, outside, profile};
use export_rules::{NewRule, RuleDraft, RuleId, RulePatch, RuleSettings, RuleSource, Uuid};
use kernel::Sent;

use super::create::create;
use super::update::update;
use super::*;

fn definition() -> DefinitionId {
    Uuid::from_u128(0xd).into()
}

fn id() -> RuleId {
    Uuid::from_u128(7).into()
}

/// A rule that reads the definition.
fn rule(change: impl FnOnce(&mut RuleSettings)) -> Rule {
    let mut settings = RuleSettings::new("Told", RuleSource::Definition(definition()));
    change(&mut settings);
    settings.into_rule(id(), noon().plus_micros(-1))
}

fn patch(change: impl FnOnce(&mut RuleDraft)) -> RulePatch {
    let mut draft = RuleDraft::default();
    change(&mut draft);
    RulePatch::new(draft)
}

/// A profile with a definition or without.
fn with_definition(is_there: bool) -> MockWork {
    let mut work = MockWork::default();
    work.definitions
        .expect_hold()
        .withf(|of, held| (*of, *held) == (profile(), definition()))
        .returning(move |_, _| Ok(is_there));
    work.export_rules.expect_count().returning(|_| Ok(0));
    work
}

/// A profile with a rule whose definition is gone.
fn without_definition(kept: &Rule) -> MockWork {
    let mut work = with_definition(false);
    let kept = kept.clone();
    work.export_rules
        .expect_hold()
        .withf(|of, rule| (*of, *rule) == (profile(), id()))
        .returning(move |_, _| Ok(Some(kept.clone())));
    work
}

/// One rule is written, on or off, under this deed.
fn expect_written(work: &mut MockWork, deed: &'static str, is_on: bool) {
    work.export_rules
        .expect_put()
        .times(1)
        .withf(move |_, put| put.settings.is_on() == is_on)
        .returning(|_, _| Ok(()));
    expect_deed_of_profile(work, deed);
}

#[tokio::test]
async fn a_rule_is_made_while_its_definition_is_held() {
    let (outside, access) = (outside(), access(&[]));
    let draft = RuleDraft {
        name: Sent::Value("Told".to_owned()),
        source_kind: Sent::Value("conversion_definition".to_owned()),
        source_ref_id: Sent::Value(definition()),
        ..RuleDraft::default()
    };
    let new = NewRule::parse(draft).unwrap();
    let mut work = with_definition(true);
    expect_written(&mut work, "export_rule.created", true);
    let made = create(&mut work, &outside.context(), &access, &new).await;
    assert!(made.unwrap().settings.is_on());

    let mut work = with_definition(false);
    let refused = create(&mut work, &outside.context(), &access, &new).await;
    assert!(
        matches!(refused, Err(RuleRefusal::NoDefinition)),
        "{refused:?}"
    );
}

#[tokio::test]
async fn a_rule_whose_definition_is_gone_is_not_turned_on_by_whichever_way() {
    let (outside, access) = (outside(), access(&[]));
    let context = outside.context();
    let archived = rule(|settings| settings.archived_at = Some(noon()));
    let off = rule(|settings| settings.enabled = false);
    let both = rule(|settings| {
        settings.archived_at = Some(noon());
        settings.enabled = false;
    });
    let back = patch(|draft| draft.archived_at = Sent::Null);
    let on = patch(|draft| draft.enabled = Sent::Value(true));
    let back_and_on = patch(|draft| {
        draft.archived_at = Sent::Null;
        draft.enabled = Sent::Value(true);
    });
    for (kept, patch) in [
        (&archived, &back),
        (&archived, &back_and_on),
        (&off, &on),
        (&both, &back_and_on),
    ] {
        let mut work = without_definition(kept);
        let refused = update(&mut work, &context, &access, (id(), patch)).await;
        assert!(
            matches!(refused, Err(RuleRefusal::NoDefinition)),
            "{refused:?}"
        );
    }
    // What leaves it off is written all the same, and so is what turns it off.
    let back_and_off = patch(|draft| {
        draft.archived_at = Sent::Null;
        draft.enabled = Sent::Value(false);
    });
    let archive = patch(|draft| draft.archived_at = Sent::Value(noon()));
    for (kept, patch) in [
        (&archived, &back_and_off),
        (&both, &back),
        (&both, &on),
        (&rule(|_| {}), &archive),
    ] {
        let mut work = without_definition(kept);
        expect_written(&mut work, "export_rule.updated", false);
        let written = update(&mut work, &context, &access, (id(), patch)).await;
        assert!(!written.unwrap().settings.is_on());
    }
}
