//! Finds what is wrong in a batch that a platform refuses as a whole: the batch is halved until what is refused is
//! one event.
//!
//! For one bad event in `n` at most `2·⌈log₂ n⌉` requests follow the first: 18 for 500.

use std::ops::Range;

use crate::ports::Attempt;

/// A batch, and what of it is still to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bisection {
    open: Vec<Range<usize>>,
}

/// What follows from an answer that a part of a batch was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Its halves are sent next.
    Halved,
    /// It was one event: it is the bad one.
    Bad(usize),
}

impl Bisection {
    /// A batch of so many events.
    pub fn of(events: usize) -> Self {
        let whole = 0..events;
        Self {
            open: if whole.is_empty() {
                Vec::new()
            } else {
                vec![whole]
            },
        }
    }

    /// The next part to be sent; `None` when nothing is left.
    pub fn next_part(&mut self) -> Option<Range<usize>> {
        self.open.pop()
    }

    /// A part was refused because something in it is wrong.
    pub fn refused(&mut self, part: Range<usize>) -> Refused {
        let half = part.start + part.len() / 2;
        if part.len() <= 1 {
            return Refused::Bad(part.start);
        }
        // The first half goes first.
        self.open.push(half..part.end);
        self.open.push(part.start..half);
        Refused::Halved
    }

    /// What was not sent yet, in order: a batch is left alone when the platform cannot be asked any more.
    pub fn rest(self) -> impl Iterator<Item = usize> {
        self.open.into_iter().rev().flatten()
    }
}

/// Sends a batch of so many events, in halves when the platform refuses it because something in it is wrong. What
/// is returned says of each part how its last attempt went, places in it counted from the part's own beginning; it ends
/// when the platform cannot be asked any more, and what was not tried then is in no part. A part of which a platform
/// takes some events is not halved: what it says of each stands in the attempt.
pub async fn in_halves(
    events: usize,
    mut send: impl AsyncFnMut(Range<usize>) -> Attempt,
) -> Vec<(Range<usize>, Attempt)> {
    let mut halving = Halving::of(events);
    while let Some(part) = halving.next_part() {
        let attempt = send(part.clone()).await;
        halving.answered(part, attempt);
    }
    halving.parts()
}

/// The same step by step, for whoever has to move between threads while a platform is asked.
#[derive(Debug)]
pub struct Halving {
    batch: Bisection,
    parts: Vec<(Range<usize>, Attempt)>,
    goes_on: bool,
}

impl Halving {
    /// A batch of so many events.
    pub fn of(events: usize) -> Self {
        Self {
            batch: Bisection::of(events),
            parts: Vec::new(),
            goes_on: true,
        }
    }

    /// The part that is sent next; `None` at the end.
    pub fn next_part(&mut self) -> Option<Range<usize>> {
        if self.goes_on {
            self.batch.next_part()
        } else {
            None
        }
    }

    /// How it went.
    pub fn answered(&mut self, part: Range<usize>, attempt: Attempt) {
        if attempt.answer.is_worth_bisecting() {
            match self.batch.refused(part) {
                Refused::Halved => {}
                Refused::Bad(event) => self.parts.push((event..event + 1, attempt)),
            }
            return;
        }
        self.goes_on = attempt.answer.is_taken();
        self.parts.push((part, attempt));
    }

    /// How the last attempt of each part went.
    pub fn parts(self) -> Vec<(Range<usize>, Attempt)> {
        self.parts
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use proptest::prelude::*;

    use super::*;
    use crate::answer::Answer;
    use crate::ports::OfEvent;

    /// What a future that never waits comes to.
    fn at_once<T>(future: impl Future<Output = T>) -> T {
        let mut future = pin!(future);
        match future
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        {
            Poll::Ready(value) => value,
            Poll::Pending => panic!("it waits"),
        }
    }

    /// Sends a batch with bad events; the bad ones that were found, and how many requests it took.
    fn send(events: usize, bad: &[usize]) -> (Vec<usize>, Vec<usize>, usize) {
        let (mut bisection, mut found, mut sent, mut requests) =
            (Bisection::of(events), Vec::new(), Vec::new(), 0);
        while let Some(part) = bisection.next_part() {
            requests += 1;
            if !bad.iter().any(|event| part.contains(event)) {
                sent.extend(part);
            } else if let Refused::Bad(event) = bisection.refused(part) {
                found.push(event);
            }
        }
        (found, sent, requests)
    }

    #[test]
    fn one_of_500_costs_at_most_18_requests_more() {
        for bad in 0..500 {
            let (found, sent, requests) = send(500, &[bad]);
            assert_eq!((found, sent.len()), (vec![bad], 499));
            assert!(requests <= 19, "{requests}");
        }
        assert_eq!(send(500, &[]).2, 1);
        assert_eq!(send(0, &[]).2, 0);
    }

    #[test]
    fn what_is_said_of_single_events_is_carried_and_halves_nothing() {
        let of = |place| OfEvent {
            place,
            answer: Answer::Rejected,
            platform_code: Some(33),
            excerpt: None,
        };
        let mut requests = 0;
        let sending = in_halves(8, async |_| {
            requests += 1;
            Attempt {
                of_events: vec![of(2), of(7)],
                ..Attempt::new(Answer::Sent, [0; 32])
            }
        });
        let parts = at_once(sending);
        assert_eq!(requests, 1);
        let (part, attempt) = &parts[0];
        assert_eq!((parts.len(), part.clone()), (1, 0..8));
        let refused: Vec<_> = (0..8)
            .filter(|place| attempt.answer_of(*place) == Answer::Rejected)
            .collect();
        assert_eq!(refused, [2, 7]);
        assert_eq!(
            attempt.of_event(7).and_then(|of| of.platform_code),
            Some(33)
        );
        assert!(attempt.of_event(1).is_none());
    }

    #[test]
    fn what_was_not_sent_is_told_in_order() {
        let mut bisection = Bisection::of(8);
        let whole = bisection.next_part().unwrap();
        bisection.refused(whole);
        let first = bisection.next_part().unwrap();
        assert_eq!(first, 0..4);
        bisection.refused(first);
        assert_eq!(
            bisection.rest().collect::<Vec<_>>(),
            [0, 1, 2, 3, 4, 5, 6, 7]
        );
    }

    proptest! {
        #[test]
        fn everything_is_sent_once_or_found(events in 1..700_usize, bad in prop::collection::btree_set(0..700_usize, 0..20)) {
            let bad: Vec<_> = bad.into_iter().filter(|event| *event < events).collect();
            let (mut found, sent, _) = send(events, &bad);
            prop_assert_eq!(&found, &bad);
            found.extend(sent);
            found.sort_unstable();
            prop_assert_eq!(found, (0..events).collect::<Vec<_>>());
        }
    }
}
