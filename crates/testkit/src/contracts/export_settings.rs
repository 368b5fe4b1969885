//! The contracts of destinations, rules and what a profile decides for its exports.

use export_rules::ports::{ComplianceStore, DestinationStore, RuleStore};
use export_rules::{
    Compliance, ConnectionId, ConversionAction, Currency, Decimal, Destination, DestinationConfig,
    LimitedDataUse, MinMatch, Part, Parts, PerKind, PixelId, PrivacyConfig, PrivacyMode,
    PrivacyOverride, RecurringPaymentMode, Rule, RuleSettings, RuleSource, RuleValue, Since,
    StageFilter, Switches, Target, Word, Worth,
};
use kernel::{Keyset, Limit, StoreError};
use serde_json::json;

use super::Given;

/// Tries a store of what profiles decide. They begin with nothing decided.
///
/// # Panics
/// With the promise that the store broke.
pub async fn export_compliance(
    store: &mut dyn ComplianceStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    assert_eq!(
        (store.find(own).await?, store.hold(own).await?),
        (Compliance::default(), Compliance::default()),
        "who has decided nothing has decided the default"
    );
    for (number, mode) in PrivacyMode::ALL.iter().enumerate() {
        let open: Parts = Part::ALL.iter().copied().skip(number).step_by(3).collect();
        let config = PrivacyConfig {
            open,
            limited_data_use: number.is_multiple_of(2).then_some(LimitedDataUse {
                country: 1,
                state: 1_000,
            }),
        };
        let decided = Compliance {
            privacy: config.in_mode(*mode),
            switches: Switches {
                social: number < 2,
                search: !number.is_multiple_of(2),
            },
        };
        store.put(own, &decided, given.after(1)).await?;
        assert_eq!(
            (store.find(own).await?, store.hold(own).await?),
            (decided.clone(), decided),
            "what was decided last is told as it was"
        );
    }
    assert_eq!(
        store.find(foreign).await?,
        Compliance::default(),
        "of its own profile alone"
    );
    Ok(())
}

/// Tries a store of destinations. The profiles begin without any; the connections are of the first and of the
/// foreign profile.
///
/// # Panics
/// With the promise that the store broke.
pub async fn destinations(
    store: &mut dyn DestinationStore,
    given: &Given,
    [connection, of_foreign]: [ConnectionId; 2],
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    let made = [
        destination(given, connection, social(None)?, 3),
        destination(given, connection, search()?, 1),
        destination(given, connection, social(pixel("990"))?, 2),
    ];
    let theirs = destination(given, of_foreign, search()?, 0);
    for one in &made {
        store.put(own, one).await?;
    }
    store.put(foreign, &theirs).await?;
    let [last, first, second] = &made;
    assert_eq!(
        store.all(own).await?,
        [first.clone(), second.clone(), last.clone()],
        "all of a profile are told as they were written, the oldest first"
    );
    assert_eq!(
        store.hold(own, last.id).await?.as_ref(),
        Some(last),
        "one is found by its id"
    );
    assert_eq!(
        (
            store.hold(own, theirs.id).await?,
            store.hold(own, given.id()).await?
        ),
        (None, None),
        "under its own profile alone"
    );
    let changed = Destination {
        enabled: false,
        target: social(pixel("991"))?,
        config: config(json!({"signal_quality": {"min_match": MinMatch::Any.as_str()}}))?,
        updated_at: given.after(9),
        ..last.clone()
    };
    store.put(own, &changed).await?;
    store.put(own, second).await?;
    assert_eq!(
        store.all(own).await?,
        [first.clone(), second.clone(), changed],
        "one that is written again has its new fields, and is no second one"
    );
    assert_eq!(store.all(foreign).await?, [theirs], "of others nothing is");
    Ok(())
}

fn pixel(text: &str) -> Option<PixelId> {
    PixelId::parse(text)
}

fn social(clean_dataset_id: Option<PixelId>) -> Result<Target, StoreError> {
    Ok(Target::Social {
        pixel_id: pixel("5551").ok_or_else(|| StoreError::inconsistent("no pixel"))?,
        clean_dataset_id,
    })
}

fn search() -> Result<Target, StoreError> {
    let action = ConversionAction::parse("customers/1234567890/conversionActions/42");
    let action = action.ok_or_else(|| StoreError::inconsistent("no action"))?;
    Ok(Target::Search { action })
}

fn config(value: serde_json::Value) -> Result<DestinationConfig, StoreError> {
    DestinationConfig::parse(value).map_err(StoreError::inconsistent)
}

fn destination(
    given: &Given,
    connection: ConnectionId,
    target: Target,
    second: i64,
) -> Destination {
    let at = given.after(second);
    Destination::new(given.id(), connection, target, at)
}

/// Tries a store of rules. The profiles begin without any.
///
/// # Panics
/// With the promise that the store broke.
pub async fn export_rules(store: &mut dyn RuleStore, given: &Given) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    let mut rules = Vec::new();
    for number in 0..36 {
        let rule = rule(given, number)?;
        store.put(own, &rule).await?;
        assert_eq!(
            (
                store.find(own, rule.id).await?,
                store.hold(own, rule.id).await?
            ),
            (Some(rule.clone()), Some(rule.clone())),
            "a rule is told as it was written, field by field"
        );
        rules.push(rule);
    }
    let theirs = rule(given, 1)?;
    store.put(foreign, &theirs).await?;
    assert_eq!(
        (
            store.find(own, theirs.id).await?,
            store.hold(own, given.id()).await?
        ),
        (None, None),
        "under its own profile alone"
    );
    lists_rules(store, given, &rules).await?;
    let mut archived = rules.swap_remove(1);
    archived.settings.archived_at = Some(given.after(90));
    archived.since = Since::default();
    archived.settings.value = RuleValue::None;
    store.put(own, &archived).await?;
    assert_eq!(
        store.find(own, archived.id).await?.as_ref(),
        Some(&archived),
        "one that is written again has its new fields, and is found though it is archived"
    );
    lists_rules(store, given, &rules).await?;
    assert_eq!(store.count(foreign).await?, 1, "of others nothing is");
    Ok(())
}

async fn lists_rules(
    store: &mut dyn RuleStore,
    given: &Given,
    rules: &[Rule],
) -> Result<(), StoreError> {
    let own = given.own.profile;
    let mut listed: Vec<Rule> = rules.to_vec();
    listed.retain(|rule| rule.settings.archived_at.is_none());
    assert_eq!(
        usize::try_from(store.count(own).await?),
        Ok(listed.len()),
        "those that are not archived are counted"
    );
    listed.sort_by_key(|rule| std::cmp::Reverse((rule.created_at, rule.id)));
    let limit = Limit::new(5).ok_or_else(|| StoreError::inconsistent("no limit"))?;
    let (mut paged, mut after) = (Vec::new(), None);
    loop {
        let page = store.page(own, after, limit).await?;
        let Some(last) = page.last() else { break };
        after = Some(Keyset {
            at: last.created_at,
            id: last.id.uuid(),
        });
        paged.extend(page);
    }
    assert_eq!(paged, listed, "and paged, the newest first");
    listed.retain(|rule| rule.settings.enabled);
    export_rules::rule::in_turn(&mut listed);
    assert_eq!(
        store.enabled(own).await?,
        listed,
        "those that are enabled are told in their turn"
    );
    Ok(())
}

/// Rules that differ in every field, two of each instant.
fn rule(given: &Given, number: u8) -> Result<Rule, StoreError> {
    let at = given.after(i64::from(number / 2));
    let is = |bit: u8| number.is_multiple_of(bit);
    let text = |what: &str| Some(format!("{what} {number}, \u{e9}"));
    let settings = RuleSettings {
        name: format!("Rule {number}"),
        enabled: !is(4),
        archived_at: is(7).then_some(given.after(40)),
        priority: 1 + u16::from(number % 5) * 200,
        source: source(given, number),
        destinations: PerKind {
            social: is(2),
            search: is(3),
        },
        event_names: PerKind {
            social: text("social").filter(|_| is(3)),
            search: text("search").filter(|_| is(2)),
        },
        social_custom_event_type: text("type").filter(|_| is(5)),
        value: value(number)?,
        recurring_payment_mode: *RecurringPaymentMode::ALL
            .iter()
            .cycle()
            .nth(number.into())
            .unwrap_or(&RecurringPaymentMode::Skip),
        privacy_override: is(3).then(|| PrivacyOverride {
            close: Part::ALL.iter().copied().skip(number.into()).collect(),
            limited_data_use: is(2).then(LimitedDataUse::default),
        }),
    };
    let mut rule = settings.into_rule(given.id(), at);
    rule.updated_at = given.after(50 + i64::from(number));
    rule.since.search = is(5).then_some(given.after(7));
    Ok(rule)
}

fn source(given: &Given, number: u8) -> RuleSource {
    let stages = StageFilter {
        to_stage: Some("won".to_owned()),
        from_stage: Some("offer".to_owned()).filter(|_| number.is_multiple_of(2)),
        external_source: Some("crm".to_owned()).filter(|_| number.is_multiple_of(5)),
    };
    match number % 3 {
        0 => RuleSource::Definition(given.id()),
        1 => RuleSource::StageEntered(stages),
        _ => RuleSource::StageExited(StageFilter {
            to_stage: stages.from_stage,
            from_stage: stages.to_stage,
            external_source: stages.external_source,
        }),
    }
}

fn value(number: u8) -> Result<RuleValue, StoreError> {
    Ok(match number % 3 {
        0 => RuleValue::Event,
        1 => RuleValue::Fixed(Worth {
            amount: Decimal::new(499_000_000_000_000_001 + i64::from(number), 4),
            currency: Currency::parse("EUR")
                .ok_or_else(|| StoreError::inconsistent("no currency"))?,
        }),
        _ => RuleValue::None,
    })
}
