//! The privacy guard: of a [`Candidate`] it leaves what the policy leaves open, and says what it took.

use std::net::IpAddr;

use kernel::{Personal, Timestamp};

use crate::click;
use crate::filter::{Filter, Filters};
use crate::page;
use crate::personal_text::{PersonalTexts, is_personal_key};
use crate::policy::{Part, Parts, Policy};
use crate::record::{Content, Person, Property, PropertyValue, Record};
use crate::words::{ActionSource, MessagingChannel};

/// The way on which something is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// A social network, as an event of a page when the page and the browser may be told, else as one that the
    /// system made.
    Web,
    /// A social network, as an event that the system made.
    System,
    /// A social network, as an event of a conversation.
    Messaging(MessagingChannel),
    /// A search engine.
    Search,
}

/// A record on its way to one destination, with everything that is known. Nothing that sends takes it.
#[derive(Debug)]
pub struct Candidate<'a> {
    pub(crate) record: &'a Record,
    pub(crate) channel: Channel,
}

/// What is left of a candidate.
#[derive(Debug)]
pub struct Guarded<'a> {
    pub(crate) record: &'a Record,
    pub(crate) channel: Channel,
    pub(crate) policy: Policy,
    pub(crate) left: Left<'a>,
    pub(crate) filters: Filters,
}

/// The parts of a record that may leave. What is not here cannot be told.
#[derive(Clone, Debug, Default)]
pub(crate) struct Left<'a> {
    pub(crate) person: Option<&'a Person>,
    pub(crate) user_identifiers: Option<&'a Person>,
    pub(crate) messaging_person: Option<&'a Person>,
    pub(crate) ip: Option<IpAddr>,
    pub(crate) user_agent: Option<&'a Personal>,
    pub(crate) fbp: Option<&'a Personal>,
    pub(crate) fbc: Option<String>,
    pub(crate) ctwa_clid: Option<&'a Personal>,
    pub(crate) search_click: Option<click::SearchClick<'a>>,
    pub(crate) page: Option<String>,
    pub(crate) referrer: Option<String>,
    pub(crate) contents: Vec<&'a Content>,
    pub(crate) properties: Vec<&'a Property>,
    /// When the click was that is told.
    pub(crate) clicked_at: Option<Timestamp>,
}

impl<'a> Candidate<'a> {
    /// A record on a channel.
    pub const fn new(record: &'a Record, channel: Channel) -> Self {
        Self { record, channel }
    }

    /// Takes away what may not leave.
    pub fn guard(self, policy: Policy) -> Guarded<'a> {
        let mut filters = Filters::default();
        let mut left = Left::of(self.record, self.channel);
        let personal = PersonalTexts::of(&self.record.person);
        match self.channel {
            Channel::Web | Channel::System => {
                left.guard_social(policy.open, &personal, &mut filters);
                left.guard_user_agent(policy.open, self.channel, &mut filters);
            }
            Channel::Messaging(_) => left.guard_messaging(policy.open, self.record, &mut filters),
            Channel::Search => left.guard_search(policy.open, &mut filters),
        }
        if !matches!(self.channel, Channel::Search) {
            left.guard_custom_data(policy.open, &personal, &mut filters);
            if policy.limited_data_use.is_some() {
                filters.note(Filter::LduApplied);
            }
        }
        Guarded {
            record: self.record,
            channel: self.channel,
            policy,
            left,
            filters,
        }
    }
}

impl Guarded<'_> {
    /// Where a social network is told that it happened: a page needs both the page and the browser.
    pub(crate) fn action_source(&self) -> ActionSource {
        match self.channel {
            Channel::Messaging(_) => ActionSource::BusinessMessaging,
            Channel::Web if self.left.page.is_some() && self.left.user_agent.is_some() => {
                ActionSource::Website
            }
            Channel::Web | Channel::System | Channel::Search => ActionSource::SystemGenerated,
        }
    }
}

impl<'a> Left<'a> {
    /// Everything that the channel could take, open or not. Pages are taken apart where they are judged.
    fn of(record: &'a Record, channel: Channel) -> Self {
        let person = Some(&record.person);
        let mut left = Self::default();
        match channel {
            Channel::Web | Channel::System => {
                left.person = person;
                left.ip = record.web.ip;
                left.user_agent = record.web.user_agent.as_ref();
                left.fbp = record.web.fbp.as_ref();
                left.fbc = click::fbc(record);
                left.page.clone_from(&record.web.url);
                left.referrer.clone_from(&record.web.referrer);
            }
            Channel::Messaging(_) => {
                left.messaging_person = person;
                left.ctwa_clid = click::ctwa_clid(record);
            }
            Channel::Search => {
                left.user_identifiers = person;
                left.search_click = click::search(record);
                left.clicked_at = left.search_click.as_ref().map(|click| click.at);
            }
        }
        if !matches!(channel, Channel::Search) {
            left.contents = record.contents.iter().collect();
            left.properties = record.properties.iter().collect();
        }
        left
    }

    fn guard_social(&mut self, open: Parts, personal: &PersonalTexts, filters: &mut Filters) {
        if !open.allow(Part::Identity) && self.person.take().is_some_and(names_somebody) {
            filters.note(Filter::IdentityDropped);
        }
        if !open.allow(Part::Ip) && self.ip.take().is_some() {
            filters.note(Filter::IpDropped);
        }
        if !open.allow(Part::BrowserIds) && self.fbp.take().is_some() {
            filters.note(Filter::BrowserIdsDropped);
        }
        if !open.allow(Part::ClickIds) && self.fbc.take().is_some() {
            filters.note(Filter::BrowserIdsDropped);
        }
        self.page = self
            .page
            .take()
            .and_then(|text| page::page(&text, open, personal, filters));
        self.referrer = self
            .referrer
            .take()
            .and_then(|text| page::referrer(&text, open, personal, filters));
    }

    fn guard_user_agent(&mut self, open: Parts, channel: Channel, filters: &mut Filters) {
        let part = if channel == Channel::Web && self.page.is_some() {
            Part::UserAgentOnPages
        } else {
            Part::UserAgent
        };
        if !open.allow(part) && self.user_agent.take().is_some() {
            filters.note(Filter::UserAgentDropped);
        }
    }

    fn guard_messaging(&mut self, open: Parts, record: &Record, filters: &mut Filters) {
        let web = &record.web;
        if web.url.is_some()
            || web.ip.is_some()
            || web.user_agent.is_some()
            || web.fbp.is_some()
            || click::fbc(record).is_some()
        {
            filters.note(Filter::MessagingWebFieldsDropped);
        }
        let has_ids =
            |person: &Person| person.page_scoped_user_id.is_some() || person.ig_sid.is_some();
        if !open.allow(Part::Identity) && self.messaging_person.take().is_some_and(has_ids) {
            filters.note(Filter::IdentityDropped);
        }
        if !open.allow(Part::ClickIds) && self.ctwa_clid.take().is_some() {
            filters.note(Filter::BrowserIdsDropped);
        }
    }

    fn guard_search(&mut self, open: Parts, filters: &mut Filters) {
        let can_identify = |person: &Person| !person.emails.is_empty() || !person.phones.is_empty();
        if !open.allow(Part::UserIdentifiers)
            && self.user_identifiers.take().is_some_and(can_identify)
        {
            filters.note(Filter::IdentityDropped);
        }
        if !open.allow(Part::ClickIds) && self.search_click.take().is_some() {
            self.clicked_at = None;
            filters.note(Filter::BrowserIdsDropped);
        }
    }

    fn guard_custom_data(&mut self, open: Parts, personal: &PersonalTexts, filters: &mut Filters) {
        if !open.allow(Part::Contents) && !self.contents.is_empty() {
            self.contents.clear();
            filters.note(Filter::ContentDropped);
        }
        if !open.allow(Part::CustomData) && !self.properties.is_empty() {
            self.properties.clear();
            filters.note(Filter::CustomDataDropped);
        }
        let before = (self.contents.len(), self.properties.len());
        // Numbers of products are long: of these only what is known of the person is looked for.
        self.contents
            .retain(|content| !personal.hold(&content.id) && !content.id.contains('@'));
        self.properties
            .retain(|property| !is_personal(property, personal));
        if before != (self.contents.len(), self.properties.len()) {
            filters.note(Filter::PiiKeysDropped);
        }
    }
}

fn is_personal(property: &Property, personal: &PersonalTexts) -> bool {
    let value_is = match &property.value {
        // A measure with a point is no telephone, however many digits it has.
        PropertyValue::Number(text) if text.contains(['.', 'e', 'E']) => personal.hold(text),
        PropertyValue::Text(text) | PropertyValue::Number(text) => personal.name(text),
        PropertyValue::Flag(_) => false,
    };
    value_is || is_personal_key(&property.key) || personal.name(&property.key)
}

fn names_somebody(person: &Person) -> bool {
    let Person {
        emails,
        phones,
        external_ids,
        first_name,
        last_name,
        born,
        gender,
        city,
        region,
        postcode,
        country,
        lead_id,
        page_scoped_user_id: _,
        ig_sid: _,
    } = person;
    let texts = [
        first_name, last_name, gender, city, region, postcode, country, lead_id,
    ];
    !emails.is_empty()
        || !phones.is_empty()
        || !external_ids.is_empty()
        || born.is_some()
        || texts.iter().any(|text| text.is_some())
}

#[cfg(test)]
mod tests;
