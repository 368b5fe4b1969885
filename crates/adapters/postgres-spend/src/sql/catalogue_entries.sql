-- What the catalogue says of these campaigns, ad sets or ads ($2), of each at the first of its accounts. What several rows say is
-- what the latest of them says.
SELECT DISTINCT ON (e.id) e.*
FROM (
    SELECT a.{id} AS id, a.platform, a.account_id, max(a.updated_at) AS updated_at,
        (array_agg(a.account_name ORDER BY a.updated_at DESC)
            FILTER (WHERE a.account_name IS NOT NULL))[1] AS account_name,
        (array_agg(a.campaign_id ORDER BY a.updated_at DESC)
            FILTER (WHERE a.campaign_id <> ''))[1] AS campaign_id,
        (array_agg(a.campaign_name ORDER BY a.updated_at DESC)
            FILTER (WHERE a.campaign_name IS NOT NULL))[1] AS campaign_name,
        (array_agg(a.ad_set_id ORDER BY a.updated_at DESC)
            FILTER (WHERE a.ad_set_id <> ''))[1] AS ad_set_id,
        (array_agg(a.ad_set_name ORDER BY a.updated_at DESC)
            FILTER (WHERE a.ad_set_name IS NOT NULL))[1] AS ad_set_name,
        (array_agg(a.ad_name ORDER BY a.updated_at DESC)
            FILTER (WHERE a.ad_name IS NOT NULL))[1] AS ad_name
    FROM ads a
    WHERE a.profile_id = $1 AND a.{id} = ANY($2)
    GROUP BY a.{id}, a.platform, a.account_id
) AS e
ORDER BY e.id, e.platform, e.account_id
