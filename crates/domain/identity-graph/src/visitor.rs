//! The id of a browser, which is known without asking a store.

use kernel::{ProfileId, VisitorId};
use uuid::Uuid;

/// The namespace of visitor ids. A visitor id is the UUID version 5 of this namespace and the 16
/// bytes of the profile's id followed by the anonymous id in UTF-8, so that it is known without
/// asking a store and two profiles never share one.
pub const VISITOR_NAMESPACE: Uuid = Uuid::from_u128(0x7c1f_52a6_0d3e_5b64_9a8e_3f27_c6d1_b490);

/// The visitor that an anonymous id names in a profile.
pub fn visitor_id(profile_id: ProfileId, anonymous_id: &str) -> VisitorId {
    let name = [
        profile_id.uuid().as_bytes().as_slice(),
        anonymous_id.as_bytes(),
    ]
    .concat();
    VisitorId::new(Uuid::new_v5(&VISITOR_NAMESPACE, &name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visitors_of_two_profiles_differ() {
        let (one, two) = (Uuid::from_u128(1).into(), Uuid::from_u128(2).into());
        assert_eq!(visitor_id(one, "abc"), visitor_id(one, "abc"));
        assert_ne!(visitor_id(one, "abc"), visitor_id(two, "abc"));
        assert_ne!(visitor_id(one, "abc"), visitor_id(one, "abd"));
        // Pinned: stored rows carry it.
        assert_eq!(
            visitor_id(one, "abc").to_string(),
            "af4ff54b-87e7-5465-bcdb-df8f84a2e28a"
        );
    }
}
