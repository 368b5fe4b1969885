//! What the social network says of data sets and audiences.

use export_rules::PixelId;
use export_rules::ports::{
    CustomAudienceReader, DatasetQualityReader, PlatformCursor, ReportFailure, SocialSender,
};
use kernel::AccessToken;
use testkit::fake_platform::Misbehaviour;

use crate::modes::platforms;
use crate::world::*;

#[tokio::test]
async fn a_data_set_says_how_good_what_it_was_told_is() {
    let (fake, sender, _) = platforms();
    let access = AccessToken::parse("token").unwrap();
    let dataset = PixelId::parse("5551").unwrap();
    let empty = sender.quality(&access, &dataset).await.unwrap();
    assert_eq!(empty.events, []);
    sender.send(&access, &told(1..3), None).await;
    let quality = sender.quality(&access, &dataset).await.unwrap();
    let [event] = quality.events.as_slice() else {
        panic!("{quality:?}")
    };
    assert_eq!(event.event_name, "Purchase");
    let email = event.match_keys.iter().find(|key| key.key == "email");
    let text = |number: Option<export_rules::Decimal>| number.unwrap().to_string();
    assert_eq!(text(email.unwrap().percentage), "100.0");
    assert_eq!(text(event.match_score), "10.0");
    assert_eq!(text(event.coverage), "34.1");
    assert_eq!(text(event.coverage_goal), "75");
    assert_eq!(text(event.dedupe_keys[0].overall), "14.8");
    assert_eq!(event.freshness.as_deref(), Some("real_time"));
    assert_eq!(text(event.additional_conversions), "12.5");
    assert!(!format!("{quality:?}").contains("jane.roe"));
    assert_eq!(fake.refusals(), Vec::<String>::new());
}

#[tokio::test]
async fn audiences_come_page_by_page() {
    let (_fake, sender, _) = platforms();
    let access = AccessToken::parse("token").unwrap();
    let first = sender.audiences(&access, "1001", None, 2).await.unwrap();
    let ids: Vec<_> = first.audiences.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["23850001", "23850002"]);
    let next = first.next.unwrap();
    let last = sender
        .audiences(&access, "1001", Some(next), 2)
        .await
        .unwrap();
    let [last_one] = last.audiences.as_slice() else {
        panic!("{last:?}")
    };
    assert_eq!(last_one.kind.as_deref(), Some("LOOKALIKE"));
    assert_eq!((last_one.at_least, last_one.at_most), (None, None));
    assert_eq!(last.next, None);
    let odd = PlatformCursor::parse("another").unwrap();
    let refused = sender.audiences(&access, "1001", Some(odd), 2).await;
    assert_eq!(refused, Err(ReportFailure::Refused(Some(100))));
    for account in ["", "me", "1/../2"] {
        let refused = sender.audiences(&access, account, None, 2).await;
        assert_eq!(refused, Err(ReportFailure::Refused(None)), "{account}");
    }
}

#[tokio::test]
async fn who_does_not_answer_is_told_from_who_does_not_accept_the_access() {
    let (fake, sender, _) = platforms();
    let access = AccessToken::parse("token").unwrap();
    let cases = [
        (
            Misbehaviour {
                refuses_access: true,
                ..Misbehaviour::default()
            },
            ReportFailure::Access,
        ),
        (
            Misbehaviour {
                throttled: 1,
                ..Misbehaviour::default()
            },
            ReportFailure::Throttled { wait: None },
        ),
        (
            Misbehaviour {
                failing: 1,
                ..Misbehaviour::default()
            },
            ReportFailure::NoAnswer,
        ),
        (
            Misbehaviour {
                loses_one_in: 1,
                ..Misbehaviour::default()
            },
            ReportFailure::NoAnswer,
        ),
    ];
    for (misbehaviour, failure) in cases {
        fake.misbehave(misbehaviour);
        let said = sender.audiences(&access, "1001", None, 2).await;
        assert_eq!(said, Err(failure));
    }
}
