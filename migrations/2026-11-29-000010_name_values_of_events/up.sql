-- What events say of the value that decides whose they are.
UPDATE identifiers i SET first_name = s.first_name, last_name = s.last_name
FROM (
    SELECT e.profile_id, e.subject_kind, e.subject_key,
        (array_agg(e.identifiers ->> 'first_name' ORDER BY e.occurred_at, e.id)
            FILTER (WHERE e.identifiers ->> 'first_name' IS NOT NULL))[1] AS first_name,
        (array_agg(e.identifiers ->> 'last_name' ORDER BY e.occurred_at, e.id)
            FILTER (WHERE e.identifiers ->> 'last_name' IS NOT NULL))[1] AS last_name
    FROM outcome_events e
    WHERE e.identifiers ->> 'first_name' IS NOT NULL OR e.identifiers ->> 'last_name' IS NOT NULL
    GROUP BY e.profile_id, e.subject_kind, e.subject_key
) AS s
WHERE i.profile_id = s.profile_id AND i.kind = s.subject_kind AND i.value_key = s.subject_key;
