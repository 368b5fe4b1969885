//! Who takes the money for workspaces.

use clap::Args;

/// Payments by Stripe Checkout. Without them workspaces are made, and no checkout is opened.
#[derive(Clone, Debug, Args)]
pub(crate) struct Payments {
    /// Secret key of the Stripe account.
    #[arg(long, env = "TRIBUTARY_STRIPE_SECRET_KEY", hide_env_values = true)]
    pub stripe_secret_key: Option<String>,
    /// Id of the recurring price of the plan growth.
    #[arg(long, env = "TRIBUTARY_STRIPE_PRICE_GROWTH")]
    pub stripe_price_growth: Option<String>,
    /// Id of the recurring price of the plan agency.
    #[arg(long, env = "TRIBUTARY_STRIPE_PRICE_AGENCY")]
    pub stripe_price_agency: Option<String>,
    /// Address of the Stripe API.
    #[arg(
        long,
        env = "TRIBUTARY_STRIPE_URL",
        default_value = "https://api.stripe.com"
    )]
    pub stripe_url: String,
    /// Days that a paid plan can be tried. Without it a trial has no end of its own.
    #[arg(long, env = "TRIBUTARY_TRIAL_DAYS", value_parser = clap::value_parser!(u32).range(1..=730))]
    pub trial_days: Option<u32>,
}
