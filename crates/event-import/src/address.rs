//! Addresses that are put together of what a file has of them.

use url::form_urlencoded::byte_serialize;

/// An address of its parts.
pub(crate) fn of_parts(host: &str, path: &str, query: Option<&str>) -> String {
    let path = path.strip_prefix('/').unwrap_or(path);
    let query = query.map(|query| query.strip_prefix('?').unwrap_or(query));
    match query.filter(|query| !query.is_empty()) {
        Some(query) => format!("https://{host}/{path}?{query}"),
        None => format!("https://{host}/{path}"),
    }
}

/// Adds a parameter that the address does not have.
pub(crate) fn put(url: &mut String, name: &str, value: &str) {
    let fragment = url.find('#').map(|at| url.split_off(at));
    let query = url.split_once('?').map(|(_, query)| query);
    let has = |query: &str| {
        let mut pairs = query.split('&');
        pairs.any(|pair| pair.split('=').next() == Some(name))
    };
    if !query.is_some_and(has) {
        url.push(if query.is_some() { '&' } else { '?' });
        url.push_str(name);
        url.push('=');
        url.extend(byte_serialize(value.as_bytes()));
    }
    url.extend(fragment);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_added_once() {
        let mut url = "https://a.example/x?utm_source=mail#top".to_owned();
        put(&mut url, "utm_source", "other");
        put(&mut url, "utm_campaign", "a & b");
        assert_eq!(
            url,
            "https://a.example/x?utm_source=mail&utm_campaign=a+%26+b#top"
        );
        let mut url = of_parts("a.example", "/x", Some("?b=1"));
        assert_eq!(url, "https://a.example/x?b=1");
        url = of_parts("a.example", "x", Some(""));
        put(&mut url, "gclid", "1");
        assert_eq!(url, "https://a.example/x?gclid=1");
    }
}
