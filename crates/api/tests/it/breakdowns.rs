//! Breakdowns, with a fake behind their port.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use kernel::{Accounting, Exact, Model, ProfileAccess, Scope, StoreError};
use reporting::breakdown::{
    Breakdown, BreakdownBy, BreakdownQuery, BreakdownReader, BreakdownRow, Metric, Order,
    RankKeyset,
};
use reporting::figures::{FigureSums, Figures};
use serde_json::json;

use crate::support::reads::fake_currency;
use crate::support::{Answer, TestApi};

const DAYS: &str = "date_from=2026-03-01&date_to=2026-03-31";

/// Keeps what it was asked, and fails when the model is time decay.
#[derive(Default)]
pub(crate) struct Reads(Mutex<Vec<BreakdownQuery>>);

fn exact(text: &str) -> Exact {
    text.parse().unwrap()
}

fn figures() -> Figures {
    Figures::from(FigureSums {
        spend: exact("3"),
        revenue: exact("23.41666664658333333"),
        conversions: exact("1.333333333"),
        visitors: 4,
        pageviews: 9,
        sessions: 3,
        bounces: 1,
        ..FigureSums::default()
    })
}

#[async_trait]
impl BreakdownReader for Reads {
    async fn breakdown(
        &self,
        _: &ProfileAccess,
        query: &BreakdownQuery,
    ) -> Result<Breakdown, StoreError> {
        self.0.lock().unwrap().push(query.clone());
        if query.question.model == Model::TimeDecay {
            return Err(StoreError::inconsistent("secret cause"));
        }
        let row = |key: &str, name: Option<&str>| BreakdownRow {
            key: key.to_owned(),
            name: name.map(str::to_owned),
            figures: figures(),
        };
        let filtered = !query.question.filters.is_empty();
        Ok(Breakdown {
            reads_spend: false,
            rows: vec![row("a|b", Some("A or B")), row("", None)],
            total: figures(),
            unattributed_conversions: (!filtered).then(|| Exact::whole(2)),
            next: filtered.then(|| RankKeyset {
                value: exact("23.41666664658333333"),
                key: "a|b".to_owned(),
            }),
            currency: fake_currency(),
            warnings: vec!["spend_has_no_keyword".to_owned()],
        })
    }

    async fn of_catalogue(
        &self,
        access: &ProfileAccess,
        query: &BreakdownQuery,
    ) -> Result<Breakdown, StoreError> {
        self.breakdown(access, query).await
    }
}

fn api() -> (TestApi, Arc<Reads>) {
    let reads = Arc::new(Reads::default());
    let api = TestApi::with(|state| state.breakdowns = reads.clone());
    (api, reads)
}

async fn get(api: &TestApi, path: &str) -> Answer {
    let uri = format!("/api/v1beta/breakdowns/{path}");
    api.get(&uri, &api.key(&[Scope::AnalyticsRead])).await
}

fn asked(reads: &Reads) -> BreakdownQuery {
    reads.0.lock().unwrap().pop().unwrap()
}

#[actix_web::test]
async fn rows_and_total_have_every_figure_with_every_digit() {
    let (api, reads) = api();
    let answer = get(&api, &format!("ad?{DAYS}")).await;
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
    let money = "\"spend\":3,\"revenue\":23.41666664658333333,\"roas\":7.805556,\
        \"conversions\":1.333333333";
    let web = "\"visitors\":4,\"sessions\":3,\"bounce_rate\":33.333333";
    let expected = format!(
        "{{\"data\":{{\"rows\":[\
         {{\"key\":\"a|b\",\"name\":\"A or B\",{money},{web}}},\
         {{\"key\":null,\"name\":null,{money},{web}}}],\
         \"total\":{{{money},\"unattributed_conversions\":2,{web}}}}},\
         \"meta\":{{\"date_from\":\"2026-03-01\",\"date_to\":\"2026-03-31\",\
         \"profile_id\":\"{}\",\"model\":\"last_touch\",\"accounting\":\"conversion_date\",\
         \"reporting_currency\":\"EUR\",\"warnings\":[\"spend_has_no_keyword\"]}},\
         \"pagination\":{{\"has_next\":false,\"cursor\":\"\"}}}}",
        api.profile
    );
    assert_eq!(answer.text, expected);
    let query = asked(&reads);
    assert_eq!(query.by, BreakdownBy::Ad);
    assert_eq!(
        (query.sort, query.order),
        (Metric::Revenue, Order::Descending)
    );
    assert_eq!((query.limit.get(), query.after), (20, None));
}

#[actix_web::test]
async fn the_question_is_read_as_a_whole() {
    let (api, reads) = api();
    for (by, name) in BreakdownBy::ALL {
        get(&api, &format!("{name}?{DAYS}")).await.assert_ok(200);
        assert_eq!(asked(&reads).by, by);
    }
    for (metric, name) in Metric::ALL {
        let uri = format!("os?{DAYS}&sort={name}&order=asc&limit=100");
        get(&api, &uri).await.assert_ok(200);
        let query = asked(&reads);
        assert_eq!((query.sort, query.order), (metric, Order::Ascending));
        assert_eq!(query.limit.get(), 100);
    }
    let uri = format!(
        "campaign?{DAYS}&model=position_based&accounting=touch_date&filter[channel]=is:Email\
         &cursor=-1.5%7Ca%7Cb"
    );
    let body = get(&api, &uri).await.assert_ok(200);
    assert_eq!(body["meta"]["accounting"], "touch_date");
    assert_eq!(
        body["data"]["total"]["unattributed_conversions"],
        json!(null)
    );
    let cursor = "23.41666664658333333|a|b";
    assert_eq!(
        body["pagination"],
        json!({"has_next": true, "cursor": cursor})
    );
    let query = asked(&reads);
    assert_eq!(query.question.model, Model::PositionBased);
    assert_eq!(query.question.accounting, Accounting::TouchDate);
    assert_eq!(query.question.filters.len(), 1);
    let after = query.after.unwrap();
    assert_eq!((after.value, after.key.as_str()), (exact("-1.5"), "a|b"));
}

#[actix_web::test]
async fn every_wrong_parameter_is_named_at_once() {
    let (api, reads) = api();
    let answer = get(&api, &format!("utm_term?{DAYS}")).await;
    answer.assert_names(&["dimension"]);
    assert!(answer.text.contains("device, browser, os, keyword"));
    let wrong = "keyword?date_to=2026-02-29&model=x&accounting=x&filter[ad]=is:7&as_of=now&sort=pageviews\
        &order=up&limit=101&cursor=1";
    get(&api, wrong).await.assert_names(&[
        "date_from",
        "date_to",
        "model",
        "accounting",
        "filter[ad]",
        "as_of",
        "sort",
        "order",
        "limit",
        "cursor",
    ]);
    let long = "os?date_from=2025-01-01&date_to=2026-01-02";
    get(&api, long).await.assert_names(&["date_to"]);
    assert!(reads.0.lock().unwrap().is_empty());
}

#[actix_web::test]
async fn a_key_needs_the_scope_and_a_failure_keeps_its_cause() {
    let (api, reads) = api();
    let others = [Scope::CustomersRead, Scope::ConversionsRead];
    let uri = format!("/api/v1beta/breakdowns/os?{DAYS}");
    let answer = api.get(&uri, &api.key(&others)).await;
    answer.assert_problem(403, "insufficient_scope");
    assert!(reads.0.lock().unwrap().is_empty());
    let failed = get(&api, &format!("os?{DAYS}&model=time_decay")).await;
    failed.assert_problem(500, "internal_error");
    assert!(!failed.text.contains("secret cause"));
}
