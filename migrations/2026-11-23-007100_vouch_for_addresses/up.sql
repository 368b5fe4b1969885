-- Whether somebody else than the person says that the address is theirs. Issuers send only addresses
-- that they have verified; of an account with a password nobody knows who made it.
ALTER TABLE users ADD COLUMN is_vouched boolean NOT NULL DEFAULT false;
UPDATE users SET is_vouched = true WHERE issuer <> 'builtin' AND email IS NOT NULL;
