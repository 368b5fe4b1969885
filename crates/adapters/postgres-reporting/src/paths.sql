-- The most frequent paths. A journey is what has one path: a conversion, or a person. It counts when
-- one of its touches fits all filters.
WITH touched AS (
{touched}
),
marked AS (
    SELECT t.*,
        lag(t.channel) OVER (PARTITION BY t.journey ORDER BY t.touched_at, t.touch_id) AS before
    FROM touched t
),
journeys AS (
    SELECT m.journey, m.person_id, m.cash, count(*) AS touches,
        array_agg(m.channel ORDER BY m.touched_at, m.touch_id)
            FILTER (WHERE m.before IS DISTINCT FROM m.channel) AS channels
    FROM marked m
    GROUP BY m.journey, m.person_id, m.cash
    HAVING bool_or(m.fits)
),
paths AS (
    SELECT j.channels[1:{longest}] AS channels,
        cardinality(j.channels) > {longest} AS is_truncated,
        count(*) AS journeys, coalesce(sum(j.cash), 0) AS revenue,
        count(DISTINCT j.person_id) AS people, sum(j.touches)::bigint AS touches
    FROM journeys j
    GROUP BY 1, 2
),
-- A path that was cut short differs from one that ends there.
named AS (
    SELECT p.*, to_jsonb(
        CASE WHEN p.is_truncated THEN p.channels || ARRAY['…'] ELSE p.channels END
    )::text AS key
    FROM paths p
)
SELECT p.key, p.channels, p.is_truncated, p.journeys, p.revenue::text AS revenue, p.people,
    p.touches
FROM named p
WHERE $6::text IS NULL OR p.journeys < $6::text::numeric
    OR (p.journeys = $6::text::numeric AND p.key COLLATE "C" > $7::text)
ORDER BY p.journeys DESC, p.key COLLATE "C"
LIMIT $8
