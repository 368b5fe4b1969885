//! Which of the accounts that a token reaches is to be connected.

use application::Context;
use application::keys::create::sha256;
use kernel::{Currency, HandoffId, StoreError, TimeZone, Timestamp, WebSessionId};
use platform_connections::ports::PendingAuthorization;
use platform_connections::{
    AccessToken, Account, AccountDraft, PlatformProvider, RefreshToken, Tokens,
};
use serde::{Deserialize, Serialize};

use super::come_back::ComeBackError;
use super::{LASTS, Platforms};

/// What a person chooses from.
pub struct Choice {
    /// What the browser sends along with the chosen account; it counts once.
    pub secret: String,
    /// The hand-off that it is about.
    pub handoff_id: HandoffId,
    /// The platform.
    pub provider: PlatformProvider,
    /// At least one.
    pub accounts: Vec<Account>,
}

/// Tokens that were got, for somebody.
pub(super) struct Offer {
    pub(super) handoff_id: HandoffId,
    pub(super) session_id: WebSessionId,
    pub(super) provider: PlatformProvider,
    pub(super) tokens: Tokens,
    pub(super) secret: String,
}

/// An account that was chosen, with the tokens that reach it.
#[derive(Clone)]
pub struct Chosen {
    /// The hand-off that it is about.
    pub handoff_id: HandoffId,
    /// The account.
    pub account: Account,
    /// The tokens.
    pub tokens: Tokens,
}

/// Asks for the accounts, and keeps them with the tokens until the person has chosen.
pub(super) async fn offer(
    platforms: Platforms<'_>,
    context: &Context<'_>,
    offered: Offer,
) -> Result<Choice, ComeBackError> {
    let access = &offered.tokens.access;
    let accounts = platforms
        .authorization
        .accounts(offered.provider, access)
        .await?;
    if accounts.is_empty() {
        return Err(ComeBackError::NoAccount);
    }
    let now = context.clock.now();
    let plain = serde_json::to_vec(&Kept::of(&offered.tokens, &accounts));
    let place = bound_to(offered.provider, offered.handoff_id);
    let sealed = plain
        .ok()
        .and_then(|plain| context.sealing.seal(&plain, &place));
    let pending = PendingAuthorization {
        secret_sha256: sha256(offered.secret.as_bytes()),
        handoff_id: offered.handoff_id,
        session_id: offered.session_id,
        sealed: sealed.ok_or_else(|| StoreError::inconsistent("nothing could be sealed"))?,
        expires_at: now.plus_micros(LASTS),
    };
    platforms.pending.keep(&pending, now).await?;
    Ok(Choice {
        secret: offered.secret,
        handoff_id: offered.handoff_id,
        provider: offered.provider,
        accounts,
    })
}

/// What a browser sends that has chosen.
#[derive(Clone)]
pub struct Choosing {
    /// What is being finished.
    pub handoff_id: HandoffId,
    /// The browser.
    pub session_id: WebSessionId,
    /// The platform.
    pub provider: PlatformProvider,
    /// What the choice is found by.
    pub secret: String,
    /// The platform's id of the account.
    pub account_id: String,
}

/// Takes the choice out; `None` when nothing waits for it in this browser, or the account was not among them.
pub async fn choose(
    platforms: Platforms<'_>,
    context: &Context<'_>,
    choosing: &Choosing,
) -> Result<Option<Chosen>, StoreError> {
    let hash = sha256(choosing.secret.as_bytes());
    let now = context.clock.now();
    let taken = platforms.pending.take(&hash, choosing.session_id, now);
    let Some(taken) = taken.await? else {
        return Ok(None);
    };
    let place = bound_to(choosing.provider, choosing.handoff_id);
    let plain = context.sealing.open(&taken.sealed, &place);
    let kept = plain.and_then(|plain| serde_json::from_slice::<Kept>(&plain).ok());
    let read = kept.and_then(|kept| Some((kept.tokens()?, kept.account(&choosing.account_id)?)));
    Ok(read.map(|(tokens, account)| Chosen {
        handoff_id: choosing.handoff_id,
        account,
        tokens,
    }))
}

/// What was sealed for one hand-off and to be chosen from opens for nothing else.
fn bound_to(provider: PlatformProvider, handoff_id: HandoffId) -> String {
    format!(
        "pending_authorizations/{}/{handoff_id}/choice",
        provider.as_str()
    )
}

/// As it is sealed. It exists between two requests of one browser only.
#[derive(Serialize, Deserialize)]
struct Kept {
    access: String,
    refresh: Option<String>,
    obtained_at: i64,
    expires_at: Option<i64>,
    accounts: Vec<KeptAccount>,
}

#[derive(Serialize, Deserialize)]
struct KeptAccount {
    id: String,
    name: Option<String>,
    currency: Option<String>,
    timezone: Option<String>,
}

impl Kept {
    fn of(tokens: &Tokens, accounts: &[Account]) -> Self {
        let accounts = accounts.iter().map(|account| KeptAccount {
            id: account.id.clone(),
            name: account.name.clone(),
            currency: account
                .currency
                .as_ref()
                .map(|it| Currency::code(it).to_owned()),
            timezone: account
                .timezone
                .as_ref()
                .map(|it| TimeZone::name(it).to_owned()),
        });
        Self {
            access: tokens.access.reveal().to_owned(),
            refresh: tokens.refresh.as_ref().map(|it| it.reveal().to_owned()),
            obtained_at: tokens.obtained_at.micros(),
            expires_at: tokens.expires_at.map(Timestamp::micros),
            accounts: accounts.collect(),
        }
    }

    fn tokens(&self) -> Option<Tokens> {
        Some(Tokens {
            access: AccessToken::parse(&self.access)?,
            refresh: self.refresh.as_deref().and_then(RefreshToken::parse),
            obtained_at: Timestamp::from_micros(self.obtained_at),
            expires_at: self.expires_at.map(Timestamp::from_micros),
        })
    }

    fn account(&self, id: &str) -> Option<Account> {
        let kept = self.accounts.iter().find(|account| account.id == id)?;
        Account::parse(&AccountDraft {
            id: kept.id.clone(),
            name: kept.name.clone(),
            currency: kept.currency.clone(),
            timezone: kept.timezone.clone(),
        })
    }
}
