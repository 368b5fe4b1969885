//! Who is who, as the identity graph keeps it once all identifications have come in.

use kernel::Timestamp;
use uuid::Uuid;

use crate::history::History;
use crate::people::{Browser, Person};
use crate::rows::Rows;
use crate::sessions::IDENTIFIED_AFTER;

/// Reads [`IdentityRows::customers`].
pub const COPY_CUSTOMERS: &str = "COPY customers (profile_id, id, primary_email, first_seen_at, \
    last_seen_at) FROM STDIN";
/// Reads [`IdentityRows::identifiers`].
pub const COPY_IDENTIFIERS: &str = "COPY identifiers (profile_id, kind, value_key, customer_id, \
    state, display, first_seen_at, last_seen_at) FROM STDIN";
/// Reads [`IdentityRows::visitors`].
pub const COPY_VISITORS: &str = "COPY visitors (profile_id, id, anonymous_id, customer_id, \
    is_shared, first_seen_at) FROM STDIN";
/// Reads [`IdentityRows::segments`].
pub const COPY_SEGMENTS: &str =
    "COPY visitor_segments (profile_id, visitor_id, from_at, customer_id) FROM STDIN";

/// Rows of the identity graph.
#[derive(Debug, Default)]
pub struct IdentityRows {
    /// Of `customers`.
    pub customers: Rows,
    /// Of `identifiers`.
    pub identifiers: Rows,
    /// Of `visitors`.
    pub visitors: Rows,
    /// Of `visitor_segments`.
    pub segments: Rows,
}

/// Somebody on a browser: the first session there.
struct User {
    customer: Option<Uuid>,
    first: u32,
}

/// Writes a person, and every browser of which this person is the first to be written.
pub fn write(history: &History, person: &Person, rows: &mut IdentityRows) {
    if let Some(id) = customer_id(history, person) {
        customer(history, person, id, rows);
    }
    for (browser, session) in person.browsers() {
        let own = user(history, person, session);
        let other = other(history, person, browser);
        match other {
            // The one with the smaller number has written it.
            Some((number, _)) if number < person.number => {}
            Some((_, other)) => visitor(history, browser, (own, Some(other)), rows),
            None => visitor(history, browser, (own, None), rows),
        }
    }
}

/// The id of a customer; `None` for who never tells who they are.
pub fn customer_id(history: &History, person: &Person) -> Option<Uuid> {
    let at = history.at(*person.sessions.first()? + IDENTIFIED_AFTER);
    person.is_customer.then(|| person.dice(3, 0).id(at))
}

fn user(history: &History, person: &Person, session: usize) -> User {
    User {
        customer: customer_id(history, person),
        first: person.sessions.get(session).copied().unwrap_or(0),
    }
}

/// Whoever else uses the browser.
fn other(history: &History, person: &Person, browser: Browser) -> Option<(u32, User)> {
    if !person.may_share() {
        return None;
    }
    let neighbours = [person.number.wrapping_sub(4), person.number + 4];
    neighbours.into_iter().find_map(|number| {
        let neighbour = history.person(number);
        let found = neighbour.browsers().into_iter();
        let (_, session) = found.into_iter().find(|(used, _)| *used == browser)?;
        Some((number, user(history, &neighbour, session)))
    })
}

fn customer(history: &History, person: &Person, id: Uuid, rows: &mut IdentityRows) {
    let first: Timestamp = history.at(person.sessions.first().unwrap_or(&0) + IDENTIFIED_AFTER);
    let last = history
        .at(person.outcomes.iter().max().copied().unwrap_or(0))
        .max(first);
    let email = person.email();
    rows.customers
        .plain(history.profile)
        .plain(id)
        .plain(&email)
        .plain(first)
        .plain(last)
        .end();
    rows.identifiers
        .plain(history.profile)
        .plain("email")
        .plain(&email)
        .plain(id)
        .plain("active")
        .bytes(email.as_bytes())
        .plain(first)
        .plain(last)
        .end();
}

fn visitor(
    history: &History,
    browser: Browser,
    (own, other): (User, Option<User>),
    rows: &mut IdentityRows,
) {
    let anonymous_id = browser.anonymous_id();
    let id = identity_graph::visitor_id(history.profile, &anonymous_id);
    let first = other
        .as_ref()
        .map_or(own.first, |other| own.first.min(other.first));
    let is_shared = other.is_some();
    let owner = own.customer.filter(|_| !is_shared);
    rows.visitors
        .plain(history.profile)
        .plain(id)
        .plain(&anonymous_id)
        .optional(owner.map(|id| id.to_string()).as_deref())
        .plain(is_shared)
        .plain(history.at(first))
        .end();
    let mut users: Vec<User> = other.into_iter().chain([own]).collect();
    if !is_shared {
        return;
    }
    users.sort_by_key(|user| user.first);
    for (place, user) in users.iter().enumerate() {
        let from = match place {
            0 => "-infinity".to_owned(),
            _ => history.at(user.first + IDENTIFIED_AFTER).to_string(),
        };
        rows.segments
            .plain(history.profile)
            .plain(id)
            .plain(from)
            .optional(user.customer.map(|id| id.to_string()).as_deref())
            .end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::ProfileId;

    #[test]
    fn every_browser_of_a_session_is_written_once() {
        let end = Timestamp::parse("2026-04-01T00:00:00Z").unwrap();
        let history = History::new(1, 50_000, end, ProfileId::new(Uuid::nil()));
        let mut rows = IdentityRows::default();
        let mut used = std::collections::BTreeSet::new();
        for person in history.people() {
            write(&history, &person, &mut rows);
            let browsers = (0..person.sessions.len()).map(|at| person.browser(at));
            used.extend(browsers.map(Browser::anonymous_id));
        }
        let visitors = String::from_utf8(rows.visitors.take()).unwrap();
        let mut written: Vec<_> = visitors
            .lines()
            .map(|row| row.split('\t').nth(2).unwrap().to_owned())
            .collect();
        written.sort_unstable();
        assert_eq!(written, used.into_iter().collect::<Vec<_>>());
        assert!(
            visitors
                .lines()
                .any(|row| row.split('\t').nth(4) == Some("true"))
        );
        let segments = String::from_utf8(rows.segments.take()).unwrap();
        assert!(segments.lines().count() >= 2);
    }
}
