-- What the catalogue calls campaigns ($2), and the campaigns of ads ($3); the first name where there
-- are several.
SELECT false AS is_ad, a.campaign_id AS id, min(a.campaign_name) AS name
FROM ads a
WHERE a.profile_id = $1 AND a.campaign_id = ANY($2) AND a.campaign_name IS NOT NULL
GROUP BY a.campaign_id
UNION ALL
SELECT true, a.ad_id, min(a.campaign_name)
FROM ads a
WHERE a.profile_id = $1 AND a.ad_id = ANY($3) AND a.ad_id <> '' AND a.campaign_name IS NOT NULL
GROUP BY a.ad_id
