-- What spend of days counts for by the traffic that it buys and by ad.
INSERT INTO spend_ads (
    profile_id, local_date, signature_id, campaign_id, ad_set_id, ad_id, spend, without_rate, exceeded
)
SELECT d.profile_id, d.local_date, d.signature_id, d.campaign_id, d.ad_set_id, d.ad_id,
    coalesce(sum(d.spend), 0), sum(d.without_rate), sum(d.exceeded)
FROM (
{rows}) AS d
WHERE d.profile_id = $1 AND {days}
GROUP BY d.profile_id, d.local_date, d.signature_id, d.campaign_id, d.ad_set_id, d.ad_id
ORDER BY d.local_date, d.signature_id, d.campaign_id, d.ad_set_id, d.ad_id
