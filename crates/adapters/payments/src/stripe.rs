//! Stripe Checkout: a subscription is sold on Stripe's own page.

use access_control::Plan;
use access_control::ports::{
    CheckoutOrder, CheckoutSession, CheckoutState, PaymentFailure, PaymentProvider,
};
use async_trait::async_trait;
use kernel::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use crate::http::{BadProvider, Provider};

/// An account at Stripe, and what it sells.
#[derive(Clone)]
pub struct StripeAccount {
    /// Address of the API.
    pub url: String,
    /// The account's secret key.
    pub secret_key: String,
    /// Recurring price of the plan growth.
    pub price_growth: Option<String>,
    /// Recurring price of the plan agency.
    pub price_agency: Option<String>,
    /// Days before the first payment.
    pub trial_days: Option<u32>,
}

/// Sells plans by Stripe Checkout.
pub struct Stripe {
    provider: Provider,
    price_growth: Option<String>,
    price_agency: Option<String>,
    trial_days: Option<u32>,
}

impl Stripe {
    /// Over the account.
    pub fn new(account: StripeAccount) -> Result<Self, BadProvider> {
        Ok(Self {
            provider: Provider::new(&account.url, account.secret_key)?,
            price_growth: account.price_growth,
            price_agency: account.price_agency,
            trial_days: account.trial_days,
        })
    }

    fn price(&self, plan: Plan) -> Result<&str, PaymentFailure> {
        let price = match plan {
            Plan::Starter => &None,
            Plan::Growth => &self.price_growth,
            Plan::Agency => &self.price_agency,
        };
        price.as_deref().ok_or(PaymentFailure::NotConfigured)
    }
}

/// What is read of a Checkout session.
#[derive(Deserialize)]
struct Session {
    id: String,
    url: Option<String>,
    /// Seconds since 1970.
    expires_at: i64,
    status: Option<String>,
    subscription: Option<Value>,
}

fn session(answer: Value) -> Result<Session, PaymentFailure> {
    serde_json::from_value(answer).map_err(|error| PaymentFailure::Unreachable(error.to_string()))
}

/// Whether it can be part of an address.
fn is_plain(id: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !id.is_empty() && id.bytes().all(plain)
}

/// An id, or the object that has it.
fn id_of(value: &Value) -> Option<&str> {
    value.as_str().or_else(|| value.get("id")?.as_str())
}

#[async_trait]
impl PaymentProvider for Stripe {
    async fn open(&self, order: &CheckoutOrder) -> Result<CheckoutSession, PaymentFailure> {
        let price = self.price(order.plan)?;
        let handoff = order.handoff_id.to_string();
        let mut form = vec![
            ("mode", "subscription".to_owned()),
            ("line_items[0][price]", price.to_owned()),
            ("line_items[0][quantity]", "1".to_owned()),
            ("success_url", order.return_url.clone()),
            ("cancel_url", order.return_url.clone()),
            ("client_reference_id", handoff.clone()),
            (
                "subscription_data[metadata][workspace_id]",
                order.workspace_id.to_string(),
            ),
        ];
        if let Some(days) = self.trial_days {
            form.push(("subscription_data[trial_period_days]", days.to_string()));
        }
        let answer = self
            .provider
            .post("/v1/checkout/sessions", &handoff, &form)
            .await?;
        let opened = session(answer)?;
        let url = opened
            .url
            .filter(|url| url.starts_with("https://"))
            .ok_or_else(|| PaymentFailure::Refused("there is no page to pay at".to_owned()))?;
        Ok(CheckoutSession {
            reference: opened.id,
            url,
            expires_at: Timestamp::from_micros(opened.expires_at.saturating_mul(1_000_000)),
        })
    }

    async fn state(&self, reference: &str) -> Result<CheckoutState, PaymentFailure> {
        if !is_plain(reference) {
            return Err(PaymentFailure::Refused("no such checkout".to_owned()));
        }
        let path = format!("/v1/checkout/sessions/{reference}");
        let Some(found) = self.provider.get(&path).await? else {
            return Ok(CheckoutState::Unknown);
        };
        let found = session(found)?;
        match found.status.as_deref() {
            Some("complete") => {
                let subscription = found.subscription.as_ref().and_then(id_of);
                let subscription = subscription.ok_or_else(|| {
                    PaymentFailure::Unreachable("it names no subscription".to_owned())
                })?;
                Ok(CheckoutState::Completed {
                    subscription: subscription.to_owned(),
                })
            }
            Some("expired") => Ok(CheckoutState::Expired),
            _ => Ok(CheckoutState::Open),
        }
    }

    async fn end(&self, subscription: &str) -> Result<(), PaymentFailure> {
        if !is_plain(subscription) {
            return Err(PaymentFailure::Refused("no such subscription".to_owned()));
        }
        let path = format!("/v1/subscriptions/{subscription}");
        if self.provider.delete(&path).await? {
            return Ok(());
        }
        // What has ended cannot be ended again, and what is another account's or another mode's is not known at all: both
        // are not there to be ended. Only the first can still be read.
        let found = self.provider.get(&path).await?;
        let status = found.as_ref().and_then(|found| found.get("status"));
        match status.and_then(Value::as_str) {
            Some("canceled" | "incomplete_expired") => Ok(()),
            _ => Err(PaymentFailure::Refused(
                "the subscription has not ended".to_owned(),
            )),
        }
    }
}

#[cfg(test)]
mod tests;
