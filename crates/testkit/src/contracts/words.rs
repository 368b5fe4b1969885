//! Values of types that refuse some texts, made of texts that they take.

use access_control::oauth::RedirectUri;
use conversion_definitions::{DefinitionText, FamilyName};

/// A text of a definition.
pub(super) fn text(text: &str) -> DefinitionText {
    DefinitionText::new(text).unwrap_or_else(|error| panic!("{text:?} {error}"))
}

/// The name of a group.
pub(super) fn family(text: &str) -> FamilyName {
    FamilyName::new(text).unwrap_or_else(|error| panic!("{text:?} {error}"))
}

/// Where a client is answered.
pub(super) fn redirect_uri(text: &str) -> RedirectUri {
    RedirectUri::parse(text).unwrap_or_else(|| panic!("{text:?} is no redirect URI"))
}
