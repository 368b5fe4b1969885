)
-- All of it together, then at most five values that show what is wrong.
(
    SELECT NULL::text AS value, 0::bigint AS weight, coalesce(sum(l.faulty), 0)::bigint AS faulty,
        coalesce(sum(l.whole), 0)::bigint AS whole
    FROM looked_at l
)
UNION ALL
(
    SELECT l.value, l.weight, l.faulty, l.whole
    FROM looked_at l
    WHERE l.value IS NOT NULL AND l.weight > 0
    ORDER BY l.weight DESC, l.value
    LIMIT 5
)
