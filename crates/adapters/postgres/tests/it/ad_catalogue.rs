//! What is advertised, and what it was called.

use ad_spend::AdRow;
use ad_spend::catalogue::{AdCreative, CatalogueEntry, CatalogueLevel, Parent};
use ad_spend::ports::CatalogueReader;
use application::settle;
use kernel::Timestamp;
use tributary_postgres::PgCatalogue;

use crate::world::{RUNTIME, World, instant};

fn ad(account: &str, [campaign, set, ad]: [&str; 3], names: [Option<&str>; 3]) -> AdRow {
    let [campaign_name, ad_set_name, ad_name] = names.map(|name| name.map(str::to_owned));
    AdRow {
        platform: "meta".to_owned(),
        account_id: account.to_owned(),
        campaign_id: campaign.to_owned(),
        ad_set_id: set.to_owned(),
        ad_id: ad.to_owned(),
        account_name: Some(format!("Account {account}")),
        campaign_name,
        ad_set_name,
        ad_name,
    }
}

async fn tell(world: &World, rows: &[AdRow], at: Timestamp) {
    let mut work = world.begin().await;
    let told = work.spend().upsert_ads(world.profile.id, rows, at).await;
    settle(work, told).await.unwrap();
}

async fn known(world: &World, level: CatalogueLevel, id: &str) -> CatalogueEntry {
    let catalogue = PgCatalogue::new(world.pool.clone());
    let access = crate::reporting_seed::access(world);
    let ids = [id.to_owned(), "nobody".to_owned()];
    let entries = catalogue.entries(&access, level, &ids).await.unwrap();
    let [entry] = entries.try_into().unwrap();
    entry
}

fn former(entry: &CatalogueEntry) -> Vec<String> {
    let names = entry.former_names.iter();
    names
        .map(|it| format!("{} {}", it.name, it.until))
        .collect()
}

#[test]
fn names_are_the_latest_and_former_ones_have_their_dates() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let at = |day: u8| instant(&format!("2026-06-{day:02}T06:00:00Z"));
        let (one, two) = (["c1", "s1", "a1"], ["c1", "s1", "a2"]);
        let names = |campaign, ad| [Some(campaign), Some("Set"), Some(ad)];
        let rows = [
            ad("x", one, names("Spring", "Video")),
            ad("x", two, names("Spring", "Image")),
        ];
        tell(&world, &rows, at(1)).await;
        // Nothing is called otherwise by who has no name for it.
        tell(&world, &[ad("x", one, [None; 3])], at(2)).await;
        tell(&world, &[ad("x", one, names("Summer", "Video"))], at(3)).await;
        // The other ad brings the name later.
        tell(&world, &[ad("x", two, names("Summer", "Image 2"))], at(5)).await;
        tell(&world, &rows[..1], at(8)).await;

        let campaign = known(&world, CatalogueLevel::Campaign, "c1").await;
        assert_eq!(campaign.name.as_deref(), Some("Spring"));
        assert_eq!(former(&campaign), [format!("Summer {}", at(8))]);
        assert_eq!(
            (campaign.campaign.is_none(), campaign.updated_at),
            (true, at(8))
        );
        let set = known(&world, CatalogueLevel::AdSet, "s1").await;
        assert_eq!(former(&set), Vec::<String>::new());
        assert_eq!(set.campaign.unwrap().name.as_deref(), Some("Spring"));
        let image = known(&world, CatalogueLevel::Ad, "a2").await;
        assert_eq!(image.name.as_deref(), Some("Image 2"));
        assert_eq!(former(&image), [format!("Image {}", at(5))]);
        assert_eq!(image.ad_set.unwrap().id, "s1");
        assert_eq!(image.account_name.as_deref(), Some("Account x"));
    });
}

#[test]
fn an_id_of_two_accounts_is_that_of_the_first_and_others_see_nothing() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let at = instant("2026-06-01T00:00:00Z");
        let rows =
            ["y", "x"].map(|account| ad(account, ["c1", "", ""], [Some(account), None, None]));
        tell(&world, &rows, at).await;
        let campaign = known(&world, CatalogueLevel::Campaign, "c1").await;
        assert_eq!(
            (campaign.account_id.as_str(), campaign.name.as_deref()),
            ("x", Some("x"))
        );
        let others = crate::reporting_seed::access(&World::new().await);
        let catalogue = PgCatalogue::new(world.pool.clone());
        let ids = ["c1".to_owned()];
        let seen = catalogue
            .entries(&others, CatalogueLevel::Campaign, &ids)
            .await;
        assert_eq!(seen.unwrap(), []);
    });
}

fn shows(account: &str, ad: &str, (creative, name): (&str, Option<&str>)) -> AdCreative {
    AdCreative {
        platform: "meta".to_owned(),
        account_id: account.to_owned(),
        ad_id: ad.to_owned(),
        creative: Parent {
            id: creative.to_owned(),
            name: name.map(str::to_owned),
        },
    }
}

#[test]
fn ads_show_creatives_which_keep_their_names() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let at = |day: u8| instant(&format!("2026-06-{day:02}T06:00:00Z"));
        let rows = ["a1", "a2"].map(|id| ad("x", ["c1", "s1", id], [None; 3]));
        tell(&world, &rows, at(1)).await;
        let told = [
            (
                1,
                vec![
                    shows("x", "a1", ("film", Some("Film"))),
                    shows("x", "a2", ("still", None)),
                ],
            ),
            // Nobody says a name of the one, and the other shows something else by now.
            (
                2,
                vec![
                    shows("x", "a1", ("film", None)),
                    shows("x", "a2", ("film", None)),
                ],
            ),
            // An ad of the same number in another account is another one.
            (3, vec![shows("y", "a2", ("still", Some("Still")))]),
        ];
        for (day, rows) in told {
            let mut work = world.begin().await;
            let spend = work.spend();
            let told = spend.upsert_creatives(world.profile.id, &rows, at(day));
            let told = told.await;
            settle(work, told).await.unwrap();
        }
        let film = known(&world, CatalogueLevel::Creative, "film").await;
        assert_eq!(film.name.as_deref(), Some("Film"));
        assert_eq!((film.account_id.as_str(), film.updated_at), ("x", at(2)));
        assert_eq!(film.account_name.as_deref(), Some("Account x"));
        assert_eq!(
            (film.campaign, film.ad_set, film.creative),
            (None, None, None)
        );
        let still = known(&world, CatalogueLevel::Creative, "still").await;
        assert_eq!(still.name.as_deref(), Some("Still"));
        assert_eq!(still.account_id, "y");
        for id in ["a1", "a2"] {
            let shown = known(&world, CatalogueLevel::Ad, id).await.creative;
            assert_eq!(shown.map(|it| it.id).as_deref(), Some("film"), "{id}");
        }
        let campaign = known(&world, CatalogueLevel::Campaign, "c1").await;
        assert_eq!(campaign.creative, None);
    });
}
