use kernel::Personal;

use super::*;
use crate::record::Person;
use crate::words::Word;

fn all() -> Parts {
    Part::ALL.iter().copied().collect()
}

fn jane() -> PersonalTexts {
    PersonalTexts::of(&Person {
        first_name: Some(Personal::new("Jane")),
        ..Person::default()
    })
}

fn told(text: &str, open: Parts) -> (Option<String>, Vec<&'static str>) {
    let mut filters = Filters::default();
    let page = page(text, open, &jane(), &mut filters);
    (page, filters.iter().map(Word::as_str).collect())
}

#[test]
fn only_what_names_campaigns_and_clicks_stays_of_a_query() {
    let cases = [
        ("https://a.example/x", "https://a.example/x", vec![]),
        ("https://a.example/x#jane", "https://a.example/x", vec![]),
        ("https://u:p@a.example/x", "https://a.example/x", vec![]),
        (
            "https://a.example/?id=1&utm_source=n&fbclid=IwAR_-.~",
            "https://a.example/?utm_source=n&fbclid=IwAR_-.~",
            vec!["url_query_stripped"],
        ),
        (
            "https://a.example/?utm_term=%6aane&gclid=a%40b",
            "https://a.example/",
            vec!["url_query_stripped"],
        ),
        (
            "https://a.example/u/JANE/edit",
            "https://a.example/u",
            vec!["url_path_stripped"],
        ),
        (
            "https://a.example/555/123/4567/x",
            "https://a.example/555/123",
            vec!["url_path_stripped"],
        ),
    ];
    for (text, expected, filters) in cases {
        assert_eq!(
            told(text, all()),
            (Some(expected.to_owned()), filters),
            "{text}"
        );
    }
}

#[test]
fn an_origin_is_all_that_is_left_when_the_page_is_closed() {
    let origin = Parts::NONE.opened(Part::PageOrigin);
    let (page, filters) = told("https://a.example/x?utm_source=n", origin);
    assert_eq!(page.as_deref(), Some("https://a.example/"));
    assert_eq!(filters, ["url_path_stripped", "url_query_stripped"]);
    assert_eq!(told("https://a.example/", origin).1, Vec::<&str>::new());
    assert_eq!(
        told("https://a.example/", Parts::NONE),
        (None, vec!["url_dropped"])
    );
}

#[test]
fn what_is_no_page_is_dropped() {
    for text in [
        "",
        "/x",
        "ftp://a.example/",
        "mailto:jane@a.example",
        "https://jane.example/",
    ] {
        assert_eq!(told(text, all()), (None, vec!["url_dropped"]), "{text}");
    }
}

#[test]
fn cutting_twice_cuts_no_more() {
    for text in [
        "https://a.example/u/jane?x=1&utm_source=n",
        "https://a.example/1/234567890",
    ] {
        let (once, _) = told(text, all());
        assert_eq!(
            told(once.as_deref().unwrap(), all()),
            (once.clone(), vec![])
        );
    }
}
