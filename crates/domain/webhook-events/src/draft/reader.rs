//! Reads the fields of a draft.

use std::collections::BTreeSet;

use kernel::Sent;

use super::{MAX_ITEMS, SubscriptionFault, SubscriptionFaultReason, SubscriptionField};
use crate::address_judge::AddressJudge;
use crate::endpoint_url::EndpointUrl;
use crate::event_type::EventType;
use crate::provider::Provider;

/// The value, when there is one.
pub(super) fn value<T>(sent: Sent<T>) -> Option<T> {
    match sent {
        Sent::Value(value) => Some(value),
        Sent::Absent | Sent::Null => None,
    }
}

/// Reads fields and gathers what is wrong with them. What was sent and is wrong reads as null.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) faults: Vec<SubscriptionFault>,
}

impl Reader {
    pub(super) fn refuse(&mut self, field: SubscriptionField, reason: SubscriptionFaultReason) {
        self.faults.push(SubscriptionFault { field, reason });
    }

    pub(super) fn present<T>(&mut self, field: SubscriptionField, sent: Sent<T>) -> Option<T> {
        if matches!(sent, Sent::Null) {
            self.refuse(field, SubscriptionFaultReason::Null);
        }
        value(sent)
    }

    pub(super) fn url(&mut self, sent: Sent<String>, judge: &AddressJudge) -> Sent<EndpointUrl> {
        let is_absent = sent == Sent::Absent;
        let Some(text) = self.present(SubscriptionField::Url, sent) else {
            return if is_absent { Sent::Absent } else { Sent::Null };
        };
        match EndpointUrl::parse(&text, judge) {
            Ok(url) => Sent::Value(url),
            Err(fault) => {
                self.refuse(SubscriptionField::Url, fault.into());
                Sent::Null
            }
        }
    }

    pub(super) fn events(&mut self, sent: Sent<Vec<String>>) -> Sent<Vec<EventType>> {
        let fields: Fields = (SubscriptionField::Events, SubscriptionField::Event);
        self.items(fields, sent, |text| {
            EventType::parse(text).ok_or(SubscriptionFaultReason::UnknownEvent)
        })
    }

    pub(super) fn providers(&mut self, sent: Sent<Vec<String>>) -> Sent<Vec<Provider>> {
        let fields: Fields = (SubscriptionField::Providers, SubscriptionField::Provider);
        self.items(fields, sent, |text| Ok(Provider::new(text)?))
    }

    fn items<T: Clone + Ord>(
        &mut self,
        (list, item): Fields,
        sent: Sent<Vec<String>>,
        read: impl Fn(&str) -> Result<T, SubscriptionFaultReason>,
    ) -> Sent<Vec<T>> {
        let is_absent = sent == Sent::Absent;
        let Some(texts) = self.present(list, sent) else {
            return if is_absent { Sent::Absent } else { Sent::Null };
        };
        if !(1..=MAX_ITEMS).contains(&texts.len()) {
            self.refuse(list, SubscriptionFaultReason::Count);
            return Sent::Null;
        }
        let mut seen = BTreeSet::new();
        let mut items = Vec::with_capacity(texts.len());
        for (position, text) in texts.iter().enumerate() {
            match read(text) {
                Ok(read) if seen.insert(read.clone()) => items.push(read),
                Ok(_) => self.refuse(item(position), SubscriptionFaultReason::Repeated),
                Err(reason) => self.refuse(item(position), reason),
            }
        }
        Sent::Value(items)
    }
}

/// A list, and one item of it by its position.
type Fields = (SubscriptionField, fn(usize) -> SubscriptionField);
