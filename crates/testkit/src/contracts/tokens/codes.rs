//! What is promised of codes.

use access_control::oauth::AuthorizationCode;
use access_control::ports::TokenStore;
use kernel::StoreError;

use super::{Given, code, family};

pub(super) async fn gives_a_code_to_one(
    store: &mut dyn TokenStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (client, hash, new) = (&given.client_id, given.hash(), code(given));
    assert_eq!(
        store.spend_code(&hash, client, given.at).await?,
        None,
        "nothing is spent of an unknown code"
    );
    assert_eq!(
        store.find_code(&hash, client).await?,
        None,
        "there is no code of an unknown secret"
    );
    store.insert_code(&hash, &new).await?;
    let answers = [
        store.find_code(&hash, client).await?,
        // It has expired by then: what that means is for whoever spends it to judge.
        store.spend_code(&hash, client, given.after(61)).await?,
        store.spend_code(&hash, client, given.after(62)).await?,
        store.find_code(&hash, client).await?,
    ];
    let kept = || Some(new.clone());
    assert_eq!(
        answers,
        [kept(), kept(), None, kept()],
        "a code is spent once, whether it has expired or not, and found before and afterwards"
    );
    Ok(())
}

pub(super) async fn keeps_codes_to_their_client(
    store: &mut dyn TokenStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (client, hash, new) = (&given.client_id, given.hash(), code(given));
    store.insert_code(&hash, &new).await?;
    let answers = [
        store.find_code(&hash, "another").await?,
        store.spend_code(&hash, "another", given.at).await?,
        store.spend_code(&hash, client, given.at).await?,
    ];
    assert_eq!(
        answers,
        [None, None, Some(new)],
        "another client neither finds a code nor spends it"
    );
    Ok(())
}

pub(super) async fn notes_what_a_code_became(
    store: &mut dyn TokenStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (client, family) = (&given.client_id, family(given, 0));
    let (hash, other) = (given.hash(), given.hash());
    store.insert_family(&family).await?;
    store.insert_code(&hash, &code(given)).await?;
    store.insert_code(&other, &code(given)).await?;
    store.spend_code(&hash, client, given.after(1)).await?;
    store.link_code(&hash, family.id).await?;
    let exchanged = AuthorizationCode {
        family_id: Some(family.id),
        ..code(given)
    };
    let answers = [
        store.find_code(&hash, client).await?,
        store.find_code(&other, client).await?,
    ];
    assert_eq!(
        answers,
        [Some(exchanged), Some(code(given))],
        "what a code was exchanged for is noted of that code alone"
    );
    assert_eq!(
        store.spend_code(&hash, client, given.after(2)).await?,
        None,
        "a code that was exchanged stays spent"
    );
    Ok(())
}
