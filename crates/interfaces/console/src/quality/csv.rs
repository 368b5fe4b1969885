//! What is said of links, as a file for a spreadsheet.

use std::fmt::Write as _;

use quality_api::utm::check::UtmCheckedLink;

/// What the columns are called.
const HEAD: [&str; 9] = [
    "url",
    "status",
    "channel",
    "faults",
    "fields",
    "what_to_do",
    "platform",
    "place",
    "parameters",
];

/// The file, RFC 4180: a header and a line for each link.
pub(super) fn file(links: &[(String, UtmCheckedLink)]) -> String {
    let mut text = String::new();
    line(&mut text, &HEAD);
    for (url, told) in links {
        let template = told.template.as_ref();
        let faults = told.faults.iter();
        let mut what: Vec<&str> = faults.clone().map(|fault| fault.recommendation).collect();
        // Several parameters may have one fault, which is mended once.
        what.dedup();
        let joined = |values: Vec<&str>| values.join("; ");
        line(
            &mut text,
            &[
                url,
                told.status,
                told.channel.as_deref().unwrap_or_default(),
                &joined(faults.clone().map(|fault| fault.category).collect()),
                &joined(faults.map(|fault| fault.field.as_str()).collect()),
                &what.join(" "),
                template.map_or("", |template| template.platform),
                template.map_or("", |template| template.place),
                template.map_or("", |template| template.parameters),
            ],
        );
    }
    text
}

fn line(text: &mut String, cells: &[&str; HEAD.len()]) {
    for (place, cell) in cells.iter().enumerate() {
        let comma = if place == 0 { "" } else { "," };
        // A spreadsheet works out what begins like this; behind an apostrophe it is text.
        let is_formula = cell.trim_start().starts_with(['=', '+', '-', '@']);
        let guard = if is_formula { "'" } else { "" };
        // Writing to a string does not fail.
        let _ = write!(text, "{comma}\"{guard}{}\"", cell.replace('"', "\"\""));
    }
    text.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(url: &str) -> (String, UtmCheckedLink) {
        let told = UtmCheckedLink {
            index: 0,
            status: "no_address",
            channel: None,
            faults: Vec::new(),
            template: None,
        };
        (url.to_owned(), told)
    }

    #[test]
    fn nothing_is_a_formula_and_nothing_ends_its_cell() {
        for (url, cell) in [
            ("=1+1", "\"'=1+1\""),
            ("+1", "\"'+1\""),
            ("-1", "\"'-1\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""),
            ("\t=1", "\"'\t=1\""),
            ("a,\"b\"\r\nc", "\"a,\"\"b\"\"\r\nc\""),
            ("https://x.example/?a=-1", "\"https://x.example/?a=-1\""),
        ] {
            let text = file(&[told(url)]);
            let (head, line) = text.split_once("\r\n").unwrap();
            assert!(head.starts_with("\"url\",\"status\""), "{head}");
            let rest = line.strip_prefix(cell).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(
                rest,
                ",\"no_address\",\"\",\"\",\"\",\"\",\"\",\"\",\"\"\r\n"
            );
        }
    }
}
