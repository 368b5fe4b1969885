//! No top-level module of a crate leads back to itself by way of another: each can be read after those
//! that it names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use regex::Regex;

use crate::sources::{rust_files, top_module};
use crate::workspace::{list, metadata, text};

/// Which top-level modules name which.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// The code without comments and without what is compiled for tests alone, which stands at the end.
fn code(source: &str) -> String {
    let tests = Regex::new(r"#\[cfg\(test\)\]\s+mod \w+ \{").unwrap();
    let end = tests
        .find(source)
        .map_or(source.len(), |found| found.start());
    let lines = source[..end].lines();
    let lines = lines.filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

fn is_of_tests(path: &Path) -> bool {
    path.iter().any(|part| {
        let part = part.to_string_lossy();
        let name = part.trim_end_matches(".rs");
        name == "tests" || name.ends_with("_tests")
    })
}

/// The first names of a group of imports: `a` and `c` of `a::b, c::{d, e}`.
fn first_names(group: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let (mut depth, mut name, mut is_first) = (0_usize, String::new(), true);
    for character in group.chars().chain([',']) {
        match character {
            '}' if depth == 0 => break,
            ',' if depth == 0 => {
                names.insert(std::mem::take(&mut name));
                is_first = true;
            }
            '{' => depth += 1,
            '}' => depth -= 1,
            letter if depth == 0 && is_first && (letter.is_alphanumeric() || letter == '_') => {
                name.push(letter);
            }
            space if space.is_whitespace() => {}
            _ => is_first = false,
        }
    }
    names.insert(name);
    names
}

/// What follows `crate::`, or as many `super::` as lead to the crate.
fn named(code: &str, depth: usize) -> BTreeSet<String> {
    let root = format!(r"(?:\bcrate::|(?:^|[^:\w])(?:super::){{{depth}}})(\w+|\{{)");
    let mut names = BTreeSet::new();
    for found in Regex::new(&root).unwrap().captures_iter(code) {
        let name = found.get(1).unwrap();
        if name.as_str() == "{" {
            names.extend(first_names(&code[name.end()..]));
        } else {
            names.insert(name.as_str().to_owned());
        }
    }
    names
}

fn uses_of_crate(src: &Path) -> Uses {
    let mut uses = Uses::new();
    for file in rust_files(src) {
        let below = file.strip_prefix(src).unwrap();
        let module = top_module(below);
        if ["lib", "main"].contains(&module.as_str()) || is_of_tests(below) {
            continue;
        }
        let is_folder = below.file_name().is_some_and(|name| name == "mod.rs");
        let depth = below.iter().count() - usize::from(is_folder);
        let code = code(&fs::read_to_string(&file).unwrap());
        uses.entry(module).or_default().extend(named(&code, depth));
    }
    let modules: BTreeSet<String> = uses.keys().cloned().collect();
    for (module, named) in &mut uses {
        named.retain(|name| name != module && modules.contains(name));
    }
    uses
}

/// Modules that lead back to themselves: what is left when, again and again, those go that name none of
/// the others, and those that none of the others names.
fn circles(mut uses: Uses) -> BTreeSet<String> {
    loop {
        let left: BTreeSet<String> = uses.keys().cloned().collect();
        let named: BTreeSet<String> = uses.values().flatten().cloned().collect();
        uses.retain(|module, uses| {
            named.contains(module) && uses.iter().any(|it| left.contains(it))
        });
        let after: BTreeSet<String> = uses.keys().cloned().collect();
        if after == left {
            return left;
        }
        for names in uses.values_mut() {
            names.retain(|name| after.contains(name));
        }
    }
}

#[test]
fn no_module_leads_back_to_itself() {
    let metadata = metadata(&["--no-deps"]);
    let mut count = 0;
    for package in list(&metadata, "packages") {
        let folder = Path::new(text(package, "manifest_path")).parent().unwrap();
        let uses = uses_of_crate(&folder.join("src"));
        count += uses.values().map(BTreeSet::len).sum::<usize>();
        let circle = circles(uses);
        assert!(circle.is_empty(), "{}: {circle:?}", text(package, "name"));
    }
    assert!(count > 500, "only {count} uses were found");
}

#[test]
fn the_check_finds_circles() {
    let found = |pairs: &[(&str, &str)]| {
        let mut uses = Uses::new();
        for (module, used) in pairs {
            uses.entry((*module).to_owned())
                .or_default()
                .insert((*used).to_owned());
            uses.entry((*used).to_owned()).or_default();
        }
        circles(uses).into_iter().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(found(&[("a", "b"), ("b", "c"), ("a", "c")]), "");
    assert_eq!(
        found(&[("a", "b"), ("b", "c"), ("c", "b"), ("c", "d")]),
        "b c"
    );
    let all = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let source = "use crate::{a::{b, c}, d};\nuse super::e::F;\nuse super::super::g::H;\n// crate::no\n\
                  fn f() { crate::i::j() }\n#[cfg(test)]\nmod tests {\n    use crate::k::L;\n}\n";
    let one: BTreeSet<String> = all(&["a", "d", "e", "super", "i"]);
    assert_eq!(named(&code(source), 1), one);
    let two: BTreeSet<String> = all(&["a", "d", "g", "i"]);
    assert_eq!(named(&code(source), 2), two);
}
