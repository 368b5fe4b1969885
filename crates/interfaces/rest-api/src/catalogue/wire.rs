//! How the catalogue is written.

use ad_spend::catalogue::{CatalogueEntry, FormerName, Parent};
use reporting::breakdown::Metric;
use reporting::figures::Figures;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use utoipa::openapi::schema::{
    ArrayBuilder, KnownFormat, ObjectBuilder, Schema, SchemaFormat, SchemaType, Type,
};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

use crate::breakdowns::{FiguresMeta, RankedPagination, figures};

/// What something was called before it was renamed.
#[derive(Debug, Serialize, ToSchema)]
pub struct FormerNameBody {
    /// The name.
    pub name: String,
    /// When another was first read.
    #[schema(format = DateTime)]
    pub until: String,
}

impl From<&FormerName> for FormerNameBody {
    fn from(former: &FormerName) -> Self {
        Self {
            name: former.name.clone(),
            until: former.until.to_string(),
        }
    }
}

/// A campaign, an ad set, an ad or a creative with its figures.
#[derive(Debug)]
pub struct CatalogueRow {
    entry: CatalogueEntry,
    figures: Figures,
}

impl CatalogueRow {
    /// An entry and what it came to.
    pub const fn new(entry: CatalogueEntry, figures: Figures) -> Self {
        Self { entry, figures }
    }
}

impl Serialize for CatalogueRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { entry, figures } = self;
        let mut members = serializer.serialize_map(None)?;
        members.serialize_entry("id", &entry.id)?;
        members.serialize_entry("name", &entry.name)?;
        let former: Vec<FormerNameBody> = entry.former_names.iter().map(Into::into).collect();
        members.serialize_entry("former_names", &former)?;
        members.serialize_entry("platform", &entry.platform)?;
        members.serialize_entry("account_id", &entry.account_id)?;
        members.serialize_entry("account_name", &entry.account_name)?;
        let mut parent = |names: [&str; 2], parent: Option<&Parent>| {
            members.serialize_entry(names[0], &parent.map(|it| &it.id))?;
            members.serialize_entry(names[1], &parent.and_then(|it| it.name.as_ref()))
        };
        parent(["campaign_id", "campaign_name"], entry.campaign.as_ref())?;
        parent(["ad_set_id", "ad_set_name"], entry.ad_set.as_ref())?;
        parent(["creative_id", "creative_name"], entry.creative.as_ref())?;
        members.serialize_entry("updated_at", &entry.updated_at.to_string())?;
        for (metric, _) in Metric::ALL {
            figures::write(&mut members, metric, figures)?;
        }
        members.end()
    }
}

impl PartialSchema for CatalogueRow {
    fn schema() -> RefOr<Schema> {
        let text = |description| {
            ObjectBuilder::new()
                .schema_type(Type::String)
                .description(Some(description))
        };
        let or_null = |description| {
            ObjectBuilder::new()
                .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
                .description(Some(description))
        };
        let former = ArrayBuilder::new()
            .items(Ref::from_schema_name(FormerNameBody::name()))
            .description(Some(
                "What it was called before, the latest first, at most twenty; of creatives that is not kept.",
            ));
        let updated_at = text("When it was last told of.")
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)));
        let object = ObjectBuilder::new()
            .description(Some(
                "A campaign, an ad set, an ad or a creative with its figures. Numbers are exact or, for \
                 ratios, rounded to six\ndecimals.",
            ))
            .property("id", text("Its id at the platform."))
            .required("id")
            .property("name", or_null("What it is called; null when nobody said."))
            .required("name")
            .property("former_names", former)
            .required("former_names")
            .property("platform", text("The platform."))
            .required("platform")
            .property("account_id", text("The account; empty where there is none."))
            .required("account_id")
            .property("account_name", or_null("What the account is called."))
            .required("account_name")
            .property("campaign_id", or_null("The campaign of an ad set or ad; else null."))
            .required("campaign_id")
            .property("campaign_name", or_null("What that is called."))
            .required("campaign_name")
            .property("ad_set_id", or_null("The ad set of an ad; else null."))
            .required("ad_set_id")
            .property("ad_set_name", or_null("What that is called."))
            .required("ad_set_name")
            .property(
                "creative_id",
                or_null("What an ad shows, where the platform says so; else null."),
            )
            .required("creative_id")
            .property("creative_name", or_null("What that is called."))
            .required("creative_name")
            .property("updated_at", updated_at)
            .required("updated_at");
        figures::describe(object, |_| None).into()
    }
}

impl ToSchema for CatalogueRow {
    fn schemas(found: &mut Vec<(String, RefOr<Schema>)>) {
        found.push((
            FormerNameBody::name().into_owned(),
            FormerNameBody::schema(),
        ));
        figures::schemas(found);
    }
}

/// A page of campaigns, ad sets, ads or creatives.
#[derive(Debug, Serialize, ToSchema)]
pub struct CatalogueAnswer {
    /// In the order that was asked for; equals by id.
    pub data: Vec<CatalogueRow>,
    /// What the figures are about.
    pub meta: FiguresMeta,
    /// Where the list goes on.
    pub pagination: RankedPagination,
}
