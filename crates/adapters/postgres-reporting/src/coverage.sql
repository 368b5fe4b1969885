-- Outcomes of the days by their key and why a model credits them to no touch; $4 is the generation that
-- readers see. Another model may have credited them, and then nothing was noted of why this one does not. Each looks
-- up its own credit: there is much more of other days.
SELECT c.conversion_key,
    CASE WHEN NOT k.is_credited THEN coalesce(c.unattributed_reason, 'no_touch_in_window') END
        AS unattributed,
    count(*) AS outcomes, count(*) FILTER (WHERE c.is_synthetic) AS synthetic
FROM conversions c
CROSS JOIN LATERAL (
    SELECT EXISTS (
        SELECT FROM credits r
        WHERE r.profile_id = $1 AND r.generation = $4 AND r.conversion_id = c.id AND r.{share} > 0
        OFFSET 0
    ) AS is_credited
) AS k
WHERE c.profile_id = $1 AND c.generation = $4 AND c.local_date BETWEEN $2 AND $3
    AND NOT c.is_refund
GROUP BY 1, 2
