-- The events of a profile ($1) that readers see as conversions on local days $2 to $3, and how each of its destinations
-- stands with them: one line a destination, and one without for how many there are. An event with several lines at a
-- destination counts where it got farthest.
WITH converted AS MATERIALIZED (
    SELECT DISTINCT c.event_id
    FROM conversions c
    WHERE c.profile_id = $1
        AND c.generation = (SELECT s.generation FROM attribution_state s WHERE s.profile_id = $1)
        AND c.local_date BETWEEN $2 AND $3
        AND NOT c.is_refund
),
farthest AS (
    SELECT
        l.destination_id,
        min(CASE
            WHEN l.status IN ('sent', 'accepted', 'confirmed') THEN 1
            WHEN l.status IN ('queued', 'sending', 'retry') THEN 2
            WHEN l.status = 'skipped' THEN 4
            ELSE 3
        END) AS stage
    FROM converted c
    JOIN export_ledger l ON l.profile_id = $1 AND l.source_event_id = c.event_id AND l.kind = 'real'
    GROUP BY l.destination_id, c.event_id
)
SELECT
    NULL::uuid AS destination_id,
    count(*) AS events,
    0::bigint AS told,
    0::bigint AS waiting,
    0::bigint AS failed,
    0::bigint AS withheld
FROM converted
UNION ALL
SELECT
    f.destination_id,
    count(*),
    count(*) FILTER (WHERE f.stage = 1),
    count(*) FILTER (WHERE f.stage = 2),
    count(*) FILTER (WHERE f.stage = 3),
    count(*) FILTER (WHERE f.stage = 4)
FROM farthest f
GROUP BY f.destination_id
