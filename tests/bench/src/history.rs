//! A history: its people and their moments, in the order in which the service would have seen them.

use kernel::timestamp::{MICROS_PER_DAY, MICROS_PER_SECOND};
use kernel::{ProfileId, Timestamp};

use crate::people::{DAYS, Person, population};
use crate::traffic::Traffic;

/// What decides about every row.
#[derive(Clone, Debug)]
pub struct History {
    /// Other seeds, other people.
    pub seed: u64,
    /// About how many events there are.
    pub events: u32,
    /// The first instant of the first of 90 days.
    pub begin: Timestamp,
    /// Whose rows they are.
    pub profile: ProfileId,
    /// Where visits come from.
    pub traffic: Traffic,
}

/// What happens at a moment: the person's session or outcome of that number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Happening {
    /// A session begins.
    Session(u16),
    /// An outcome comes in.
    Outcome(u16),
}

/// Something happens to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// Seconds from the beginning.
    pub at: u32,
    /// Number of the person.
    pub person: u32,
    /// What happens.
    pub what: Happening,
}

impl History {
    /// The history of the 90 days that end at `end`.
    pub fn new(seed: u64, events: u32, end: Timestamp, profile: ProfileId) -> Self {
        Self {
            seed,
            events,
            begin: end.plus_micros(-i64::from(DAYS) * MICROS_PER_DAY),
            profile,
            traffic: Traffic::of(events),
        }
    }

    /// So many seconds after the beginning.
    pub fn at(&self, seconds: u32) -> Timestamp {
        self.begin
            .plus_micros(i64::from(seconds) * MICROS_PER_SECOND)
    }

    /// Everybody, each worked out when asked for.
    pub fn people(&self) -> impl Iterator<Item = Person> + '_ {
        (0..population(self.events)).map(|number| self.person(number))
    }

    /// One of them.
    pub fn person(&self, number: u32) -> Person {
        Person::new(self.seed, number)
    }

    /// Every session and outcome, by time.
    pub fn moments(&self) -> Vec<Moment> {
        let mut moments: Vec<Moment> = self
            .people()
            .flat_map(|person| of_person(&person))
            .collect();
        moments.sort_unstable();
        moments
    }
}

fn of_person(person: &Person) -> Vec<Moment> {
    let moment = |(index, at): (u16, &u32), what: fn(u16) -> Happening| Moment {
        at: *at,
        person: person.number,
        what: what(index),
    };
    let sessions = (0..).zip(&person.sessions);
    let outcomes = (0..).zip(&person.outcomes);
    sessions
        .map(|session| moment(session, Happening::Session))
        .chain(outcomes.map(|outcome| moment(outcome, Happening::Outcome)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcomes::{self, OutcomeRows};
    use crate::sessions::{self, SessionRows};

    fn history(seed: u64) -> History {
        let end = Timestamp::parse("2026-04-01T00:00:00Z").unwrap();
        History::new(seed, 5_000, end, ProfileId::new(uuid::Uuid::nil()))
    }

    fn written(history: &History) -> (Vec<u8>, Vec<u8>) {
        let (mut visits, mut results) = (SessionRows::default(), OutcomeRows::default());
        for moment in history.moments() {
            let person = history.person(moment.person);
            match moment.what {
                Happening::Session(index) => {
                    sessions::write(history, &person, usize::from(index), &mut visits);
                }
                Happening::Outcome(index) => {
                    outcomes::write(history, &person, usize::from(index), &mut results.0);
                }
            }
        }
        (visits.events.take(), results.0.take())
    }

    #[test]
    fn the_same_seed_gives_the_same_rows_and_another_one_others() {
        let once = written(&history(1));
        assert_eq!(once, written(&history(1)));
        assert_ne!(once, written(&history(2)));
    }

    #[test]
    fn rows_have_the_columns_of_their_tables() {
        let (events, outcomes) = written(&history(1));
        for (copy, rows) in [(sessions::COPY_EVENTS, events), (outcomes::COPY, outcomes)] {
            let columns = copy.matches(',').count() + 1;
            let rows = String::from_utf8(rows).unwrap();
            assert!(rows.lines().count() > 100);
            assert!(rows.lines().all(|row| row.split('\t').count() == columns));
        }
    }

    #[test]
    fn the_size_is_about_what_was_asked_for() {
        let (events, outcomes) = written(&history(1));
        let lines = |rows: Vec<u8>| String::from_utf8(rows).unwrap().lines().count();
        let all = lines(events) + lines(outcomes);
        assert!((4_500..8_500).contains(&all), "{all}");
    }

    #[test]
    fn moments_are_sorted_and_inside_the_days() {
        let moments = history(1).moments();
        assert!(moments.is_sorted());
        assert!(moments.iter().all(|moment| moment.at < crate::people::SPAN));
    }
}
