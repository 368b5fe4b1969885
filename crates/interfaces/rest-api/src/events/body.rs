//! The body of `POST /api/v1/events`.

use std::collections::BTreeMap;

use event_intake::{ConsentDraft, MatchEvidenceDraft, OutcomeEventDraft, Pipeline, RawPerson};
use serde::Deserialize;
use utoipa::ToSchema;

use http_kit::decimal::DecimalText;
use http_kit::extract::ObjectOf;
use http_kit::object_text::ObjectText;

/// A server-side outcome event. Only `event_type` is required; identifiers say whose it is, touch
/// evidence says what led to it when the visitor was never on the site. No text holds a control
/// character.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateEventBody {
    /// Free text that a conversion definition may claim, for example `payment_received`.
    #[schema(min_length = 1, max_length = 128)]
    pub event_type: String,
    /// A more specific name.
    #[schema(max_length = 256)]
    pub event_name: Option<String>,
    /// When it happened, RFC 3339, from the year 2000 to 24 hours ahead; absent is now.
    #[schema(format = DateTime)]
    pub event_time: Option<String>,
    /// Money that the event carries; a decimal string, or a number.
    pub value_amount: Option<DecimalText>,
    /// ISO 4217, only with `value_amount`; absent is the profile's currency.
    #[schema(min_length = 3, max_length = 3)]
    pub currency: Option<String>,
    /// The browser's anonymous id, as the tracker made it.
    #[schema(max_length = 256)]
    pub anonymous_id: Option<String>,
    /// E-mail address.
    #[schema(max_length = 254)]
    pub email: Option<String>,
    /// Telephone number.
    #[schema(max_length = 256)]
    pub phone: Option<String>,
    /// Contact id in the caller's CRM.
    #[schema(max_length = 256)]
    pub crm_contact_id: Option<String>,
    /// Government identity document number.
    #[schema(max_length = 256)]
    pub national_id: Option<String>,
    /// The caller's own customer id; never enough alone.
    #[schema(max_length = 256)]
    pub external_id: Option<String>,
    /// Given name.
    #[schema(max_length = 256)]
    pub first_name: Option<String>,
    /// Family name.
    #[schema(max_length = 256)]
    pub last_name: Option<String>,
    /// Page on which it happened: absolute, http or https.
    #[schema(max_length = 2048)]
    pub url: Option<String>,
    /// Where the visitor came from.
    #[schema(max_length = 2048)]
    pub referrer: Option<String>,
    /// Overrides the URL's own.
    #[schema(max_length = 512)]
    pub utm_source: Option<String>,
    /// Overrides the URL's own.
    #[schema(max_length = 512)]
    pub utm_medium: Option<String>,
    /// Overrides the URL's own.
    #[schema(max_length = 512)]
    pub utm_campaign: Option<String>,
    /// Overrides the URL's own.
    #[schema(max_length = 512)]
    pub utm_term: Option<String>,
    /// Overrides the URL's own.
    #[schema(max_length = 512)]
    pub utm_content: Option<String>,
    /// Click ids by parameter name, for example `{"gclid": "…"}`; at most 20.
    pub click_ids: Option<BTreeMap<String, String>>,
    /// Id of the ad that led here.
    #[schema(max_length = 256)]
    pub ad_id: Option<String>,
    /// Id of the campaign that led here.
    #[schema(max_length = 256)]
    pub campaign_id: Option<String>,
    /// Whether it is the person's first payment, when the caller knows.
    pub is_first_payment: Option<bool>,
    /// The idempotency key or id of the event that this one gives back; needs `value_amount`.
    #[schema(max_length = 256)]
    pub refund_of: Option<String>,
    /// A move in a sales pipeline.
    #[schema(value_type = Option<PipelineBody>)]
    pub pipeline: Option<ObjectOf<PipelineBody>>,
    /// What the person consented to.
    #[schema(value_type = Option<ConsentBody>)]
    pub consent: Option<ObjectOf<ConsentBody>>,
    /// Network address of the browser in which it happened, IPv4 or IPv6, for ad platforms to find it by: sealed, deleted
    /// after seven days, and kept only while the profile tells a social network and its privacy mode is not `hipaa`;
    /// not when `consent.ad_user_data` is `denied`. The same holds for the next three, and none of the four is part of
    /// what an idempotency key is compared by.
    #[schema(max_length = 45)]
    pub client_ip_address: Option<String>,
    /// User agent of that browser.
    #[schema(min_length = 1, max_length = 512)]
    pub client_user_agent: Option<String>,
    /// Meta's id of that browser: its cookie `_fbp`, `fb.1.{milliseconds}.{id}`.
    #[schema(max_length = 512)]
    pub fbp: Option<String>,
    /// Meta's id of a click as that browser kept it: its cookie `_fbc`, `fb.1.{milliseconds}.{fbclid}`.
    #[schema(max_length = 512)]
    pub fbc: Option<String>,
    /// Anything else, kept as it is; at most 16,384 bytes. `event_id`, `order_id`, `contents` and `person` mean
    /// something when the event is told to an ad platform.
    #[schema(value_type = Option<Object>)]
    pub properties: Option<ObjectText>,
    /// Another place for the header `Idempotency-Key`.
    #[schema(min_length = 1, max_length = 256)]
    pub idempotency_key: Option<String>,
}

/// A move in a sales pipeline.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PipelineBody {
    /// The system that holds the pipeline.
    #[schema(max_length = 256)]
    pub external_source: Option<String>,
    /// The stage that was left.
    #[schema(max_length = 256)]
    pub from_stage: Option<String>,
    /// The stage that was entered.
    #[schema(max_length = 256)]
    pub to_stage: Option<String>,
}

/// What the person consented to; absent is unknown.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ConsentBody {
    /// Sending personal data to ad platforms: `granted` or `denied`.
    #[schema(pattern = "^(granted|denied)$")]
    pub ad_user_data: Option<String>,
    /// Personalised advertising: `granted` or `denied`.
    #[schema(pattern = "^(granted|denied)$")]
    pub ad_personalization: Option<String>,
}

/// The event that the body describes, as the domain reads it.
impl From<CreateEventBody> for OutcomeEventDraft {
    fn from(body: CreateEventBody) -> Self {
        Self {
            event_type: Some(body.event_type),
            event_name: body.event_name,
            event_time: body.event_time,
            value_amount: body.value_amount.map(|text| text.0),
            currency: body.currency,
            person: RawPerson {
                anonymous_id: body.anonymous_id,
                email: body.email,
                phone: body.phone,
                crm_contact_id: body.crm_contact_id,
                crm_source: None,
                national_id: body.national_id,
                external_id: body.external_id,
                first_name: body.first_name,
                last_name: body.last_name,
            },
            url: body.url,
            referrer: body.referrer,
            utm_source: body.utm_source,
            utm_medium: body.utm_medium,
            utm_campaign: body.utm_campaign,
            utm_term: body.utm_term,
            utm_content: body.utm_content,
            click_ids: body.click_ids.unwrap_or_default().into_iter().collect(),
            ad_id: body.ad_id,
            campaign_id: body.campaign_id,
            is_first_payment: body.is_first_payment,
            refund_of: body.refund_of,
            pipeline: body.pipeline.map(|ObjectOf(pipeline)| Pipeline {
                external_source: pipeline.external_source,
                from_stage: pipeline.from_stage,
                to_stage: pipeline.to_stage,
            }),
            consent: body.consent.map(|ObjectOf(consent)| ConsentDraft {
                ad_user_data: consent.ad_user_data,
                ad_personalization: consent.ad_personalization,
            }),
            match_evidence: MatchEvidenceDraft {
                client_ip_address: body.client_ip_address,
                client_user_agent: body.client_user_agent,
                fbp: body.fbp,
                fbc: body.fbc,
            },
            properties: body.properties.map(|object| object.0),
        }
    }
}
