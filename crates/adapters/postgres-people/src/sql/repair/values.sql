-- What customers ($2) hold that names a person, at most 200 values of each.
SELECT i.customer_id, i.kind, i.value_key, i.state, i.last_seen_at,
    CASE WHEN i.kind IN ('email', 'phone') THEN convert_from(i.display, 'UTF8') END AS shown,
    CASE WHEN i.is_from_server THEN 'server' WHEN i.is_from_list THEN 'list' WHEN i.is_from_browser THEN 'browser' END
        AS origin
FROM unnest($2::uuid[]) AS a(id)
CROSS JOIN LATERAL (
    SELECT i.customer_id, i.kind, i.value_key, i.state, i.last_seen_at, i.display, i.is_from_server, i.is_from_list,
        i.is_from_browser
    FROM identifiers i
    WHERE i.profile_id = $1 AND i.customer_id = a.id
        AND i.kind IN ('national_id', 'crm_contact_id', 'email', 'phone')
    ORDER BY i.kind, i.value_key
    LIMIT 200
) AS i
