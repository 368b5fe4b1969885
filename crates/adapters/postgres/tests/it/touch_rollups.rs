//! Touches are counted as their rows have them, whatever came late, was folded, moved to other days, or built anew.

use application::ports::{Tidy, TouchedQuestion};
use application::settle;
use diesel_async::SimpleAsyncConnection;
use kernel::{Model, Period, Timestamp};
use site_quality::refresh::refresh;
use testkit::TestDatabase;
use time::macros::date;

use crate::reporting_seed::build_rollups;
use crate::world::{RUNTIME, World, instant, page_view};

/// Touches of each signature with their first and last day, one by one.
const PLAIN: &str =
    "SELECT concat_ws(' ', t.signature_id, count(*), min(s.local_date), max(s.local_date)) AS line
FROM touches t JOIN sessions s ON s.profile_id = t.profile_id AND s.id = t.session_id
WHERE t.profile_id = $1 GROUP BY t.signature_id ORDER BY t.signature_id";

const LINKS: [&str; 5] = [
    "https://shop.example/",
    "https://shop.example/?utm_source=news&utm_medium=email",
    "https://shop.example/a?utm_source=meta&utm_medium=paid&fbadid=1",
    "https://shop.example/a?utm_source=meta&utm_medium=paid&fbadid=2",
    "https://shop.example/?gclid=x",
];

/// Numbers that look like chance and are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        let sides = u64::try_from(of.len()).unwrap();
        &of[usize::try_from(self.roll(sides)).unwrap()]
    }
}

/// What the rollups say.
async fn counted(world: &World) -> Vec<String> {
    let question = TouchedQuestion {
        generation: world.generation().await,
        period: Period::new(date!(2026 - 03 - 01), date!(2026 - 03 - 31)).unwrap(),
        model: Model::LastTouch,
    };
    let mut work = world.begin().await;
    let touched = work.quality().touched(world.profile.id, &question).await;
    let mut rows = settle(work, touched).await.unwrap();
    rows.sort_by_key(|row| row.id);
    let line = |row: &application::ports::TouchedSignature| {
        format!(
            "{} {} {} {}",
            row.id, row.touches, row.first_seen, row.last_seen
        )
    };
    rows.iter().map(line).collect()
}

async fn agrees(world: &World, when: &str) {
    assert_eq!(counted(world).await, world.lines(PLAIN).await, "{when}");
}

async fn fold(world: &World) {
    let mut work = world.begin().await;
    work.attribution().lock(world.profile.id).await.unwrap();
    let tidied = work.attribution().tidy(world.profile.id, Tidy::Now).await;
    settle(work, tidied).await.unwrap();
}

/// Browsers come in no order: what came later may have happened before.
async fn history(world: &World, dice: &mut Dice) {
    for number in 0..60 {
        let hour = i64::try_from(dice.roll(96)).unwrap();
        let at: Timestamp = instant("2026-03-10T00:00:00Z").plus_micros(hour * 1_200_000_000);
        let browser = format!("{}-{}", world.profile.id, dice.roll(5));
        let name = format!("{browser}-{number}");
        let link = *dice.pick(&LINKS);
        let view = page_view(&name, at, link, None);
        world.track(&browser, vec![view]).await;
        if dice.roll(4) == 0 {
            world.drain().await;
            agrees(world, &format!("after {number}")).await;
        }
        if dice.roll(12) == 0 {
            fold(world).await;
            agrees(world, &format!("folded after {number}")).await;
        }
    }
    world.drain().await;
}

#[test]
fn touches_are_counted_as_their_rows_have_them() {
    RUNTIME.block_on(async {
        for seed in 1..=6 {
            let world = World::new().await;
            history(&world, &mut Dice(seed)).await;
            agrees(&world, "at the end").await;
            world.rebuild().await;
            agrees(&world, "after a full replay").await;
            world
                .execute("UPDATE profiles SET timezone = 'Asia/Tokyo' WHERE id = $1")
                .await;
            world.rebuild().await;
            agrees(&world, "on other days").await;
            build_rollups(&world).await;
            agrees(&world, "built anew").await;
        }
    });
}

#[test]
fn touches_that_were_counted_otherwise_are_counted_anew_when_they_are_folded() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        history(&world, &mut Dice(9)).await;
        fold(&world).await;
        let browser = format!("{}-new", world.profile.id);
        let view = page_view("late", instant("2026-03-09T10:00:00Z"), LINKS[1], None);
        world.track(&browser, vec![view]).await;
        world.drain().await;
        agrees(&world, "before").await;
        // What a release that does not count touches leaves behind.
        for table in ["rollup_days", "rollup_changes"] {
            let gone =
                format!("DELETE FROM {table} WHERE profile_id = $1 AND population = 'touches'");
            world.execute(&gone).await;
        }
        // The visit begins earlier now: a touch is taken away that is not counted.
        let elsewhere = "https://shop.example/other?utm_source=news&utm_medium=email";
        let view = page_view("earlier", instant("2026-03-09T09:50:00Z"), elsewhere, None);
        world.track(&browser, vec![view]).await;
        world.drain().await;
        fold(&world).await;
        agrees(&world, "counted anew").await;
    });
}

/// Looks at the links: whether that was done for this call, and how many touches were looked at.
async fn look(world: &World) -> (bool, u64) {
    let context = world.context();
    let mut work = world.begin().await;
    let done = refresh(&mut *work, &context, world.profile.id).await;
    let done = settle(work, done).await.unwrap();
    (done.is_new, done.scan.unwrap().audit.events_scanned)
}

#[test]
fn of_looks_at_once_one_is_made_and_it_reads_no_touch() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        let view = page_view("june", instant("2026-06-20T10:00:00Z"), LINKS[1], None);
        world.track("june", vec![view]).await;
        world.drain().await;
        // Whoever reads the table from here on waits for the end of this transaction.
        let mut connection = world.pool.connection().await.unwrap();
        connection
            .batch_execute("BEGIN; LOCK TABLE touches IN ACCESS EXCLUSIVE MODE")
            .await
            .unwrap();
        let mut looks = [look(&world), look(&world), look(&world)].map(Box::pin);
        let [one, two, three] = &mut looks;
        let (one, two, three) = tokio::join!(one, two, three);
        let all = [one, two, three];
        assert_eq!(all.iter().filter(|(is_new, _)| *is_new).count(), 1);
        assert_eq!(all.map(|(_, scanned)| scanned), [1; 3]);
        connection.batch_execute("ROLLBACK").await.unwrap();
    });
}
