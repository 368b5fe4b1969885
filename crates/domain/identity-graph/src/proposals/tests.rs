use std::collections::BTreeSet;

use kernel::{CustomerId, Personal, VisitorId};
use proptest::prelude::*;
use uuid::Uuid;

use super::comparison::Level;
use super::score::Proposal;
use super::*;
use crate::identifiers::Subject;
use crate::kinds::IdentifierKind::{self, CrmContactId, Email, ExternalId, NationalId, Phone};
use crate::value_key::ValueKey;

fn candidate(name: &str, values: &[(IdentifierKind, &str)], browsers: &[u128]) -> Candidate {
    let (first, last) = name.split_once(' ').unwrap_or((name, ""));
    let some = |text: &str| (!text.is_empty()).then(|| Personal::new(text));
    let values = values.iter().map(|(kind, key)| Subject {
        kind: *kind,
        value_key: ValueKey::new(*key),
    });
    Candidate {
        customer_id: CustomerId::from(Uuid::from_u128(1)),
        first_name: some(first),
        last_name: some(last),
        values: values.collect(),
        browsers: browsers
            .iter()
            .map(|id| VisitorId::from(Uuid::from_u128(*id)))
            .collect(),
    }
}

fn compared(left: &Candidate, right: &Candidate) -> Option<Comparison> {
    let commonness = Commonness::default();
    compare(&Traits::from(left), &Traits::from(right), &commonness)
}

fn proposed(left: &Candidate, right: &Candidate) -> Option<Proposal> {
    let commonness = Commonness::default();
    propose(&Traits::from(left), &Traits::from(right), &commonness)
}

#[test]
fn two_national_ids_are_two_people_whatever_else_they_share() {
    let ana = candidate(
        "Ana Soto",
        &[
            (NationalId, "1"),
            (Email, "a@x.cl"),
            (Phone, "+56911112222"),
        ],
        &[1],
    );
    let other = candidate(
        "Ana Soto",
        &[
            (NationalId, "2"),
            (Email, "a@x.cl"),
            (Phone, "+56911112222"),
        ],
        &[1],
    );
    assert_eq!(compared(&ana, &other), None);
    assert_eq!(proposed(&ana, &other), None);
    // Whoever was seen with the other's is another matter.
    let both = candidate("", &[(NationalId, "1"), (NationalId, "2")], &[]);
    assert_eq!(
        compared(&ana, &both).unwrap().national_id,
        Level::NationalIdSame
    );
}

#[test]
fn values_agree_in_degrees() {
    let of = |left: &[(IdentifierKind, &str)], right: &[(IdentifierKind, &str)]| {
        compared(&candidate("", left, &[]), &candidate("", right, &[])).unwrap()
    };
    let email = |left, right| of(&[(Email, left)], &[(Email, right)]).email;
    assert_eq!(email("ana@x.cl", "ana@x.cl"), Level::EmailSame);
    assert_eq!(email("ana@x.cl", "ana@y.cl"), Level::EmailLocalPart);
    assert_eq!(email("ana@x.cl", "aan@x.cl"), Level::EmailNear);
    assert_eq!(email("ana@x.cl", "anna@x.cl"), Level::EmailNear);
    assert_eq!(email("ana@x.cl", "pedro@x.cl"), Level::EmailDiffers);
    assert_eq!(of(&[(Email, "ana@x.cl")], &[]).email, Level::EmailUnknown);
    let phone = |left, right| of(&[(Phone, left)], &[(Phone, right)]).phone;
    assert_eq!(phone("+56911112222", "+56911112222"), Level::PhoneSame);
    assert_eq!(phone("+56911112222", "+56211112222"), Level::PhoneTail);
    assert_eq!(phone("+56911112222", "+56911112223"), Level::PhoneNear);
    assert_eq!(phone("+56911112222", "+56933334444"), Level::PhoneDiffers);
    // The best of several counts.
    let several = of(
        &[(Email, "ana@x.cl"), (Email, "ana@y.cl")],
        &[(Email, "pedro@x.cl"), (Email, "ana@y.cl")],
    );
    assert_eq!(several.email, Level::EmailSame);
}

#[test]
fn ids_of_a_system_differ_only_within_it() {
    let of = |kind, left, right| {
        compared(
            &candidate("", &[(kind, left)], &[]),
            &candidate("", &[(kind, right)], &[]),
        )
        .unwrap()
    };
    assert_eq!(
        of(ExternalId, "shop|1", "shop|1").external_id,
        Level::ExternalIdSame
    );
    assert_eq!(
        of(ExternalId, "shop|1", "shop|2").external_id,
        Level::ExternalIdDiffers
    );
    assert_eq!(
        of(ExternalId, "shop|1", "club|1").external_id,
        Level::ExternalIdUnknown
    );
    assert_eq!(
        of(CrmContactId, "crm|1", "crm|2").contact,
        Level::ContactDiffers
    );
}

#[test]
fn names_count_together() {
    let of = |left, right| {
        compared(&candidate(left, &[], &[]), &candidate(right, &[], &[]))
            .unwrap()
            .names
    };
    assert_eq!(of("Ana Soto", "ANA Soto Vega"), Level::NamesSame);
    assert_eq!(of("Valentina Muñoz", "Valentinna Munoz"), Level::NamesClose);
    assert_eq!(of("Soto Ana", "Ana Soto"), Level::NamesSwapped);
    assert_eq!(of("Ana Soto", "Ana Rojas"), Level::FamilyNameDiffers);
    assert_eq!(of("Ana Soto", "Pedro Soto"), Level::GivenNameDiffers);
    assert_eq!(of("Ana Soto", "Pedro Rojas"), Level::NamesDiffer);
    assert_eq!(of("Ana", "Ana Soto"), Level::GivenNameAlone);
    assert_eq!(of("", "Ana Soto"), Level::NamesUnknown);
    // Articles are in everybody's name.
    assert_eq!(
        of("Ana de la Vega", "Ana de la Torre"),
        Level::FamilyNameDiffers
    );
}

#[test]
fn a_browser_counts_less_where_something_else_is_the_same() {
    let of = |left: &[(IdentifierKind, &str)], right: &[(IdentifierKind, &str)]| {
        compared(&candidate("", left, &[1]), &candidate("", right, &[1]))
            .unwrap()
            .browser
    };
    assert_eq!(of(&[], &[]), Level::BrowserSame);
    assert_eq!(
        of(&[(Phone, "+56911112222")], &[(Phone, "+56911112222")]),
        Level::BrowserBacked
    );
    // A name that many choose for themselves says something only with more.
    let backed = compared(
        &candidate("", &[(Email, "ana@x.cl")], &[1]),
        &candidate("", &[(Email, "ana@y.cl")], &[1]),
    );
    assert_eq!(backed.unwrap().email, Level::EmailLocalPartBacked);
}

#[test]
fn a_proposal_says_why() {
    let left = candidate(
        "Ana Soto",
        &[(Email, "ana@x.cl"), (Phone, "+56911112222")],
        &[],
    );
    let right = candidate(
        "Ana Soto",
        &[(Email, "ana@x.cl"), (Phone, "+56933334444")],
        &[],
    );
    let proposal = proposed(&left, &right).unwrap();
    assert_eq!(proposal.score.band(), Some(proposal.band));
    let why: Vec<_> = proposal
        .evidence
        .iter()
        .map(|reason| {
            (
                reason.field.as_str(),
                reason.agreement.as_str(),
                reason.bits > 0,
            )
        })
        .collect();
    let expected = [
        ("email", "exact", true),
        ("names", "exact", true),
        ("phone", "conflict", false),
    ];
    assert_eq!(why, expected);
    let shared: Vec<_> = proposal.evidence[0]
        .values
        .iter()
        .map(Personal::as_str)
        .collect();
    assert_eq!(shared, ["ana@x.cl"]);
    let sum: i32 = proposal.evidence.iter().map(|reason| reason.bits).sum();
    assert_eq!(proposal.score, Score(PRIOR + sum));
    // Two strangers of one name are none.
    assert_eq!(
        proposed(
            &candidate("Ana Soto", &[], &[]),
            &candidate("Ana Soto", &[], &[])
        ),
        None
    );
}

#[test]
fn bands_begin_where_they_say() {
    for (bits, band, at_least) in [
        (0, Band::Possible, 0.5),
        (2_000, Band::Likely, 0.8),
        (4_248, Band::Strong, 0.95),
    ] {
        let (score, below) = (Score(bits), Score(bits - 1));
        assert_eq!(score.band(), Some(band));
        assert!(score.probability() >= at_least && below.probability() < at_least);
        assert!(below.band() < Some(band));
        assert_eq!(Band::parse(band.as_str()), Some(band));
    }
    assert_eq!(Score(-1).band(), None);
}

#[test]
fn what_more_than_fifty_share_compares_nobody() {
    let crowd = |size: usize| -> Vec<Traits> {
        let one = candidate("", &[(Phone, "+56911112222")], &[]);
        vec![Traits::from(&one); size]
    };
    let pairs = |size: usize| candidate_pairs(&crowd(size)).len();
    assert_eq!(pairs(MOST_IN_A_BLOCK), 50 * 49 / 2);
    assert_eq!(pairs(MOST_IN_A_BLOCK + 1), 0);
}

#[test]
fn people_of_a_browser_are_compared_unless_their_names_differ() {
    let all: Vec<Traits> = ["Ana Soto", "Pedro Soto", ""]
        .iter()
        .map(|name| Traits::from(&candidate(name, &[], &[1])))
        .collect();
    assert_eq!(candidate_pairs(&all), BTreeSet::from([(0, 2), (1, 2)]));
}

fn anybody() -> impl Strategy<Value = Candidate> {
    let name = prop::sample::select(vec![
        "",
        "Ana",
        "Ana Soto",
        "Pedro Soto",
        "Soto Ana",
        "Valentina de la Vega",
    ]);
    let value = prop::sample::select(vec![
        (Email, "ana@x.cl"),
        (Email, "ana@y.cl"),
        (Email, "aan@x.cl"),
        (Phone, "+56911112222"),
        (Phone, "+56211112222"),
        (Phone, "+56911112223"),
        (NationalId, "1"),
        (NationalId, "2"),
        (ExternalId, "shop|1"),
        (ExternalId, "shop|2"),
        (CrmContactId, "crm|1"),
        (Phone, "1"),
    ]);
    let values = prop::collection::vec(value, 0..5);
    let browsers = prop::collection::vec(1..4_u128, 0..3);
    (name, values, browsers)
        .prop_map(|(name, values, browsers)| candidate(name, &values, &browsers))
}

proptest! {
    #[test]
    fn the_order_of_the_two_makes_no_difference(left in anybody(), right in anybody()) {
        prop_assert_eq!(compared(&left, &right), compared(&right, &left));
        prop_assert_eq!(proposed(&left, &right), proposed(&right, &left));
    }

    #[test]
    fn whoever_shares_a_block_is_compared_and_nobody_else(all in prop::collection::vec(anybody(), 2..6)) {
        let traits: Vec<Traits> = all.iter().map(Traits::from).collect();
        let pairs = candidate_pairs(&traits);
        for left in 0..traits.len() {
            for right in left + 1..traits.len() {
                let shared = blocks(&traits[left]).intersection(&blocks(&traits[right])).count();
                prop_assert!(shared > 0 || !pairs.contains(&(left, right)));
                let values = &traits[left].values & &traits[right].values;
                prop_assert!(values.is_empty() || pairs.contains(&(left, right)));
            }
        }
    }
}
