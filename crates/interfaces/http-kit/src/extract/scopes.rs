//! Scopes as types, so that a handler's signature says what its caller must hold.

use kernel::Scope;

use super::personal::Cost;

/// A scope in a type.
pub trait RequiredScope {
    /// The scope.
    const SCOPE: Scope;
    /// What a call costs.
    const COST: Cost = Cost::Units(1);
}

/// The same scope for an endpoint that costs three units.
#[derive(Debug)]
pub struct Heavy<S>(std::marker::PhantomData<fn() -> S>);
impl<S: RequiredScope> RequiredScope for Heavy<S> {
    const SCOPE: Scope = S::SCOPE;
    const COST: Cost = Cost::Units(3);
}

/// `analytics:read` for looking at all links, six times an hour.
#[derive(Debug)]
pub enum UtmScan {}
impl UtmScan {
    /// What is counted, wherever it is asked for.
    pub const COUNTED: &str = "utm";
    /// Calls an hour and caller.
    pub const AN_HOUR: u32 = 6;
}
impl RequiredScope for UtmScan {
    const SCOPE: Scope = Scope::AnalyticsRead;
    const COST: Cost = Cost::Hourly(Self::COUNTED, Self::AN_HOUR);
}

/// `analytics:read`
#[derive(Debug)]
pub enum AnalyticsRead {}
impl RequiredScope for AnalyticsRead {
    const SCOPE: Scope = Scope::AnalyticsRead;
}

/// `campaigns:read`
#[derive(Debug)]
pub enum CampaignsRead {}
impl RequiredScope for CampaignsRead {
    const SCOPE: Scope = Scope::CampaignsRead;
}

/// `conversions:read`
#[derive(Debug)]
pub enum ConversionsRead {}
impl RequiredScope for ConversionsRead {
    const SCOPE: Scope = Scope::ConversionsRead;
}

/// `customers:read`
#[derive(Debug)]
pub enum CustomersRead {}
impl RequiredScope for CustomersRead {
    const SCOPE: Scope = Scope::CustomersRead;
}

/// `exports:read`
#[derive(Debug)]
pub enum ExportsRead {}
impl RequiredScope for ExportsRead {
    const SCOPE: Scope = Scope::ExportsRead;
}

/// `exports:write`
#[derive(Debug)]
pub enum ExportsWrite {}
impl RequiredScope for ExportsWrite {
    const SCOPE: Scope = Scope::ExportsWrite;
}

/// `events:write`
#[derive(Debug)]
pub enum EventsWrite {}
impl RequiredScope for EventsWrite {
    const SCOPE: Scope = Scope::EventsWrite;
}

/// `goals:write`
#[derive(Debug)]
pub enum GoalsWrite {}
impl RequiredScope for GoalsWrite {
    const SCOPE: Scope = Scope::GoalsWrite;
}

/// `attribution:write`
#[derive(Debug)]
pub enum AttributionWrite {}
impl RequiredScope for AttributionWrite {
    const SCOPE: Scope = Scope::AttributionWrite;
}

/// `tracking:write`
#[derive(Debug)]
pub enum TrackingWrite {}
impl RequiredScope for TrackingWrite {
    const SCOPE: Scope = Scope::TrackingWrite;
}
