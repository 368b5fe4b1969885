-- Clicks on the days of $4 by the traffic that they make.
SELECT l.signature_id, coalesce(sum(l.clicks), 0)::bigint AS clicks
FROM leaf l
WHERE l.date = ANY($4)
GROUP BY l.signature_id
