//! Which value is told.

use crate::filter::{Filter, Filters};
use crate::naming::PURCHASE;
use crate::policy::{Part, Parts};
use crate::record::Worth;
use crate::rule::RuleValue;
use crate::skip_reason::SkipReason;

/// The value that is told, or why the event is not. Zero is a value.
pub(crate) fn value(
    of_rule: &RuleValue,
    of_event: Option<Worth>,
    open: Parts,
    name: &str,
    filters: &mut Filters,
) -> Result<Option<Worth>, SkipReason> {
    // What gives money back is none of what it is named as, whatever the rule tells of its worth.
    if of_event.is_some_and(|worth| worth.amount.is_sign_negative() && !worth.amount.is_zero()) {
        return Err(SkipReason::NegativeValue);
    }
    let (worth, part) = match of_rule {
        RuleValue::Event => (of_event, Part::Value),
        RuleValue::Fixed(worth) => (Some(*worth), Part::FixedValue),
        RuleValue::None => (None, Part::FixedValue),
    };
    let told = worth.filter(|_| open.allow(part));
    if told != worth {
        filters.note(Filter::ValueDropped);
    }
    if name == PURCHASE && told.is_none() {
        return Err(SkipReason::MissingValue);
    }
    Ok(told)
}
