//! Who comes when. A person is worked out from its number alone, so that a history of any size
//! needs no more memory than one moment of each visit.

use crate::dice::Dice;

/// Seconds of the history: 90 days.
pub const SPAN: u32 = DAYS * 86_400;

/// Days of the history.
pub const DAYS: u32 = 90;

/// No session of it takes longer, in seconds, so that the last one ends in the last day.
const LONGEST_VISIT: u32 = 600;

/// Sessions of somebody who tells who they are, and of somebody who does not.
const OF_CUSTOMERS: [u32; 10] = [1, 2, 2, 3, 3, 4, 5, 6, 8, 12];
const OF_OTHERS: [u32; 10] = [1, 1, 1, 1, 1, 1, 2, 2, 2, 3];

/// Things a customer does that reports count.
const OUTCOMES: [u32; 10] = [0, 1, 1, 1, 1, 2, 2, 2, 2, 3];

/// The customer with the longest journey: 500 events.
pub const BUSIEST: u32 = 0;

/// Sessions and outcomes of [`BUSIEST`]: 240 sessions of two pages, one identification, 19 outcomes.
const BUSIEST_SESSIONS: u32 = 240;
const BUSIEST_OUTCOMES: u32 = 19;

/// Of a hundred customers one shares a browser with the next.
const SHARING: u32 = 400;

/// Somebody who visits the site.
#[derive(Clone, Debug)]
pub struct Person {
    /// From 0.
    pub number: u32,
    /// Whether they ever tell who they are.
    pub is_customer: bool,
    /// Start of each session in seconds from the beginning, in order.
    pub sessions: Vec<u32>,
    /// Start of each outcome in seconds from the beginning, in no order.
    pub outcomes: Vec<u32>,
    seed: u64,
    browsers: u32,
}

impl Person {
    /// The person of that number in the history of that seed.
    pub fn new(seed: u64, number: u32) -> Self {
        let mut dice = Dice::of(&[seed, 1, u64::from(number)]);
        let is_customer = number.is_multiple_of(4);
        let habits = if is_customer { OF_CUSTOMERS } else { OF_OTHERS };
        let (mut visits, mut outcomes, mut browsers) = (
            *dice.pick(&habits).unwrap_or(&1),
            *dice.pick(&OUTCOMES).unwrap_or(&1),
            *dice.pick(&[1, 1, 1, 1, 1, 1, 1, 2, 2, 3]).unwrap_or(&1),
        );
        if number == BUSIEST {
            (visits, outcomes, browsers) = (BUSIEST_SESSIONS, BUSIEST_OUTCOMES, 1);
        }
        let mut sessions: Vec<u32> = (0..visits)
            .map(|_| dice.roll(SPAN - LONGEST_VISIT))
            .collect();
        sessions.sort_unstable();
        let outcomes = (0..if is_customer { outcomes } else { 0 }).filter_map(|_| {
            let after = 120 + dice.roll(1_200);
            let session = dice.pick(&sessions)?;
            Some((session + after).min(SPAN - 1))
        });
        Self {
            number,
            is_customer,
            outcomes: outcomes.collect(),
            sessions,
            seed,
            browsers: if is_customer { browsers } else { 1 },
        }
    }

    /// What decides about one of their sessions (`kind` 0), outcomes (1) or anything else.
    pub fn dice(&self, kind: u64, index: usize) -> Dice {
        let index = u64::try_from(index).unwrap_or(0);
        Dice::of(&[self.seed, 2 + kind, u64::from(self.number), index])
    }

    /// The browser of a session. The first one of some belongs to somebody else, too.
    pub fn browser(&self, session: usize) -> Browser {
        let at = self.dice(2, session).roll(self.browsers);
        Browser {
            person: if at == 0 {
                self.first_browser_of()
            } else {
                self.number
            },
            at,
        }
    }

    /// Whose first browser this person's first browser is.
    fn first_browser_of(&self) -> u32 {
        if self.number % SHARING == 204 {
            self.number - 4
        } else {
            self.number
        }
    }

    /// Whether somebody else may use their first browser.
    pub fn may_share(&self) -> bool {
        matches!(self.number % SHARING, 200 | 204)
    }

    /// Each of their browsers with the first session on it, in the order of those.
    pub fn browsers(&self) -> Vec<(Browser, usize)> {
        let mut first: Vec<(Browser, usize)> = Vec::new();
        for session in 0..self.sessions.len() {
            let browser = self.browser(session);
            if first.iter().all(|(known, _)| *known != browser) {
                first.push((browser, session));
            }
        }
        first
    }

    /// Whether they tell who they are in this session: in the first on each browser.
    pub fn identifies_in(&self, session: usize) -> bool {
        self.is_customer && self.browsers().iter().any(|(_, first)| *first == session)
    }

    /// The address that they tell.
    pub fn email(&self) -> String {
        format!("person{}@example.com", self.number)
    }
}

/// A browser, by whose it was first and which of theirs it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Browser {
    person: u32,
    at: u32,
}

impl Browser {
    /// What the tracker calls it.
    pub fn anonymous_id(self) -> String {
        format!("browser-{}-{}", self.person, self.at)
    }
}

/// People that a history of so many events has.
pub fn population(events: u32) -> u32 {
    (events / 100 * 16).max(400)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_proportions_are_the_usual_ones() {
        let (mut sessions, mut outcomes, mut reached) = (0, 0, 0);
        for number in 0..population(100_000) {
            let person = Person::new(1, number);
            sessions += person.sessions.len();
            outcomes += person.outcomes.len();
            let before = |at: u32| person.sessions.iter().filter(|s| **s <= at).count();
            reached += person.outcomes.iter().map(|at| before(*at)).sum::<usize>();
        }
        assert!((33_000..39_000).contains(&sessions), "{sessions}");
        assert!((5_000..7_000).contains(&outcomes), "{outcomes}");
        assert!((17_000..27_000).contains(&reached), "{reached}");
    }

    #[test]
    fn some_share_a_browser() {
        let (one, other) = (Person::new(1, 200), Person::new(1, 204));
        assert!(one.may_share() && other.may_share());
        let first = |person: &Person| {
            let browsers = person.browsers().into_iter();
            browsers.map(|(browser, _)| browser).find(|b| b.at == 0)
        };
        if let (Some(one), Some(other)) = (first(&one), first(&other)) {
            assert_eq!(one, other);
        }
    }

    #[test]
    fn somebody_tells_who_they_are_once_a_browser() {
        let person = Person::new(1, BUSIEST);
        let told = (0..person.sessions.len()).filter(|at| person.identifies_in(*at));
        assert_eq!(told.count(), 1);
    }
}
