use kernel::Personal;
use uuid::Uuid;

use super::*;
use crate::record::{Source, StageMove};

const NOW: Timestamp = Timestamp::from_micros(200 * DAY);

fn record(clicks: Vec<Click>, fbc: Option<&str>) -> Record {
    let ids = (Uuid::from_u128(1).into(), Uuid::from_u128(2).into());
    let source = Source::StageMove(StageMove::default());
    let mut record = Record::new(ids.0, ids.1, "deal", source, NOW);
    record.web.fbc = fbc.map(Personal::new);
    record.clicks = clicks;
    record
}

fn click(kind: ClickKind, value: &str, days: i64, of_event: bool) -> Click {
    Click {
        kind,
        value: Personal::new(value),
        at: NOW.plus_micros(-days * DAY),
        of_event,
    }
}

#[test]
fn the_events_own_click_wins_then_the_latest_in_the_window() {
    let told = |clicks| search(&record(clicks, None)).map(|click| click.value.as_str().to_owned());
    let gclid = |value, days, own| click(ClickKind::Gclid, value, days, own);
    let own = vec![gclid("late", 1, false), gclid("own", 100, true)];
    assert_eq!(told(own).as_deref(), Some("own"));
    let two = vec![
        gclid("early", 9, false),
        gclid("late", 1, false),
        gclid("after", -1, false),
    ];
    assert_eq!(told(two).as_deref(), Some("late"));
    assert_eq!(
        told(vec![gclid("edge", 90, false)]).as_deref(),
        Some("edge")
    );
    assert_eq!(told(vec![gclid("old", 91, false)]), None);
}

#[test]
fn fbc_is_kept_unless_another_click_is_known() {
    let told = |clicks, kept| fbc(&record(clicks, kept));
    let clicked = |value| vec![click(ClickKind::Fbclid, value, 1, false)];
    let millis = NOW.plus_micros(-DAY).micros() / 1_000;
    assert_eq!(
        told(clicked("IwAb"), None),
        Some(format!("fb.1.{millis}.IwAb"))
    );
    let kept = "fb.1.1554763741205.IwAb";
    assert_eq!(told(clicked("IwAb"), Some(kept)).as_deref(), Some(kept));
    assert_eq!(told(vec![], Some(kept)).as_deref(), Some(kept));
    let five = "fb.2.1554763741205.IwAb.AQ";
    assert_eq!(told(clicked("IwAb"), Some(five)).as_deref(), Some(five));
    assert_eq!(
        told(clicked("iwab"), Some(kept)),
        Some(format!("fb.1.{millis}.iwab")),
        "byte for byte"
    );
    for odd in [
        "",
        "fb.1.x.a",
        "fb.1.1.",
        "fa.1.1.a",
        "fb.1.1.a.b.c",
        "fb..1.a",
    ] {
        assert_eq!(told(vec![], Some(odd)), None, "{odd}");
    }
}
