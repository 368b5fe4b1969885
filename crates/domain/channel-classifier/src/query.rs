//! The parameters of a landing URL.

use crate::text::decode_once;

/// Names (decoded, lower case) and values (still encoded) in the order of the URL. Read from the
/// text and not from a parsed URL: a campaign is not lost because the address before it is broken.
pub(crate) fn parameters(landing_url: &str) -> Vec<(String, &str)> {
    let before_fragment = landing_url.split('#').next().unwrap_or_default();
    let Some((_, query)) = before_fragment.split_once('?') else {
        return Vec::new();
    };
    query
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (decode_once(name).trim().to_ascii_lowercase(), value))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_lowered_and_values_left_encoded() {
        let found = parameters(
            "https://x.example/?a=1&UTM_Source=Face%20book&flag&=z&b=c=d#?utm_source=no",
        );
        let expected = [
            ("a", "1"),
            ("utm_source", "Face%20book"),
            ("", "z"),
            ("b", "c=d"),
        ];
        assert_eq!(
            found,
            expected.map(|(name, value)| (name.to_owned(), value))
        );
    }

    #[test]
    fn a_broken_address_keeps_its_query() {
        assert_eq!(
            parameters("https://exa mple?utm_source=x"),
            [("utm_source".to_owned(), "x")]
        );
        assert!(parameters("no query").is_empty());
    }
}
