//! People with truth: who they are, how they are reached, and as which customers they are known.

use std::collections::{BTreeMap, BTreeSet};

use crate::dice::Dice;
use crate::slips::{digits, slip, slip_of_digit};

const GIVEN: [&str; 48] = [
    "María",
    "José",
    "Juan",
    "Ana",
    "Luis",
    "Carlos",
    "Rosa",
    "Jorge",
    "Francisco",
    "Carmen",
    "Pedro",
    "Camila",
    "Víctor",
    "Claudia",
    "Manuel",
    "Daniela",
    "Cristian",
    "Patricia",
    "Diego",
    "Valentina",
    "Rodrigo",
    "Marcela",
    "Sebastián",
    "Francisca",
    "Felipe",
    "Constanza",
    "Andrés",
    "Javiera",
    "Pablo",
    "Carolina",
    "Nicolás",
    "Sofía",
    "Matías",
    "Antonia",
    "Ignacio",
    "Isidora",
    "Tomás",
    "Martina",
    "Benjamín",
    "Josefa",
    "Vicente",
    "Emilia",
    "Joaquín",
    "Agustina",
    "Maximiliano",
    "Florencia",
    "Cristóbal",
    "Catalina",
];
const NICK: [(&str, &str); 8] = [
    ("José", "Pepe"),
    ("Francisco", "Pancho"),
    ("Ignacio", "Nacho"),
    ("Francisca", "Pancha"),
    ("Sebastián", "Seba"),
    ("Valentina", "Vale"),
    ("Rodrigo", "Rodri"),
    ("Cristian", "Cris"),
];
const BEGIN: [&str; 40] = [
    "Gonz", "Mu", "Ro", "Dí", "Pér", "So", "Contre", "Sil", "Mart", "Sepúl", "Mora", "Rodrí", "Ló",
    "Fuen", "Herná", "Torr", "Araye", "Flor", "Espi", "Valen", "Casti", "Tapi", "Reye", "Gutié",
    "Carras", "Vás", "Álva", "Sán", "Rami", "Guz", "Riv", "Orti", "Piza", "Brav", "Lag", "Tor",
    "Veg", "Núñ", "Olivar", "Zamo",
];
const END: [&str; 12] = [
    "ález", "ñoz", "jas", "az", "ez", "to", "ras", "va", "ínez", "eda", "les", "ano",
];
const HOSTS: [&str; 6] = [
    "gmail.com",
    "hotmail.com",
    "yahoo.es",
    "outlook.com",
    "live.cl",
    "empresa.cl",
];

/// Whether a customer shows something: so many of a thousand show their e-mail, phone, names, RUT, loyalty card and
/// browser, by where they came in.
const DOORS: [[u64; 6]; 4] = [
    [920, 600, 700, 150, 100, 500],
    [100, 970, 650, 50, 50, 0],
    [600, 500, 950, 300, 400, 0],
    [850, 100, 300, 20, 50, 1_000],
];

/// A person.
struct Person {
    given: String,
    family: (String, String),
    married: Option<String>,
    national_id: String,
    card: String,
    emails: Vec<String>,
    phones: Vec<String>,
    browsers: Vec<u64>,
    household: usize,
}

/// What people of a household have together.
struct Household {
    email: Option<String>,
    phone: Option<String>,
    browser: Option<u64>,
}

/// A customer as the service knows them, and who they are.
#[derive(Clone, Default)]
pub(crate) struct Customer {
    /// Who; several where facts took people for one.
    pub(crate) persons: Vec<usize>,
    pub(crate) first_name: Option<String>,
    pub(crate) last_name: Option<String>,
    pub(crate) emails: Vec<String>,
    pub(crate) phones: Vec<String>,
    pub(crate) national_id: Option<String>,
    pub(crate) card: Option<String>,
    pub(crate) browsers: Vec<u64>,
}

/// Customers of about `people` persons.
pub(crate) fn world(seed: u64, people: usize) -> Vec<Customer> {
    let mut making = Making {
        dice: Dice(seed),
        people: Vec::new(),
        households: Vec::new(),
        browsers: 0,
        taken: BTreeSet::new(),
    };
    while making.people.len() < people {
        making.household();
    }
    let mut customers: Vec<Customer> = Vec::new();
    let mut held: BTreeMap<String, usize> = BTreeMap::new();
    for who in 0..making.people.len() {
        let mut times = 1;
        while times < 5 && making.dice.in_1000(420) {
            times += 1;
        }
        for _ in 0..times {
            let customer = making.customer(who);
            making.settle(&mut customers, &mut held, customer);
        }
    }
    customers
}

struct Making {
    dice: Dice,
    people: Vec<Person>,
    households: Vec<Household>,
    browsers: u64,
    /// Addresses that somebody has.
    taken: BTreeSet<String>,
}

impl Making {
    fn household(&mut self) {
        let names: Vec<String> = (0..4).map(|_| self.family_name()).collect();
        let is_couple = self.dice.in_1000(550);
        let children = if self.dice.in_1000(450) {
            1 + self.dice.below(3)
        } else {
            0
        };
        let number = self.households.len();
        let host = (*self.dice.one(&HOSTS)).to_owned();
        let shared = Household {
            email: self
                .dice
                .in_1000(200)
                .then(|| format!("familia.{}{}@{host}", plain(&names[0]), number)),
            phone: self
                .dice
                .in_1000(400)
                .then(|| format!("+562{}", digits(&mut self.dice, 8))),
            browser: self.dice.in_1000(600).then(|| self.browser()),
        };
        self.households.push(shared);
        self.person(number, (names[0].clone(), names[1].clone()), None);
        if is_couple {
            let married = self.dice.in_1000(150).then(|| names[0].clone());
            self.person(number, (names[2].clone(), names[3].clone()), married);
        }
        for _ in 0..children {
            self.person(number, (names[0].clone(), names[2].clone()), None);
        }
    }

    fn browser(&mut self) -> u64 {
        self.browsers += 1;
        self.browsers
    }

    fn family_name(&mut self) -> String {
        let begin = BEGIN[of_rank(&mut self.dice, BEGIN.len())];
        format!("{begin}{}", END[of_rank(&mut self.dice, END.len())])
    }

    fn person(&mut self, household: usize, family: (String, String), married: Option<String>) {
        let given = GIVEN[of_rank(&mut self.dice, GIVEN.len())].to_owned();
        let number = self.people.len();
        let emails = (0..=usize::from(self.dice.in_1000(350)))
            .map(|_| self.email(&given, &family.0, number))
            .collect();
        let phones = (0..=usize::from(self.dice.in_1000(150)))
            .map(|_| format!("+569{}", digits(&mut self.dice, 8)))
            .collect();
        let browsers = (0..=self.dice.below(2)).map(|_| self.browser()).collect();
        let national_id = format!("{}-{number}", digits(&mut self.dice, 8));
        let card = format!("card|{number}");
        self.people.push(Person {
            given,
            family,
            married,
            national_id,
            card,
            emails,
            phones,
            browsers,
            household,
        });
    }

    fn email(&mut self, given: &str, family: &str, number: usize) -> String {
        let (given, family) = (plain(given), plain(family));
        let year = 60 + self.dice.below(45);
        let local = match self.dice.below(5) {
            0 => format!("{given}.{family}"),
            1 => format!("{given}{family}{}", year % 100),
            2 => format!("{}{family}{}", given.get(..1).unwrap_or("x"), year % 100),
            3 => format!("{given}{}", digits(&mut self.dice, 3)),
            _ => format!("user{}", number * 7 + self.dice.below(7)),
        };
        let host = HOSTS[of_rank(&mut self.dice, HOSTS.len())];
        let mut address = format!("{local}@{host}");
        // Whoever comes late takes a number to it.
        while !self.taken.insert(address.clone()) {
            address = format!("{local}{}@{host}", digits(&mut self.dice, 3));
        }
        address
    }

    /// A person as they come in once more, with what they say and how they misspell it.
    fn customer(&mut self, who: usize) -> Customer {
        let door = *self.dice.one(&DOORS);
        let shows: Vec<bool> = door.iter().map(|times| self.dice.in_1000(*times)).collect();
        let dice = &mut self.dice;
        let person = &self.people[who];
        let household = &self.households[person.household];
        let mut customer = Customer {
            persons: vec![who],
            ..Customer::default()
        };
        if shows[0] {
            let own = dice.one(&person.emails).clone();
            let shared = household.email.clone().filter(|_| dice.in_1000(300));
            let email = shared.unwrap_or(own);
            customer.emails.push(if dice.in_1000(25) {
                slip(dice, &email)
            } else {
                email
            });
        }
        if shows[1] {
            let own = dice.one(&person.phones).clone();
            let shared = household.phone.clone().filter(|_| dice.in_1000(400));
            let phone = shared.unwrap_or(own);
            customer.phones.push(if dice.in_1000(20) {
                slip_of_digit(dice, &phone)
            } else {
                phone
            });
        }
        if shows[2] {
            let (first, last) = named(dice, person);
            customer.first_name = Some(first).filter(|_| !dice.in_1000(40));
            customer.last_name = Some(last).filter(|_| !dice.in_1000(150));
        }
        customer.national_id = shows[3].then(|| person.national_id.clone());
        customer.card = shows[4].then(|| person.card.clone());
        if shows[5] {
            let own = *dice.one(&person.browsers);
            customer.browsers.push(
                household
                    .browser
                    .filter(|_| dice.in_1000(500))
                    .unwrap_or(own),
            );
        }
        customer
    }

    /// What facts join is one customer: whoever comes with a value of somebody is mostly taken for them. Of those
    /// who are not, the value is known all the same.
    fn settle(
        &mut self,
        customers: &mut Vec<Customer>,
        held: &mut BTreeMap<String, usize>,
        customer: Customer,
    ) {
        let values = customer
            .emails
            .iter()
            .chain(&customer.phones)
            .chain(&customer.national_id);
        let values: Vec<String> = values.cloned().collect();
        let Some(first) = values.first() else {
            return;
        };
        let holder = values.iter().find_map(|value| held.get(value)).copied();
        let is_same_id = |of: &Customer| of.national_id.is_none() || customer.national_id.is_none();
        let joined = holder.filter(|holder| {
            let holder = &customers[*holder];
            let is_one = holder.persons.contains(&customer.persons[0]);
            is_same_id(holder) && self.dice.in_1000(if is_one { 700 } else { 150 })
        });
        let place = joined.unwrap_or(customers.len());
        if let Some(known) = joined.map(|place| &mut customers[place]) {
            known.persons.extend(customer.persons);
            known.first_name = known.first_name.take().or(customer.first_name);
            known.last_name = known.last_name.take().or(customer.last_name);
            known.national_id = known.national_id.take().or(customer.national_id);
            known.card = known.card.take().or(customer.card);
            known.emails.extend(customer.emails);
            known.phones.extend(customer.phones);
            known.browsers.extend(customer.browsers);
        } else {
            customers.push(customer);
        }
        held.entry(first.clone()).or_insert(place);
        for value in values {
            held.entry(value).or_insert(place);
        }
    }
}

/// Names as somebody writes them.
fn named(dice: &mut Dice, person: &Person) -> (String, String) {
    let nick = NICK
        .iter()
        .find(|(name, _)| *name == person.given)
        .map(|(_, nick)| *nick);
    let first = nick
        .filter(|_| dice.in_1000(150))
        .unwrap_or(&person.given)
        .to_owned();
    let first = if dice.in_1000(30) {
        first.chars().take(1).collect()
    } else {
        first
    };
    let married = person.married.clone().filter(|_| dice.in_1000(500));
    let own = if dice.in_1000(450) {
        format!("{} {}", person.family.0, person.family.1)
    } else {
        person.family.0.clone()
    };
    let last = married.unwrap_or(own);
    let first = if dice.in_1000(30) {
        slip(dice, &first)
    } else {
        first
    };
    let last = if dice.in_1000(40) {
        slip(dice, &last)
    } else {
        last
    };
    if dice.in_1000(20) {
        (last, first)
    } else {
        (first, last)
    }
}

fn plain(name: &str) -> String {
    identity_graph::proposals::folded(name).replace(' ', "")
}

/// One of so many, earlier ones more often: about half as often for each doubling of the place.
fn of_rank(dice: &mut Dice, most: usize) -> usize {
    let sum: usize = (1..=most).map(|rank| 1_000_000 / rank).sum();
    let mut left = dice.below(sum);
    let found = (1..=most).find(|rank| {
        let share = 1_000_000 / rank;
        let is_here = left < share;
        left = left.saturating_sub(share);
        is_here
    });
    found.unwrap_or(1) - 1
}
