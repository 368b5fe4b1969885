//! Requests to receivers.

use async_trait::async_trait;
use kernel::Timestamp;
use kernel::timestamp::MICROS_PER_SECOND;

use crate::attempt::Attempt;
use crate::endpoint_url::EndpointUrl;
use crate::event::Body;
use crate::ids::DeliveryId;
use crate::ports::ClaimedDelivery;
use crate::signature::{HmacSha256, Message};

/// One signed request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryRequest {
    /// Where it goes.
    pub url: EndpointUrl,
    /// `webhook-id`: the same at every attempt.
    pub id: DeliveryId,
    /// `webhook-timestamp`: seconds since 1970, of this attempt.
    pub timestamp: i64,
    /// `webhook-signature`.
    pub signatures: String,
    /// The body, byte for byte.
    pub body: Body,
}

impl DeliveryRequest {
    /// Signs a delivery with every secret that is valid now.
    pub fn signed(claimed: &ClaimedDelivery, hmac: &dyn HmacSha256, now: Timestamp) -> Self {
        let timestamp = now.micros().div_euclid(MICROS_PER_SECOND);
        let id = claimed.id.to_string();
        let message = Message {
            id: &id,
            timestamp,
            body: claimed.body.bytes(),
        };
        Self {
            url: claimed.url.clone(),
            id: claimed.id,
            timestamp,
            signatures: message.signatures(hmac, claimed.secrets.valid_at(now)),
            body: claimed.body.clone(),
        }
    }
}

/// Sends requests to receivers that nobody here knows, and trusts nothing that they say.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait Sender: Send + Sync {
    /// Sends one request, and says how it went whatever happens: there is no error that is not an outcome.
    /// It goes to an address that the [`AddressJudge`](crate::AddressJudge) lets pass or to none; it follows no
    /// redirect, takes a bounded time, and keeps a bounded part of the answer.
    async fn send(&self, request: &DeliveryRequest) -> Attempt;
}
