//! What makes two outcome events the same event sent twice.

use crate::json_object::JsonObject;
use crate::outcome_event::{Consent, Money, NewOutcomeEvent, Pipeline};

/// Which layout follows; it changes when the layout does, so that hashes of two layouts differ.
const LAYOUT: u8 = 1;

/// The content of an event as bytes that are equal exactly when all fields are. Each field is its
/// number, then 0 when it is absent, or 1, the length in eight bytes and the value. Amounts are
/// written in their shortest form, so `10` and `10.00` are the same; an absent time stays absent,
/// so sending the same event later is the same.
pub fn canonical_content(event: &NewOutcomeEvent) -> Vec<u8> {
    // Taken apart by name: a new field that is not written does not compile.
    let NewOutcomeEvent {
        event_type,
        event_name,
        event_time,
        value,
        person,
        url,
        referrer,
        utm_source,
        utm_medium,
        utm_campaign,
        utm_term,
        utm_content,
        click_ids,
        ad_id,
        campaign_id,
        is_first_payment,
        refund_of,
        pipeline,
        consent,
        // Whoever sends an event again may do so from elsewhere, and it is deleted before the event is.
        match_evidence: _,
        properties,
    } = event;
    let mut out = Content(vec![LAYOUT]);
    out.text(1, Some(event_type.as_str()));
    out.text(2, event_name.as_deref());
    out.bytes(
        3,
        event_time
            .map(|at| at.micros().to_be_bytes())
            .as_ref()
            .map(<[u8; 8]>::as_slice),
    );
    out.money(4, value.as_ref());
    for (number, (_, field, _)) in (10_u8..).zip(person.fields()) {
        out.text(number, field);
    }
    out.text(30, url.as_deref());
    out.text(31, referrer.as_deref());
    let utm = [utm_source, utm_medium, utm_campaign, utm_term, utm_content];
    for (number, field) in (32_u8..).zip(utm) {
        out.text(number, field.as_deref());
    }
    out.click_ids(40, click_ids);
    out.text(43, ad_id.as_deref());
    out.text(44, campaign_id.as_deref());
    out.text(
        45,
        is_first_payment.map(|first| if first { "true" } else { "false" }),
    );
    out.text(46, refund_of.as_deref());
    out.pipeline(50, pipeline.as_ref());
    out.consent(60, consent.as_ref());
    out.text(70, properties.as_ref().map(JsonObject::as_str));
    out.0
}

struct Content(Vec<u8>);

impl Content {
    fn bytes(&mut self, number: u8, value: Option<&[u8]>) {
        self.0.push(number);
        let Some(value) = value else {
            return self.0.push(0);
        };
        self.0.push(1);
        self.length(value.len());
        self.0.extend_from_slice(value);
    }

    fn length(&mut self, length: usize) {
        self.0
            .extend_from_slice(&u64::try_from(length).unwrap_or(u64::MAX).to_be_bytes());
    }

    fn text(&mut self, number: u8, value: Option<&str>) {
        self.bytes(number, value.map(str::as_bytes));
    }

    /// A field that has fields: here only whether it is there.
    fn presence(&mut self, number: u8, present: bool) {
        self.0.extend_from_slice(&[number, u8::from(present)]);
    }

    fn money(&mut self, number: u8, value: Option<&Money>) {
        self.presence(number, value.is_some());
        if let Some(Money { amount, currency }) = value {
            self.text(number + 1, Some(&amount.to_string()));
            self.text(number + 2, currency.as_ref().map(kernel::Currency::code));
        }
    }

    fn click_ids(&mut self, number: u8, pairs: &[(String, String)]) {
        self.0.push(number);
        self.length(pairs.len());
        for (name, value) in pairs {
            self.text(number + 1, Some(name));
            self.text(number + 2, Some(value));
        }
    }

    fn pipeline(&mut self, number: u8, pipeline: Option<&Pipeline>) {
        self.presence(number, pipeline.is_some());
        if let Some(Pipeline {
            external_source,
            from_stage,
            to_stage,
        }) = pipeline
        {
            self.text(number + 1, external_source.as_deref());
            self.text(number + 2, from_stage.as_deref());
            self.text(number + 3, to_stage.as_deref());
        }
    }

    fn consent(&mut self, number: u8, consent: Option<&Consent>) {
        self.presence(number, consent.is_some());
        if let Some(Consent {
            ad_user_data,
            ad_personalization,
        }) = consent
        {
            self.text(number + 1, ad_user_data.map(crate::ConsentChoice::as_str));
            self.text(
                number + 2,
                ad_personalization.map(crate::ConsentChoice::as_str),
            );
        }
    }
}

#[cfg(test)]
#[path = "content_tests.rs"]
mod tests;
