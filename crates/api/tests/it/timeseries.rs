//! Time series, with a fake behind their port.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use kernel::{Accounting, Model, ProfileAccess, Scope, StoreError};
use reporting::figures::{FigureSums, Figures};
use reporting::timeseries::{Bucket, Interval, TimeSeries, TimeSeriesQuery, TimeSeriesReader};

use crate::support::reads::fake_currency;
use crate::support::{Answer, TestApi};

const DAYS: &str = "date_from=2026-03-01&date_to=2026-03-02";

/// Keeps what it was asked, and fails when the model is time decay.
#[derive(Default)]
pub(crate) struct Reads(Mutex<Vec<TimeSeriesQuery>>);

#[async_trait]
impl TimeSeriesReader for Reads {
    async fn time_series(
        &self,
        _: &ProfileAccess,
        query: &TimeSeriesQuery,
    ) -> Result<TimeSeries, StoreError> {
        self.0.lock().unwrap().push(query.clone());
        if query.question.model == Model::TimeDecay {
            return Err(StoreError::inconsistent("secret cause"));
        }
        let figures = Figures::from(FigureSums {
            spend: "3".parse().unwrap(),
            revenue: "0.00000001".parse().unwrap(),
            conversions: "0.5".parse().unwrap(),
            visitors: 1,
            pageviews: 7,
            sessions: 2,
            bounces: 1,
            ..FigureSums::default()
        });
        let period = query.question.period;
        Ok(TimeSeries {
            reads_spend: false,
            buckets: vec![Bucket {
                start: period.from(),
                end: period.to(),
                figures,
            }],
            currency: fake_currency(),
            warnings: Vec::new(),
        })
    }
}

fn api() -> (TestApi, Arc<Reads>) {
    let reads = Arc::new(Reads::default());
    let api = TestApi::with(|state| state.time_series = reads.clone());
    (api, reads)
}

async fn get(api: &TestApi, parameters: &str) -> Answer {
    let uri = format!("/api/v1beta/timeseries?{parameters}");
    api.get(&uri, &api.key(&[Scope::AnalyticsRead])).await
}

fn asked(reads: &Reads) -> TimeSeriesQuery {
    reads.0.lock().unwrap().pop().unwrap()
}

#[actix_web::test]
async fn a_bucket_has_every_figure_with_every_digit() {
    let (api, reads) = api();
    let answer = get(&api, DAYS).await;
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
    let expected = format!(
        "{{\"data\":{{\"buckets\":[{{\"start\":\"2026-03-01\",\"end\":\"2026-03-02\",\
         \"spend\":3,\"revenue\":0.00000001,\"roas\":0,\"conversions\":0.5,\"visitors\":1,\
         \"sessions\":2,\"bounce_rate\":50,\"pageviews\":7}}]}},\
         \"meta\":{{\"date_from\":\"2026-03-01\",\"date_to\":\"2026-03-02\",\
         \"profile_id\":\"{}\",\"model\":\"last_touch\",\"accounting\":\"conversion_date\",\
         \"reporting_currency\":\"EUR\"}}}}",
        api.profile
    );
    assert_eq!(answer.text, expected);
    assert_eq!(asked(&reads).interval, Interval::Day);
}

#[actix_web::test]
async fn the_question_is_read_as_a_whole() {
    let (api, reads) = api();
    for interval in Interval::ALL {
        let uri = format!(
            "{DAYS}&interval={}&model=linear&accounting=touch_date&filter[os]=is_not:",
            interval.as_str()
        );
        get(&api, &uri).await.assert_ok(200);
        let query = asked(&reads);
        assert_eq!(query.interval, interval);
        assert_eq!(query.question.model, Model::Linear);
        assert_eq!(query.question.accounting, Accounting::TouchDate);
        assert_eq!(query.question.filters.len(), 1);
    }
}

#[actix_web::test]
async fn every_wrong_parameter_is_named_at_once() {
    let (api, reads) = api();
    let wrong = "date_from=x&interval=hour&model=x&filter[channel]=Email&as_of=now";
    get(&api, wrong).await.assert_names(&[
        "date_from",
        "date_to",
        "model",
        "filter[channel]",
        "as_of",
        "interval",
    ]);
    assert!(reads.0.lock().unwrap().is_empty());
}

#[actix_web::test]
async fn a_key_needs_the_scope_and_a_failure_keeps_its_cause() {
    let (api, reads) = api();
    let uri = format!("/api/v1beta/timeseries?{DAYS}");
    let answer = api.get(&uri, &api.key(&[Scope::CustomersRead])).await;
    answer.assert_problem(403, "insufficient_scope");
    assert!(reads.0.lock().unwrap().is_empty());
    let failed = get(&api, &format!("{DAYS}&model=time_decay")).await;
    failed.assert_problem(500, "internal_error");
    assert!(!failed.text.contains("secret cause"));
}
