//! People with truth: who they are, what they are reached by, and what is written down of it.

use identity_graph::{IdentifierKind, Subject, ValueKey};

use crate::dice::Dice;

/// What an event of a server names, as numbers of [`World::values`].
pub(crate) struct Event {
    /// When it happened; they arrive in another order.
    pub(crate) at: u64,
    /// Most trusted first.
    pub(crate) values: Vec<usize>,
    /// The values by name, for rules that know no numbers.
    pub(crate) named: Vec<Subject>,
}

/// For each value, who uses it in truth; empty for one that nobody ever showed.
pub(crate) type Owners = Vec<Vec<u32>>;

/// Events in the order of arrival.
pub(crate) struct World {
    pub(crate) events: Vec<Event>,
    pub(crate) owners: Owners,
}

struct Person {
    emails: Vec<usize>,
    phones: Vec<usize>,
    national_id: usize,
    contact: Option<usize>,
}

impl World {
    /// `people` persons in households of one to four, over two years.
    pub(crate) fn new(seed: u64, people: usize) -> Self {
        let mut making = Making {
            dice: Dice(seed),
            kinds: Vec::new(),
            owners: Vec::new(),
            people: Vec::new(),
            events: Vec::new(),
        };
        making.households(people);
        let shops: Vec<(usize, usize)> = (0..people / 500)
            .map(|_| {
                let phone = making.value(IdentifierKind::Phone);
                (phone, making.value(IdentifierKind::Email))
            })
            .collect();
        for who in 0..making.people.len() {
            let times = 1 + making.dice.below(6);
            for _ in 0..times {
                making.event(who, &shops);
            }
        }
        let mut events = making.events;
        for position in (1..events.len()).rev() {
            // Most come soon after they happened, a tenth much later.
            if making.dice.in_1000(100) {
                let other = making.dice.below(position);
                events.swap(position, other);
            }
        }
        Self {
            events,
            owners: making.owners,
        }
    }
}

struct Making {
    dice: Dice,
    kinds: Vec<IdentifierKind>,
    owners: Owners,
    people: Vec<Person>,
    events: Vec<Event>,
}

impl Making {
    fn value(&mut self, kind: IdentifierKind) -> usize {
        self.kinds.push(kind);
        self.owners.push(Vec::new());
        self.kinds.len() - 1
    }

    fn households(&mut self, people: usize) {
        while self.people.len() < people {
            let size = 1 + self.dice.below(4);
            // One in five households has a number that all of them give, one in twenty-five a mailbox.
            let phone =
                (size > 1 && self.dice.in_1000(200)).then(|| self.value(IdentifierKind::Phone));
            let mailbox =
                (size > 1 && self.dice.in_1000(40)).then(|| self.value(IdentifierKind::Email));
            for _ in 0..size {
                self.person(phone, mailbox);
            }
        }
    }

    fn person(&mut self, phone: Option<usize>, mailbox: Option<usize>) {
        let mut emails = vec![self.value(IdentifierKind::Email)];
        while emails.len() < 4 && self.dice.in_1000(220) {
            emails.push(self.value(IdentifierKind::Email));
        }
        emails.extend(mailbox);
        // Numbers are given out again: one in fifty is a number that somebody else had.
        let reused = (!self.people.is_empty() && self.dice.in_1000(20)).then(|| {
            let before = self.dice.below(self.people.len());
            self.people[before].phones[0]
        });
        let own = match reused {
            Some(phone) => phone,
            None => self.value(IdentifierKind::Phone),
        };
        let mut phones = vec![own];
        if self.dice.in_1000(150) {
            phones.push(self.value(IdentifierKind::Phone));
        }
        phones.extend(phone);
        let national_id = self.value(IdentifierKind::NationalId);
        let contact = (self.dice.in_1000(300)).then(|| self.value(IdentifierKind::CrmContactId));
        self.people.push(Person {
            emails,
            phones,
            national_id,
            contact,
        });
    }

    fn event(&mut self, who: usize, shops: &[(usize, usize)]) {
        let at = self.dice.next() % 63_072_000;
        let mut values = Vec::new();
        if self.dice.in_1000(120) {
            values.push(self.people[who].national_id);
        }
        if let Some(contact) = self.people[who].contact
            && self.dice.in_1000(250)
        {
            values.push(contact);
        }
        if self.dice.in_1000(800) {
            let email = self.email(who, shops);
            values.push(email);
        }
        if self.dice.in_1000(500) || values.is_empty() {
            let phone = self.phone(who, shops);
            values.push(phone);
        }
        let who = u32::try_from(who).unwrap_or(u32::MAX);
        for value in &values {
            if !self.owners[*value].contains(&who) {
                self.owners[*value].push(who);
            }
        }
        let named = values.iter().map(|value| self.subject(*value)).collect();
        self.events.push(Event { at, values, named });
    }

    /// What the person writes: mostly the first address, sometimes with a slip of the finger, which is
    /// now and then somebody else's address.
    fn email(&mut self, who: usize, shops: &[(usize, usize)]) -> usize {
        if self.dice.in_1000(5) && !shops.is_empty() {
            return self.dice.one(shops).1;
        }
        if self.dice.in_1000(15) {
            return if self.dice.in_1000(100) {
                let other = self.dice.below(self.people.len());
                self.people[other].emails[0]
            } else {
                self.value(IdentifierKind::Email)
            };
        }
        let emails = &self.people[who].emails;
        let number = if self.dice.in_1000(700) {
            0
        } else {
            self.dice.below(emails.len())
        };
        emails[number]
    }

    fn phone(&mut self, who: usize, shops: &[(usize, usize)]) -> usize {
        if self.dice.in_1000(10) && !shops.is_empty() {
            return self.dice.one(shops).0;
        }
        let phones = &self.people[who].phones;
        let number = if self.dice.in_1000(600) {
            0
        } else {
            self.dice.below(phones.len())
        };
        phones[number]
    }

    fn subject(&self, value: usize) -> Subject {
        let kind = self.kinds[value];
        let key = if kind == IdentifierKind::CrmContactId {
            format!("crm|{value}")
        } else {
            value.to_string()
        };
        Subject {
            kind,
            value_key: ValueKey::new(key),
        }
    }
}
