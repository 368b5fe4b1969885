-- What platforms told of each day: clicks, or that there was spend where a platform never tells clicks.
SELECT l.platform, l.date, sum(l.clicks)::bigint AS clicks, count(*) AS lines,
    max(l.updated_at) AS last_at
FROM leaf l
GROUP BY l.platform, l.date
ORDER BY l.platform, l.date
