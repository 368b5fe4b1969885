use super::*;
use proptest::prelude::*;
use uuid::Uuid;

const MINUTE: i64 = 60 * 1_000_000;

fn hit(id: u128, at: i64, kind: HitKind) -> Hit {
    Hit {
        id: Uuid::from_u128(id).into(),
        at: Timestamp::from_micros(at),
        bot: false,
        kind,
    }
}

fn page(id: u128, at: i64, source: i64) -> Hit {
    hit(
        id,
        at,
        HitKind::PageView(LandingEvidence {
            signature: source * 100,
            source_key: source,
            names_a_source: source != 0,
            exclusion: None,
        }),
    )
}

fn excluded(id: u128, at: i64, why: Exclusion) -> Hit {
    hit(
        id,
        at,
        HitKind::PageView(LandingEvidence {
            signature: 900,
            source_key: 9,
            names_a_source: true,
            exclusion: Some(why),
        }),
    )
}

fn verdicts(session: &Session) -> Vec<Verdict> {
    session.candidates.iter().map(|page| page.verdict).collect()
}

fn only(hits: Vec<Hit>) -> Session {
    let mut sessions = sessionise(hits);
    assert_eq!(sessions.len(), 1);
    sessions.remove(0)
}

#[test]
fn nothing_makes_no_session() {
    assert!(sessionise(Vec::new()).is_empty());
}

#[test]
fn thirty_minutes_stay_and_a_microsecond_more_does_not() {
    for (gap, expected) in [(30 * MINUTE, 1), (30 * MINUTE + 1, 2)] {
        let sessions = sessionise(vec![page(1, 0, 1), hit(2, gap, HitKind::Other)]);
        assert_eq!(sessions.len(), expected, "{gap}");
    }
}

#[test]
fn activity_of_any_kind_keeps_a_session_alive_across_midnight() {
    let night = Timestamp::parse("2026-03-01T23:50:00Z").unwrap().micros();
    let session = only(vec![
        page(1, night, 1),
        hit(2, night + 25 * MINUTE, HitKind::Other),
        hit(3, night + 50 * MINUTE, HitKind::Engagement { ms: 5 }),
        page(4, night + 75 * MINUTE, 0),
    ]);
    assert_eq!(session.ended_at.to_string(), "2026-03-02T01:05:00.000000Z");
    assert_eq!(session.page_views, 2);
    assert_eq!(session.id.uuid(), session.first_hit.uuid());
}

#[test]
fn each_page_view_gets_its_verdict() {
    use Verdict::{Duplicate, InnerPage, PaymentGateway, SelfReferral, Touch};
    let session = only(vec![
        page(1, 0, 1),
        page(2, MINUTE, 0),
        page(3, 2 * MINUTE, 1),
        page(4, 3 * MINUTE, 2),
        excluded(5, 4 * MINUTE, Exclusion::SelfReferral),
        excluded(6, 5 * MINUTE, Exclusion::PaymentGateway),
        page(7, 6 * MINUTE, 2),
        page(8, 7 * MINUTE, 1),
    ]);
    let expected = [
        Touch,
        InnerPage,
        Duplicate,
        Touch,
        SelfReferral,
        PaymentGateway,
        Duplicate,
        Touch,
    ];
    assert_eq!(verdicts(&session), expected);
    assert_eq!(session.signature, Some(100));
    assert_eq!(session.candidates[3].signature, 200);
}

#[test]
fn a_direct_landing_is_a_touch_and_a_source_after_it_is_another() {
    let session = only(vec![page(1, 0, 0), page(2, 1, 3)]);
    assert_eq!(verdicts(&session), [Verdict::Touch, Verdict::Touch]);
}

#[test]
fn after_an_excluded_landing_only_a_source_is_a_touch() {
    use Verdict::{Duplicate, InnerPage, PaymentGateway, Touch};
    let session = only(vec![
        excluded(1, 0, Exclusion::PaymentGateway),
        page(2, 1, 0),
        page(3, 2, 9),
        page(4, 3, 9),
    ]);
    assert_eq!(
        verdicts(&session),
        [PaymentGateway, InnerPage, Touch, Duplicate]
    );
}

#[test]
fn sessions_inherit_the_signature_when_their_landing_tells_nothing() {
    let day = 24 * 60 * MINUTE;
    let sessions = sessionise(vec![
        hit(1, 0, HitKind::Other),
        excluded(2, day, Exclusion::SelfReferral),
        page(3, 2 * day, 4),
        excluded(4, 3 * day, Exclusion::PaymentGateway),
        hit(5, 4 * day, HitKind::Other),
        page(6, 5 * day, 0),
    ]);
    let signatures: Vec<_> = sessions.iter().map(|session| session.signature).collect();
    assert_eq!(
        signatures,
        [None, Some(900), Some(400), Some(400), Some(400), Some(0)]
    );
}

#[test]
fn bots_keep_to_themselves() {
    let mut bot = page(2, MINUTE, 5);
    bot.bot = true;
    let mut bot_later = page(3, 31 * MINUTE, 5);
    bot_later.bot = true;
    let sessions = sessionise(vec![
        page(1, 0, 1),
        bot,
        bot_later,
        hit(4, 32 * MINUTE, HitKind::Other),
    ]);
    assert_eq!(sessions.len(), 3);
    assert!(!sessions[0].bot && sessions[1].bot && !sessions[2].bot);
    assert_eq!(verdicts(&sessions[1]), [Verdict::Bot, Verdict::Bot]);
    assert_eq!(
        sessions[2].signature,
        Some(100),
        "a bot's visit is nobody's previous session"
    );
}

#[test]
fn engagement_belongs_to_the_page_before_it_and_is_capped() {
    let cap = MAX_ENGAGED_MS;
    let ms = |ms: u64| HitKind::Engagement {
        ms: u32::try_from(ms).unwrap(),
    };
    let session = only(vec![
        hit(1, 0, ms(7_000)),
        page(9, 10, 1),
        hit(2, 10, ms(1_000)),
        hit(3, 20, ms(cap)),
        page(4, 30, 0),
        hit(5, 40, ms(cap - 1)),
        hit(6, 50, ms(1)),
        hit(7, 60, ms(1)),
        page(8, 70, 0),
        hit(10, 80, ms(500)),
    ]);
    assert_eq!(session.engaged_ms, cap + cap + 500);
    let seconds = only(vec![page(9, 10, 1), hit(2, 10, ms(1_000))]);
    assert_eq!(
        seconds.engaged_ms, 1_000,
        "a report of the same instant is the page's"
    );
}

#[test]
fn an_id_counts_once() {
    let session = only(vec![page(1, 0, 1), page(1, 0, 1), page(1, 5, 2)]);
    assert_eq!((session.page_views, session.ended_at.micros()), (1, 0));
}

fn any_kind() -> impl Strategy<Value = HitKind> {
    let exclusion = prop_oneof![
        4 => Just(None),
        1 => Just(Some(Exclusion::SelfReferral)),
        1 => Just(Some(Exclusion::PaymentGateway)),
    ];
    prop_oneof![
        4 => (0_i64..4, exclusion).prop_map(|(source, exclusion)| {
            HitKind::PageView(LandingEvidence {
                signature: source + 50,
                source_key: source,
                names_a_source: source != 0,
                exclusion,
            })
        }),
        1 => (0_u32..3_000_000).prop_map(|ms| HitKind::Engagement { ms }),
        1 => Just(HitKind::Other),
    ]
}

fn any_hits() -> impl Strategy<Value = Vec<Hit>> {
    let one = (
        0_u128..40,
        0_i64..20,
        -1_i64..=1,
        prop::bool::weighted(0.2),
        any_kind(),
    );
    prop::collection::vec(one, 0..40).prop_map(|hits| {
        let times = |quarter: i64, off: i64| 15 * MINUTE * quarter + off;
        hits.into_iter()
            .map(|(id, quarter, off, bot, kind)| Hit {
                bot,
                ..hit(id, times(quarter, off), kind)
            })
            .collect()
    })
}

proptest! {
    #[test]
    fn arrival_order_does_not_matter(
        (hits, shuffled) in any_hits()
            .prop_flat_map(|hits| (Just(hits.clone()), Just(hits).prop_shuffle()))
    ) {
        prop_assert_eq!(sessionise(hits), sessionise(shuffled));
    }

    #[test]
    fn a_later_hit_changes_no_session_but_the_last_of_its_kind(
        hits in any_hits(), after in 0_i64..60, bot: bool, kind in any_kind()
    ) {
        let before = sessionise(hits.clone());
        let end = hits.iter().map(|hit| hit.at.micros()).max().unwrap_or(0);
        let later = Hit { bot, ..hit(1_000, end + 1 + after * MINUTE, kind) };
        let mut all = hits;
        all.push(later);
        let sessions = sessionise(all);
        let last = before.iter().rposition(|session| session.bot == bot);
        for (position, session) in before.iter().enumerate() {
            prop_assert!(Some(position) == last || sessions.contains(session));
        }
        prop_assert!(sessions.len() <= before.len() + 1);
    }

    #[test]
    fn bots_never_touch_and_every_session_keeps_its_bounds(hits in any_hits()) {
        let ids: HashSet<_> = hits.iter().map(|hit| hit.id).collect();
        let sessions = sessionise(hits);
        for session in &sessions {
            let touches = verdicts(session).iter().filter(|&&v| v == Verdict::Touch).count();
            prop_assert!(!session.bot || touches == 0);
            prop_assert!(session.started_at <= session.ended_at);
            prop_assert!(session.engaged_ms <= u64::from(session.page_views) * MAX_ENGAGED_MS);
            prop_assert!(ids.contains(&session.first_hit));
        }
        for kind in [true, false] {
            let of_kind: Vec<_> = sessions.iter().filter(|s| s.bot == kind).collect();
            for pair in of_kind.windows(2) {
                let pause = pair[1].started_at.micros_since(pair[0].ended_at);
                prop_assert!(pause > MAX_GAP_MICROS);
            }
        }
    }
}
