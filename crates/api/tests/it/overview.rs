//! The overview, with a fake behind its port.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use kernel::{Accounting, Exact, Model, ProfileAccess, Scope, StoreError};
use reporting::filter::{Dimension, Operator};
use reporting::overview::{Overview, OverviewMetrics, OverviewQuery, OverviewReader, OverviewSums};

use crate::support::reads::fake_currency;
use crate::support::{Answer, TestApi};

const MARCH: &str = "/api/v1/overview?date_from=2026-03-01&date_to=2026-03-31";

/// Keeps what it was asked, and fails when the model is time decay.
#[derive(Default)]
pub(crate) struct Reads {
    asked: Mutex<Vec<(ProfileAccess, OverviewQuery)>>,
    warnings: Vec<String>,
}

fn exact(text: &str) -> Exact {
    text.parse().unwrap()
}

#[async_trait]
impl OverviewReader for Reads {
    async fn overview(
        &self,
        access: &ProfileAccess,
        query: &OverviewQuery,
    ) -> Result<Overview, StoreError> {
        let asked = (access.clone(), query.clone());
        self.asked.lock().unwrap().push(asked);
        if query.question.model == Model::TimeDecay {
            return Err(StoreError::inconsistent("secret cause"));
        }
        let sums = OverviewSums {
            spend: exact("30.50120002"),
            revenue: exact("123456789012345.00000000333333333"),
            outcomes: exact("3"),
            attributed_outcomes: exact("1.000000001"),
            cash_revenue: exact("-0.1"),
            cash_payments: exact("2"),
            visitors: 4,
            pageviews: 9,
            sessions: 3,
            bounces: 1,
            engaged_ms: 10_000,
        };
        Ok(Overview {
            reads_spend: false,
            current: OverviewMetrics::from(sums),
            previous: OverviewMetrics::from(OverviewSums::default()),
            warnings: self.warnings.clone(),
            currency: fake_currency(),
            anonymous_pageviews: 0,
        })
    }
}

fn api(warnings: &[&str]) -> (TestApi, Arc<Reads>) {
    let reads = Arc::new(Reads {
        asked: Mutex::default(),
        warnings: warnings.iter().map(|word| (*word).to_owned()).collect(),
    });
    let api = TestApi::with(|state| state.overviews = reads.clone());
    (api, reads)
}

async fn get(api: &TestApi, uri: &str) -> Answer {
    api.get(uri, &api.key(&[Scope::AnalyticsRead])).await
}

/// What the reader was asked last.
fn asked(reads: &Reads) -> OverviewQuery {
    let (_, query) = reads.asked.lock().unwrap().pop().unwrap();
    query
}

#[actix_web::test]
async fn both_periods_have_every_figure_with_every_digit() {
    let (api, reads) = api(&[]);
    let answer = get(&api, MARCH).await;
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
    let expected = format!(
        "{{\"data\":{{\"current\":{{\"spend\":30.50120002,\
         \"revenue\":123456789012345.00000000333333333,\"roas\":4047604321514.986741,\
         \"outcomes\":3,\"attributed_outcomes\":1.000000001,\"coverage_percent\":33.333333,\
         \"visitors\":4,\"pageviews\":9,\"bounce_rate\":33.333333,\
         \"avg_engaged_seconds\":3.333333,\"cash_revenue\":-0.1,\"cash_payments\":2}},\
         \"previous\":{{\"spend\":0,\"revenue\":0,\"roas\":0,\"outcomes\":0,\
         \"attributed_outcomes\":0,\"coverage_percent\":0,\"visitors\":0,\"pageviews\":0,\
         \"bounce_rate\":0,\"avg_engaged_seconds\":0,\"cash_revenue\":0,\
         \"cash_payments\":0}}}},\
         \"meta\":{{\"date_from\":\"2026-03-01\",\"date_to\":\"2026-03-31\",\
         \"profile_id\":\"{}\",\"reporting_currency\":\"EUR\"}}}}",
        api.profile
    );
    assert_eq!(answer.text, expected);
    let (access, query) = reads.asked.lock().unwrap().pop().unwrap();
    assert_eq!(access.profile_id.uuid(), api.profile);
    assert_eq!(query.question.period.days(), 31);
    assert_eq!(query.question.model, Model::LastTouch);
    assert_eq!(query.question.accounting, Accounting::ConversionDate);
    assert!(query.question.filters.is_empty());
    assert_eq!(query.as_of, None);
}

#[actix_web::test]
async fn what_was_left_out_is_said() {
    let (api, _) = api(&["conversions_pending_fx", "spend_has_no_country"]);
    let body = get(&api, MARCH).await.assert_ok(200);
    let expected = serde_json::json!(["conversions_pending_fx", "spend_has_no_country"]);
    assert_eq!(body["meta"]["warnings"], expected);
}

#[actix_web::test]
async fn every_model_and_every_filter_is_read() {
    let (api, reads) = api(&[]);
    for model in Model::ALL {
        let name = model.as_str();
        get(&api, &format!("{MARCH}&model={name}")).await;
        assert_eq!(asked(&reads).question.model, model);
    }
    for (dimension, name) in Dimension::ALL {
        let uri = format!("{MARCH}&filter%5B{name}%5D=is_not:a%20b|%7Cc+d");
        get(&api, &uri).await.assert_ok(200);
        let [filter] = &asked(&reads).question.filters[..] else {
            panic!("{name} is not read");
        };
        assert_eq!(filter.dimension, dimension);
        assert_eq!(filter.operator, Operator::IsNot);
        assert_eq!(filter.values, ["a b", "", "c d"]);
    }
    let two = "&filter[channel]=is:Email&filter[country]=contains:e&unknown=1";
    get(&api, &format!("{MARCH}{two}")).await.assert_ok(200);
    assert_eq!(asked(&reads).question.filters.len(), 2);
}

#[actix_web::test]
async fn a_goal_is_a_key_of_the_profile_and_of_now() {
    let (api, reads) = api(&["spend_of_all_goals"]);
    let narrowed = format!("{MARCH}&goal=payment_received");
    let body = get(&api, &narrowed).await.assert_ok(200);
    assert_eq!(body["meta"]["goal"], "payment_received");
    let warnings = serde_json::json!(["spend_of_all_goals"]);
    assert_eq!(body["meta"]["warnings"], warnings);
    assert_eq!(asked(&reads).question.goals, ["payment_received"]);
    for path in [
        "v1/overview",
        "v1beta/breakdowns/channel",
        "v1beta/timeseries",
        "v1beta/paths",
    ] {
        let days = "date_from=2026-03-01&date_to=2026-03-31";
        let of = |goal: &str| format!("/api/{path}?{days}&goal={goal}");
        let known = get(&api, &of("payment_received")).await.assert_ok(200);
        assert_eq!(known["meta"]["goal"], "payment_received", "{path}");
        for goal in ["lead", "payment_received,lead", "", "payment_received,"] {
            get(&api, &of(goal)).await.assert_names(&["goal"]);
        }
        let unknown = get(&api, &of("lead")).await;
        assert!(unknown.text.contains("there are payment_received"));
    }
    let then = format!("{narrowed}&as_of=2026-03-31T00:00:00Z");
    get(&api, &then).await.assert_names(&["goal"]);
}

#[actix_web::test]
async fn every_wrong_parameter_is_named_at_once() {
    let (api, reads) = api(&[]);
    let answer = get(&api, "/api/v1/overview").await;
    answer.assert_names(&["date_from", "date_to"]);
    let everything = "/api/v1/overview?date_from=2026-02-29&date_to=tomorrow&model=first&accounting=sale&as_of=now&\
        filter[channel]=Email&filter[colour]=is:red&filter[os]=equals:Linux&filter[]=is:x";
    get(&api, everything).await.assert_names(&[
        "date_from",
        "date_to",
        "model",
        "accounting",
        "filter[channel]",
        "filter[colour]",
        "filter[os]",
        "filter[]",
        "as_of",
    ]);
    let reversed = "/api/v1/overview?date_from=2026-03-02&date_to=2026-03-01&model=x";
    get(&api, reversed)
        .await
        .assert_names(&["date_to", "model"]);
    let repeated = format!("{MARCH}&filter[channel]=is:Email&filter[channel]=is:Direct&model=&");
    get(&api, &repeated)
        .await
        .assert_names(&["model", "filter[channel]"]);
    assert!(reads.asked.lock().unwrap().is_empty());
}

#[actix_web::test]
async fn a_range_has_at_most_366_days() {
    let (api, _) = api(&[]);
    let leap = "/api/v1/overview?date_from=2024-01-01&date_to=";
    get(&api, &format!("{leap}2024-12-31")).await.assert_ok(200);
    get(&api, &format!("{leap}2025-01-01"))
        .await
        .assert_names(&["date_to"]);
}

#[actix_web::test]
async fn a_key_needs_the_scope_and_a_failure_keeps_its_cause() {
    let (api, reads) = api(&[]);
    let others = [Scope::CustomersRead, Scope::ConversionsRead];
    let answer = api.get(MARCH, &api.key(&others)).await;
    answer.assert_problem(403, "insufficient_scope");
    assert!(reads.asked.lock().unwrap().is_empty());
    let failed = get(&api, &format!("{MARCH}&model=time_decay")).await;
    failed.assert_problem(500, "internal_error");
    assert!(!failed.text.contains("secret cause"));
}

#[actix_web::test]
async fn credit_counts_on_the_day_that_is_asked_for() {
    let (api, reads) = api(&[]);
    for accounting in Accounting::ALL {
        let uri = format!("{MARCH}&accounting={}", accounting.as_str());
        get(&api, &uri).await.assert_ok(200);
        assert_eq!(asked(&reads).question.accounting, accounting);
    }
}

#[actix_web::test]
async fn an_earlier_report_says_its_instant_and_currency() {
    let (api, reads) = api(&[]);
    let uri = format!("{MARCH}&as_of=2025-12-31T12:00:00%2B02:00&filter[channel]=is:Email");
    let body = get(&api, &uri).await.assert_ok(200);
    assert_eq!(body["meta"]["as_of"], "2025-12-31T10:00:00.000000Z");
    assert_eq!(body["meta"]["reporting_currency"], "EUR");
    let query = asked(&reads);
    assert_eq!(
        query.as_of.unwrap().to_string(),
        "2025-12-31T10:00:00.000000Z"
    );
    assert_eq!(query.question.filters.len(), 1);
}

#[actix_web::test]
async fn what_the_ledger_does_not_know_is_refused_by_name() {
    let (api, reads) = api(&[]);
    get(&api, &format!("{MARCH}&as_of=2999-01-01T00:00:00Z"))
        .await
        .assert_names(&["as_of"]);
    let uri = format!(
        "{MARCH}&as_of=2026-04-01T10:00:00Z&accounting=touch_date&filter[os]=is:iOS\
         &filter[channel]=is:Email&filter[country]=is:ES"
    );
    get(&api, &uri)
        .await
        .assert_names(&["accounting", "filter[os]", "filter[country]"]);
    assert!(reads.asked.lock().unwrap().is_empty());
}
