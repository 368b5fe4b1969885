-- Those of the account days $2 that have rows in several currencies.
SELECT r.date, r.platform, r.account_id
FROM jsonb_to_recordset($2) AS r(date date, platform text, account_id text)
WHERE (
    SELECT count(DISTINCT a.currency) > 1
    FROM ad_spend_daily a
    WHERE a.profile_id = $1 AND a.date = r.date AND a.platform = r.platform
        AND a.account_id = r.account_id
)
