//! What a form sends that has a file in it (`multipart/form-data`, RFC 7578), as browsers write it.

/// Parts that a form may have.
const MOST_PARTS: usize = 16;

/// The parts of a body by their names, in their order; `None` when it is none of a form.
pub fn parts<'a>(content_type: &str, body: &'a [u8]) -> Option<Vec<(&'a str, &'a [u8])>> {
    let opening = format!("--{}", boundary(content_type)?);
    let separator = format!("\r\n{opening}");
    let mut rest = body.strip_prefix(opening.as_bytes())?;
    let mut parts = Vec::new();
    while !rest.starts_with(b"--") {
        let (part, after) = split(rest.strip_prefix(b"\r\n")?, separator.as_bytes())?;
        let (head, content) = split(part, b"\r\n\r\n")?;
        parts.push((name(head)?, content));
        rest = after;
        if parts.len() > MOST_PARTS {
            return None;
        }
    }
    Some(parts)
}

/// What stands between parts: 1 to 70 characters.
fn boundary(content_type: &str) -> Option<&str> {
    let (kind, parameters) = content_type.split_once(';')?;
    if !kind.trim().eq_ignore_ascii_case("multipart/form-data") {
        return None;
    }
    let mut parameters = parameters.split(';').map(str::trim);
    let value = parameters.find_map(|it| it.strip_prefix("boundary="))?;
    let value = value.trim_matches('"');
    (1..=70).contains(&value.len()).then_some(value)
}

/// The name of a part. Browsers, and all clients that are known, write it before that of the file.
fn name(head: &[u8]) -> Option<&str> {
    const FIELD: &str = "content-disposition:";
    let head = std::str::from_utf8(head).ok()?;
    let mut lines = head.split("\r\n");
    let value = lines.find_map(|line| {
        let (field, value) = line.split_at_checked(FIELD.len())?;
        field.eq_ignore_ascii_case(FIELD).then_some(value)
    })?;
    let quoted = value.trim_start().strip_prefix("form-data; name=\"")?;
    quoted.split_once('"').map(|(name, _)| name)
}

/// What comes before and after the first occurrence.
fn split<'a>(bytes: &'a [u8], at: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let mut from = 0;
    loop {
        let rest = bytes.get(from..)?;
        let next = rest.iter().position(|byte| at.first() == Some(byte))?;
        if let Some(after) = rest.get(next..)?.strip_prefix(at) {
            return Some((bytes.get(..from + next)?, after));
        }
        from += next + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: &str = "multipart/form-data; boundary=----x7";

    #[test]
    fn parts_are_what_the_browser_sent_byte_by_byte() {
        let body = b"------x7\r\nContent-Disposition: form-data; name=\"preset\"\r\n\r\ndbt\r\n\
            ------x7\r\ncontent-disposition: form-data; name=\"file\"; filename=\"; name=%22x%22\"\r\n\
            Content-Type: text/csv\r\n\r\na,b\r\n--\r\n------x\r\n\xFF\r\n\r\n------x7--\r\n";
        let expected: Vec<(&str, &[u8])> = vec![
            ("preset", b"dbt"),
            ("file", b"a,b\r\n--\r\n------x\r\n\xFF\r\n"),
        ];
        assert_eq!(parts(KIND, body), Some(expected));
        let quoted = "Multipart/Form-Data; charset=utf-8; boundary=\"----x7\"";
        assert_eq!(parts(quoted, b"------x7--"), Some(Vec::new()));
        let empty =
            b"------x7\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n\r\n------x7--";
        assert_eq!(parts(KIND, empty), Some(vec![("file", &b""[..])]));
    }

    #[test]
    fn what_is_no_form_is_not_read() {
        let whole = "------x7\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n------x7--";
        assert!(parts(KIND, whole.as_bytes()).is_some());
        for end in 0..whole.len() {
            let cut = whole.get(..end).unwrap();
            assert_eq!(parts(KIND, cut.as_bytes()), None, "{cut}");
        }
        for kind in [
            "multipart/form-data",
            "multipart/form-data; boundary=",
            "multipart/mixed; boundary=----x7",
            "application/x-www-form-urlencoded; boundary=----x7",
        ] {
            assert_eq!(parts(kind, whole.as_bytes()), None, "{kind}");
        }
        let unnamed = whole.replace("form-data; name", "form-data; filename");
        assert_eq!(parts(KIND, unnamed.as_bytes()), None);
        let field = "\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n------x7";
        let many = format!("------x7{}--", field.repeat(MOST_PARTS + 1));
        assert_eq!(parts(KIND, many.as_bytes()), None);
    }
}
