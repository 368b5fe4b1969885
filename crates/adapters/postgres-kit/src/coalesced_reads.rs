//! Questions of many callers that are asked together.
//!
//! A question that comes while another one is being answered waits for its end, and is asked then
//! with all that came meanwhile. So every answer is read after its question was put, nothing is
//! remembered, nobody waits when there is no load, and under load one round trip answers many.

use std::sync::{Mutex, PoisonError};

use kernel::StoreError;
use tokio::sync::oneshot;
use tokio::sync::oneshot::error::TryRecvError;

/// Questions that are asked together at most.
const MOST: usize = 256;

type Answered<A> = Result<A, StoreError>;

/// Where questions wait.
#[derive(Debug)]
pub struct CoalescedReads<Q, A> {
    waiting: Mutex<Vec<(Q, oneshot::Sender<Answered<A>>)>>,
    /// Held by whoever asks for all.
    turn: tokio::sync::Mutex<()>,
}

impl<Q, A> Default for CoalescedReads<Q, A> {
    fn default() -> Self {
        Self {
            waiting: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
        }
    }
}

impl<Q: Clone, A> CoalescedReads<Q, A> {
    /// The answer to a question. `ask` gives the answers to many, in their order.
    pub async fn answer<F>(&self, question: Q, ask: impl Fn(Vec<Q>) -> F) -> Result<A, StoreError>
    where
        F: Future<Output = Result<Vec<A>, StoreError>>,
    {
        loop {
            let (sender, mut answer) = oneshot::channel();
            self.with(|waiting| waiting.push((question.clone(), sender)));
            tokio::select! {
                biased;
                answered = &mut answer => if let Ok(answered) = answered {
                    return answered;
                },
                _turn = self.turn.lock() => loop {
                    match answer.try_recv() {
                        Ok(answered) => return answered,
                        // It waits still, perhaps behind more than can be asked at once.
                        Err(TryRecvError::Empty) => self.ask_for_all(&ask).await,
                        Err(TryRecvError::Closed) => break,
                    }
                },
            }
            // Whoever asked went away before there was an answer.
        }
    }

    async fn ask_for_all<F>(&self, ask: impl Fn(Vec<Q>) -> F)
    where
        F: Future<Output = Result<Vec<A>, StoreError>>,
    {
        let (questions, senders): (Vec<Q>, Vec<_>) = self.with(|waiting| {
            let count = waiting.len().min(MOST);
            waiting.drain(..count).unzip()
        });
        let (mut answers, why) = match ask(questions).await {
            Ok(answers) => {
                let nothing = StoreError::inconsistent("a question had no answer");
                (answers.into_iter(), nothing)
            }
            Err(error) => (Vec::new().into_iter(), error),
        };
        for sender in senders {
            // Nobody has to be there any more.
            let _ = sender.send(answers.next().ok_or_else(|| why.clone()));
        }
    }

    fn with<T>(&self, act: impl FnOnce(&mut Vec<(Q, oneshot::Sender<Answered<A>>)>) -> T) -> T {
        act(&mut self.waiting.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    type Rounds = Arc<Mutex<Vec<usize>>>;

    /// Doubles numbers, slowly enough for others to come; remembers how many it was asked at once.
    async fn double(rounds: Rounds, numbers: Vec<u32>) -> Result<Vec<u32>, StoreError> {
        rounds.lock().unwrap().push(numbers.len());
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        if numbers.contains(&0) {
            return Err(StoreError::Unavailable("nothing".to_owned()));
        }
        Ok(numbers.into_iter().map(|number| 2 * number).collect())
    }

    fn ask(
        gathered: &Arc<CoalescedReads<u32, u32>>,
        rounds: &Rounds,
        number: u32,
    ) -> tokio::task::JoinHandle<Result<u32, StoreError>> {
        let (gathered, rounds) = (Arc::clone(gathered), Arc::clone(rounds));
        tokio::spawn(async move {
            let ask = |numbers| double(Arc::clone(&rounds), numbers);
            gathered.answer(number, ask).await
        })
    }

    #[tokio::test]
    async fn what_comes_meanwhile_is_asked_together_and_each_gets_its_own_answer() {
        let (gathered, rounds) = (Arc::default(), Rounds::default());
        let asked: Vec<_> = (1..=600)
            .map(|number| ask(&gathered, &rounds, number))
            .collect();
        for (asked, number) in asked.into_iter().zip(1..) {
            assert_eq!(asked.await.unwrap().unwrap(), 2 * number);
        }
        let rounds = rounds.lock().unwrap();
        assert_eq!(rounds.iter().sum::<usize>(), 600);
        assert!(rounds.len() < 10, "{rounds:?}");
        assert!(rounds.iter().all(|count| *count <= MOST), "{rounds:?}");
    }

    #[tokio::test]
    async fn a_failure_is_everybodys_who_was_asked_for_and_nobody_elses() {
        let (gathered, rounds) = (Arc::default(), Rounds::default());
        let bad = ask(&gathered, &rounds, 0);
        assert!(bad.await.unwrap().is_err());
        assert_eq!(ask(&gathered, &rounds, 1).await.unwrap().unwrap(), 2);
    }

    #[tokio::test]
    async fn who_asks_for_others_may_go_away() {
        let (gathered, rounds) = (Arc::default(), Rounds::default());
        let first = ask(&gathered, &rounds, 1);
        while rounds.lock().unwrap().is_empty() {
            tokio::task::yield_now().await;
        }
        let second = ask(&gathered, &rounds, 2);
        tokio::task::yield_now().await;
        first.abort();
        assert_eq!(second.await.unwrap().unwrap(), 4);
    }
}
