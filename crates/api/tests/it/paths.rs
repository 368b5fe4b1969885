//! Touch paths, with a fake behind their port.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use kernel::{Exact, ProfileAccess, Scope, StoreError};
use reporting::breakdown::RankKeyset;
use reporting::filter::{Dimension, Filter};
use reporting::paths::{PathRow, PathsPage, PathsQuery, PathsReader};

use crate::support::reads::fake_currency;
use crate::support::{Answer, TestApi};

const DAYS: &str = "date_from=2026-03-01&date_to=2026-03-31";

/// Keeps what it was asked.
#[derive(Default)]
pub(crate) struct Reads(Mutex<Vec<PathsQuery>>);

#[async_trait]
impl PathsReader for Reads {
    async fn paths(&self, _: &ProfileAccess, query: &PathsQuery) -> Result<PathsPage, StoreError> {
        self.0.lock().unwrap().push(query.clone());
        if query.limit.get() == 99 {
            return Err(StoreError::inconsistent("secret cause"));
        }
        let row = PathRow {
            channels: vec!["Email".to_owned(), "Direct".to_owned()],
            is_truncated: false,
            conversions: 3,
            revenue: "10.00000001".parse().unwrap(),
            people: 2,
            touches: 7,
        };
        Ok(PathsPage {
            rows: vec![row],
            next: Some(RankKeyset {
                value: Exact::whole(3),
                key: "[\"Email\", \"Direct\"]".to_owned(),
            }),
            currency: fake_currency(),
            warnings: vec!["replay_pending".to_owned()],
        })
    }
}

fn api() -> (TestApi, Arc<Reads>) {
    let reads = Arc::new(Reads::default());
    let api = TestApi::with(|state| state.paths = reads.clone());
    (api, reads)
}

async fn get(api: &TestApi, parameters: &str) -> Answer {
    let uri = format!("/api/v1beta/paths?{parameters}");
    api.get(&uri, &api.key(&[Scope::AnalyticsRead])).await
}

fn asked(reads: &Reads) -> PathsQuery {
    reads.0.lock().unwrap().pop().unwrap()
}

#[actix_web::test]
async fn a_path_says_how_many_took_it_and_where_the_list_goes_on() {
    let (api, reads) = api();
    let answer = get(&api, DAYS).await;
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
    let expected = format!(
        "{{\"data\":[{{\"path\":[\"Email\",\"Direct\"],\"truncated\":false,\"conversions\":3,\
         \"revenue\":10.00000001,\"people\":2,\"avg_touches\":2.333333}}],\
         \"meta\":{{\"date_from\":\"2026-03-01\",\"date_to\":\"2026-03-31\",\
         \"profile_id\":\"{}\",\"converting\":true,\"goal\":null,\
         \"reporting_currency\":\"EUR\",\"warnings\":[\"replay_pending\"]}},\
         \"pagination\":{{\"has_next\":true,\"cursor\":\"3|[\\\"Email\\\", \\\"Direct\\\"]\"}}}}",
        api.profile
    );
    assert_eq!(answer.text, expected);
    let query = asked(&reads);
    assert!(query.converting);
    assert_eq!(
        (query.limit.get(), query.goals.len(), query.after),
        (20, 0, None)
    );
}

#[actix_web::test]
async fn the_question_is_read_as_a_whole() {
    let (api, reads) = api();
    let uri = format!(
        "{DAYS}&converting=false&goal=payment_received&limit=7\
         &filter[channel]=is:Email&cursor=3%7C%5B%22Email%22,%20%22Direct%22%5D"
    );
    let body = get(&api, &uri).await.assert_ok(200);
    assert_eq!(body["meta"]["converting"], false);
    assert_eq!(body["meta"]["goal"], "payment_received");
    let query = asked(&reads);
    assert!(!query.converting);
    assert_eq!(query.goals, ["payment_received"]);
    assert_eq!(query.limit.get(), 7);
    let email = Filter::parse(Dimension::Channel, "is:Email").unwrap();
    assert_eq!(query.filters, [email]);
    let after = query.after.unwrap();
    assert_eq!(after.value, Exact::whole(3));
    assert_eq!(after.key, "[\"Email\", \"Direct\"]");
}

#[actix_web::test]
async fn every_wrong_parameter_is_named_and_goals_are_told() {
    let (api, reads) = api();
    let wrong = "date_to=x&converting=yes&goal=&as_of=now&limit=0&cursor=x";
    get(&api, wrong).await.assert_names(&[
        "date_from",
        "date_to",
        "converting",
        "goal",
        "as_of",
        "limit",
        "cursor",
    ]);
    let unknown = get(&api, &format!("{DAYS}&goal=Payment_received")).await;
    unknown.assert_names(&["goal"]);
    assert!(unknown.text.contains("there are payment_received"));
    assert!(reads.0.lock().unwrap().is_empty());
}

#[actix_web::test]
async fn a_key_needs_the_scope_and_a_failure_keeps_its_cause() {
    let (api, reads) = api();
    let uri = format!("/api/v1beta/paths?{DAYS}");
    let answer = api.get(&uri, &api.key(&[Scope::CustomersRead])).await;
    answer.assert_problem(403, "insufficient_scope");
    assert!(reads.0.lock().unwrap().is_empty());
    let failed = get(&api, &format!("{DAYS}&limit=99")).await;
    failed.assert_problem(500, "internal_error");
    assert!(!failed.text.contains("secret cause"));
}
