//! A period's figures by one dimension.

pub(crate) mod figures;
pub mod get;
mod query;
pub mod wire;

pub(crate) use query::SortParameter;
pub use query::read_cursor;
pub use query::{Asked, PathDimension};
pub use wire::{FiguresMeta, RankedPagination};

use utoipa_actix_web::service_config::ServiceConfig;

/// Registers the resource's endpoints.
pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(get::get_breakdown);
}
