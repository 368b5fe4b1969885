//! Changes at ad platforms.
//!
//! Decides: in which order a change is kept, made and settled, so that it is made at most once whoever vanishes in the
//! middle. Deliberately does not know: what is worth to be changed, how platforms are asked, how changes are kept.
//!
//! Reading order: [`carry_out`] (a change is made), [`resume`] (what came of one is found out later), the private module
//! `attempt` (what both do at the platform).

mod attempt;
pub mod carry_out;
pub mod resume;

use ad_changes::ports::AdExecutor;
use conversion_export::connections::token::TokenPorts;
use platform_connections::PlatformProvider;

/// Who is asked.
#[derive(Clone, Copy)]
pub struct ChangePorts<'a> {
    /// Tokens of connections, and transactions.
    pub tokens: TokenPorts<'a>,
    /// Changes ads in a social network.
    pub social: &'a dyn AdExecutor,
    /// Changes ads beside search results.
    pub search: &'a dyn AdExecutor,
}

impl ChangePorts<'_> {
    fn executor(&self, provider: PlatformProvider) -> &dyn AdExecutor {
        match provider {
            PlatformProvider::SocialAds => self.social,
            PlatformProvider::SearchAds => self.search,
        }
    }
}
