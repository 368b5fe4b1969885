SELECT concat_ws(' ', 'person', string_agg(concat_ws('=', i.kind, i.value_key, i.state), ',' ORDER BY i.kind, i.value_key))
    AS line
FROM identifiers i WHERE i.profile_id = $1 AND i.kind <> 'external_id' GROUP BY i.customer_id ORDER BY 1;
SELECT concat_ws(' ', 'browser', v.anonymous_id, s.from_at, (
        SELECT string_agg(i.value_key, ',' ORDER BY i.kind, i.value_key) FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = coalesce(s.customer_id, v.customer_id)
    )) AS line
FROM visitors v LEFT JOIN visitor_segments s ON s.profile_id = $1 AND s.visitor_id = v.id
WHERE v.profile_id = $1 ORDER BY 1;
SELECT concat_ws(' ', 'fact', e.idempotency_key, e.subject_kind, e.subject_key) AS line
FROM outcome_events e WHERE e.profile_id = $1 ORDER BY 1;
SELECT concat_ws(' ', 'conversion', e.idempotency_key, c.conversion_key, c.person_kind, (
        SELECT string_agg(i.value_key, ',' ORDER BY i.kind, i.value_key) FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = c.person_id
    ), c.value_reporting, c.touch_count, c.first_touch_at, c.unattributed_reason) AS line
FROM attribution_state s
JOIN conversions c ON c.profile_id = $1 AND c.generation = s.generation
JOIN outcome_events e ON e.profile_id = $1 AND e.id = c.event_id
WHERE s.profile_id = $1 ORDER BY 1
