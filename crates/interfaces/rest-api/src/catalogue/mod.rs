//! What is advertised, with what it came to: campaigns, ad sets, ads, creatives.

pub mod ad_sets;
pub mod ads;
pub mod campaigns;
pub mod creatives;
pub mod list;
pub mod wire;

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the resource's endpoints.
pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config
        .service(campaigns::list_campaigns)
        .service(ad_sets::list_ad_sets)
        .service(ads::list_ads)
        .service(creatives::list_creatives);
}
