-- Values that joined somebody because a browser told them beside another one, and that no fact is about.
DELETE FROM identifiers i
WHERE i.profile_id = $1 AND i.kind IN ('national_id', 'crm_contact_id', 'email', 'phone')
    AND i.state <> 'blocked' AND NOT i.is_from_list
    AND EXISTS (
        SELECT FROM identifiers o
        WHERE o.profile_id = $1 AND o.customer_id = i.customer_id
            AND o.kind IN ('national_id', 'crm_contact_id', 'email', 'phone')
            AND (o.kind, o.value_key) <> (i.kind, i.value_key)
    )
    AND NOT EXISTS (
        SELECT FROM identifier_pairs p
        WHERE p.profile_id = $1 AND p.kind = i.kind AND p.value_key = i.value_key
            AND p.server_events + p.list_rows > 0
    )
    AND NOT EXISTS (
        SELECT FROM identifier_pairs p
        WHERE p.profile_id = $1 AND p.other_kind = i.kind AND p.other_key = i.value_key
            AND p.server_events + p.list_rows > 0
    )
    AND NOT EXISTS (
        SELECT FROM outcome_events e
        WHERE e.profile_id = $1 AND e.subject_kind = i.kind AND e.subject_key = i.value_key
    )
    AND NOT EXISTS (
        SELECT FROM (
            SELECT v.id FROM visitors v WHERE v.profile_id = $1 AND v.customer_id = i.customer_id
            UNION ALL
            SELECT s.visitor_id FROM visitor_segments s
            WHERE s.profile_id = $1 AND s.customer_id = i.customer_id
        ) AS v
        JOIN tracker_events e ON e.profile_id = $1 AND e.visitor_id = v.id AND e.kind = 'identify'
            AND e.subject_kind = i.kind AND e.subject_key = i.value_key
    )
