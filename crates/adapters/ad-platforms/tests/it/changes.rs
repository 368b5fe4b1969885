//! What can be changed is read and changed as both platforms have it, once, and nothing of another account.

use ad_changes::ports::{AccountPlace, AdExecutor};
use ad_changes::{
    Budget, Change, ExecutorFailure, FailureCode, ObjectId, ObjectKind, State, Status, Target, Uuid,
};
use kernel::{AccessToken, Currency, Exact};
use testkit::fake_platform::{ChangeTrouble, FakeChanges, FakeObject};
use tributary_ad_platforms::{PlatformSettings, SearchAdsChanges, SocialAdsChanges};

/// A stand-in with a campaign, an ad set and an ad, and the way to it.
struct Place {
    platform: FakeChanges,
    executor: Box<dyn AdExecutor>,
    account: AccountPlace,
}

const KINDS: [(&str, &str); 3] = [("1", "campaign"), ("2", "ad_set"), ("3", "ad")];

impl Place {
    fn with(is_google: bool, currency: &str) -> Self {
        let platform = FakeChanges::start().unwrap();
        let settings = PlatformSettings {
            base_url: platform.url(),
            extra_root_ca: None,
        };
        let executor: Box<dyn AdExecutor> = if is_google {
            Box::new(SearchAdsChanges::new(&settings, "v26", Some("dev".to_owned())).unwrap())
        } else {
            Box::new(SocialAdsChanges::new(&settings, "v25.0", Some("secret")).unwrap())
        };
        for (id, kind) in KINDS {
            let status = if is_google { "ENABLED" } else { "ACTIVE" };
            let budget = if is_google { 20_000_000 } else { 2_000 };
            let object = FakeObject {
                account: "1001".to_owned(),
                kind,
                status: status.to_owned(),
                budget: (kind == "campaign").then_some(budget),
                sharers: 1,
            };
            platform.has(id, object);
        }
        Self {
            platform,
            executor,
            account: AccountPlace {
                access: AccessToken::parse("token").unwrap(),
                account_id: "1001".to_owned(),
                currency: Currency::parse(currency),
            },
        }
    }

    async fn read(&self, kind: ObjectKind) -> Result<State, ExecutorFailure> {
        self.executor.read(&self.account, &target(kind)).await
    }

    async fn write(&self, kind: ObjectKind, change: Change) -> Result<(), ExecutorFailure> {
        let key = Uuid::nil().into();
        self.executor
            .write(&self.account, &target(kind), change, key)
            .await
    }

    fn set(&self, id: &str, change: impl FnOnce(&mut FakeObject)) {
        let mut object = self.platform.object(id).unwrap();
        change(&mut object);
        self.platform.has(id, object);
    }
}

fn target(kind: ObjectKind) -> Target {
    let (id, _) = KINDS
        .into_iter()
        .find(|(_, word)| *word == kind.as_str())
        .unwrap();
    Target {
        connection_id: Uuid::nil().into(),
        kind,
        id: ObjectId::parse(id).unwrap(),
    }
}

fn places() -> [Place; 2] {
    [Place::with(true, "EUR"), Place::with(false, "EUR")]
}

fn amount(text: &str) -> Exact {
    text.parse().unwrap()
}

fn code(failure: Result<(), ExecutorFailure>) -> FailureCode {
    match failure {
        Err(ExecutorFailure::Refused { code, .. }) => code,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn whatever_is_shown_can_be_paused() {
    for place in places() {
        for kind in ObjectKind::ALL {
            assert_eq!(place.read(kind).await.unwrap().status, Status::Active);
            place.write(kind, Change::Pause).await.unwrap();
            assert_eq!(place.read(kind).await.unwrap().status, Status::Paused);
        }
        assert_eq!(place.platform.writes(), 3);
    }
}

#[tokio::test]
async fn budgets_are_read_and_set_to_the_last_part_of_their_currency() {
    let campaign = ObjectKind::Campaign;
    for (is_google, currency, before, to, counted) in [
        (true, "EUR", "20", "14.37", 14_370_000),
        (false, "EUR", "20", "14.37", 1_437),
        // The platform counts whole pesos, and hundredths of a dinar that has thousandths.
        (false, "CLP", "2000", "1437", 1_437),
        (false, "KWD", "20", "14.37", 1_437),
    ] {
        let place = Place::with(is_google, currency);
        let own = Budget::Own(amount(before));
        assert_eq!(
            place.read(campaign).await.unwrap().budget,
            own,
            "{currency}"
        );
        let change = Change::DailyBudget(amount(to));
        place.write(campaign, change).await.unwrap();
        assert_eq!(place.platform.object("1").unwrap().budget, Some(counted));
        let own = Budget::Own(amount(to));
        assert_eq!(
            place.read(campaign).await.unwrap().budget,
            own,
            "{currency}"
        );
    }
}

#[tokio::test]
async fn a_budget_that_is_no_good_is_refused_and_stays() {
    let budget = |text: &str| Change::DailyBudget(amount(text));
    for place in places() {
        let before = place.platform.object("1");
        let campaign = ObjectKind::Campaign;
        let small = place.write(campaign, budget("0.01")).await;
        assert_eq!(code(small), FailureCode::BudgetTooSmall);
        for (kind, text) in [
            (campaign, "14.3700001"),
            (campaign, "14.375"),
            // Its budget is the campaign's.
            (ObjectKind::AdSet, "14"),
        ] {
            let refused = place.write(kind, budget(text)).await;
            assert_eq!(code(refused), FailureCode::PlatformRefused, "{text}");
        }
        assert_eq!(place.platform.object("1"), before);
        assert_eq!(place.platform.writes(), 0);
    }
    let google = Place::with(true, "EUR");
    let large = google.write(ObjectKind::Campaign, budget("1000000")).await;
    assert_eq!(code(large), FailureCode::BudgetTooLarge);
    google.set("1", |object| object.sharers = 2);
    let shared = Budget::Shared(amount("20"));
    assert_eq!(
        google.read(ObjectKind::Campaign).await.unwrap().budget,
        shared
    );
    let others = google.write(ObjectKind::Campaign, budget("14")).await;
    assert_eq!(code(others), FailureCode::PlatformRefused);
    assert_eq!(google.platform.writes(), 0);
}

#[tokio::test]
async fn what_is_another_accounts_or_of_another_kind_is_left_alone() {
    for place in places() {
        place.set("1", |object| object.account = "1002".to_owned());
        place.set("2", |object| object.kind = "ad");
        for kind in [ObjectKind::Campaign, ObjectKind::AdSet] {
            assert!(place.read(kind).await.is_err());
            let refused = place.write(kind, Change::Pause).await;
            assert_eq!(code(refused), FailureCode::PlatformRefused);
        }
        assert_eq!(place.platform.writes(), 0);
    }
}

#[tokio::test]
async fn a_platform_that_does_not_answer_may_have_done_it() {
    for place in places() {
        let later = |failed: Result<(), ExecutorFailure>| {
            matches!(failed, Err(ExecutorFailure::TryLater { .. }))
        };
        place.platform.misbehave([ChangeTrouble::WrongInStream]);
        let read = place.read(ObjectKind::Ad).await.map(drop);
        assert!(later(read), "nothing was found, which says nothing");
        for trouble in [ChangeTrouble::Failing, ChangeTrouble::Throttled] {
            place.platform.misbehave([ChangeTrouble::None, trouble]);
            assert!(
                later(place.write(ObjectKind::Ad, Change::Pause).await),
                "{trouble:?}"
            );
        }
        assert_eq!(place.platform.writes(), 0);
        place
            .platform
            .misbehave([ChangeTrouble::None, ChangeTrouble::CutAfter]);
        assert!(later(place.write(ObjectKind::Ad, Change::Pause).await));
        assert_eq!(place.platform.writes(), 1);
        assert_eq!(
            place.read(ObjectKind::Ad).await.unwrap().status,
            Status::Paused
        );
        place.platform.misbehave([ChangeTrouble::TokenRefused]);
        let refused = place.write(ObjectKind::Ad, Change::Pause).await;
        assert_eq!(code(refused), FailureCode::ConnectionRevoked);
    }
}
