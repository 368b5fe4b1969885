//! Whose a browser is after a decision that somebody is two people was taken back.

use customer_decisions::splits::Wanted;

use crate::merge_laws::customers;
use crate::people_laws::{Fact, History, Named, put};
use crate::split_laws::{decide, known_of, take_back, who};
use crate::world::{RUNTIME, World, instant};

#[test]
fn a_browser_goes_back_though_what_it_went_away_with_is_several_people_s_by_then() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let at = |day: u8| instant(&format!("2026-03-{day:02}T00:00:00Z"));
        let pay = |rut, email, browser| Fact::Pay {
            who: Named {
                rut,
                ..who(email, 1)
            },
            browser,
            cents: 500,
        };
        let history: History = vec![
            (at(1), Fact::Visit { browser: 1 }),
            (at(2), pay(1, 1, 1)),
            (at(3), pay(2, 2, 0)),
        ];
        for position in 0..2 {
            put(&world, &history, position).await;
        }
        world.drain().await;
        let ann = customers(&world).await[0];
        let known = known_of(&world, ann).await;
        let phone = known
            .identifiers
            .iter()
            .find(|it| it.kind.as_str() == "phone");
        let with_browser = Wanted {
            customer: ann,
            identifiers: vec![phone.unwrap().id.clone()],
            browsers: vec![known.browsers[0].id],
        };
        let done = decide(&world, &with_browser, None).await.unwrap();
        assert_eq!((done.rest.browsers.len(), done.away.browsers.len()), (0, 1));
        // The number is a second person's, and nobody's from then on.
        put(&world, &history, 2).await;
        world.drain().await;
        take_back(&world, done.split.id).await.unwrap();
        world.drain().await;
        assert_eq!(known_of(&world, ann).await.browsers.len(), 1);
        world.ledger_holds().await;
    });
}
