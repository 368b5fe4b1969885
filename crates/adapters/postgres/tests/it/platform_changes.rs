//! A change is made at a platform at most once, whoever vanishes in the middle and whatever the platform answers.

use std::sync::Mutex;

use ad_changes::ports::{AccountPlace, AdExecutor};
use ad_changes::{
    Budget, Change, ExecutorFailure, FailureCode, Intent, IntentId, IntentState, ObjectId,
    ObjectKind, Order, RecommendationId, State, Status, Target, Value,
};
use application::settle;
use async_trait::async_trait;
use conversion_export::connections::token::TokenPorts;
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{AccessToken, Clock, ConnectionId, Exact, TimeZone};
use platform_changes::ChangePorts;
use platform_changes::carry_out::{CarryOutError, carry_out};
use platform_changes::resume::resume;
use platform_connections::{Account, AccountDraft, Connection, Grant, PlatformProvider, Tokens};

use crate::authorization::LastingTokens;
use crate::channel_rules_support::Dice;
use crate::world::{RUNTIME, World, new_id};

const MINUTE: i64 = 60 * MICROS_PER_SECOND;
const DAY: i64 = 24 * 60 * MINUTE;

/// What goes wrong with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trouble {
    None,
    /// It never arrives.
    Lost,
    /// The platform does it, and its answer never arrives.
    AnswerLost,
    Refused(FailureCode),
}

/// One campaign at a platform, with a budget of its own.
struct Platform {
    state: Mutex<State>,
    troubles: Mutex<Vec<Trouble>>,
    /// Changes that took effect, each with what it was made for.
    writes: Mutex<Vec<IntentId>>,
    reads: Mutex<usize>,
}

fn away() -> ExecutorFailure {
    ExecutorFailure::TryLater {
        why: "it did not answer".to_owned(),
        wait: None,
    }
}

impl Platform {
    fn trouble(&self) -> Trouble {
        self.troubles.lock().unwrap().pop().unwrap_or(Trouble::None)
    }

    fn set(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap());
    }
}

#[async_trait]
impl AdExecutor for Platform {
    async fn read(&self, place: &AccountPlace, _: &Target) -> Result<State, ExecutorFailure> {
        assert_eq!((place.access.reveal(), &*place.account_id), ("token", "77"));
        *self.reads.lock().unwrap() += 1;
        match self.trouble() {
            Trouble::None => Ok(*self.state.lock().unwrap()),
            Trouble::Lost | Trouble::AnswerLost => Err(away()),
            Trouble::Refused(code) => Err(ExecutorFailure::Refused {
                code,
                why: "no".to_owned(),
            }),
        }
    }

    async fn write(
        &self,
        _: &AccountPlace,
        _: &Target,
        change: Change,
        key: IntentId,
    ) -> Result<(), ExecutorFailure> {
        let trouble = self.trouble();
        match trouble {
            Trouble::Lost => return Err(away()),
            Trouble::Refused(code) => {
                let why = "no".to_owned();
                return Err(ExecutorFailure::Refused { code, why });
            }
            Trouble::None | Trouble::AnswerLost => {}
        }
        self.set(|state| match change {
            Change::Pause => state.status = Status::Paused,
            Change::DailyBudget(amount) => state.budget = Budget::Own(amount),
        });
        self.writes.lock().unwrap().push(key);
        if trouble == Trouble::AnswerLost {
            Err(away())
        } else {
            Ok(())
        }
    }
}

struct Shop {
    world: World,
    platform: Platform,
    connection: ConnectionId,
}

impl Shop {
    async fn new() -> Self {
        let world = World::new().await;
        let draft = AccountDraft {
            id: "77".to_owned(),
            name: None,
            currency: Some("EUR".to_owned()),
            timezone: None,
        };
        let account = Account::parse(&draft).unwrap();
        let (now, profile) = (world.clock.now(), world.profile.id);
        let connection = Connection::new(new_id(), (PlatformProvider::SearchAds, account), now);
        let grant = Grant {
            access: AccessToken::parse("token").unwrap(),
            refresh: None,
            lifetime: None,
        };
        let tokens = Tokens::obtained(grant, now);
        let mut work = world.begin().await;
        let written = async {
            work.connections().insert(profile, &connection).await?;
            let held = work.connection_tokens();
            held.put(profile, connection.id, &tokens).await
        };
        let written = written.await;
        settle(work, written).await.unwrap();
        let state = State {
            status: Status::Active,
            budget: Budget::Own(Exact::whole(20)),
        };
        Self {
            world,
            platform: Platform {
                state: Mutex::new(state),
                troubles: Mutex::default(),
                writes: Mutex::default(),
                reads: Mutex::default(),
            },
            connection: connection.id,
        }
    }

    fn order(&self, from: i64, to: i64) -> Order {
        let target = Target {
            connection_id: self.connection,
            kind: ObjectKind::Campaign,
            id: ObjectId::parse("5").unwrap(),
        };
        let [from, to] = [from, to].map(Exact::whole);
        Order::new(target, Change::DailyBudget(to), Value::DailyBudget(from)).unwrap()
    }

    async fn carry_out(
        &self,
        recommendation: RecommendationId,
        order: Order,
        is_allowed: bool,
    ) -> Result<Intent, CarryOutError> {
        let of = (self.world.profile.id, recommendation);
        let ports = self.ports();
        carry_out(ports, &self.world.context(), of, order, is_allowed).await
    }

    fn ports(&self) -> ChangePorts<'_> {
        ChangePorts {
            tokens: TokenPorts {
                units: &*self.world.units,
                authorization: &LastingTokens,
            },
            social: &self.platform,
            search: &self.platform,
        }
    }

    /// Takes up what is due; how much was.
    async fn resume(&self) -> usize {
        let mut work = self.world.begin().await;
        let due = work.ad_changes().due(self.world.clock.now(), 1_000).await;
        let due = settle(work, due).await.unwrap();
        let own: Vec<_> = due
            .into_iter()
            .filter(|(profile, _)| *profile == self.world.profile.id)
            .collect();
        for place in &own {
            let ports = self.ports();
            resume(ports, &self.world.context(), *place).await.unwrap();
        }
        own.len()
    }

    /// How each change stands, the oldest first.
    async fn stand(&self) -> Vec<String> {
        let statement = "SELECT concat_ws(' ', status, failure) AS line FROM platform_writes \
             WHERE profile_id = $1 ORDER BY intended_at, id";
        self.world.lines(statement).await
    }

    fn troubles(&self, troubles: &[Trouble]) {
        *self.platform.troubles.lock().unwrap() = troubles.iter().rev().copied().collect();
    }

    fn writes(&self) -> usize {
        self.platform.writes.lock().unwrap().len()
    }
}

#[test]
fn nothing_is_asked_and_nothing_kept_while_it_is_not_allowed() {
    RUNTIME.block_on(async {
        let shop = Shop::new().await;
        let refused = shop.carry_out(new_id(), shop.order(20, 14), false).await;
        assert!(matches!(refused, Err(CarryOutError::Off)), "{refused:?}");
        assert_eq!(shop.stand().await, [""; 0]);
        assert_eq!(*shop.platform.reads.lock().unwrap(), 0);
    });
}

#[test]
fn a_change_is_made_once_however_often_it_is_asked_for() {
    RUNTIME.block_on(async {
        let shop = Shop::new().await;
        let recommendation = new_id();
        let first = shop
            .carry_out(recommendation, shop.order(20, 14), true)
            .await;
        let again = shop
            .carry_out(recommendation, shop.order(20, 14), true)
            .await;
        assert_eq!(first.unwrap(), again.unwrap());
        assert_eq!(
            (shop.writes(), shop.stand().await),
            (1, vec!["applied".to_owned()])
        );
        // The same thing is not changed twice in a week.
        let second = shop.carry_out(new_id(), shop.order(14, 10), true).await;
        assert!(matches!(second, Err(CarryOutError::InTheWay)), "{second:?}");
        shop.world.clock.advance_micros(7 * DAY);
        shop.carry_out(new_id(), shop.order(14, 10), true)
            .await
            .unwrap();
        assert_eq!(shop.writes(), 2);
    });
}

#[test]
fn of_two_at_once_one_makes_it() {
    RUNTIME.block_on(async {
        let shop = Shop::new().await;
        let recommendation = new_id();
        let all = (0..8).map(|_| shop.carry_out(recommendation, shop.order(20, 14), true));
        let mut all: Vec<_> = all.map(Box::pin).collect();
        // All of them begin before one ends.
        let ended = std::future::poll_fn(|context| {
            all.retain_mut(|one| one.as_mut().poll(context).is_pending());
            if all.is_empty() {
                std::task::Poll::Ready(())
            } else {
                std::task::Poll::Pending
            }
        });
        ended.await;
        assert_eq!(
            (shop.writes(), shop.stand().await),
            (1, vec!["applied".to_owned()])
        );
    });
}

#[test]
fn an_answer_that_was_lost_is_found_out_and_not_written_twice() {
    RUNTIME.block_on(async {
        let shop = Shop::new().await;
        shop.troubles(&[Trouble::None, Trouble::AnswerLost]);
        let intent = shop
            .carry_out(new_id(), shop.order(20, 14), true)
            .await
            .unwrap();
        assert_eq!(intent.state.as_str(), "intended");
        assert_eq!(
            (shop.writes(), shop.resume().await),
            (1, 0),
            "it waits for a minute"
        );
        shop.world.clock.advance_micros(MINUTE);
        assert_eq!(shop.resume().await, 1);
        assert_eq!(
            (shop.writes(), shop.stand().await),
            (1, vec!["applied".to_owned()])
        );
    });
}

#[test]
fn a_lost_answer_stays_in_the_way_while_the_platform_does_not_say_what_it_did() {
    RUNTIME.block_on(async {
        let shop = Shop::new().await;
        let recommendation = new_id();
        shop.troubles(&[Trouble::None, Trouble::AnswerLost]);
        shop.carry_out(recommendation, shop.order(20, 14), true)
            .await
            .unwrap();
        // Somebody sets it back, and whoever asked for the change asks again: it would be changed a second time.
        shop.platform
            .set(|state| state.budget = Budget::Own(Exact::whole(20)));
        shop.world.clock.advance_micros(MINUTE);
        shop.troubles(&[Trouble::Refused(FailureCode::PlatformRefused)]);
        assert_eq!(shop.resume().await, 1);
        let again = shop
            .carry_out(recommendation, shop.order(20, 14), true)
            .await
            .unwrap();
        assert_eq!((shop.writes(), again.state.as_str()), (1, "intended"));
        // A month later it is nobody's business any more.
        shop.world.clock.advance_micros(31 * DAY);
        shop.troubles(&[Trouble::Refused(FailureCode::PlatformRefused)]);
        shop.resume().await;
        assert_eq!(shop.stand().await, ["failed platform_refused"]);
        assert_eq!(shop.writes(), 1);
    });
}

#[test]
fn a_refused_token_asks_for_a_reconnect() {
    RUNTIME.block_on(async {
        let shop = Shop::new().await;
        shop.troubles(&[Trouble::Refused(FailureCode::ConnectionRevoked)]);
        shop.carry_out(new_id(), shop.order(20, 14), true)
            .await
            .unwrap();
        let states = "SELECT concat_ws(' ', status, reason) AS line FROM connections \
             WHERE profile_id = $1";
        assert_eq!(
            shop.world.lines(states).await,
            ["reconnect_required token_expired"]
        );
        // What is not connected is not asked.
        shop.carry_out(new_id(), shop.order(20, 14), true)
            .await
            .unwrap();
        assert_eq!(*shop.platform.reads.lock().unwrap(), 1);
        assert_eq!(
            shop.stand().await,
            ["failed connection_revoked", "failed connection_revoked"]
        );
    });
}

#[test]
fn whoever_vanished_between_keeping_and_asking_is_followed_by_another() {
    RUNTIME.block_on(async {
        let shop = Shop::new().await;
        let ids = (new_id(), new_id());
        let by = (new_id(), shop.world.clock.now());
        let intent = Intent::begun(ids, shop.order(20, 14), &TimeZone::utc(), by);
        let mut work = shop.world.begin().await;
        let kept = work
            .ad_changes()
            .insert(shop.world.profile.id, &intent)
            .await;
        assert!(settle(work, kept).await.unwrap());
        assert_eq!(shop.resume().await, 0, "it may still be at it");
        shop.world.clock.advance_micros(5 * MINUTE);
        assert_eq!(shop.resume().await, 1);
        assert_eq!(
            (shop.writes(), shop.stand().await),
            (1, vec!["applied".to_owned()])
        );
        assert_eq!(shop.resume().await, 0);
    });
}

#[test]
fn what_somebody_else_changed_meanwhile_is_left_alone() {
    RUNTIME.block_on(async {
        let shop = Shop::new().await;
        shop.platform
            .set(|state| state.budget = Budget::Own(Exact::whole(30)));
        let failed = shop
            .carry_out(new_id(), shop.order(20, 14), true)
            .await
            .unwrap();
        let at = shop.world.clock.now();
        let code = FailureCode::PreconditionChanged;
        assert_eq!(failed.state, IntentState::Failed { at, code });
        assert_eq!(shop.writes(), 0);
        // What failed is in nobody's way.
        shop.carry_out(new_id(), shop.order(30, 14), true)
            .await
            .unwrap();
        let stand = shop.stand().await;
        assert_eq!(stand, ["failed precondition_changed", "applied"]);
    });
}

#[test]
fn whatever_happens_in_between_nothing_is_written_twice() {
    RUNTIME.block_on(async {
        let shop = Shop::new().await;
        let mut dice = Dice::new(21);
        for round in 0..200 {
            // A week of its own for each, and what it is decided upon.
            shop.world.clock.advance_micros(7 * DAY);
            shop.platform
                .set(|state| state.budget = Budget::Own(Exact::whole(20)));
            let (recommendation, before) = (new_id(), shop.writes());
            let order = || shop.order(20, 14);
            for _ in 0..=dice.roll(5) {
                let trouble = |dice: &mut Dice| match dice.roll(6) {
                    0 => Trouble::Lost,
                    1 => Trouble::AnswerLost,
                    2 if dice.roll(3) == 0 => Trouble::Refused(FailureCode::BudgetTooSmall),
                    _ => Trouble::None,
                };
                let troubles = [trouble(&mut dice), trouble(&mut dice)];
                shop.troubles(&troubles);
                match dice.roll(4) {
                    0 => shop
                        .platform
                        .set(|state| state.budget = Budget::Own(Exact::whole(17))),
                    1 => {
                        shop.world.clock.advance_micros(MINUTE * 70);
                        shop.resume().await;
                    }
                    _ => {
                        // A refusal frees the way for another try, which is another change.
                        let _ = shop.carry_out(recommendation, order(), true).await.unwrap();
                    }
                }
            }
            shop.troubles(&[]);
            for _ in 0..20 {
                shop.world.clock.advance_micros(DAY / 4);
                shop.resume().await;
            }
            let stand = shop.stand().await;
            assert!(
                stand.iter().all(|it| it != "intended"),
                "{round}: {stand:?}"
            );
            assert!(shop.writes() <= before + 1, "{round}: {stand:?}");
        }
        // Some were made, and some were not.
        assert!((50..200).contains(&shop.writes()), "{}", shop.writes());
    });
}
