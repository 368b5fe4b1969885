-- Removes what is more than $2 rows of each of the profiles $1.
DELETE FROM tracker_hosts t
USING (
    SELECT h.profile_id, h.host, h.way, row_number() OVER (
            PARTITION BY h.profile_id
            ORDER BY h.last_seen_at DESC NULLS LAST, h.refused_at DESC NULLS LAST, h.host, h.way
        ) AS place
    FROM tracker_hosts h
    WHERE h.profile_id = ANY($1)
) AS k
WHERE t.profile_id = ANY($1) AND k.place > $2
    AND t.profile_id = k.profile_id AND t.host = k.host AND t.way = k.way
