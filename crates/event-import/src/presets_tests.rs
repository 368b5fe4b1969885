use super::*;

#[test]
fn each_can_be_read() {
    for name in names() {
        assert!(named(name).unwrap().is_ok(), "{name}: {:?}", named(name));
    }
    assert!(named("plausible").is_none());
}
