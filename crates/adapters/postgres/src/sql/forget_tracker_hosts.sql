-- Removes what is more than $2 rows of each of the profiles $1: rows of own domains stay before all others, then the
-- latest. Only profiles with more are ranked. Rows are locked in the order in which they are added, and one that
-- somebody is writing meanwhile stays until the next time, so that nobody waits for this.
WITH counted AS (
    SELECT h.profile_id, h.host, h.way, h.last_seen_at, h.refused_at, count(*) OVER (PARTITION BY h.profile_id) AS many
    FROM tracker_hosts h
    WHERE h.profile_id = ANY($1)
), placed AS (
    SELECT c.profile_id, c.host, c.way, row_number() OVER (
            PARTITION BY c.profile_id
            ORDER BY EXISTS (
                    SELECT 1
                    FROM profiles p, unnest(p.own_domains) AS d(domain)
                    WHERE p.id = c.profile_id
                        AND (c.host = d.domain OR right(c.host, length(d.domain) + 1) = '.' || d.domain)
                ) DESC,
                c.last_seen_at DESC NULLS LAST, c.refused_at DESC NULLS LAST, c.host, c.way
        ) AS place
    FROM counted c
    WHERE c.many > $2
), beyond AS MATERIALIZED (
    SELECT l.profile_id, l.host, l.way
    FROM placed k
    JOIN tracker_hosts l ON l.profile_id = k.profile_id AND l.host = k.host AND l.way = k.way
    WHERE l.profile_id = ANY($1) AND k.place > $2
    ORDER BY l.profile_id, l.host, l.way
    FOR UPDATE OF l SKIP LOCKED
)
DELETE FROM tracker_hosts t
USING beyond b
WHERE t.profile_id = ANY($1)
    AND t.profile_id = b.profile_id AND t.host = b.host AND t.way = b.way
