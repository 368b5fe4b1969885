//! URL parameters to be pasted into an ad platform.

use quality_api::utm::findings::UtmTemplate;

/// What to paste at one platform.
pub(super) struct Paste {
    /// The element that a button copies.
    pub id: String,
    pub platform: &'static str,
    pub place: &'static str,
    pub parameters: &'static str,
    pub documentation: &'static str,
}

/// One for each platform, however many links want it; `of` tells them from those of the rest of the page.
pub(super) fn pastes<'a>(of: &str, all: impl Iterator<Item = &'a UtmTemplate>) -> Vec<Paste> {
    let mut pastes: Vec<Paste> = Vec::new();
    for template in all {
        if pastes.iter().all(|it| it.platform != template.platform) {
            pastes.push(Paste {
                id: format!("{of}-{}", pastes.len()),
                platform: template.platform,
                place: template.place,
                parameters: template.parameters,
                documentation: template.documentation,
            });
        }
    }
    pastes
}
