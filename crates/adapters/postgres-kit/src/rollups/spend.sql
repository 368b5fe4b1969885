-- Spend of days by the traffic that it buys, in the currency that readers see.
INSERT INTO spend_days (profile_id, local_date, signature_id, spend, without_rate, exceeded)
SELECT d.profile_id, d.local_date, d.signature_id, sum(d.spend), sum(d.without_rate),
    sum(d.exceeded)
FROM spend_ads d
WHERE d.profile_id = $1 AND {days}
GROUP BY d.profile_id, d.local_date, d.signature_id
ORDER BY d.local_date, d.signature_id
