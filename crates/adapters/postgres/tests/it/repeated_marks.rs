//! Whoever is marked over and over is replayed once where a command catches up, and nobody is forgotten.

use tributary_worker::round::{catch_up, drain};

use crate::world::{RUNTIME, World, identify, instant, page_view, payment};

#[test]
fn whoever_is_marked_over_and_over_is_replayed_once() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let other = World::new().await;
        for world in [&world, &other] {
            for minute in 10..20 {
                let at = instant(&format!("2026-06-01T10:{minute}:00Z"));
                let url = "https://shop.example/?utm_source=news&utm_medium=email";
                for browser in ["a", "b"] {
                    let seen = page_view(&format!("{browser}{minute}"), at, url, None);
                    world.track(browser, vec![seen]).await;
                }
            }
            let at = instant("2026-06-01T11:00:00Z");
            world
                .track("a", vec![identify("i", at, "ana@mail.example")])
                .await;
            let paid = payment(instant("2026-06-01T12:00:00Z"), "10", "ana@mail.example");
            world.record("1", paid).await;
        }
        let marks = "SELECT count(*) FILTER (WHERE kind = 'visitor') || ' of ' \
             || count(DISTINCT target_id) FILTER (WHERE kind = 'visitor') AS line \
             FROM replay_marks WHERE profile_id = $1";
        let before = world.lines(marks).await;
        assert!(
            before[0].starts_with('2') && before[0].ends_with(" of 2"),
            "{before:?}"
        );
        let caught = catch_up(&world.worker, world.profile.id, &|_| {})
            .await
            .unwrap();
        let drained = drain(&other.worker, other.profile.id, &|_| {})
            .await
            .unwrap();
        assert_eq!(world.lines(marks).await, ["0 of 0"]);
        assert!(caught <= drained, "{caught} {drained}");
        assert_eq!(world.results().await, other.results().await);
        world.ledger_holds().await;
    });
}

#[test]
fn of_marks_with_different_reasons_and_of_requests_none_is_forgotten() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let id = "018f0000-0000-7000-8000-";
        for (number, (kind, target, cause)) in [
            ("visitor", 1, "tracker_event"),
            ("visitor", 1, "tracker_event"),
            ("visitor", 1, "identity"),
            ("browser", 1, "tracker_event"),
            ("visitor", 2, "tracker_event"),
            ("profile", 1, "requested"),
            ("profile", 1, "requested"),
        ]
        .into_iter()
        .enumerate()
        {
            let row = format!(
                "INSERT INTO replay_marks (bucket, id, profile_id, kind, target_id, cause, created_at) \
                 VALUES (0, '{id}00000000000{number}', $1, '{kind}', '{id}00000000000{target}', '{cause}', now())"
            );
            world.execute(&row).await;
        }
        let mut work = world.begin().await;
        assert!(work.attribution().lock(world.profile.id).await.unwrap().is_some());
        assert_eq!(work.marks().fold(world.profile.id).await.unwrap(), 1);
        work.commit().await.unwrap();
        let left = "SELECT right(id::text, 1) AS line FROM replay_marks WHERE profile_id = $1 ORDER BY id";
        assert_eq!(world.lines(left).await, ["1", "2", "3", "4", "5", "6"]);
    });
}
