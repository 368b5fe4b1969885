//! What is known of the issuer: its metadata and its keys, and when they are asked for again.
//!
//! Keys are fresh for as long as the issuer says, within bounds, and serve for a day more while it
//! does not answer. A token with an unknown key has them looked up again, but only once in a while,
//! however many such tokens there are. There is one look-up at a time, which goes on when whoever
//! caused it has left.

use std::sync::{Arc, PoisonError, RwLock};

use async_trait::async_trait;
use kernel::timestamp::{MICROS_PER_DAY, MICROS_PER_SECOND};
use kernel::{Clock, Timestamp};
use tokio::sync::Mutex;

use super::discovery::Metadata;
use super::http::Unreachable;
use crate::key_set::KeySet;
use crate::keys::{Algorithm, VerifyingKey};

/// Seconds that keys are fresh at least and at most.
const FRESH_SECONDS: std::ops::RangeInclusive<u64> = 300..=86_400;
/// Microseconds that keys serve when they are not fresh any more.
const STALE: i64 = MICROS_PER_DAY;
/// Microseconds between tries while nothing is known at all.
const IMPATIENCE: i64 = 5 * MICROS_PER_SECOND;

/// What one look-up brings.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    pub(crate) metadata: Metadata,
    pub(crate) keys: KeySet,
    /// Seconds for which the issuer lets the keys be kept.
    pub(crate) max_age: Option<u64>,
}

/// Asks the issuer.
#[async_trait]
pub(crate) trait Source: Send + Sync {
    /// The keys; metadata too, unless they are known.
    async fn load(&self, known: Option<&Metadata>) -> Result<Loaded, Unreachable>;
}

/// Metadata and keys, as they were at an instant.
#[derive(Debug)]
pub(crate) struct Known {
    /// The metadata.
    pub(crate) metadata: Metadata,
    keys: KeySet,
    loaded_at: Timestamp,
    /// Microseconds.
    fresh_for: i64,
}

impl Known {
    fn new(loaded: Loaded, now: Timestamp) -> Self {
        let (least, most) = (*FRESH_SECONDS.start(), *FRESH_SECONDS.end());
        let seconds = loaded.max_age.unwrap_or(least).clamp(least, most);
        let seconds = i64::try_from(seconds).unwrap_or(0);
        Self {
            metadata: loaded.metadata,
            keys: loaded.keys,
            loaded_at: now,
            fresh_for: seconds * MICROS_PER_SECOND,
        }
    }

    fn is_younger(&self, micros: i64, now: Timestamp) -> bool {
        (0..micros).contains(&now.micros_since(self.loaded_at))
    }

    fn is_fresh(&self, now: Timestamp) -> bool {
        self.is_younger(self.fresh_for, now)
    }

    fn is_usable(&self, now: Timestamp) -> bool {
        self.is_younger(self.fresh_for + STALE, now)
    }

    fn key(&self, wanted: &Wanted) -> Option<&VerifyingKey> {
        self.keys.find(&wanted.id, wanted.algorithm)
    }
}

/// A key that a token names.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) id: String,
    pub(crate) algorithm: Algorithm,
}

/// No key of the issuer was ever loaded, or none that could still serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the identity provider's keys are not known")]
pub(crate) struct NothingKnown;

/// The cache; clones share it.
#[derive(Clone)]
pub(crate) struct Cache(Arc<Shared>);

struct Shared {
    source: Box<dyn Source>,
    clock: Arc<dyn Clock>,
    /// Microseconds between look-ups for unknown keys, and between tries that fail.
    min_refetch: i64,
    known: RwLock<Option<Arc<Known>>>,
    turn: Mutex<Turn>,
}

/// When the issuer was last asked.
#[derive(Default)]
struct Turn {
    at_all: Option<Timestamp>,
    /// For a key that was not known.
    for_unknown: Option<Timestamp>,
}

impl Cache {
    /// Nothing is known yet, and nobody is asked yet.
    pub(crate) fn new(source: Box<dyn Source>, clock: Arc<dyn Clock>, min_refetch: i64) -> Self {
        Self(Arc::new(Shared {
            source,
            clock,
            min_refetch,
            known: RwLock::default(),
            turn: Mutex::default(),
        }))
    }

    /// The key that a token names; `None` when the issuer has no such key that fits.
    pub(crate) async fn key(&self, wanted: Wanted) -> Result<Option<VerifyingKey>, NothingKnown> {
        let known = self.known(Some(wanted.clone())).await?;
        Ok(known.key(&wanted).cloned())
    }

    /// The metadata and keys, not necessarily fresh ones.
    pub(crate) async fn any(&self) -> Result<Arc<Known>, NothingKnown> {
        self.known(None).await
    }

    async fn known(&self, wanted: Option<Wanted>) -> Result<Arc<Known>, NothingKnown> {
        let now = self.0.clock.now();
        let known = self.0.usable(now);
        if let Some(known) = &known
            && has(known, wanted.as_ref())
            && (known.is_fresh(now) || self.0.turn.try_lock().is_err())
        {
            // Nobody waits for the issuer as long as there is something that serves.
            return Ok(Arc::clone(known));
        }
        let shared = Arc::clone(&self.0);
        let turn = tokio::spawn(async move { shared.take_turn(known, wanted).await });
        turn.await.ok().flatten().ok_or(NothingKnown)
    }
}

fn has(known: &Known, wanted: Option<&Wanted>) -> bool {
    wanted.is_none_or(|wanted| known.key(wanted).is_some())
}

impl Shared {
    fn usable(&self, now: Timestamp) -> Option<Arc<Known>> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.clone().filter(|known| known.is_usable(now))
    }

    /// What is known after the issuer was asked, if it is time for that. `seen` is what did not do.
    async fn take_turn(
        &self,
        seen: Option<Arc<Known>>,
        wanted: Option<Wanted>,
    ) -> Option<Arc<Known>> {
        let mut turn = self.turn.lock().await;
        let now = self.clock.now();
        let known = self.usable(now);
        let changed = known.as_ref().map(Arc::as_ptr) != seen.as_ref().map(Arc::as_ptr);
        let does = |known: &Arc<Known>| known.is_fresh(now) && has(known, wanted.as_ref());
        if changed && known.as_ref().is_some_and(does)
            || !self.is_time(&turn, known.as_deref(), now)
        {
            return known;
        }
        let is_unknown = |known: &Arc<Known>| !has(known, wanted.as_ref());
        let loaded = self.ask(known.as_deref(), now).await;
        // Whoever waited for an answer that did not come must not wait for another one.
        let answered = Some(self.clock.now());
        turn.at_all = answered;
        if [&known, &loaded].into_iter().flatten().any(is_unknown) {
            turn.for_unknown = answered;
        }
        loaded.or(known)
    }

    fn is_time(&self, turn: &Turn, known: Option<&Known>, now: Timestamp) -> bool {
        let passed = |since: Option<Timestamp>, micros: i64| {
            since.is_none_or(|at| !(0..micros).contains(&now.micros_since(at)))
        };
        match known {
            None => passed(turn.at_all, self.min_refetch.min(IMPATIENCE)),
            Some(known) if known.is_fresh(now) => passed(turn.for_unknown, self.min_refetch),
            Some(_) => passed(turn.at_all, self.min_refetch),
        }
    }

    async fn ask(&self, known: Option<&Known>, now: Timestamp) -> Option<Arc<Known>> {
        let metadata = known
            .filter(|known| known.is_fresh(now))
            .map(|known| &known.metadata);
        let loaded = match self.source.load(metadata).await {
            Ok(loaded) if loaded.keys.is_empty() => {
                Err(Unreachable("it has no key that can be used".to_owned()))
            }
            other => other,
        };
        match loaded {
            Ok(loaded) => {
                let fresh = Arc::new(Known::new(loaded, now));
                let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
                *known = Some(Arc::clone(&fresh));
                Some(fresh)
            }
            Err(error) => {
                tracing::warn!(
                    error = %error,
                    "the keys of the identity provider cannot be loaded: {error}"
                );
                None
            }
        }
    }
}

#[cfg(test)]
mod tests;
