-- Outcomes of the days by their key and why a model ($5) credits them to no touch; $4 is the generation that readers
-- see. Another model may have credited them, and then nothing was noted of why this one does not.
SELECT r.conversion_key,
    CASE WHEN NOT $5 = ANY (r.credited_by) THEN coalesce(nullif(r.reason, ''), 'no_touch_in_window') END
        AS unattributed,
    sum(r.conversions)::bigint AS outcomes, sum(r.synthetic)::bigint AS synthetic
FROM conversion_reasons r
WHERE r.profile_id = $1 AND r.generation = $4 AND r.local_date BETWEEN $2 AND $3
GROUP BY 1, 2
HAVING sum(r.conversions) > 0
