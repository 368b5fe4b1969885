-- What the catalogue says of these campaigns, ad sets or ads ($2), of each at the first of its accounts. What several rows say is
-- what the latest of them says; a campaign and an ad set are called what any of their rows said last.
SELECT DISTINCT ON (e.id) e.id, e.platform, e.account_id, e.updated_at, e.account_name, e.campaign_id, e.ad_set_id,
    e.ad_name, m.creative_id, m.creative_name,
    (
        SELECT c.campaign_name
        FROM ads c
        WHERE c.profile_id = $1 AND c.platform = e.platform AND c.account_id = e.account_id
            AND c.campaign_id = e.campaign_id AND c.campaign_name IS NOT NULL
        ORDER BY c.updated_at DESC
        LIMIT 1
    ) AS campaign_name,
    (
        SELECT s.ad_set_name
        FROM ads s
        WHERE s.profile_id = $1 AND s.platform = e.platform AND s.account_id = e.account_id
            AND s.campaign_id = e.campaign_id AND s.ad_set_id = e.ad_set_id AND s.ad_set_name IS NOT NULL
        ORDER BY s.updated_at DESC
        LIMIT 1
    ) AS ad_set_name
FROM (
    SELECT a.{id} AS id, a.platform, a.account_id, max(a.updated_at) AS updated_at,
        (array_agg(a.account_name ORDER BY a.updated_at DESC)
            FILTER (WHERE a.account_name IS NOT NULL))[1] AS account_name,
        (array_agg(a.campaign_id ORDER BY a.updated_at DESC))[1] AS campaign_id,
        (array_agg(a.ad_set_id ORDER BY a.updated_at DESC))[1] AS ad_set_id,
        (array_agg(a.ad_name ORDER BY a.updated_at DESC)
            FILTER (WHERE a.ad_name IS NOT NULL))[1] AS ad_name
    FROM ads a
    WHERE a.profile_id = $1 AND a.{id} = ANY($2)
    GROUP BY a.{id}, a.platform, a.account_id
) AS e
-- What an ad shows; other ids are of no ad.
LEFT JOIN ad_creatives m ON m.profile_id = $1 AND m.ad_id = e.id AND m.platform = e.platform AND m.account_id = e.account_id
ORDER BY e.id, e.platform, e.account_id
