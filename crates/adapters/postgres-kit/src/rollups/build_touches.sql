-- All touches by the day of their session, signature and ad.
SELECT s.local_date, t.signature_id, t.ad_id, count(*) AS touches
FROM touches t
JOIN sessions s ON s.profile_id = $1 AND s.id = t.session_id
WHERE t.profile_id = $1
GROUP BY s.local_date, t.signature_id, t.ad_id
