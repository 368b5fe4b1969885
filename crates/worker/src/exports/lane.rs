//! One lane, from the moment in which it was taken until nothing is due on it.

use std::ops::Range;
use std::sync::Arc;

use application::transact;
use conversion_export::connections::token::{FreshToken, TokenError, TokenPorts, token};
use conversion_export::runs::HeldLane;
use conversion_export::runs::announce::announce;
use conversion_export::runs::claim::{Claimed, ClaimedBatch, HasToken, Payloads, claim};
use conversion_export::runs::confirm::{Heard, confirm, next_request};
use conversion_export::runs::look::{Looked, give_back, look};
use conversion_export::runs::record::{SentBatch, record};
use export_rules::ports::Attempt;
use export_rules::{Answer, DestinationKind, Halving, RequestStatus};
use kernel::{AccessToken, ConnectionId, StoreError};
use tokio_util::sync::CancellationToken;

use super::throttles::Throttles;
use super::{Exporting, LINES};

/// A lane that is being served.
pub(super) struct Serving {
    pub(super) exporting: Exporting,
    pub(super) throttles: Arc<Throttles>,
    pub(super) held: HeldLane,
    pub(super) stop: CancellationToken,
}

impl Serving {
    /// Sends batch after batch.
    pub(super) async fn serve(self) -> Result<(), StoreError> {
        loop {
            let (connection_id, is_due) = match self.look().await? {
                Looked::Nothing => return Ok(()),
                Looked::Due(connection_id) => (connection_id, true),
                Looked::Unconfirmed(connection_id) => (connection_id, false),
            };
            let goes_on = match self.token(connection_id).await? {
                (_, Some(token)) if !is_due => self.confirm((connection_id, token)).await?,
                (has_token, token) => match (self.claim(has_token).await?, token) {
                    (Claimed::Settled, _) => true,
                    (Claimed::Batch(batch), Some(token)) => {
                        self.send(*batch, (connection_id, token)).await?
                    }
                    // Nothing is claimed without a token.
                    (Claimed::Nothing | Claimed::Batch(_), _) => false,
                },
            };
            if !goes_on {
                return Ok(());
            }
            if self.stop.is_cancelled() {
                return self.give_back().await;
            }
        }
    }

    async fn look(&self) -> Result<Looked, StoreError> {
        let units = &*self.exporting.worker.units;
        transact(units, self, |work, it| {
            Box::pin(async move { look(work, &it.exporting.worker.context(), it.held).await })
        })
        .await
    }

    async fn give_back(&self) -> Result<(), StoreError> {
        let units = &*self.exporting.worker.units;
        transact(units, &self.held, |work, held| {
            Box::pin(async move { give_back(work, *held).await })
        })
        .await
    }

    async fn token(
        &self,
        connection_id: ConnectionId,
    ) -> Result<(HasToken, Option<FreshToken>), StoreError> {
        let worker = &self.exporting.worker;
        let ports = TokenPorts {
            units: &*worker.units,
            authorization: &*self.exporting.authorization,
        };
        let of = (self.held.profile_id, connection_id);
        match token(ports, &worker.context(), of).await {
            Ok(fresh) => Ok((HasToken::Yes, Some(fresh))),
            Err(TokenError::NotFound | TokenError::NotConnected(_)) => {
                Ok((HasToken::NotBeforeReconnect, None))
            }
            Err(TokenError::TryLater(at)) => Ok((HasToken::NotBefore(at), None)),
            Err(TokenError::Store(error)) => Err(error),
        }
    }

    async fn claim(&self, has_token: HasToken) -> Result<Claimed, StoreError> {
        let units = &*self.exporting.worker.units;
        transact(units, &(self, has_token), |work, (it, has_token)| {
            Box::pin(async move {
                let context = it.exporting.worker.context();
                let input = (it.held, *has_token, LINES);
                claim(work, &context, &*it.exporting.sha256, input).await
            })
        })
        .await
    }

    /// Sends a batch, in halves when something in it is refused, and writes down how it went; whether more is due.
    async fn send(
        &self,
        batch: ClaimedBatch,
        (connection_id, token): (ConnectionId, FreshToken),
    ) -> Result<bool, StoreError> {
        let mut halving = Halving::of(batch.lines.len());
        while let Some(part) = halving.next_part() {
            match self.ask(&batch, part.clone(), &token.access).await {
                Ok(attempt) => halving.answered(part, attempt),
                Err(NotAsked::LaneLost) => break,
                // What is being sent is taken up when the lease ends.
                Err(NotAsked::Store(error)) => return Err(error),
            }
        }
        let sent = SentBatch {
            kind: kind(&batch.payloads),
            lines: batch.lines,
            parts: halving.parts(),
            connection_id,
            token_obtained_at: token.obtained_at,
        };
        let units = &*self.exporting.worker.units;
        transact(units, &(self, sent), |work, (it, sent)| {
            Box::pin(
                async move { record(work, &it.exporting.worker.context(), it.held, sent).await },
            )
        })
        .await
    }

    /// Asks what became of one request that was accepted; whether more is to be done.
    async fn confirm(
        &self,
        (connection_id, token): (ConnectionId, FreshToken),
    ) -> Result<bool, StoreError> {
        let worker = &self.exporting.worker;
        let place = (DestinationKind::SearchAds, self.held.destination_id);
        tokio::time::sleep(self.throttles.take(place, worker.clock.now())).await;
        let found = transact(&*worker.units, self, |work, it| {
            Box::pin(
                async move { next_request(work, &it.exporting.worker.context(), it.held).await },
            )
        });
        let Some(request) = found.await? else {
            self.give_back().await?;
            return Ok(false);
        };
        let said = self
            .exporting
            .requests
            .status(&token.access, &request.id)
            .await;
        let is_throttled = matches!(said, RequestStatus::NoAnswer { wait: Some(_) });
        self.throttles
            .answered(place, is_throttled, worker.clock.now());
        let heard = Heard {
            request,
            said,
            connection_id,
            token_obtained_at: token.obtained_at,
        };
        transact(&*worker.units, &(self, heard), |work, (it, heard)| {
            Box::pin(
                async move { confirm(work, &it.exporting.worker.context(), it.held, heard).await },
            )
        })
        .await
    }

    /// One request: its digest is written down first.
    async fn ask(
        &self,
        batch: &ClaimedBatch,
        part: Range<usize>,
        access: &AccessToken,
    ) -> Result<Attempt, NotAsked> {
        let worker = &self.exporting.worker;
        let place = (kind(&batch.payloads), self.held.destination_id);
        tokio::time::sleep(self.throttles.take(place, worker.clock.now())).await;
        let of_part = batch.lines.get(part.clone()).unwrap_or_default();
        let ids: Vec<_> = of_part.iter().map(|line| line.id).collect();
        let (social, search) = (&self.exporting.social, &self.exporting.search);
        let digest = match &batch.payloads {
            Payloads::Social(all) => {
                let events = all.get(part.clone()).unwrap_or_default();
                social.request_sha256(access, events, None)
            }
            Payloads::Search(all) => {
                let events = all.get(part.clone()).unwrap_or_default();
                search.request_sha256(events, false)
            }
        };
        let input = (self, ids, digest);
        let is_ours = transact(&*worker.units, &input, |work, (it, ids, digest)| {
            Box::pin(async move {
                let context = it.exporting.worker.context();
                announce(work, &context, it.held, (ids, *digest)).await
            })
        });
        if !is_ours.await.map_err(NotAsked::Store)? {
            return Err(NotAsked::LaneLost);
        }
        let attempt = match &batch.payloads {
            Payloads::Social(all) => {
                let events = all.get(part.clone()).unwrap_or_default();
                social.send(access, events, None).await
            }
            Payloads::Search(all) => {
                let events = all.get(part.clone()).unwrap_or_default();
                search.send(access, events, false).await
            }
        };
        let is_throttled = matches!(attempt.answer, Answer::Throttled { .. });
        self.throttles
            .answered(place, is_throttled, worker.clock.now());
        worker
            .tally
            .add_export(part.len(), attempt.answer.is_taken());
        Ok(attempt)
    }
}

/// Why a request was not made.
enum NotAsked {
    /// The lane is somebody else's by now.
    LaneLost,
    /// It could not be written down.
    Store(StoreError),
}

fn kind(payloads: &Payloads) -> DestinationKind {
    match payloads {
        Payloads::Social(_) => DestinationKind::SocialCapi,
        Payloads::Search(_) => DestinationKind::SearchAds,
    }
}
