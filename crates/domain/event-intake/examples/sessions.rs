//! What sessions and touches a browser's events make.

use event_intake::{Hit, HitKind, LandingEvidence, Timestamp, sessionise};
use uuid::Uuid;

const MINUTE: i64 = 60_000_000;

/// A page view from a source; 0 is none.
fn page(number: u128, minutes: i64, source: i64) -> Hit {
    Hit {
        at: Timestamp::from_micros(1_774_000_000_000_000 + minutes * MINUTE),
        id: Uuid::from_u128(number).into(),
        bot: false,
        kind: HitKind::PageView(LandingEvidence {
            signature: source,
            source_key: source,
            names_a_source: source != 0,
            exclusion: None,
        }),
    }
}

fn main() {
    // An advertisement, two more pages, another advertisement; and the next day directly.
    let hits = vec![
        page(1, 0, 7),
        page(2, 4, 0),
        page(3, 9, 0),
        page(4, 20, 8),
        page(5, 24 * 60, 0),
    ];
    for session in sessionise(hits) {
        println!("{}: {} pages", session.started_at, session.page_views);
        for page in session.candidates {
            println!("  {}: {:?}", page.at, page.verdict);
        }
    }
}
