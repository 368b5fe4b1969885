use super::*;

const SITE: Site<'_> = Site {
    address: "https://t.example",
    key: "trk_live_abc-DEF_1",
};

/// Everything that ends a value somewhere, and names of marks.
const HOSTILE: &str = "\"'><img src=x onerror=a()></script><script>a()//<!--\\\n\u{2028}{{x}}&quot;__KEY__\"__PIXEL_ID__\"";

/// An element, with the text in it.
#[derive(Debug, PartialEq, Eq)]
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    text: String,
}

/// Reads markup that is made of scripts, as browsers do; what stands outside of them has to be blank.
fn parse(markup: &str) -> Vec<Element> {
    let mut found = Vec::new();
    let mut rest = markup;
    while let Some((outside, tag)) = rest.split_once('<') {
        assert_eq!(outside.trim(), "", "{markup}");
        let end = tag.find(|c: char| !c.is_ascii_alphanumeric()).unwrap();
        let (name, after) = tag.split_at(end);
        let (attributes, after) = parse_attributes(after);
        assert_eq!(name, "script", "{markup}");
        // Text of scripts ends with the first thing that looks like their end, whatever it stands in.
        let close = after.to_ascii_lowercase().find("</script").unwrap();
        let (text, close) = after.split_at(close);
        assert!(!text.contains("<!--"), "{markup}");
        rest = close.split_once('>').unwrap().1;
        found.push(Element {
            name: name.to_owned(),
            attributes,
            text: text.to_owned(),
        });
    }
    assert_eq!(rest.trim(), "", "{markup}");
    found
}

fn parse_attributes(mut rest: &str) -> (Vec<(String, String)>, &str) {
    let mut found = Vec::new();
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix('>') {
            return (found, after);
        }
        let end = rest.find(['=', ' ', '>']).unwrap();
        let (name, after) = rest.split_at(end);
        rest = after;
        let mut value = "";
        if let Some(quoted) = after.strip_prefix("=\"") {
            (value, rest) = quoted.split_once('"').unwrap();
        }
        found.push((name.to_owned(), decode(value)));
    }
}

/// Only references by number are written.
fn decode(value: &str) -> String {
    let mut parts = value.split("&#x");
    let mut text = parts.next().unwrap().to_owned();
    for part in parts {
        let (number, after) = part.split_once(';').unwrap();
        text.push(char::from_u32(u32::from_str_radix(number, 16).unwrap()).unwrap());
        text += after;
    }
    text
}

/// The only text of JavaScript between two pieces of code.
fn text_between(code: &str, before: &str, after: &str) -> String {
    let (_, rest) = code.split_once(before).unwrap();
    let (text, _) = rest.split_once(after).unwrap();
    serde_json::from_str(text).unwrap()
}

fn attributes(all: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    all.iter().map(owned).collect()
}

#[test]
fn the_snippet_is_one_line() {
    assert_eq!(
        snippet(SITE, Consent::Unasked, None),
        "<script defer src=\"https://t.example/tracker.js\" data-key=\"trk_live_abc-DEF_1\"></script>\n"
    );
    assert_eq!(
        snippet(SITE, Consent::Required, None),
        "<script defer src=\"https://t.example/tracker.js\" data-key=\"trk_live_abc-DEF_1\" \
         data-consent=\"required\"></script>\n"
    );
}

#[test]
fn a_pixel_comes_in_a_second_tag_behind_the_same_consent() {
    for (consent, asks_first) in [(Consent::Unasked, "false"), (Consent::Required, "true")] {
        let markup = snippet(SITE, consent, Some("1234"));
        let [tracker, pixel] = parse(&markup).try_into().unwrap();
        assert!(markup.starts_with(&snippet(SITE, consent, None)));
        assert_eq!(tracker.text, "");
        assert_eq!(pixel.attributes, []);
        assert!(
            pixel
                .text
                .contains(&format!("var asksFirst = {asks_first};"))
        );
        assert!(pixel.text.contains("w.fbq(\"init\", \"1234\");"));
        assert!(!pixel.text.contains("__"), "{}", pixel.text);
    }
}

#[test]
fn hostile_values_stay_values_in_the_snippet() {
    let site = Site {
        address: HOSTILE,
        key: HOSTILE,
    };
    let markup = snippet(site, Consent::Required, Some(HOSTILE));
    let [tracker, pixel] = parse(&markup).try_into().unwrap();
    let source = format!("{HOSTILE}/tracker.js");
    let expected = attributes(&[
        ("defer", ""),
        ("src", &source),
        ("data-key", HOSTILE),
        ("data-consent", "required"),
    ]);
    assert_eq!((tracker.attributes, tracker.text.as_str()), (expected, ""));
    assert_eq!(text_between(&pixel.text, "fbq(\"init\", ", ");"), HOSTILE);
}

#[test]
fn the_tag_for_a_tag_manager_has_no_attribute_that_would_be_taken_off() {
    let [plain] = parse(&tag(SITE, Consent::Unasked)).try_into().unwrap();
    assert_eq!(plain.attributes, []);
    assert!(!plain.text.contains("data-consent"));
    assert!(
        plain
            .text
            .contains("script.setAttribute(\"data-way\", \"gtm\");")
    );
    let [asking] = parse(&tag(SITE, Consent::Required)).try_into().unwrap();
    let sets = "  script.setAttribute(\"data-consent\", \"required\");\n";
    assert_eq!(asking.text.replace(sets, ""), plain.text);
    // What older compilers do not know.
    for word in ["=>", "`", "let ", "const ", "..."] {
        assert!(!asking.text.contains(word), "{word}");
    }
}

#[test]
fn hostile_values_stay_values_in_the_tag() {
    let site = Site {
        address: HOSTILE,
        key: HOSTILE,
    };
    let markup = tag(site, Consent::Required);
    assert!(!markup.contains("{{") && !markup.contains("}}"));
    let [script] = parse(&markup).try_into().unwrap();
    let source = text_between(&script.text, "script.src = ", ";\n");
    assert_eq!(source, format!("{HOSTILE}/tracker.js"));
    let key = text_between(&script.text, "\"data-key\", ", ");\n");
    assert_eq!(key, HOSTILE);
}

#[test]
fn the_store_pixel_knows_where_to_send_and_nothing_else_changes() {
    let code = store_pixel(SITE);
    let endpoint = text_between(&code, "const ENDPOINT = ", " + ");
    let origin = text_between(&code, " + ", ";\n");
    assert_eq!(origin, format!("?s={}&w=shopify", *PIXEL_VERSION));
    assert_eq!(endpoint, "https://t.example/api/v1beta/collect");
    assert_eq!(text_between(&code, "const KEY = ", ";\n"), SITE.key);
    assert!(!code.contains("__"), "{code}");
    let hostile = Site {
        address: HOSTILE,
        key: HOSTILE,
    };
    let other = store_pixel(hostile);
    assert_eq!(text_between(&other, "const KEY = ", ";\n"), HOSTILE);
    let lines = |code: &str| -> Vec<String> {
        let is_set =
            |line: &&str| !line.contains("const ENDPOINT") && !line.contains("const KEY =");
        code.lines().filter(is_set).map(str::to_owned).collect()
    };
    assert_eq!(lines(&code), lines(&other));
}
