//! Results as rows of the tables: the columns of `copy_conversions.sql` and `copy_credits.sql`, in
//! their order.

use attribution_models::ports::{ConversionRow, CreditRow};
use attribution_models::{Credit, CreditShare, UnattributedReason};
use kernel::{Amount, Currency};

use super::copy_in::Rows;
use postgres_kit::generation::{Target, touch_kind};

const CONVERSION_COLUMNS: i16 = 23;
const CREDIT_COLUMNS: i16 = 29;

pub(super) fn conversion(rows: &mut Rows, target: Target, row: &ConversionRow) {
    let result = &row.attributed;
    let fx = row.fx.as_ref();
    let amount = row.amount.map(Amount::decimal);
    rows.row(CONVERSION_COLUMNS)
        .uuid(target.profile_id.uuid())
        .bigint(target.generation)
        .uuid(result.id.uuid())
        .uuid(row.definition_id.uuid())
        .text(&row.conversion_key)
        .uuid(row.event_id.uuid())
        .text(row.person.kind())
        .uuid(row.person.uuid())
        .instant(Some(row.occurred_at))
        .date(Some(row.local_date))
        .text(row.revenue_type.as_str())
        .numeric(amount.map(|amount| amount.normalize()))
        .text_or_null(row.currency.as_ref().map(Currency::code))
        .numeric(row.value_reporting)
        .numeric(fx.map(|fx| fx.rate))
        .date(fx.map(|fx| fx.date))
        .text_or_null(fx.map(|fx| fx.source.as_str()))
        .boolean(Some(row.is_refund))
        .boolean(result.is_first_payment)
        .boolean(Some(result.is_synthetic))
        .integer(Some(result.touch_count))
        .instant(result.first_touch_at)
        .text_or_null(result.unattributed.map(UnattributedReason::as_str));
}

pub(super) fn credit(
    rows: &mut Rows,
    target: Target,
    row: &CreditRow,
    (conversion, credit): (&ConversionRow, &Credit),
) {
    let context = &row.context;
    rows.row(CREDIT_COLUMNS)
        .uuid(target.profile_id.uuid())
        .bigint(target.generation)
        .uuid(conversion.attributed.id.uuid())
        .uuid(credit.touch_id.uuid())
        .text(conversion.person.kind())
        .uuid(conversion.person.uuid())
        .instant(Some(credit.at))
        .text(touch_kind(credit.kind))
        .bigint(credit.signature)
        .uuid_or_null(row.session_id.map(kernel::Id::uuid));
    // The models' columns are in the order of the models.
    for share in credit.shares {
        rows.integer(share.map(CreditShare::billionths));
    }
    rows.date(Some(conversion.local_date))
        .text(&conversion.conversion_key)
        .text(conversion.revenue_type.as_str())
        .numeric(conversion.value_reporting)
        .boolean(Some(conversion.is_refund))
        .text_or_null(context.country.as_deref())
        .text_or_null(context.device.as_deref())
        .text_or_null(context.browser.as_deref())
        .text_or_null(context.os.as_deref())
        .text_or_null(context.referrer_host.as_deref())
        .text_or_null(row.landing_path.as_deref())
        .text_or_null(row.ad_id.as_deref())
        .date(Some(row.touch_date));
}
