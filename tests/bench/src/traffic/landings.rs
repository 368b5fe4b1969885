//! Pages that visits begin on, by what led there.

use super::{CLICK, Landing, SITE, campaign};

/// Pages of the site.
pub(crate) const PAGES: u32 = 20;

/// The address of a page of the site.
pub(crate) fn page(number: u32) -> String {
    match number {
        0 => format!("{SITE}/"),
        1..10 => format!("{SITE}/products/item-{number}"),
        _ => format!("{SITE}/guides/{number}"),
    }
}

/// Links in a letter of the campaign of that rank.
pub(crate) fn newsletter(rank: u32) -> Vec<Landing> {
    let links = (0..3).map(|link| {
        format!(
            "{}?utm_source=newsletter&utm_medium=email&utm_campaign={}&utm_content=link-{link}",
            page(link),
            campaign(rank)
        )
    });
    links.map(|url| Landing::new(url, None)).collect()
}

/// Words that the campaign bids on.
pub(crate) fn search_ads(rank: u32) -> Vec<Landing> {
    let words = (0..8).map(|word| {
        format!(
            "{}?utm_source=google&utm_medium=cpc&utm_campaign={}&utm_term=word-{word}\
             &hsa_cam=g{rank}&hsa_ad=g{rank}-{}&gclid={CLICK}",
            page(rank % PAGES),
            campaign(rank),
            word % 3,
        )
    });
    words
        .map(|url| Landing::new(url, Some("https://www.google.com/".to_owned())))
        .collect()
}

/// Pictures that the campaign shows.
pub(crate) fn social_ads(rank: u32) -> Vec<Landing> {
    let pictures = (0..4).map(|picture| {
        format!(
            "{}?utm_source=facebook&utm_medium=paid_social&utm_campaign={}&utm_content=picture-{picture}\
             &hsa_cam=m{rank}&hsa_ad=m{rank}-{}&fbclid={CLICK}",
            page(rank % PAGES),
            campaign(rank),
            picture % 3,
        )
    });
    pictures
        .map(|url| Landing::new(url, Some("https://www.facebook.com/".to_owned())))
        .collect()
}
