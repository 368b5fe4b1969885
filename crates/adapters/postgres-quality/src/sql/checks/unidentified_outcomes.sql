-- Outcomes of the days from $2 to $3, and of them those that name nobody, by their key; $4 is the generation that
-- readers see.
SELECT c.conversion_key AS value,
    count(*) FILTER (WHERE c.unattributed_reason = 'no_identity') AS weight,
    count(*) FILTER (WHERE c.unattributed_reason = 'no_identity') AS faulty, count(*) AS whole
FROM conversions c
WHERE c.profile_id = $1 AND c.generation = $4 AND c.local_date BETWEEN $2 AND $3
    AND NOT c.is_refund
GROUP BY c.conversion_key
