//! Who waits when somebody guesses a password.

use access_control::users::password::HashingFailed;
use access_control::users::{
    BUILT_IN_ISSUER, EmailAddress, Password, PasswordHash, PasswordHasher, SignInGuard, User,
    UserStore,
};
use accounts::users::sign_in::sign_in;
use accounts::users::{AccountError, Accounts, Origin, failed_tries, forget_failed_tries};
use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::BigInt;
use diesel_async::RunQueryDsl;
use kernel::{Timestamp, UserId};
use testkit::TestDatabase;
use tributary_postgres::{PgAttempts, PgPool, PgSignInGuard, PgUsers};
use uuid::Uuid;

use crate::world::RUNTIME;

const SECOND: i64 = 1_000_000;
const RIGHT: &str = "the right password";
const BROWSER: [u8; 32] = [7; 32];

/// Hashes nothing: how passwords are hashed is not asked here.
struct Plain;

#[async_trait]
impl PasswordHasher for Plain {
    async fn hash(&self, password: Password) -> Result<PasswordHash, HashingFailed> {
        Ok(PasswordHash(password.reveal().to_owned()))
    }

    async fn verify(
        &self,
        password: Password,
        hash: Option<PasswordHash>,
    ) -> Result<bool, HashingFailed> {
        Ok(hash.is_some_and(|hash| hash.0 == password.reveal()))
    }
}

/// A database of its own, in which the test makes time pass.
struct ChannelConfiguration {
    _database: TestDatabase,
    pool: PgPool,
    users: PgUsers,
    attempts: PgAttempts,
    guard: PgSignInGuard,
    user: UserId,
    email: EmailAddress,
    passed: i64,
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

impl ChannelConfiguration {
    async fn new() -> Self {
        let database = TestDatabase::create();
        let pool = PgPool::new(database.url(), 4).unwrap();
        let users = PgUsers::new(pool.clone());
        let user = User {
            id: Uuid::from_u128(1).into(),
            issuer: BUILT_IN_ISSUER.to_owned(),
            subject: "ada".to_owned(),
            name: "Ada".to_owned(),
            email: EmailAddress::parse("ada@people.example"),
            is_vouched: true,
            created_at: Timestamp::from_micros(0),
        };
        let hash = PasswordHash(RIGHT.to_owned());
        assert!(users.insert(&user, Some(hash)).await.unwrap());
        Self {
            users,
            attempts: PgAttempts::new(pool.clone()),
            guard: PgSignInGuard::new(pool.clone()),
            user: user.id,
            email: user.email.unwrap(),
            passed: 0,
            pool,
            _database: database,
        }
    }

    fn accounts(&self) -> Accounts<'_> {
        Accounts {
            users: &self.users,
            passwords: &Plain,
            attempts: &self.attempts,
            guard: &self.guard,
        }
    }

    /// Whether the password was right, or how long to wait.
    async fn try_in(
        &self,
        sender: &str,
        browser: Option<&[u8; 32]>,
        password: &str,
    ) -> Result<bool, i64> {
        let password = Password::parse(password).unwrap();
        let origin = Origin { sender, browser };
        match sign_in(&self.accounts(), &self.email, password, origin).await {
            Ok(user) => Ok(user.is_some()),
            Err(AccountError::TooMany(wait)) => Err(wait),
            Err(error) => panic!("{error}"),
        }
    }

    /// So much later.
    async fn pass(&mut self, micros: i64) {
        self.passed += micros;
        self.ask(&format!(
            "WITH moved AS (UPDATE rate_buckets SET full_at = full_at - {micros} RETURNING 1)
             SELECT count(*) AS number FROM moved"
        ))
        .await;
    }

    /// Microseconds since 1970, and what was made to pass.
    async fn now(&self) -> i64 {
        let now = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS number";
        self.ask(now).await + self.passed
    }

    async fn ask(&self, sql: &str) -> i64 {
        let mut connection = self.pool.connection().await.unwrap();
        let found: Number = diesel::sql_query(sql)
            .get_result(&mut connection)
            .await
            .unwrap();
        found.number
    }
}

#[test]
fn pauses_of_one_sender_at_one_account_grow() {
    RUNTIME.block_on(async {
        let mut configuration = ChannelConfiguration::new().await;
        let began = configuration.now().await;
        for number in 1..=44_i64 {
            while let Err(wait) = configuration
                .try_in("sender", None, "a wrong password")
                .await
            {
                assert!(number > 20, "{number} waits {wait}");
                configuration.pass(wait).await;
            }
            let since = configuration.now().await - began;
            for (free, seconds) in [(20, 60), (30, 300), (40, 900)] {
                assert!(
                    since >= (number - free) * seconds * SECOND,
                    "{number}: {since}"
                );
            }
        }
        // The right one waits as well, in a browser that nobody knows.
        assert!(configuration.try_in("sender", None, RIGHT).await.is_err());
        // Another sender has no part in it.
        assert_eq!(configuration.try_in("other", None, RIGHT).await, Ok(true));
    });
}

#[test]
fn guesses_from_everywhere_make_no_known_browser_wait_and_nobody_long() {
    RUNTIME.block_on(async {
        let configuration = ChannelConfiguration::new().await;
        configuration
            .guard
            .remember(&BROWSER, None, configuration.user)
            .await
            .unwrap();
        let mut refused = 0;
        for number in 0..60 {
            let sender = format!("sender {number}");
            if let Err(wait) = configuration
                .try_in(&sender, None, "a wrong password")
                .await
            {
                assert!(wait <= 30 * SECOND, "{wait}");
                refused += 1;
            }
        }
        let counted = failed_tries(&configuration.accounts(), &configuration.email)
            .await
            .unwrap();
        let counted = counted.unwrap();
        assert_eq!((counted.tries, refused > 0), (60 - refused, true));
        // What is typed wrong here is nobody else's doing, and takes nothing from the account's bucket.
        for _ in 0..25 {
            let typed = configuration
                .try_in("sender 1", Some(&BROWSER), "mistyped password")
                .await;
            assert_eq!(typed, Ok(false));
        }
        assert_eq!(
            configuration
                .try_in("sender 1", Some(&BROWSER), RIGHT)
                .await,
            Ok(true)
        );
        let after = failed_tries(&configuration.accounts(), &configuration.email)
            .await
            .unwrap();
        assert_eq!(after, Some(counted));
        forget_failed_tries(&configuration.accounts(), &configuration.email)
            .await
            .unwrap();
        assert_eq!(
            failed_tries(&configuration.accounts(), &configuration.email)
                .await
                .unwrap(),
            None
        );
    });
}

#[test]
fn a_browser_is_known_by_its_last_secret_and_for_one_account() {
    RUNTIME.block_on(async {
        let configuration = ChannelConfiguration::new().await;
        let knows = async |browser: [u8; 32]| {
            configuration
                .guard
                .knows(&browser, &configuration.email)
                .await
                .unwrap()
        };
        assert!(!knows(BROWSER).await);
        configuration
            .guard
            .remember(&BROWSER, None, configuration.user)
            .await
            .unwrap();
        assert!(knows(BROWSER).await);
        let other = EmailAddress::parse("eve@people.example").unwrap();
        assert!(!configuration.guard.knows(&BROWSER, &other).await.unwrap());
        let next = [8; 32];
        configuration
            .guard
            .remember(&next, Some(BROWSER), configuration.user)
            .await
            .unwrap();
        assert!(knows(next).await && !knows(BROWSER).await);
        for number in 100..120 {
            configuration
                .guard
                .remember(&[number; 32], None, configuration.user)
                .await
                .unwrap();
        }
        assert!(!knows(next).await, "the twenty-first");
        assert!(knows([119; 32]).await);
        let hash = PasswordHash("another password".to_owned());
        let now = Timestamp::from_micros(0);
        configuration
            .users
            .set_password(configuration.user, &hash, None, now)
            .await
            .unwrap();
        assert!(!knows([119; 32]).await);
    });
}
