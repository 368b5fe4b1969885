//! Accounts of the built-in identity provider: who has one, who signs in, and how often somebody may try.

use std::collections::BTreeMap;
use std::sync::Mutex;

use access_control::users::password::{HashingFailed, MockPasswordHasher, PasswordHash};
use access_control::users::user::MockUserStore;
use access_control::users::{
    AttemptLimiter, Attempts, BUILT_IN_ISSUER, EmailAddress, FailedTries, Password, PersonName,
    SignInGuard, User,
};
use async_trait::async_trait;
use kernel::{StoreError, UserId, WebSessionId};
use uuid::Uuid;

use crate::users::change_password::{ChangePassword, change_password};
use crate::users::create::{create, reset_password};
use crate::users::sign_in::sign_in;
use crate::users::sign_up::sign_up;
use crate::users::{AccountError, Accounts, Origin, failed_tries, forget_failed_tries};
use application::mocks::given::{noon, outside, user};

const RIGHT: &str = "correct horse battery";
const BROWSER: [u8; 32] = [9; 32];

/// Tries that were taken, by kind of bucket; buckets of one kind are empty from the start.
#[derive(Default)]
pub(super) struct Tries {
    taken: Mutex<BTreeMap<String, u32>>,
    empty: Option<&'static str>,
}

fn kind(bucket: &str) -> String {
    bucket.split(':').next().unwrap().to_owned()
}

impl Tries {
    pub(super) fn with_empty(kind: &'static str) -> Self {
        Self {
            empty: Some(kind),
            ..Self::default()
        }
    }

    /// What was taken and not given back.
    pub(super) fn left(&self) -> BTreeMap<String, u32> {
        let mut taken = self.taken.lock().unwrap().clone();
        taken.retain(|_, count| *count > 0);
        taken
    }
}

#[async_trait]
impl AttemptLimiter for Tries {
    async fn take(&self, bucket: &str, _: Attempts) -> Result<Option<i64>, StoreError> {
        if self.empty.is_some_and(|empty| kind(bucket) == empty) {
            return Ok(Some(7));
        }
        *self.taken.lock().unwrap().entry(kind(bucket)).or_default() += 1;
        Ok(None)
    }

    async fn give_back(&self, bucket: &str, _: Attempts) -> Result<(), StoreError> {
        *self.taken.lock().unwrap().get_mut(&kind(bucket)).unwrap() -= 1;
        Ok(())
    }
}

/// One browser is known, and failures are counted.
#[derive(Default)]
pub(super) struct Guard(Mutex<i64>);

#[async_trait]
impl SignInGuard for Guard {
    async fn knows(&self, browser: &[u8; 32], _: &EmailAddress) -> Result<bool, StoreError> {
        Ok(*browser == BROWSER)
    }

    async fn remember(
        &self,
        _: &[u8; 32],
        _: Option<[u8; 32]>,
        _: UserId,
    ) -> Result<(), StoreError> {
        Err(StoreError::inconsistent("no use case remembers browsers"))
    }

    async fn count_failure(&self, account: &str) -> Result<(), StoreError> {
        assert!(!account.contains("ada"), "{account}");
        *self.0.lock().unwrap() += 1;
        Ok(())
    }

    async fn failures(&self, _: &str) -> Result<Option<FailedTries>, StoreError> {
        let tries = *self.0.lock().unwrap();
        Ok((tries > 0).then(|| FailedTries {
            tries,
            first_at: noon(),
            last_at: noon(),
        }))
    }

    async fn forget_failures(&self, _: &str) -> Result<(), StoreError> {
        *self.0.lock().unwrap() = 0;
        Ok(())
    }
}

/// What the use cases are given.
#[derive(Default)]
pub(super) struct Office {
    pub(super) users: MockUserStore,
    pub(super) passwords: MockPasswordHasher,
    pub(super) tries: Tries,
    pub(super) guard: Guard,
}

impl Office {
    pub(super) fn accounts(&self) -> Accounts<'_> {
        Accounts {
            users: &self.users,
            passwords: &self.passwords,
            attempts: &self.tries,
            guard: &self.guard,
        }
    }

    /// Ada has an account, whose password is the right one.
    fn of_ada(tries: Tries) -> Self {
        let mut office = Self {
            tries,
            ..Self::default()
        };
        office
            .users
            .expect_find_by_email()
            .returning(|issuer, email| {
                let is_ada = issuer == BUILT_IN_ISSUER && *email == ada();
                let found = is_ada.then(|| (person(), Some(PasswordHash("hash".to_owned()))));
                Ok(found)
            });
        office
            .passwords
            .expect_verify()
            .returning(|password, hash| Ok(password.reveal() == RIGHT && hash.is_some()));
        office
    }

    /// New passwords are hashed.
    fn hashing(mut self) -> Self {
        self.passwords
            .expect_hash()
            .times(1)
            .returning(|password| Ok(PasswordHash(format!("hash of {}", password.reveal()))));
        self
    }
}

fn ada() -> EmailAddress {
    EmailAddress::parse("ada@mail.example").unwrap()
}

pub(super) fn person() -> User {
    User {
        id: user(1),
        issuer: BUILT_IN_ISSUER.to_owned(),
        subject: "1".to_owned(),
        name: "Ada".to_owned(),
        email: Some(ada()),
        is_vouched: false,
        created_at: noon(),
    }
}

fn password(text: &str) -> Password {
    Password::parse(text).unwrap()
}

const STRANGE: Origin<'_> = Origin {
    sender: "192.0.2.0/24",
    browser: None,
};

const KNOWN: Origin<'_> = Origin {
    sender: "192.0.2.0/24",
    browser: Some(&BROWSER),
};

#[tokio::test]
async fn whoever_knows_the_password_has_tried_nothing() {
    for origin in [STRANGE, KNOWN] {
        let office = Office::of_ada(Tries::default());
        let found = sign_in(&office.accounts(), &ada(), password(RIGHT), origin).await;
        assert_eq!(found.unwrap(), Some(person()));
        assert_eq!(office.tries.left(), BTreeMap::new());
    }
}

#[tokio::test]
async fn a_wrong_password_and_a_strange_address_are_the_same_to_whoever_tries() {
    let nobody = EmailAddress::parse("bea@mail.example").unwrap();
    for (email, tried) in [(ada(), "wrong horse battery"), (nobody, RIGHT)] {
        let office = Office::of_ada(Tries::default());
        let accounts = office.accounts();
        let found = sign_in(&accounts, &email, password(tried), STRANGE).await;
        assert_eq!(found.unwrap(), None);
        let kept = office.tries.left();
        assert_eq!(kept.get("sign_in"), Some(&1));
        assert_eq!(kept.get("sign_in_account"), Some(&1));
        assert_eq!(kept.len(), 2 + Attempts::ACCOUNT_AND_SENDER.len());
        let failures = failed_tries(&accounts, &email).await.unwrap();
        assert_eq!(failures.map(|failures| failures.tries), Some(1));
        forget_failed_tries(&accounts, &email).await.unwrap();
        assert_eq!(failed_tries(&accounts, &email).await.unwrap(), None);
    }
}

#[tokio::test]
async fn what_others_try_makes_nobody_wait_in_a_browser_that_is_known() {
    let office = Office::of_ada(Tries::with_empty("sign_in_account"));
    let accounts = office.accounts();
    let refused = sign_in(&accounts, &ada(), password(RIGHT), STRANGE).await;
    assert!(matches!(refused, Err(AccountError::TooMany(7))));
    // The try that the sender's bucket had given is given back.
    assert_eq!(office.tries.left(), BTreeMap::new());
    let found = sign_in(&accounts, &ada(), password(RIGHT), KNOWN).await;
    assert_eq!(found.unwrap(), Some(person()));
    // There, a wrong password is nobody else's doing.
    let found = sign_in(&accounts, &ada(), password("wrong horse battery"), KNOWN).await;
    assert_eq!(found.unwrap(), None);
    assert_eq!(failed_tries(&accounts, &ada()).await.unwrap(), None);
    assert_eq!(office.tries.left().get("sign_in_browser"), Some(&1));
    // One whose own tries are used up is judged like any other.
    let office = Office::of_ada(Tries::with_empty("sign_in_browser"));
    let wrong = password("wrong horse battery");
    let found = sign_in(&office.accounts(), &ada(), wrong, KNOWN).await;
    assert_eq!(found.unwrap(), None);
    assert_eq!(office.tries.left().get("sign_in_account"), Some(&1));
}

fn name() -> PersonName {
    PersonName::parse("Ada").unwrap()
}

#[tokio::test]
async fn somebody_who_signs_up_is_not_vouched_for_and_whom_the_operator_makes_is() {
    let outside = outside();
    for by_operator in [false, true] {
        let mut office = Office::default().hashing();
        office
            .users
            .expect_insert()
            .times(1)
            .withf(move |user, hash| {
                let hash = hash.as_ref().map(|hash| hash.0.as_str());
                user.issuer == BUILT_IN_ISSUER
                    && user.is_vouched == by_operator
                    && user.subject == user.id.to_string()
                    && hash == Some("hash of correct horse battery")
            })
            .returning(|_, _| Ok(true));
        let (accounts, context) = (office.accounts(), outside.context());
        let (who, secret) = ((name(), ada()), password(RIGHT));
        let made = if by_operator {
            create(&accounts, &context, who, secret).await
        } else {
            sign_up(&accounts, &context, who, secret, "192.0.2.0/24").await
        };
        let made = made.unwrap().unwrap();
        assert_eq!((made.name.as_str(), made.email), ("Ada", Some(ada())));
        // Signing up costs a try of the sender's, whatever comes of it.
        let costs = u32::from(!by_operator);
        assert_eq!(office.tries.left().values().sum::<u32>(), costs);
    }
}

#[tokio::test]
async fn nobody_signs_up_with_anothers_address_or_too_often() {
    let outside = outside();
    let mut office = Office::default().hashing();
    office.users.expect_insert().returning(|_, _| Ok(false));
    let (context, who) = (outside.context(), || (name(), ada()));
    let made = sign_up(&office.accounts(), &context, who(), password(RIGHT), "s").await;
    assert_eq!(made.unwrap(), None);
    let office = Office {
        tries: Tries::with_empty("sign_up"),
        ..Office::default()
    };
    let made = sign_up(&office.accounts(), &context, who(), password(RIGHT), "s").await;
    assert!(matches!(made, Err(AccountError::TooMany(7))));
    let mut office = Office::default();
    office
        .passwords
        .expect_hash()
        .returning(|_| Err(HashingFailed));
    let made = create(&office.accounts(), &context, who(), password(RIGHT)).await;
    assert!(matches!(made, Err(AccountError::Hashing(HashingFailed))));
}

fn session() -> WebSessionId {
    Uuid::from_u128(0x5e).into()
}

/// A new password is kept, and one browser stays signed in or none.
fn expect_set(office: &mut Office, kept: Option<WebSessionId>) {
    office
        .users
        .expect_set_password()
        .times(1)
        .withf(move |id, hash, keep, at| {
            *id == user(1)
                && hash.0 == "hash of another horse battery"
                && *keep == kept
                && *at == noon()
        })
        .returning(|_, _, _, _| Ok(()));
}

#[tokio::test]
async fn a_changed_password_signs_every_other_browser_out() {
    let outside = outside();
    let command = |current: &str| ChangePassword {
        email: ada(),
        current: password(current),
        new: password("another horse battery"),
        keep: session(),
    };
    let mut office = Office::of_ada(Tries::default()).hashing();
    expect_set(&mut office, Some(session()));
    let context = outside.context();
    let accounts = office.accounts();
    let changed = change_password(&accounts, &context, command(RIGHT), KNOWN).await;
    assert!(changed.unwrap());
    let office = Office::of_ada(Tries::default());
    let wrong = command("wrong horse battery");
    let changed = change_password(&office.accounts(), &context, wrong, KNOWN).await;
    assert!(!changed.unwrap());
    let office = Office::of_ada(Tries::with_empty("sign_in"));
    let accounts = office.accounts();
    let refused = change_password(&accounts, &context, command(RIGHT), STRANGE).await;
    assert!(matches!(refused, Err(AccountError::TooMany(7))));
}

#[tokio::test]
async fn a_reset_password_signs_every_browser_out() {
    let outside = outside();
    let mut office = Office::of_ada(Tries::default()).hashing();
    expect_set(&mut office, None);
    let (context, new) = (outside.context(), || password("another horse battery"));
    let reset = reset_password(&office.accounts(), &context, &ada(), new()).await;
    assert_eq!(reset.unwrap(), Some(person()));
    let office = Office::of_ada(Tries::default());
    let nobody = EmailAddress::parse("bea@mail.example").unwrap();
    let reset = reset_password(&office.accounts(), &context, &nobody, new()).await;
    assert_eq!(reset.unwrap(), None);
}
