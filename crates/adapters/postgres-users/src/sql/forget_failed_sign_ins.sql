-- Once in a while, what is a month old: anybody can make a row here, with an address that is made up.
DELETE FROM failed_sign_ins
WHERE (SELECT random() < 0.02) AND last_at < now() - interval '30 days'
