-- A month without a try begins anew.
INSERT INTO failed_sign_ins AS f (account, tries, first_at, last_at)
VALUES ($1, 1, now(), now())
ON CONFLICT (account) DO UPDATE SET
    tries = CASE WHEN f.last_at < now() - interval '30 days' THEN 1 ELSE f.tries + 1 END,
    first_at = CASE WHEN f.last_at < now() - interval '30 days' THEN now() ELSE f.first_at END,
    last_at = now()
