SELECT count(*) AS outcomes, count(*) FILTER (WHERE k.is_credited) AS attributed
FROM conversions c
JOIN attribution_state s ON s.profile_id = c.profile_id AND s.generation = c.generation
CROSS JOIN LATERAL (
    SELECT EXISTS (
        SELECT FROM credits r
        WHERE r.profile_id = c.profile_id AND r.generation = c.generation AND r.conversion_id = c.id
            AND r.last_touch > 0
        OFFSET 0
    ) AS is_credited
) AS k
WHERE c.profile_id = ':profile' AND c.local_date BETWEEN ':from' AND ':to' AND NOT c.is_refund
