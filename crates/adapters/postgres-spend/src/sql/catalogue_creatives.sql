-- What the catalogue says of these creatives ($2), of each at the first of its accounts: what the latest of the ads that show it
-- says. It is in no campaign or ad set: ads of several may show it.
SELECT DISTINCT ON (e.id) e.id, e.platform, e.account_id, e.updated_at, e.account_name, '' AS campaign_id, '' AS ad_set_id,
    NULL::text AS ad_name, NULL::text AS campaign_name, NULL::text AS ad_set_name, e.id AS creative_id, e.creative_name
FROM (
    SELECT c.creative_id AS id, c.platform, c.account_id, max(c.updated_at) AS updated_at,
        (
            SELECT a.account_name
            FROM ads a
            WHERE a.profile_id = $1 AND a.platform = c.platform AND a.account_id = c.account_id
                AND a.account_name IS NOT NULL
            ORDER BY a.updated_at DESC
            LIMIT 1
        ) AS account_name,
        (array_agg(c.creative_name ORDER BY c.updated_at DESC)
            FILTER (WHERE c.creative_name IS NOT NULL))[1] AS creative_name
    FROM ad_creatives c
    WHERE c.profile_id = $1 AND c.creative_id = ANY($2)
    GROUP BY c.creative_id, c.platform, c.account_id
) AS e
ORDER BY e.id, e.platform, e.account_id
