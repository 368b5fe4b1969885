//! Somebody proves who they are.

use access_control::users::{Attempts, BUILT_IN_ISSUER, EmailAddress, Password, User};

use super::{AccountError, Accounts, Origin, account, bucket};

/// A bucket and its rule.
type Bucket = (String, Attempts);

/// Who it is; `None` when address or password is wrong, which takes as long. Tries are counted
/// before the password is looked at and given back when it was right; so that many at once are no more
/// than one after the other.
///
/// A browser in which this account was signed in before has a bucket of its own: what others try makes
/// nobody wait there. Elsewhere tries are counted by sender, by account, and by both together.
pub async fn sign_in(
    accounts: &Accounts<'_>,
    email: &EmailAddress,
    password: Password,
    origin: Origin<'_>,
) -> Result<Option<User>, AccountError> {
    let own = known_browser(accounts, email, origin).await?;
    let is_known = own.is_some();
    let taken = if let Some(own) = own {
        vec![own]
    } else {
        let buckets = strange(email, origin.sender);
        take_all(accounts, &buckets).await?;
        buckets
    };
    let found = accounts.users.find_by_email(BUILT_IN_ISSUER, email).await?;
    let (user, hash) = match found {
        Some((user, hash)) => (Some(user), hash),
        None => (None, None),
    };
    if !accounts.passwords.verify(password, hash).await? {
        if !is_known {
            // Of an account that is not there, too: so that it takes as long.
            accounts.guard.count_failure(&account(email)).await?;
        }
        return Ok(None);
    }
    give_back(accounts, &taken).await?;
    Ok(user)
}

/// The bucket of a browser in which the account was signed in before, from which a try was taken. One
/// whose bucket is empty is judged as if nobody knew it.
async fn known_browser(
    accounts: &Accounts<'_>,
    email: &EmailAddress,
    origin: Origin<'_>,
) -> Result<Option<Bucket>, AccountError> {
    let Some(browser) = origin.browser else {
        return Ok(None);
    };
    if !accounts.guard.knows(browser, email).await? {
        return Ok(None);
    }
    let name = bucket("sign_in_browser", &format!("{browser:?} {}", email.key()));
    let rule = Attempts::KNOWN_BROWSER;
    let wait = accounts.attempts.take(&name, rule).await?;
    Ok(wait.is_none().then_some((name, rule)))
}

/// The buckets of a browser that is not known.
fn strange(email: &EmailAddress, sender: &str) -> Vec<Bucket> {
    let pair = format!("{} {sender}", email.key());
    let together = (0..).zip(Attempts::ACCOUNT_AND_SENDER);
    let together = together.map(|(number, rule)| {
        let kind = format!("sign_in_both_{number}");
        (bucket(&kind, &pair), rule)
    });
    let mut buckets = vec![
        (bucket("sign_in", sender), Attempts::SIGN_IN),
        (account(email), Attempts::ACCOUNT),
    ];
    buckets.extend(together);
    buckets
}

/// Takes a try from each bucket, or from none; then tells how long to wait for the first that is empty.
async fn take_all(accounts: &Accounts<'_>, buckets: &[Bucket]) -> Result<(), AccountError> {
    for (taken, (name, rule)) in buckets.iter().enumerate() {
        if let Some(wait) = accounts.attempts.take(name, *rule).await? {
            let taken: Vec<_> = buckets.iter().take(taken).cloned().collect();
            give_back(accounts, &taken).await?;
            return Err(AccountError::TooMany(wait));
        }
    }
    Ok(())
}

async fn give_back(accounts: &Accounts<'_>, buckets: &[Bucket]) -> Result<(), AccountError> {
    for (name, rule) in buckets {
        accounts.attempts.give_back(name, *rule).await?;
    }
    Ok(())
}
