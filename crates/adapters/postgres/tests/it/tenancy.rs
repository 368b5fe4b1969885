//! Two profiles with the same people and browsers know nothing of each other.

use crate::world::{RUNTIME, World, identify, instant, page_view, payment};

#[test]
fn the_same_addresses_and_browsers_stay_apart() {
    RUNTIME.block_on(async {
        let (one, two) = (World::new().await, World::new().await);
        let at = instant("2026-06-01T10:00:00Z");
        for world in [&one, &two] {
            let visit = page_view("visit", at, "https://shop.example/", None);
            let known = identify("known", at.plus_micros(1), "a@example.com");
            world.track("browser", vec![visit, known]).await;
        }
        one.record(
            "order",
            payment(at.plus_micros(2_000_000), "10", "a@example.com"),
        )
        .await;
        one.drain().await;
        two.drain().await;
        let conversions = |lines: &[String]| {
            lines
                .iter()
                .filter(|line| line.starts_with("conversion"))
                .count()
        };
        assert_eq!(conversions(&one.results().await), 1);
        assert_eq!(conversions(&two.results().await), 0);
        let people = "SELECT id::text AS line FROM customers WHERE profile_id = $1";
        assert_ne!(one.lines(people).await, two.lines(people).await);
        let browsers = "SELECT id::text AS line FROM visitors WHERE profile_id = $1";
        assert_ne!(one.lines(browsers).await, two.lines(browsers).await);
    });
}
