//! Days with more rows than one piece of a rollup has.

use application::ports::Tidy;
use application::settle;
use kernel::{Accounting, Model, Timestamp};
use reporting::overview::{OverviewQuery, OverviewReader};
use reporting::question::Question;
use tributary_postgres::reporting::PgOverviewReader;

use crate::reporting_seed::{access, build_rollups, march};
use crate::world::{RUNTIME, World, instant, page_view};

/// Twenty thousand visits of fifteen thousand browsers on one day.
const MANY: &str = "
INSERT INTO sessions (profile_id, id, visitor_id, started_at, ended_at, local_date, signature_id,
    page_views, engaged_ms, is_bot)
SELECT $1, gen_random_uuid(), md5($1::text || n.number % 15000)::uuid, '2026-03-10 12:00Z',
    '2026-03-10 12:00Z', '2026-03-10', n.number % 7, 1 + n.number % 3, n.number, false
FROM generate_series(1, 20000) AS n(number)";

/// Visitors and page views, as rows have them.
const PLAIN: &str = "SELECT concat_ws(' ', count(DISTINCT s.visitor_id), sum(s.page_views)) AS line
FROM sessions s WHERE s.profile_id = $1";

struct Fixture {
    world: World,
    reader: PgOverviewReader,
}

impl Fixture {
    async fn new() -> Self {
        let world = World::new().await;
        let reader = PgOverviewReader::new(world.pool.clone());
        Self { world, reader }
    }

    async fn view(&self, browser: &str, at: &str) {
        let name = format!("{}-{browser}-{at}", self.world.profile.id);
        let at: Timestamp = instant(at);
        let view = page_view(&name, at, "https://shop.example/", None);
        self.world.track(browser, vec![view]).await;
        self.world.drain().await;
    }

    /// Folds every change into its day.
    async fn fold(&self) {
        let mut work = self.world.begin().await;
        let profile = self.world.profile.id;
        work.attribution().lock(profile).await.unwrap();
        let tidied = work.attribution().tidy(profile, Tidy::Now).await;
        settle(work, tidied).await.unwrap();
        let changes = "SELECT count(*)::text AS line FROM rollup_changes WHERE profile_id = $1";
        assert_eq!(self.world.lines(changes).await, ["0"]);
    }

    /// The reader and plain SQL say the same; what they say.
    async fn agree(&self) -> String {
        let query = OverviewQuery {
            question: Question {
                period: march(),
                model: Model::Linear,
                accounting: Accounting::ConversionDate,
                filters: Vec::new(),
                goals: Vec::new(),
            },
            as_of: None,
        };
        let told = self.reader.overview(&access(&self.world), &query).await;
        let web = told.unwrap().current;
        let told = format!("{} {}", web.visitors, web.pageviews);
        assert_eq!(self.world.lines(PLAIN).await, [told.as_str()]);
        told
    }

    /// Days with the numbers of their pieces.
    async fn pieces(&self) -> Vec<String> {
        let pieces = "SELECT d.local_date || ':' || string_agg(d.piece::text, ' ' ORDER BY d.piece) \
            AS line FROM rollup_days d WHERE d.profile_id = $1 AND d.name = 'everyone' \
            GROUP BY d.local_date ORDER BY d.local_date";
        self.world.lines(pieces).await
    }
}

#[test]
fn a_day_of_several_pieces_is_what_its_rows_are_before_and_after_folding() {
    RUNTIME.block_on(async {
        let fixture = Fixture::new().await;
        fixture.view("ann", "2026-03-10T08:00:00Z").await;
        fixture.world.execute(MANY).await;
        build_rollups(&fixture.world).await;
        assert_eq!(fixture.pieces().await, ["2026-03-10:0 1 2"]);
        let first = fixture.agree().await;
        assert!(first.starts_with("15001 "), "{first}");
        assert_eq!(fixture.agree().await, first);
        // Her visit is another one now, and the one that was is in one of the pieces.
        fixture.view("ann", "2026-03-10T08:05:00Z").await;
        let second = fixture.agree().await;
        assert_ne!(first, second);
        fixture.fold().await;
        assert_eq!(fixture.agree().await, second);
        fixture.view("bob", "2026-03-10T23:00:00Z").await;
        fixture.fold().await;
        assert!(fixture.agree().await.starts_with("15002 "));
        assert_eq!(fixture.pieces().await, ["2026-03-10:0 1 2"]);
    });
}

#[test]
fn a_day_that_loses_its_last_visit_has_no_pieces() {
    RUNTIME.block_on(async {
        let fixture = Fixture::new().await;
        fixture.view("bob", "2026-03-12T00:05:00Z").await;
        fixture.fold().await;
        assert_eq!(fixture.pieces().await, ["2026-03-12:0"]);
        // What came before makes the visit one of the day before.
        fixture.view("bob", "2026-03-11T23:50:00Z").await;
        fixture.fold().await;
        assert_eq!(fixture.pieces().await, ["2026-03-11:0"]);
        assert_eq!(fixture.agree().await, "1 2");
    });
}
