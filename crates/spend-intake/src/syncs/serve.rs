//! Reads an account until nothing is due.

use std::collections::BTreeMap;

use crate::spend::put::PutError;
use crate::spend::replace::replace;
use ad_spend::calendar::is_complete;
use ad_spend::catalogue::{AdCreative, Parent};
use ad_spend::ports::SpendSource;
use ad_spend::{
    AccountDays, AdRow, AfterFailure, Calendar, CatalogueAd, Date, DayRead, Exact, Named, Piece,
    SourceFailure, Step, Stopped, SyncState, TimeZone, Told, Totals, Whose,
};
use application::ports::Profile;
use application::{Context, UnitOfWork, transact};
use conversion_export::connections::stop::{Stopping, stop};
use conversion_export::connections::token::{TokenError, TokenPorts, token};
use kernel::{Actor, ConnectionId, ProfileId, StoreError, Timestamp};
use platform_connections::{Connection, ConnectionState, PlatformProvider, ReconnectReason};
use uuid::Uuid;

/// Who is asked.
#[derive(Clone, Copy)]
pub struct SyncPorts<'a> {
    /// Tokens of connections, and transactions.
    pub tokens: TokenPorts<'a>,
    /// Ads in a social network.
    pub social: &'a dyn SpendSource,
    /// Ads beside search results.
    pub search: &'a dyn SpendSource,
}

impl SyncPorts<'_> {
    fn source(&self, provider: PlatformProvider) -> &dyn SpendSource {
        match provider {
            PlatformProvider::SocialAds => self.social,
            PlatformProvider::SearchAds => self.search,
        }
    }
}

/// What came of serving an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Served {
    /// Pieces that were read and written.
    pub pieces: usize,
    /// Rows of the last answer.
    pub rows: usize,
    /// Whether something went wrong; it is written down, and tried again or not.
    pub has_failed: bool,
}

/// Whose account, and what the try is called.
#[derive(Clone, Copy)]
struct Place {
    profile_id: ProfileId,
    id: ConnectionId,
    holder: Uuid,
}

/// An account that this process reads.
struct Held {
    state: SyncState,
    connection: Connection,
    profile: Profile,
}

impl Held {
    /// Where the account's days begin: where it says, else where the profile's do.
    fn zone(&self) -> TimeZone {
        let own = self.connection.account.timezone.clone();
        own.unwrap_or_else(|| self.profile.timezone.clone())
    }

    fn calendar(&self) -> Calendar {
        Calendar {
            zone: self.zone(),
            months: self.state.months,
            piece_days: self.state.piece_days,
            asked_at: self.state.asked_at,
        }
    }

    fn whose(&self) -> Whose<'_> {
        Whose {
            platform: self.connection.provider.as_str(),
            account_id: &self.connection.account.id,
            account_name: self.connection.account.name.as_deref(),
            currency: self.connection.account.currency,
        }
    }
}

/// Why a piece was not written.
#[derive(Debug, thiserror::Error)]
enum ReadError {
    /// The platform gave nothing that can be used for the token that was obtained then.
    #[error("{0}")]
    Source(SourceFailure, Timestamp),
    /// There is no token.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// Nothing was written.
    #[error(transparent)]
    Write(#[from] PutError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Reads an account until nothing of it is due, `go_on` says no, or something fails. Platforms are never asked inside a
/// transaction; what was read is written together with the note that it was read, and only by who has the lease.
pub async fn serve(
    ports: SyncPorts<'_>,
    context: &Context<'_>,
    (profile_id, id): (ProfileId, ConnectionId),
    go_on: &(dyn Fn() -> bool + Sync),
) -> Result<Served, StoreError> {
    let place = Place {
        profile_id,
        id,
        holder: context.ids.new_id(),
    };
    let mut served = Served::default();
    while go_on() {
        let Some((held, reads)) = take(ports, context, place).await? else {
            return Ok(served);
        };
        let now = context.clock.now();
        let step = held.calendar().next(&reads, now);
        let piece = match step {
            Step::Rest(until) if !held.state.is_catalogue_due(now) => {
                give_back(ports, context, (place, until)).await?;
                return Ok(served);
            }
            Step::Rest(_) => None,
            Step::Read(piece) => Some(piece),
        };
        let read = match piece {
            Some(piece) => days(ports, context, (place, &held), piece).await,
            None => catalogue(ports, context, (place, &held)).await,
        };
        match read {
            Ok(rows) => {
                served.rows = rows;
                served.pieces += usize::from(piece.is_some());
            }
            Err(error) => {
                fail(ports, context, (place, piece), error).await?;
                served.has_failed = true;
                return Ok(served);
            }
        }
    }
    give_back(ports, context, (place, context.clock.now())).await?;
    Ok(served)
}

/// Takes the lease, or keeps it; with when each day was read. `None` when there is nothing to do here.
async fn take(
    ports: SyncPorts<'_>,
    context: &Context<'_>,
    place: Place,
) -> Result<Option<(Held, BTreeMap<Date, Timestamp>)>, StoreError> {
    transact(
        ports.tokens.units,
        &(context, place),
        |work, (context, place)| Box::pin(taken(work, context, *place)),
    )
    .await
}

async fn taken(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    Place {
        profile_id,
        id,
        holder,
    }: Place,
) -> Result<Option<(Held, BTreeMap<Date, Timestamp>)>, StoreError> {
    let now = context.clock.now();
    let Some(state) = work.spend_syncs().lock(profile_id, id).await? else {
        return Ok(None);
    };
    let state = if state.is_held_by(holder) {
        // Kept for another piece.
        SyncState {
            lease: None,
            look_at: now,
            ..state
        }
    } else {
        state
    };
    let Some(state) = state.taken(holder, now) else {
        return Ok(None);
    };
    let mut found = work.connections().of_ids(profile_id, &[id]).await?;
    let profile = work.attribution().profile(profile_id).await?;
    let (Some(connection), Some(profile)) = (found.pop(), profile) else {
        return Ok(None);
    };
    if connection.state != ConnectionState::Connected {
        return Ok(None);
    }
    work.spend_syncs().put(profile_id, id, &state).await?;
    let held = Held {
        state,
        connection,
        profile,
    };
    let first = held.calendar().first(held.zone().local_date(now));
    let reads = work.spend_syncs().reads(profile_id, id, first).await?;
    Ok(Some((held, reads)))
}

async fn give_back(
    ports: SyncPorts<'_>,
    context: &Context<'_>,
    (place, until): (Place, Timestamp),
) -> Result<(), StoreError> {
    let input = (place, until, context);
    transact(ports.tokens.units, &input, |work, (place, until, _)| {
        Box::pin(async move {
            let state = work.spend_syncs().lock(place.profile_id, place.id).await?;
            let Some(state) = state.filter(|state| state.is_held_by(place.holder)) else {
                return Ok(());
            };
            let state = state.given_back(*until);
            work.spend_syncs()
                .put(place.profile_id, place.id, &state)
                .await
        })
    })
    .await
}

/// Reads and writes days; how many rows they have.
async fn days(
    ports: SyncPorts<'_>,
    context: &Context<'_>,
    (place, held): (Place, &Held),
    piece: Piece,
) -> Result<usize, ReadError> {
    let fresh = token(ports.tokens, context, (place.profile_id, place.id)).await?;
    let source = ports.source(held.connection.provider);
    let account = &held.connection.account.id;
    let asked = async || {
        let told = source.days(&fresh.access, account, piece).await;
        told.map_err(|failure| ReadError::Source(failure, fresh.obtained_at))
    };
    let mut told = asked().await?;
    if told.is_torn() {
        told = asked().await?;
    }
    let rows = told.days.len();
    let input = (context, place, held, piece, told);
    transact(
        ports.tokens.units,
        &input,
        |work, (context, place, held, piece, told)| {
            Box::pin(write(work, context, (*place, held), (*piece, told)))
        },
    )
    .await?;
    Ok(rows)
}

/// Writes what was told of a piece in place of all that is there, unless somebody else reads the account by now.
async fn write(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (place, held): (Place, &Held),
    (piece, told): (Piece, &Told),
) -> Result<(), PutError> {
    let Some(state) = mine(work, place).await? else {
        return Ok(());
    };
    let whose = held.whose();
    let replaced = AccountDays {
        platform: whose.platform.to_owned(),
        account_id: whose.account_id.to_owned(),
        dates: piece.days().collect(),
    };
    let rows = told.clone().into_rows(&whose);
    replace(
        &mut *work,
        context,
        &held.profile,
        (&replaced, &rows),
        Actor::System,
    )
    .await?;
    let now = context.clock.now();
    let mut totals = told.totals();
    let zone = held.zone();
    let nothing = Totals {
        campaigns: Exact::ZERO,
        ads: Exact::ZERO,
    };
    let read = |date: Date| DayRead {
        date,
        at: now,
        totals: totals.remove(&date).unwrap_or_else(|| nothing.clone()),
        is_complete: is_complete(&zone, date, now),
    };
    let days: Vec<DayRead> = piece.days().map(read).collect();
    let syncs = work.spend_syncs();
    syncs.note(place.profile_id, place.id, &days).await?;
    let state = state.succeeded(piece, now);
    syncs.put(place.profile_id, place.id, &state).await?;
    Ok(())
}

/// How reading goes, locked, while this try has the lease.
async fn mine(work: &mut dyn UnitOfWork, place: Place) -> Result<Option<SyncState>, StoreError> {
    let state = work.spend_syncs().lock(place.profile_id, place.id).await?;
    Ok(state.filter(|state| state.is_held_by(place.holder)))
}

/// Rows in one statement.
const CHUNK: usize = 1_000;

/// Reads the campaigns and ads of an account, and keeps their names; how many there are.
async fn catalogue(
    ports: SyncPorts<'_>,
    context: &Context<'_>,
    (place, held): (Place, &Held),
) -> Result<usize, ReadError> {
    let fresh = token(ports.tokens, context, (place.profile_id, place.id)).await?;
    let source = ports.source(held.connection.provider);
    let account = &held.connection.account.id;
    let ads = source.catalogue(&fresh.access, account).await;
    let ads = ads.map_err(|failure| ReadError::Source(failure, fresh.obtained_at))?;
    let whose = held.whose();
    let creatives: Vec<AdCreative> = ads.iter().filter_map(|ad| shown(&whose, ad)).collect();
    let rows: Vec<AdRow> = ads.into_iter().map(|ad| ad_row(&whose, ad)).collect();
    let input = (context, place, (&rows, &creatives));
    transact(
        ports.tokens.units,
        &input,
        |work, (context, place, (rows, creatives))| {
            Box::pin(async move {
                let Some(state) = mine(work, *place).await? else {
                    return Ok::<_, StoreError>(());
                };
                let now = context.clock.now();
                for chunk in rows.chunks(CHUNK) {
                    work.spend()
                        .upsert_ads(place.profile_id, chunk, now)
                        .await?;
                }
                for chunk in creatives.chunks(CHUNK) {
                    let spend = work.spend();
                    spend.upsert_creatives(place.profile_id, chunk, now).await?;
                }
                let state = SyncState {
                    catalogue_at: Some(now),
                    ..state
                };
                let syncs = work.spend_syncs();
                syncs.put(place.profile_id, place.id, &state).await
            })
        },
    )
    .await?;
    Ok(rows.len())
}

/// What an ad shows.
fn shown(whose: &Whose<'_>, ad: &CatalogueAd) -> Option<AdCreative> {
    let (named, _) = ad.ad.as_ref()?;
    let creative = ad.creative.as_ref()?;
    Some(AdCreative {
        platform: whose.platform.to_owned(),
        account_id: whose.account_id.to_owned(),
        ad_id: named.id.clone(),
        creative: Parent {
            id: creative.id.clone(),
            name: creative.name.clone(),
        },
    })
}

fn ad_row(whose: &Whose<'_>, ad: CatalogueAd) -> AdRow {
    let parts = |level: Option<Named>| level.map_or((String::new(), None), |it| (it.id, it.name));
    let (campaign_id, campaign_name) = parts(Some(ad.campaign.0));
    let (ad_set_id, ad_set_name) = parts(ad.ad_set.map(|(named, _)| named));
    let (ad_id, ad_name) = parts(ad.ad.map(|(named, _)| named));
    AdRow {
        platform: whose.platform.to_owned(),
        account_id: whose.account_id.to_owned(),
        campaign_id,
        ad_set_id,
        ad_id,
        account_name: whose.account_name.map(str::to_owned),
        campaign_name,
        ad_set_name,
        ad_name,
    }
}

/// Writes down why a piece, or the catalogue, was not read.
async fn fail(
    ports: SyncPorts<'_>,
    context: &Context<'_>,
    (place, piece): (Place, Option<Piece>),
    error: ReadError,
) -> Result<(), StoreError> {
    let (failure, obtained_at) = match error {
        ReadError::Source(failure, obtained_at) => (failure, Some(obtained_at)),
        ReadError::Write(PutError::Currencies(_)) => {
            let words = "the account's days are in several currencies";
            (SourceFailure::Refused(words.to_owned()), None)
        }
        ReadError::Token(TokenError::TryLater(until)) => {
            return give_back(ports, context, (place, until)).await;
        }
        // Whoever connects the account anew has it looked at again.
        ReadError::Token(TokenError::NotFound | TokenError::NotConnected(_)) => {
            return give_back(ports, context, (place, context.clock.now())).await;
        }
        ReadError::Token(TokenError::Store(error))
        | ReadError::Write(PutError::Store(error))
        | ReadError::Store(error) => return Err(error),
    };
    tracing::warn!(connection.id = %place.id, error = %failure, "spend was not read: {failure}");
    let input = (context, place, (piece, failure, obtained_at));
    transact(
        ports.tokens.units,
        &input,
        |work, (context, place, failed)| Box::pin(note_failure(work, context, *place, failed)),
    )
    .await
}

async fn note_failure(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    place: Place,
    (piece, failure, obtained_at): &(Option<Piece>, SourceFailure, Option<Timestamp>),
) -> Result<(), StoreError> {
    let Some(state) = mine(work, place).await? else {
        return Ok(());
    };
    // Ids end in chance.
    let [.., jitter] = *place.holder.as_bytes();
    let now = context.clock.now();
    let (state, stopped) = match state.failed(*piece, failure, (jitter, now)) {
        AfterFailure::Retry(state) => (state, None),
        // Whoever connects the account anew has it read at once.
        AfterFailure::Stop(state, stopped) => match obtained_at {
            Some(obtained_at) => (state.given_back(now), Some((stopped, *obtained_at))),
            None => (state, None),
        },
    };
    work.spend_syncs()
        .put(place.profile_id, place.id, &state)
        .await?;
    if let Some((stopped, obtained_at)) = stopped {
        let stopping = Stopping {
            id: place.id,
            reason: reason(stopped),
            obtained_at,
        };
        stop(work, context, place.profile_id, stopping).await?;
    }
    Ok(())
}

const fn reason(stopped: Stopped) -> ReconnectReason {
    match stopped {
        Stopped::TokenRefused => ReconnectReason::TokenExpired,
        Stopped::PermissionMissing => ReconnectReason::PermissionMissing,
        Stopped::AccountClosed => ReconnectReason::AccountClosed,
        Stopped::FailingForDays => ReconnectReason::FailingForDays,
    }
}
