-- Advertisements with spend on the days from $2 to $3, in lower case, with their clicks on the days of $4.
SELECT lower(d.ad_id) AS ad_id,
    coalesce(sum(d.clicks) FILTER (WHERE d.date = ANY($4)), 0)::bigint AS clicks
FROM ad_spend_daily d
WHERE d.profile_id = $1 AND d.date BETWEEN $2 AND $3 AND d.ad_id <> ''
GROUP BY 1
