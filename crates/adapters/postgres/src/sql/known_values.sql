-- The stored ones among the values ($2 kinds, $3 keys), each with who else showed it.
SELECT i.kind, i.value_key, i.customer_id, i.state,
    ARRAY(
        SELECT s.customer_id FROM identifier_sightings s
        WHERE s.profile_id = $1 AND s.kind = i.kind AND s.value_key = i.value_key
    ) AS sighted_with
FROM unnest($2::text[], $3::text[]) AS asked(kind, value_key)
JOIN identifiers i ON i.profile_id = $1 AND i.kind = asked.kind AND i.value_key = asked.value_key
