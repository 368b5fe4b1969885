//! Normal forms and digests as platforms publish them. Each case names where its expectation is published:
//!
//! - B: Meta's parameter builder, `facebook/capi-param-builder`: the PHP tests of telephone numbers and the rules
//!   of its string, post code and date utilities
//! - P: Meta's page of customer information parameters
//! - F: Google's formatter, `googleads/data-manager-java`, `UserDataFormatterTest`

use export_rules::normalise::{digest_of, search, social};
use export_rules::*;

use crate::fixture::Ring;

type Normal = fn(&str) -> Option<String>;

fn check(normal: Normal, cases: &[Case]) -> usize {
    for (source, input, expected) in cases {
        assert_eq!(normal(input).as_deref(), *expected, "{source}: {input:?}");
    }
    cases.len()
}

type Case = (&'static str, &'static str, Option<&'static str>);

const SOCIAL_EMAIL: [Case; 4] = [
    ("P", "John_Smith@gmail.com", Some("john_smith@gmail.com")),
    (
        "B",
        "  Jane.Doe+x@Example.com ",
        Some("jane.doe+x@example.com"),
    ),
    ("B", "nobody", None),
    ("B", "", None),
];

const SOCIAL_PHONE: [Case; 16] = [
    ("B", "+1 (616) 954-78 88", Some("16169547888")),
    ("B", "1(650)123-4567", Some("16501234567")),
    ("B", "+001 (616) 954-78 88", Some("16169547888")),
    ("B", "01(650)123-4567", Some("16501234567")),
    ("B", "  4792813113", Some("4792813113")),
    ("B", "(555) 123-4567", Some("5551234567")),
    ("B", "555.123.4567", Some("5551234567")),
    ("B", "+15551234567", Some("15551234567")),
    ("B", "0000015551234567", Some("15551234567")),
    ("B", "+44 20 1234 5678", Some("442012345678")),
    ("B", "✆ 555-123-4567 📞", Some("5551234567")),
    ("B", "1-800-FLOWERS", Some("1800")),
    ("B", "  \t 555 \n 123 \r 4567  \t ", Some("5551234567")),
    ("B", "   ", None),
    ("B", "()- +.", None),
    ("B", "0000", None),
];

const NAME: [Case; 6] = [
    ("P", "Mary", Some("mary")),
    ("P", "정", Some("정")),
    ("P", "Valéry", Some("valéry")),
    ("B", " O'Neil-Smith ", Some("oneilsmith")),
    ("B", "José María", Some("josémaría")),
    ("B", "!!", None),
];

const CITY: [Case; 6] = [
    ("P", "Paris", Some("paris")),
    ("P", "New York", Some("newyork")),
    ("B", "São Paulo", Some("sopaulo")),
    ("B", "'s-Hertogenbosch", Some("shertogenbosch")),
    ("B", "12 Mile", None),
    ("B", "東京", None),
];

const POSTCODE: [Case; 5] = [
    ("P", "94035", Some("94035")),
    ("B", "94301-1234", Some("94301")),
    ("P", "M1 1AE", Some("m11ae")),
    ("B", "1", None),
    ("B", "", None),
];

const COUNTRY: [Case; 3] = [
    ("P", "US", Some("us")),
    ("B", " De ", Some("de")),
    ("B", "Germany", None),
];

const GENDER: [Case; 3] = [
    ("P", "f", Some("f")),
    ("P", "Male", Some("m")),
    ("B", "x", None),
];

const EXTERNAL: [Case; 2] = [("B", " User ID 7\t", Some("userid7")), ("B", "  ", None)];

const SEARCH_EMAIL: [Case; 10] = [
    ("F", "QuinnY@example.com", Some("quinny@example.com")),
    ("F", "QuinnY@EXAMPLE.com", Some("quinny@example.com")),
    (
        "F",
        "user.name+NYC@Example.com",
        Some("user.name+nyc@example.com"),
    ),
    (
        "F",
        "jefferson.Loves.hiking@gmail.com",
        Some("jeffersonloveshiking@gmail.com"),
    ),
    (
        "F",
        "j.e.f..ferson.Loves.hiking@gmail.com",
        Some("jeffersonloveshiking@gmail.com"),
    ),
    (
        "F",
        "jefferson.Loves.hiking@googlemail.com",
        Some("jeffersonloveshiking@googlemail.com"),
    ),
    (
        "F",
        "Jane.Doe+shopping@gmail.com",
        Some("janedoe@gmail.com"),
    ),
    (
        "F",
        "Jane.Doe+shopping@googlemail.com",
        Some("janedoe@googlemail.com"),
    ),
    ("F", "@example.com", None),
    ("F", "quinn", None),
];

const SEARCH_PHONE: [Case; 7] = [
    ("F", "1 800 555 0100", Some("+18005550100")),
    ("F", "18005550100", Some("+18005550100")),
    ("F", "+1 800-555-0100", Some("+18005550100")),
    ("F", "441134960987", Some("+441134960987")),
    ("F", "+44-113-496-0987", Some("+441134960987")),
    ("F", "+abc-DEF", None),
    ("F", "++++", None),
];

#[test]
fn published_forms() {
    let checked = check(social::email, &SOCIAL_EMAIL)
        + check(social::phone, &SOCIAL_PHONE)
        + check(social::name, &NAME)
        + check(social::city, &CITY)
        + check(social::postcode, &POSTCODE)
        + check(social::country, &COUNTRY)
        + check(social::gender, &GENDER)
        + check(social::external_id, &EXTERNAL)
        + check(search::email, &SEARCH_EMAIL)
        + check(search::phone, &SEARCH_PHONE);
    assert!(checked >= 60, "{checked}");
}

#[test]
fn published_regions() {
    let cases = [
        ("California", Some("US"), Some("ca")),
        ("ca", Some("us"), Some("ca")),
        ("New Hampshire", Some("US"), Some("nh")),
        ("Ontario", Some("CA"), Some("on")),
        ("British Columbia", Some("CA"), Some("bc")),
        // Two letters of another region match nobody, so it stays away.
        ("Bayern", Some("DE"), None),
        ("Ontario", Some("US"), None),
        ("California", None, None),
    ];
    for (region, country, expected) in cases {
        assert_eq!(
            social::region(region, country).as_deref(),
            expected,
            "{region}"
        );
    }
}

#[test]
fn published_dates() {
    let day = Date::from_calendar_date(1997, ::time::Month::February, 16).unwrap();
    assert_eq!(social::born(day), "19970216");
}

#[test]
fn published_digests() {
    let cases = [
        (
            "F",
            search::email("  ALEXZ@example.com   "),
            "509e933019bb285a134a9334b8bb679dff79d0ce023d529af4bd744d47b4fd8a",
        ),
        (
            "F",
            search::phone("1-800-555-0100   "),
            "fb4f73a6ec5fdb7077d564cdd22c3554b43ce49168550c3b12c547b78c517b30",
        ),
        (
            "F",
            social::name("  GivenName  "),
            "128a07bfe2df877c52076e60d7774cf5baaa046c5a6c48daf30ff43ecca2f814",
        ),
        (
            "F",
            social::name("  FamilyName "),
            "77762c287e61ce065bee5c15464012c6fbe088398b8057627d5577249430d574",
        ),
    ];
    for (source, normal, expected) in cases {
        let digest = Ring.digest(&[normal.unwrap().as_bytes()]);
        assert_eq!(Hashed::new(digest).to_string(), expected, "{source}");
    }
    // The beginning is what the page prints.
    let john = Ring.digest(&[social::email("John_Smith@gmail.com").unwrap().as_bytes()]);
    assert!(
        Hashed::new(john)
            .to_string()
            .starts_with("62a14e44f765419d10fe")
    );
}

#[test]
fn a_digest_is_passed_on() {
    let digest = "A665A45920422F9D417E4867EFDC4FB8A04A1F3FFF1FA07E998E86F7F7A27AE3";
    assert_eq!(digest_of(digest), Some(digest.to_lowercase()));
    // What is no SHA-256 is no digest to us: an MD5 of an address would match nobody.
    for other in ["5d41402abc4b2a76b9719d911017c592", &digest[1..], "g665a459"] {
        assert_eq!(digest_of(other), None);
    }
}
