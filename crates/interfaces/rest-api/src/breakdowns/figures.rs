//! The figures of a group as members of an answer. A figure is declared once, as a [`Metric`]; what only
//! one answer says of it is said there.

use kernel::Exact;
use reporting::breakdown::Metric;
use reporting::figures::Figures;
use serde::ser::SerializeMap;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, RefBuilder, Schema, SchemaFormat, Type};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

use http_kit::decimal::DecimalNumber;

/// Writes one figure.
pub(crate) fn write<M: SerializeMap>(
    members: &mut M,
    metric: Metric,
    figures: &Figures,
) -> Result<(), M::Error> {
    write_exact(members, metric.as_str(), metric.of(figures))
}

/// Writes a number with all its digits.
pub(crate) fn write_exact<M: SerializeMap>(
    members: &mut M,
    name: &str,
    value: Exact,
) -> Result<(), M::Error> {
    members.serialize_entry(name, &DecimalNumber(value))
}

/// Describes all figures as they are written; `own` is what the answer says of a figure in other words.
pub(crate) fn describe(
    object: ObjectBuilder,
    own: impl Fn(Metric) -> Option<&'static str>,
) -> ObjectBuilder {
    Metric::ALL
        .into_iter()
        .fold(object, |object, (metric, name)| {
            let description = own(metric).unwrap_or(metric.description());
            let object = object.required(name);
            if metric.is_count() {
                object.property(name, count(description))
            } else {
                object.property(name, exact(description))
            }
        })
}

/// A whole number.
pub(crate) fn count(description: &str) -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
        .description(Some(description))
}

/// A number with all its digits.
pub(crate) fn exact(description: &str) -> Ref {
    RefBuilder::new()
        .ref_location_from_schema_name(DecimalNumber::name())
        .description(Some(description))
        .build()
}

/// The schemas that figures refer to.
pub(crate) fn schemas(found: &mut Vec<(String, RefOr<Schema>)>) {
    found.push((DecimalNumber::name().into_owned(), DecimalNumber::schema()));
}
