//! Who can be shown ads from an account.

use application::Context;
use export_rules::ports::{AudiencePage, CustomAudienceReader, PlatformCursor};
use kernel::{Limit, ProfileAccess};
use platform_connections::ports::ConnectionReader;
use platform_connections::{Connection, PlatformProvider};

use super::{Asking, ReportError};
use crate::connections::token::TokenPorts;

/// What is needed besides a connection.
#[derive(Clone, Copy)]
pub struct AudiencePorts<'a> {
    /// Connections.
    pub connections: &'a dyn ConnectionReader,
    /// Gets tokens.
    pub tokens: TokenPorts<'a>,
    /// Asks the platform.
    pub audiences: &'a dyn CustomAudienceReader,
}

/// Which page of which account.
#[derive(Clone, Debug)]
pub struct AudienceQuery {
    /// The connection with the account.
    pub connection_id: kernel::ConnectionId,
    /// How many a page.
    pub limit: Limit<100>,
    /// Where the page before ended.
    pub after: Option<PlatformCursor>,
}

/// A page of the account's audiences, as the platform has them now.
pub async fn custom_audiences(
    ports: AudiencePorts<'_>,
    context: &Context<'_>,
    access: &ProfileAccess,
    query: AudienceQuery,
) -> Result<AudiencePage, ReportError> {
    let id = query.connection_id;
    let found = ports.connections.find(access, id).await?;
    let Connection {
        provider, account, ..
    } = found.ok_or(ReportError::NotFound)?;
    if provider != PlatformProvider::SocialAds {
        return Err(ReportError::WrongPlatform(PlatformProvider::SocialAds));
    }
    let place = (access.profile_id, id);
    let asking = Asking::new(ports.tokens, context, place).await?;
    let answer = ports
        .audiences
        .audiences(
            &asking.token.access,
            &account.id,
            query.after,
            query.limit.get(),
        )
        .await;
    asking.heard(ports.tokens, context, answer).await
}
