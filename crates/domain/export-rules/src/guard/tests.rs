use kernel::Personal;
use proptest::prelude::*;
use proptest::sample::subsequence;
use uuid::Uuid;

use super::*;
use crate::record::{Click, ClickKind, Consent, Source, StageMove, WebEvidence};
use crate::words::Word;

fn record() -> Record {
    let at = Timestamp::from_micros(0);
    let personal = |text: &str| Some(Personal::new(text));
    let click = |kind| Click {
        kind,
        value: Personal::new("c"),
        at,
        of_event: true,
    };
    Record {
        profile_id: Uuid::from_u128(1).into(),
        event_id: Uuid::from_u128(2).into(),
        event_type: "deal".to_owned(),
        source: Source::StageMove(StageMove::default()),
        occurred_at: at,
        received_at: at,
        value: None,
        consent: Consent::default(),
        own_event_id: None,
        order_id: None,
        web: WebEvidence {
            url: Some("https://a.example/p/jane?x=1&utm_source=n".to_owned()),
            referrer: Some("https://b.example/q?x=1".to_owned()),
            ip: "192.0.2.1".parse().ok(),
            user_agent: personal("ua"),
            fbp: personal("fb.1.1.1"),
            fbc: personal("fb.1.1.c"),
        },
        clicks: vec![click(ClickKind::Gclid), click(ClickKind::CtwaClid)],
        person: Person {
            emails: vec![Personal::new("jane@a.example")],
            first_name: personal("Jane"),
            page_scoped_user_id: personal("p"),
            ..Person::default()
        },
        contents: vec![Content {
            id: "1".to_owned(),
            quantity: None,
            item_price: None,
        }],
        properties: vec![Property {
            key: "plan".to_owned(),
            value: PropertyValue::Flag(true),
        }],
    }
}

const CHANNELS: [Channel; 4] = [
    Channel::Web,
    Channel::System,
    Channel::Messaging(MessagingChannel::Messenger),
    Channel::Search,
];

proptest! {
    /// What is left is what would be left of it: guarding again takes nothing more.
    #[test]
    fn guarding_twice_takes_no_more(open in subsequence(Part::ALL.to_vec(), 0..=Part::ALL.len())) {
        let policy = Policy { open: open.into_iter().collect(), limited_data_use: None };
        let record = record();
        let personal = PersonalTexts::of(&record.person);
        for channel in CHANNELS {
            let once = Candidate::new(&record, channel).guard(policy);
            let mut again = once.left.clone();
            let mut filters = Filters::default();
            match channel {
                Channel::Web | Channel::System => {
                    again.guard_social(policy.open, &personal, &mut filters);
                    again.guard_user_agent(policy.open, channel, &mut filters);
                }
                Channel::Messaging(_) => {
                    let bare = Record { web: WebEvidence::default(), clicks: Vec::new(), ..record.clone() };
                    again.guard_messaging(policy.open, &bare, &mut filters);
                }
                Channel::Search => again.guard_search(policy.open, &mut filters),
            }
            if channel != Channel::Search {
                again.guard_custom_data(policy.open, &personal, &mut filters);
            }
            prop_assert_eq!(format!("{again:?}"), format!("{:?}", once.left));
            prop_assert_eq!(filters.iter().count(), 0);
        }
    }

    /// A part that is closed is never told, whatever else is open.
    #[test]
    fn what_is_closed_is_gone(open in subsequence(Part::ALL.to_vec(), 0..=Part::ALL.len())) {
        let policy = Policy { open: open.into_iter().collect(), limited_data_use: None };
        let record = record();
        for channel in CHANNELS {
            let left = Candidate::new(&record, channel).guard(policy).left;
            let told = [
                (Part::Identity, left.person.is_some() || left.messaging_person.is_some()),
                (Part::UserIdentifiers, left.user_identifiers.is_some()),
                (Part::Ip, left.ip.is_some()),
                (Part::UserAgentOnPages, left.user_agent.is_some()),
                (Part::BrowserIds, left.fbp.is_some()),
                (Part::ClickIds, left.fbc.is_some() || left.ctwa_clid.is_some() || left.search_click.is_some()),
                (Part::PageOrigin, left.page.is_some()),
                (Part::Referrer, left.referrer.is_some()),
                (Part::Contents, !left.contents.is_empty()),
                (Part::CustomData, !left.properties.is_empty()),
            ];
            for (part, is_told) in told {
                prop_assert!(policy.open.allow(part) || !is_told, "{}", part.as_str());
            }
        }
    }
}
