use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::*;

fn rows(text: &[u8]) -> Vec<Result<(u64, String), String>> {
    let source = Source::of(Box::new(Cursor::new(text.to_vec()))).unwrap();
    source
        .map(|row| match row {
            Ok(row) => Ok((row.line, row.value.at("a").unwrap().to_string())),
            Err(bad) => Err(format!("{}: {}", bad.line, bad.reason)),
        })
        .collect()
}

fn at(line: u64, text: &str) -> (u64, String) {
    (line, text.to_owned())
}

#[test]
fn a_bad_line_is_told_and_the_others_are_read() {
    let csv = b"\xef\xbb\xbfa,b\n1,2\n3\n\"x\ny\",5\n\xff,1\n7,8\n";
    assert_eq!(
        rows(csv),
        [
            Ok(at(2, "1")),
            Err("3: has 1 cells, and the header 2".to_owned()),
            Ok(at(4, "x\ny")),
            Err("6: is not UTF-8".to_owned()),
            Ok(at(7, "7")),
        ]
    );
    let json = b"{\"a\":1}\n\n[1]\n{\"a\":\n{\"a\":\"x\"}";
    assert_eq!(
        rows(json),
        [
            Ok(at(1, "1")),
            Err("3: is not a JSON object".to_owned()),
            Err("4: is not JSON".to_owned()),
            Ok(at(5, "x")),
        ]
    );
}

#[test]
fn a_list_may_go_over_lines() {
    let list =
        b"[\n {\"a\": \"}{\\\"\",\n  \"b\": {\"c\": []}},\n {\"a\": 2},{\"a\": nope}, {\"a\"";
    assert_eq!(
        rows(list),
        [
            Ok(at(2, "}{\"")),
            Ok(at(4, "2")),
            Err("4: is not JSON".to_owned()),
            Err("4: ends in the middle of an object".to_owned()),
        ]
    );
    assert_eq!(rows(b"[]"), []);
}

#[test]
fn gzip_is_read_as_what_is_in_it() {
    let path = std::env::temp_dir().join(format!("event-import-{}.gz", std::process::id()));
    // Two members, as files that were put together have them.
    let mut bytes = Vec::new();
    for part in ["{\"a\":1}\n", "{\"a\":2}\n"] {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(part.as_bytes()).unwrap();
        bytes.extend(encoder.finish().unwrap());
    }
    std::fs::write(&path, bytes).unwrap();
    let source = Source::open(File::open(&path).unwrap()).unwrap();
    std::fs::remove_file(&path).unwrap();
    let lines: Vec<u64> = source.map(|row| row.unwrap().line).collect();
    assert_eq!(lines, [1, 2]);
}

#[test]
fn what_has_no_events_is_refused() {
    let refused = |text: &str| {
        let source = Source::of(Box::new(Cursor::new(text.as_bytes().to_vec())));
        source.err().unwrap().to_string()
    };
    assert!(refused("date,visitors,pageviews,visits\n").contains("Plausible"));
    assert!(refused("a,b,a\n").contains("\"a\" twice"));
    assert!(refused("").contains("empty"));
}

#[test]
fn each_item_of_a_list_is_an_event_of_its_row() {
    let value = Value::parse(r#"{"v":1,"t":"x","each":[{"t":"y"},{"n":2},3]}"#).unwrap();
    let events = events_of(value, Some("each"));
    let shown: Vec<String> = events
        .iter()
        .map(|event| {
            format!(
                "{:?} {:?}",
                event.at("t").unwrap().text(),
                event.at("v").unwrap().text()
            )
        })
        .collect();
    assert_eq!(
        shown,
        ["Some(\"y\") Some(\"1\")", "Some(\"x\") Some(\"1\")"]
    );
}
