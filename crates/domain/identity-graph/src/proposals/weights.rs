//! What each thing counts that two customers have in common or not: `proposer_v1`.
//!
//! In thousandths of a bit: a thousand doubles the odds. `cargo run --release -p identity-graph --example proposer
//! fit` derives them from generated people (`examples/proposer`), by logistic regression over the pairs that share a
//! block. What those people cannot tell stays what it was set to by hand, and is marked so.

use super::comparison::Level;

/// Which weights these are: who was compared by others is compared anew.
pub const VERSION: &str = "proposer_v1";

/// What speaks against any two customers who share a block, before anything is looked at.
pub const PRIOR: i32 = -5_492;

/// What a level counts.
pub const fn weight(level: Level) -> i32 {
    match level {
        Level::NationalIdSame => 18_818,
        Level::EmailSame => 7_490,
        Level::EmailLocalPart => -2_539,
        Level::EmailLocalPartBacked => 8_677,
        Level::EmailNear => 5_989,
        Level::EmailDiffers => -1_955,
        Level::PhoneSame => 6_337,
        Level::PhoneTail => -1_730,
        Level::PhoneNear => 6_786,
        Level::PhoneDiffers => -1_920,
        // Contacts by hand: as an id of another system. That a person is in one CRM twice is common.
        Level::ContactSame | Level::ExternalIdSame => 18_271,
        Level::ExternalIdDiffers => -6_375,
        Level::NamesSame => 3_982,
        Level::NamesClose => 3_287,
        Level::NamesSwapped => 5_400,
        Level::GivenNameAlone => 3_504,
        Level::FamilyNameAlone => 551,
        Level::GivenNameDiffers => -3_133,
        Level::FamilyNameDiffers => 80,
        Level::NamesDiffer => -3_396,
        Level::FamilyNameRare => 389,
        Level::BrowserSame => 5_969,
        Level::BrowserBacked => 2_247,
        Level::NationalIdUnknown
        | Level::ContactDiffers
        | Level::ContactUnknown
        | Level::EmailUnknown
        | Level::PhoneUnknown
        | Level::ExternalIdUnknown
        | Level::NamesUnknown
        | Level::FamilyNameUsual
        | Level::BrowserNone => 0,
    }
}
