-- Spend of the days from $2 to $3 as finely as platforms told of it: a row that others of its account, campaign or set
-- tell more exactly counts their clicks, so it is left out. Opens `WITH`; the statement goes on with a SELECT.
WITH leaf AS (
    SELECT l.platform, l.date, l.signature_id, l.clicks, l.updated_at
    FROM (
        SELECT d.platform, d.date, d.signature_id, d.clicks, d.updated_at,
            CASE
                WHEN d.ad_id <> '' THEN false
                WHEN d.ad_set_id <> '' THEN bool_or(d.ad_id <> '') OVER (
                    PARTITION BY d.date, d.platform, d.account_id, d.campaign_id, d.ad_set_id)
                WHEN d.campaign_id <> '' THEN bool_or(d.ad_set_id <> '' OR d.ad_id <> '') OVER (
                    PARTITION BY d.date, d.platform, d.account_id, d.campaign_id)
                ELSE bool_or(d.campaign_id <> '' OR d.ad_set_id <> '' OR d.ad_id <> '') OVER (
                    PARTITION BY d.date, d.platform, d.account_id)
            END AS has_parts
        FROM ad_spend_daily d
        WHERE d.profile_id = $1 AND d.date BETWEEN $2 AND $3
    ) AS l
    WHERE NOT l.has_parts
)
