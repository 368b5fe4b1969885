use std::sync::LazyLock;

use kernel::{Date, ProfileId};
use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::client::ClientParser;
use crate::tracking_key::TrackingKeyText;

static PARSER: LazyLock<ClientParser> = LazyLock::new(|| ClientParser::new().unwrap());

fn key() -> String {
    format!("trk_live_{}", "A-_9".repeat(10) + "xyz")
}

fn profile(number: u128) -> ProfileId {
    Uuid::from_u128(number).into()
}

fn recipient(number: u128) -> RecipientId {
    Uuid::from_u128(number).into()
}

/// Not secret, and different for whatever is signed.
struct Plain(u8);

impl RecipientKeys for Plain {
    fn sign(&self, profile_id: ProfileId, recipient: RecipientId) -> [u8; 32] {
        let mut hash = [self.0; 32];
        let (profile, recipient) = (profile_id.uuid(), recipient.uuid());
        let both = profile.as_bytes().iter().zip(recipient.as_bytes());
        for (byte, (one, other)) in hash.iter_mut().zip(both) {
            *byte ^= one.rotate_left(3) ^ other;
        }
        hash
    }
}

fn token() -> String {
    RecipientToken::issue(&Plain(1), profile(1), recipient(2)).to_string()
}

#[test]
fn an_address_is_read_and_what_it_does_not_know_is_no_mistake() {
    let query = format!(
        "utm_source=News&k={}&x=%zz&utm_campaign=a%20b&r={}&flag&&hsa_ad=7&k=other",
        key(),
        token()
    );
    let read = ViewRequest::parse(&query).unwrap();
    assert_eq!(read.key.as_str(), key());
    assert_eq!(
        read.claim,
        Claim::Recipient(RecipientToken::parse(&token()).unwrap())
    );
    assert_eq!(
        read.address,
        "?utm_source=News&x=%zz&utm_campaign=a%20b&flag&&hsa_ad=7"
    );
    let bare = ViewRequest::parse(&format!("k={}", key())).unwrap();
    assert_eq!((bare.claim, bare.address.as_str()), (Claim::Nobody, "?"));
    // As some tools encode what needs no encoding.
    let encoded = key().replace('_', "%5F");
    let encoded = ViewRequest::parse(&format!("%6b={encoded}&r=")).unwrap();
    assert_eq!(encoded.key.as_str(), key());
    assert_eq!(encoded.claim, Claim::Nobody);
}

#[test]
fn without_a_key_nothing_is_recorded() {
    for query in [
        "",
        "&",
        "k",
        "k=",
        "k=trk_live_x",
        "K=1",
        "utm_source=x",
        "k=%ff%fe",
        &format!("r={}", token()),
        &format!("k={}A", key()),
    ] {
        assert_eq!(ViewRequest::parse(query), Err(ViewError::NoKey), "{query}");
    }
}

#[test]
fn the_query_is_bounded_and_its_key_is_told() {
    let key = key();
    let fill = |length: usize| format!("k={key}&x={}", "ñ".repeat(length));
    let longest = (MAX_QUERY - fill(0).len()) / 2;
    assert!(ViewRequest::parse(&fill(longest)).is_ok());
    let owner = TrackingKeyText::parse(&key);
    assert_eq!(
        ViewRequest::parse(&fill(longest + 1)),
        Err(ViewError::TooLong(owner))
    );
    let late = format!("x={}&k={key}", "a".repeat(MAX_QUERY));
    assert_eq!(ViewRequest::parse(&late), Err(ViewError::TooLong(None)));
}

#[test]
fn what_is_no_token_names_nobody() {
    for text in [
        "%7B%7Brecipient%7D%7D",
        "{{r}}",
        "*|R|*",
        "x",
        &token()[1..],
        &token()[..42],
        &format!("{}=", token()),
        &format!("{}A", token()),
        &token().repeat(40),
    ] {
        let read = ViewRequest::parse(&format!("k={}&r={text}", key())).unwrap();
        assert_eq!(read.claim, Claim::Unreadable, "{text}");
    }
}

#[test]
fn a_token_is_43_characters_of_which_the_person_is_none() {
    let text = token();
    assert_eq!(text.len(), 43);
    let base64url = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    assert!(text.bytes().all(base64url));
    let read = RecipientToken::parse(&text).unwrap();
    assert_eq!(read.recipient(&Plain(1), profile(1)), Some(recipient(2)));
    assert_eq!(format!("{read:?}"), "RecipientToken(hidden)");
}

#[test]
fn a_token_of_another_profile_or_another_service_names_nobody() {
    let read = RecipientToken::parse(&token()).unwrap();
    assert_eq!(read.recipient(&Plain(1), profile(9)), None);
    assert_eq!(read.recipient(&Plain(2), profile(1)), None);
}

#[test]
fn one_wrong_character_is_a_forged_token() {
    let genuine = token();
    for position in 0..genuine.len() {
        for other in ["A", "B", "_"] {
            let mut forged = genuine.clone();
            forged.replace_range(position..=position, other);
            if forged == genuine {
                continue;
            }
            let found = RecipientToken::parse(&forged)
                .and_then(|token| token.recipient(&Plain(1), profile(1)));
            assert_eq!(found, None, "{forged}");
        }
    }
}

fn day(day: u16) -> Date {
    Date::from_ordinal_date(2026, day).unwrap()
}

fn seen() -> ViewIdentity<'static> {
    ViewIdentity {
        profile_id: profile(1),
        recipient: recipient(2),
        local_date: day(1),
        utm_campaign: Some("spring"),
        campaign_id: Some("77"),
        ad_id: Some("5"),
    }
}

#[test]
fn a_view_is_one_a_recipient_campaign_and_day() {
    let id = seen().id();
    // Pinned: stored rows carry it.
    assert_eq!(id.to_string(), "fc46a127-7b83-599f-9a71-760bafdf979f");
    let same = ViewIdentity {
        campaign_id: None,
        ad_id: Some("6"),
        ..seen()
    };
    assert_eq!(same.id(), id);
    for other in [
        ViewIdentity {
            profile_id: profile(2),
            ..seen()
        },
        ViewIdentity {
            recipient: recipient(3),
            ..seen()
        },
        ViewIdentity {
            local_date: day(2),
            ..seen()
        },
        ViewIdentity {
            utm_campaign: Some("summer"),
            ..seen()
        },
    ] {
        assert_ne!(other.id(), id, "{other:?}");
    }
}

#[test]
fn campaigns_are_told_apart_by_the_first_that_is_known() {
    let mut view = seen();
    assert_eq!(view.campaign_key(), "spring");
    view.utm_campaign = None;
    assert_eq!(view.campaign_key(), "77");
    view.campaign_id = None;
    assert_eq!(view.campaign_key(), "5");
    view.ad_id = None;
    assert_eq!(view.campaign_key(), "");
}

#[test]
fn who_asks_for_pictures_is_told_apart() {
    use ViewAgent::{Bot, Browser, MailProxy, Prefetch};
    for (text, agent) in [
        (
            "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)",
            MailProxy,
        ),
        (
            "YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html",
            MailProxy,
        ),
        ("SeznamEmailProxy/2.0.172", MailProxy),
        ("Mozilla/5.0 (compatible; HEY.com/ImageProxy)", MailProxy),
        ("Mozilla/5.0", Prefetch),
        (" Mozilla/5.0 ", Prefetch),
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
            Browser,
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)",
            Browser,
        ),
        (
            "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; Microsoft Outlook 16.0.9126; ms-office; MSOffice 16)",
            Browser,
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; WOW64; rv:52.0) Gecko/20100101 Thunderbird/52.9.1 Lightning/5.4.9.1",
            Browser,
        ),
        ("Microsoft Office Existence Discovery", Bot),
        ("Mozilla/5.0 (compatible; Barracuda Sentinel)", Bot),
        (
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            Bot,
        ),
        ("curl/8.5.0", Bot),
        ("", Bot),
    ] {
        let client = PARSER.parse(Some(text));
        assert_eq!(ViewAgent::of(Some(text), &client), agent, "{text}");
    }
    assert_eq!(ViewAgent::of(None, &PARSER.parse(None)), Bot);
}

#[test]
fn only_what_somebody_saw_is_a_touch() {
    let somebody = ViewAgent::ALL.map(ViewAgent::is_somebody);
    assert_eq!(somebody, [true, true, false, false]);
    for agent in ViewAgent::ALL {
        assert_eq!(ViewAgent::parse(agent.as_str()), Some(agent));
    }
    assert_eq!(ViewAgent::parse("of a later version"), None);
}

proptest! {
    #[test]
    fn no_query_is_too_strange(query in any::<String>()) {
        let _ = ViewRequest::parse(&query);
        let with_key = format!("{query}&k={}", key());
        if let Ok(read) = ViewRequest::parse(&with_key) {
            prop_assert!(read.address.starts_with('?'));
            prop_assert!(read.address.len() <= MAX_QUERY + 1);
        }
    }

    #[test]
    fn every_issued_token_is_its_recipients(profile_bytes: u128, id: u128, secret: u8) {
        let (keys, profile_id) = (Plain(secret), profile(profile_bytes));
        let issued = RecipientToken::issue(&keys, profile_id, recipient(id));
        let read = RecipientToken::parse(&issued.to_string());
        prop_assert_eq!(read, Some(issued));
        prop_assert_eq!(issued.recipient(&keys, profile_id), Some(recipient(id)));
    }
}
