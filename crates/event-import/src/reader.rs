//! From rows to facts.

use std::collections::HashMap;

use event_intake::{
    BatchError, IdempotencyKey, NewOutcomeEvent, OutcomeEventDraft, PageReferrer, RawPerson,
    TrackerBatch, TrackerBatchDraft, TrackerEvent, TrackerEventDraft, TrackerEventKind,
};
use kernel::{ProfileId, Timestamp};
use uuid::Uuid;

use crate::address;
use crate::amount;
use crate::fact::{BrowserFact, Fact, OutcomeFact, Verdict, Why};
use crate::instant;
use crate::mapping::{Action, Constant, Fields, Form, Identifier, Mapping, Money};
use crate::people::{People, Whose, short};
use crate::source::{BadRow, Row, events_of};
use crate::survey::Survey;
use crate::value::Value;

/// Whose events are read, and when.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Whose they are from now on.
    pub profile_id: ProfileId,
    /// The present.
    pub now: Timestamp,
    /// The first instant that is wanted.
    pub from: Option<Timestamp>,
    /// The first instant that is not wanted any more.
    pub until: Option<Timestamp>,
}

/// Reads rows by a mapping.
#[derive(Debug)]
pub struct Reader<'m> {
    mapping: &'m Mapping,
    asked: Asked,
    people: People,
    /// Who was named last on each browser.
    told: HashMap<u64, u64>,
}

/// An event with what every kind of fact needs of it.
struct Event<'e> {
    line: u64,
    value: &'e Value,
    id: Uuid,
    at: Timestamp,
    name: Option<&'e str>,
}

impl<'m> Reader<'m> {
    /// A reader that has seen nothing yet.
    pub fn new(mapping: &'m Mapping, asked: Asked) -> Self {
        Self {
            mapping,
            asked,
            people: People::default(),
            told: HashMap::new(),
        }
    }

    /// Notes who is who, before any row is read: for mappings that look first.
    pub fn look(&mut self, row: Row) {
        for event in self.events(row) {
            let kind = self.kind(&event);
            self.people.look(&event, kind);
        }
    }

    /// What becomes of a row; of each of its events, where it has several. The survey is shown their fields.
    pub fn read(&mut self, row: Row, survey: &mut Survey) -> Vec<Result<Verdict, BadRow>> {
        let line = row.line;
        let events = self.events(row);
        let events = events.into_iter();
        events
            .map(|event| {
                survey.look(&event);
                self.event(line, &event)
                    .map_err(|reason| BadRow { line, reason })
            })
            .collect()
    }

    /// The events of a row, in the form in which mappings speak of them.
    fn events(&self, row: Row) -> Vec<Value> {
        let mapping = self.mapping;
        let mut value = row.value;
        if let Value::Object(members) = &mut value {
            members.values_mut().for_each(Value::unfold);
            for name in &mapping.pairs {
                if let Some(list) = members.get_mut(name) {
                    list.pair();
                }
            }
        }
        events_of(value, mapping.each.as_deref())
    }

    fn text<'e>(&self, event: &'e Value, fields: &Fields) -> Option<&'e str> {
        let absent = &self.mapping.absent;
        let is_there = |text: &&str| !absent.iter().any(|it| it == text);
        let mut fields = fields.0.iter();
        fields.find_map(|field| event.at(field).and_then(Value::text).filter(is_there))
    }

    fn constant(&self, constant: Constant) -> Option<&str> {
        self.mapping.constants.get(&constant).map(String::as_str)
    }

    fn kind<'e>(&self, event: &'e Value) -> Option<&'e str> {
        self.text(event, &self.mapping.event.as_ref()?.field)
    }

    fn event(&mut self, line: u64, value: &Value) -> Result<Verdict, String> {
        let mapping = self.mapping;
        let is_skipped = |condition: &crate::mapping::Condition| {
            let text = value.at(&condition.field).and_then(Value::text);
            let text = text.unwrap_or_default();
            let begins = condition.begins_with.as_deref();
            condition.is.as_deref() == Some(text) || begins.is_some_and(|it| text.starts_with(it))
        };
        if mapping.skip.iter().any(is_skipped) {
            return Ok(Verdict::Nothing(Why::Condition));
        }
        let (action, name) = self.action(value);
        if *action == Action::Skip {
            return Ok(Verdict::Nothing(Why::Kind));
        }
        let at = self
            .text(value, &mapping.time.field)
            .ok_or("time is missing")?;
        let at = instant::read(at, mapping.time.unit, self.asked.now);
        let at = at.map_err(|reason| format!("time {reason}"))?;
        if self.asked.from.is_some_and(|from| at < from)
            || self.asked.until.is_some_and(|until| at >= until)
        {
            return Ok(Verdict::Nothing(Why::Day));
        }
        let event = Event {
            line,
            value,
            id: self.id(value)?,
            at,
            name,
        };
        match action {
            Action::Outcome(event_type) => self.outcome(&event, event_type, false),
            Action::Refund(event_type) => self.outcome(&event, event_type, true),
            action => self.of_browser(&event, action),
        }
    }

    /// What becomes of an event, and what it is called.
    fn action<'e>(&self, value: &'e Value) -> (&'m Action, Option<&'e str>) {
        let Some(events) = &self.mapping.event else {
            return (&Action::PageView, None);
        };
        let kind = self.text(value, &events.field);
        let action = kind.and_then(|kind| events.map.get(kind));
        let name = self.text(value, &events.name).or(kind);
        (action.unwrap_or(&events.other), name)
    }

    /// The same whenever the event is read, and never another's.
    fn id(&self, value: &Value) -> Result<Uuid, String> {
        let mapping = self.mapping;
        let mut name = format!("events/{}", mapping.source);
        let mut is_there = false;
        for field in &mapping.id {
            name.push('\u{1f}');
            if let Some(part) = value.at(field).filter(|part| **part != Value::Null) {
                is_there = true;
                name.push_str(&part.to_string());
            }
        }
        if !is_there {
            return Err("id is missing".to_owned());
        }
        Ok(self.uuid(&name))
    }

    fn uuid(&self, name: &str) -> Uuid {
        Uuid::new_v5(&self.asked.profile_id.uuid(), name.as_bytes())
    }

    /// Whose an event is: the browser, and what else is said of the person.
    fn whose(&self, event: &Value) -> (Option<String>, RawPerson) {
        let mapping = self.mapping;
        let mut person = RawPerson::default();
        for (identifier, fields) in &mapping.identifiers {
            let value = self.text(event, fields).map(str::to_owned);
            match identifier {
                Identifier::CrmContactId => person.crm_contact_id = value,
                Identifier::Email => person.email = value,
                Identifier::Phone => person.phone = value,
                Identifier::ExternalId => person.external_id = value,
            }
        }
        let anonymous = mapping.anonymous_id.as_ref();
        let mut browser = anonymous.and_then(|fields| self.text(event, fields).map(str::to_owned));
        if mapping.form == Form::Posthog {
            let whose = self.people.whose(event, self.kind(event));
            let Whose {
                browser: own,
                person: named,
            } = whose;
            browser = own;
            person.crm_contact_id = named;
        }
        if person.crm_contact_id.is_some() {
            person.crm_source = self.constant(Constant::CrmSource).map(str::to_owned);
        }
        (browser, person)
    }

    fn of_browser(&mut self, event: &Event<'_>, action: &Action) -> Result<Verdict, String> {
        let (browser, person) = self.whose(event.value);
        // Without a browser of its own, what a person did is as good as one.
        let browser = browser.or_else(|| person.crm_contact_id.clone());
        let Some(browser) = browser else {
            return Ok(Verdict::Nothing(Why::NoBrowser));
        };
        let is_named = person != RawPerson::default();
        let mut facts = Vec::new();
        if is_named && let Some(named) = self.names(event, &browser, &person, action)? {
            facts.push(self.fact(event, &browser, named));
        }
        if *action == Action::Identify {
            if !is_named {
                return Ok(Verdict::Nothing(Why::Kind));
            }
        } else {
            let draft = self.draft(event, action)?;
            let mut parsed = parsed(draft, event.at)?;
            self.put_referrer(&mut parsed);
            facts.push(self.fact(event, &browser, parsed));
        }
        Ok(Verdict::Facts(facts))
    }

    fn fact(&self, event: &Event<'_>, browser: &str, parsed: TrackerEvent) -> Fact {
        let mapping = self.mapping;
        let text = |fields: &Option<Fields>| {
            let fields = fields.as_ref();
            fields.and_then(|fields| self.text(event.value, fields).map(str::to_owned))
        };
        let country = text(&mapping.country);
        let is_code =
            |text: &String| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
        Fact::Browser(Box::new(BrowserFact {
            line: event.line,
            anonymous_id: browser.to_owned(),
            event: parsed,
            user_agent: text(&mapping.user_agent),
            country: country
                .filter(is_code)
                .map(|code| code.to_ascii_uppercase()),
        }))
    }

    /// Who somebody is, when the event says so or when nobody has said so before.
    fn names(
        &mut self,
        event: &Event<'_>,
        browser: &str,
        person: &RawPerson,
        action: &Action,
    ) -> Result<Option<TrackerEvent>, String> {
        let who = [
            &person.crm_contact_id,
            &person.email,
            &person.phone,
            &person.external_id,
        ];
        let who: Vec<&str> = who.into_iter().flatten().map(String::as_str).collect();
        let who = who.join("\u{1f}");
        let before = self.told.insert(short(browser), short(&who));
        let says_so = *action == Action::Identify;
        if !says_so && before == Some(short(&who)) {
            return Ok(None);
        }
        let id = if says_so {
            event.id
        } else {
            // Of one day, so that files that overlap say it once.
            let day = event.at.to_utc().date();
            let source = &self.mapping.source;
            self.uuid(&format!(
                "events/{source}/named/{day}\u{1f}{browser}\u{1f}{who}"
            ))
        };
        let draft = TrackerEventDraft {
            kind: Some("id".to_owned()),
            id: Some(id.to_string()),
            person: Some(person.clone()),
            ..TrackerEventDraft::default()
        };
        parsed(draft, event.at).map(Some)
    }

    fn draft(&self, event: &Event<'_>, action: &Action) -> Result<TrackerEventDraft, String> {
        let is_view = *action == Action::PageView;
        let url = self.address(event.value);
        if is_view && url.is_none() {
            return Err("page.url is missing".to_owned());
        }
        let page = &self.mapping.page;
        let text = |fields| self.text(event.value, fields).map(str::to_owned);
        Ok(TrackerEventDraft {
            kind: Some(if is_view { "pv" } else { "ev" }.to_owned()),
            id: Some(event.id.to_string()),
            url: url.map(|url| self.landing(event.value, url)),
            referrer: self.referrer(event.value),
            title: text(&page.title),
            name: event.name.map(str::to_owned),
            ..TrackerEventDraft::default()
        })
    }

    /// Nobody asked the browser where a file has no such field.
    fn put_referrer(&self, event: &mut TrackerEvent) {
        let page = &self.mapping.page;
        let is_told = !page.referrer.0.is_empty() || !page.referrer_host.0.is_empty();
        if let TrackerEventKind::PageView { referrer, .. } = &mut event.kind
            && !is_told
        {
            *referrer = PageReferrer::Unknown;
        }
    }

    fn address(&self, event: &Value) -> Option<String> {
        let page = &self.mapping.page;
        if let Some(url) = self.text(event, &page.url) {
            return Some(url.to_owned());
        }
        let host = self.text(event, &page.host);
        let host = host.or_else(|| self.constant(Constant::Host))?;
        let path = self.text(event, &page.path).unwrap_or("/");
        Some(address::of_parts(host, path, self.text(event, &page.query)))
    }

    fn referrer(&self, event: &Value) -> Option<String> {
        let page = &self.mapping.page;
        if let Some(url) = self.text(event, &page.referrer) {
            return Some(url.to_owned());
        }
        let host = self.text(event, &page.referrer_host)?;
        let path = self.text(event, &page.referrer_path).unwrap_or("/");
        Some(address::of_parts(host, path, None))
    }

    /// An address with what the source has noted of its campaign besides.
    fn landing(&self, event: &Value, mut url: String) -> String {
        for (parameter, fields) in &self.mapping.campaign {
            if let Some(value) = self.text(event, fields) {
                address::put(&mut url, parameter.as_str(), value);
            }
        }
        url
    }

    fn outcome(
        &self,
        event: &Event<'_>,
        event_type: &str,
        is_refund: bool,
    ) -> Result<Verdict, String> {
        let (browser, mut person) = self.whose(event.value);
        let mut draft = OutcomeEventDraft {
            event_type: Some(event_type.to_owned()),
            event_time: Some(event.at.to_string()),
            ..OutcomeEventDraft::default()
        };
        draft.event_name = event.name.map(str::to_owned);
        // Where its browser came from, its visits say.
        if browser.is_none() {
            let url = self.address(event.value);
            draft.url = url.map(|url| self.landing(event.value, url));
        }
        person.anonymous_id = browser;
        draft.person = person;
        let money = self.mapping.value.as_ref();
        let sale = money.and_then(|money| self.text(event.value, &money.key));
        if let Some(money) = money {
            self.put_money(&mut draft, event.value, money, is_refund)?;
        }
        let key = match sale {
            Some(sale) if is_refund => {
                draft.refund_of = Some(sale.to_owned());
                format!("refund:{}", event.id)
            }
            Some(sale) => sale.to_owned(),
            None => format!("import:{}", event.id),
        };
        let key = IdempotencyKey::parse(&key).map_err(|reason| format!("value.key {reason}"))?;
        let event_of = NewOutcomeEvent::parse(draft, self.asked.now).map_err(|errors| {
            let reasons = errors.iter().map(ToString::to_string);
            reasons.collect::<Vec<_>>().join("; ")
        })?;
        let channel = self.text(event.value, &self.mapping.channel);
        Ok(Verdict::Facts(vec![Fact::Outcome(Box::new(OutcomeFact {
            line: event.line,
            at: event.at,
            event: event_of,
            key,
            channel: channel.map(str::to_owned),
        }))]))
    }

    fn put_money(
        &self,
        draft: &mut OutcomeEventDraft,
        event: &Value,
        money: &Money,
        is_refund: bool,
    ) -> Result<(), String> {
        let Some(text) = self.text(event, &money.field) else {
            return Ok(());
        };
        let amount = amount::read(text, money.scale, is_refund);
        let amount = amount.map_err(|reason| format!("value.field {reason}"))?;
        draft.value_amount = Some(amount);
        let currency = self.text(event, &money.currency);
        let currency = currency.or_else(|| self.constant(Constant::Currency));
        draft.currency = currency.map(str::to_ascii_uppercase);
        Ok(())
    }
}

/// An event of a browser under all checks of one that a browser sends, but for its age.
fn parsed(draft: TrackerEventDraft, at: Timestamp) -> Result<TrackerEvent, String> {
    let batch = TrackerBatchDraft {
        key: Some("import".to_owned()),
        anonymous_id: Some("import".to_owned()),
        events: vec![draft],
        ..TrackerBatchDraft::default()
    };
    let batch = TrackerBatch::parse(batch, at).map_err(|errors| {
        let reasons = errors.iter().map(told);
        reasons.collect::<Vec<_>>().join("; ")
    })?;
    let mut events = batch.events.into_iter();
    events.next().ok_or_else(|| "is no event".to_owned())
}

/// A mistake by the name that a mapping has for the field.
fn told(error: &BatchError) -> String {
    let field = match error.pointer.strip_prefix("/e/0/") {
        Some("u") => "page.url",
        Some("r") => "page.referrer",
        Some("n") => "event.name",
        Some(other) => other,
        None => &error.pointer,
    };
    format!("{field} {}", error.reason)
}

#[cfg(test)]
#[path = "reader_tests.rs"]
mod tests;
