//! Buckets and counts that several processes share.

use std::sync::Arc;

use access_control::{Allowance, CallCounter, Charge, Counted, RateLimiter};
use diesel::QueryableByName;
use diesel::sql_types::BigInt;
use diesel_async::RunQueryDsl;
use testkit::TestDatabase;
use tributary_postgres::{PgCallCounter, PgPool, PgRateLimiter};
use uuid::Uuid;

use crate::world::{RUNTIME, new_id};

fn pool() -> PgPool {
    PgPool::new(TestDatabase::shared().url(), 8).unwrap()
}

fn bucket() -> String {
    format!("key:{}", new_id::<Uuid>())
}

fn allowance(units_per_minute: u32) -> Allowance {
    Allowance {
        bucket: bucket(),
        units_per_minute,
    }
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

async fn number(pool: &PgPool, sql: &str) -> i64 {
    let mut connection = pool.connection().await.unwrap();
    let found: Number = diesel::sql_query(sql)
        .get_result(&mut connection)
        .await
        .unwrap();
    found.number
}

/// What flows in while the calls are under way may pass too, and nothing else.
#[test]
fn of_200_calls_at_once_on_60_units_60_pass() {
    RUNTIME.block_on(async {
        let pool = pool();
        let limiter = Arc::new(PgRateLimiter::new(pool.clone()));
        let sixty = allowance(60);
        let now = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS number";
        let started = number(&pool, now).await;
        let calls: Vec<_> = (0..200)
            .map(|_| {
                let (limiter, sixty) = (limiter.clone(), sixty.clone());
                tokio::spawn(async move { limiter.charge(&sixty, 1).await.unwrap() })
            })
            .collect();
        let (mut passed, mut refused) = (0, 0);
        for call in calls {
            match call.await.unwrap() {
                Charge::Passed { .. } => passed += 1,
                Charge::Refused { .. } => refused += 1,
            }
        }
        let flowed_in = (number(&pool, now).await - started) / sixty.interval();
        assert!((60..=60 + flowed_in).contains(&passed), "{passed}");
        assert_eq!(passed + refused, 200);
    });
}

#[test]
fn a_refusal_spends_nothing_and_says_how_long_for_this_cost() {
    RUNTIME.block_on(async {
        let limiter = PgRateLimiter::new(pool());
        let three = allowance(3);
        for remaining in [2, 1] {
            let charge = limiter.charge(&three, 1).await.unwrap();
            assert_eq!(charge, Charge::Passed { remaining });
        }
        // Two of three are spent a moment ago: a heavy call waits for both, a light one passes.
        let heavy = limiter.charge(&three, 3).await.unwrap();
        assert_eq!(heavy.remaining(), 1);
        assert_eq!(heavy.retry_after_seconds(), Some(40));
        let light = limiter.charge(&three, 1).await.unwrap();
        assert_eq!(light, Charge::Passed { remaining: 0 });
        let light = limiter.charge(&three, 1).await.unwrap();
        assert_eq!(light.retry_after_seconds(), Some(20));
        let free = limiter.charge(&three, 0).await.unwrap();
        assert_eq!(free, Charge::Passed { remaining: 0 });
    });
}

#[test]
fn a_bucket_is_never_emptier_than_empty() {
    RUNTIME.block_on(async {
        let pool = pool();
        let limiter = PgRateLimiter::new(pool.clone());
        let large = allowance(600);
        for _ in 0..3 {
            limiter.charge(&large, 200).await.unwrap();
        }
        let cut = Allowance {
            units_per_minute: 6,
            ..large
        };
        let far = format!(
            "UPDATE rate_buckets SET full_at = full_at + 3600000000 WHERE bucket = '{}' \
             RETURNING 1::bigint AS number",
            cut.bucket
        );
        number(&pool, &far).await;
        let refused = limiter.charge(&cut, 1).await.unwrap();
        assert_eq!(refused.retry_after_seconds(), Some(10));
    });
}

#[test]
fn counted_calls_are_exact_when_they_come_at_once_and_forgotten_after_an_hour() {
    RUNTIME.block_on(async {
        let pool = pool();
        let counter = Arc::new(PgCallCounter::new(pool.clone()));
        let name = bucket();
        let calls: Vec<_> = (0..30)
            .map(|_| {
                let (counter, name) = (counter.clone(), name.clone());
                tokio::spawn(async move { counter.count(&name, 20).await.unwrap() })
            })
            .collect();
        let mut left = Vec::new();
        for call in calls {
            if let Counted::Passed { remaining } = call.await.unwrap() {
                left.push(remaining);
            }
        }
        left.sort_unstable();
        assert_eq!(left, (0..20).collect::<Vec<_>>());
        let refused = counter.count(&name, 20).await.unwrap();
        let hour = 3_600_000_000;
        let Counted::Refused { retry_after } = refused else {
            panic!("{refused:?}");
        };
        assert!((hour - 60_000_000..=hour).contains(&retry_after));
        let age = format!(
            "WITH aged AS (UPDATE counted_calls SET called_at = called_at - interval '1 hour' \
             WHERE bucket = '{name}' RETURNING 1) SELECT count(*) AS number FROM aged"
        );
        assert_eq!(number(&pool, &age).await, 20);
        let again = counter.count(&name, 20).await.unwrap();
        assert_eq!(again, Counted::Passed { remaining: 19 });
        let kept = format!("SELECT count(*) AS number FROM counted_calls WHERE bucket = '{name}'");
        assert_eq!(number(&pool, &kept).await, 1);
    });
}
