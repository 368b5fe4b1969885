//! Tests of signatures: their ids, their rows, their coarser forms.

use proptest::prelude::*;

use super::*;

/// The columns of a stored row.
type Row = (
    String,
    [Option<String>; 6],
    Vec<String>,
    bool,
    [Option<String>; 2],
);

fn to_row(signature: &Signature) -> Row {
    let s = signature.clone();
    (
        s.referrer_state.as_str().to_owned(),
        [
            s.referrer_host,
            s.utm_source,
            s.utm_medium,
            s.utm_campaign,
            s.utm_term,
            s.utm_content,
        ],
        s.click_kinds,
        s.has_ad_id,
        [s.landing_host, s.landing_path],
    )
}

fn from_row((state, texts, click_kinds, has_ad_id, landing): Row) -> Option<Signature> {
    let [
        referrer_host,
        utm_source,
        utm_medium,
        utm_campaign,
        utm_term,
        utm_content,
    ] = texts;
    let [landing_host, landing_path] = landing;
    Some(Signature {
        referrer_state: ReferrerState::parse(&state)?,
        referrer_host,
        utm_source,
        utm_medium,
        utm_campaign,
        utm_term,
        utm_content,
        click_kinds,
        has_ad_id,
        unfilled: Vec::new(),
        landing_host,
        landing_path,
    })
}

fn example() -> Signature {
    Signature {
        referrer_state: ReferrerState::External,
        referrer_host: Some("google.com".to_owned()),
        utm_source: Some("google".to_owned()),
        utm_medium: Some("cpc".to_owned()),
        utm_campaign: Some("brand".to_owned()),
        utm_term: Some("shoes".to_owned()),
        utm_content: None,
        click_kinds: vec!["gad_source".to_owned(), "gclid".to_owned()],
        has_ad_id: false,
        unfilled: Vec::new(),
        landing_host: Some("shop.cl".to_owned()),
        landing_path: Some("/a/b".to_owned()),
    }
}

/// Few distinct values, so that equal signatures are met as well as different ones.
fn any_row() -> impl Strategy<Value = Row> {
    let text = || proptest::option::of("[ab]{0,2}");
    let kinds = proptest::collection::btree_set("[ab]{1,2}", 0..3);
    (
        0..5_usize,
        proptest::array::uniform6(text()),
        kinds,
        any::<bool>(),
        proptest::array::uniform2(text()),
    )
        .prop_map(|(state, texts, kinds, has_ad_id, landing)| {
            let state = ReferrerState::ALL[state].as_str().to_owned();
            (
                state,
                texts,
                kinds.into_iter().collect(),
                has_ad_id,
                landing,
            )
        })
}

#[test]
fn stored_ids_never_change() {
    assert_eq!(example().id(), STORED_ID);
}

/// What the id of [`example`] was when the first row was written.
const STORED_ID: i64 = -8_821_853_131_286_290_748;

#[test]
fn states_are_read_back() {
    for state in ReferrerState::ALL {
        assert_eq!(ReferrerState::parse(state.as_str()), Some(state));
    }
    assert_eq!(ReferrerState::parse("present"), None);
}

#[test]
fn coarsening_hides_what_is_there_and_nothing_else() {
    let coarse = example().coarsened(Coarseness::TermAndContent);
    assert_eq!(coarse.utm_term.as_deref(), Some("(other)"));
    assert_eq!(coarse.utm_content, None);
    assert_eq!(coarse.utm_campaign.as_deref(), Some("brand"));
    let coarser = example().coarsened(Coarseness::Campaign);
    assert_eq!(coarser.utm_campaign.as_deref(), Some("(other)"));
    assert_eq!(coarser.utm_term.as_deref(), Some("(other)"));
    let restored = Signature {
        utm_campaign: example().utm_campaign,
        utm_term: example().utm_term,
        ..coarser.clone()
    };
    assert_eq!(restored, example());
    assert_eq!(coarser.clone().coarsened(Coarseness::Campaign), coarser);
}

proptest! {
    #[test]
    fn rows_are_read_back(row in any_row()) {
        let signature = from_row(row.clone()).unwrap();
        prop_assert_eq!(to_row(&signature), row);
        prop_assert_eq!(from_row(to_row(&signature)).map(|again| again.id()), Some(signature.id()));
    }

    #[test]
    fn ids_are_equal_exactly_when_the_fields_are(left in any_row(), right in any_row()) {
        let (left, right) = (from_row(left).unwrap(), from_row(right).unwrap());
        prop_assert_eq!(left.id() == right.id(), left == right);
    }

    #[test]
    fn one_changed_field_changes_the_id(row in any_row(), field in 0..10_usize) {
        let before = from_row(row).unwrap();
        let mut after = before.clone();
        let longer = |text: &Option<String>| Some(format!("{}a", text.as_deref().unwrap_or_default()));
        match field {
            0 => after.referrer_host = longer(&before.referrer_host),
            1 => after.utm_source = longer(&before.utm_source),
            2 => after.utm_medium = longer(&before.utm_medium),
            3 => after.utm_campaign = longer(&before.utm_campaign),
            4 => after.utm_term = longer(&before.utm_term),
            5 => after.utm_content = longer(&before.utm_content),
            6 => after.click_kinds.push("zz".to_owned()),
            7 => after.has_ad_id = !before.has_ad_id,
            8 => after.landing_host = longer(&before.landing_host),
            _ => after.landing_path = longer(&before.landing_path),
        }
        prop_assert_ne!(after.id(), before.id());
    }
}
