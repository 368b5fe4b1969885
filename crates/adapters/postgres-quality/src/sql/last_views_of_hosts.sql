-- When the last page view on each host was taken, of hosts on which the tracker was heard lately.
SELECT h.host, max(h.last_seen_at) AS last_at
FROM tracker_hosts h
WHERE h.profile_id = $1 AND h.last_seen_at IS NOT NULL
GROUP BY h.host
