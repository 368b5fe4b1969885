-- What the traffic signatures of a profile say now.
SELECT coalesce(n.id, c.signature_id), n.referrer_host, coalesce(c.is_direct, false)
FROM (SELECT id, referrer_host FROM traffic_signatures WHERE profile_id = $1) AS n
FULL JOIN (SELECT signature_id, is_direct FROM signature_channels WHERE profile_id = $1) AS c
    ON c.signature_id = n.id
