//! What a profile says about its own pages.

/// What a profile says about its own pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Site<'a> {
    /// Domains of the profile beside the landing page's; a subdomain or a scheme does not matter.
    pub own_domains: &'a [String],
    /// Referrers that never make a touch, beside the built-in payment gateways: hosts with
    /// everything below them, or hosts with a path.
    pub excluded_referrers: &'a [String],
    /// Hosts of the shipped lists, as they are listed, that are evidence here all the same.
    pub allowed_referrers: &'a [String],
}

impl<'a> Site<'a> {
    /// Pages of these domains, with the shipped lists as they are.
    pub const fn of(own_domains: &'a [String]) -> Self {
        Self {
            own_domains,
            excluded_referrers: &[],
            allowed_referrers: &[],
        }
    }
}
