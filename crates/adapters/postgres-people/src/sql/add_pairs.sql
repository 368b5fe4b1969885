-- Values that events name together: $2 kinds and $3 keys of the more trusted ones, $4 and $5 of the
-- others, $6 when, $7 who tells, $8 the fact, $9 whether it is settled. What only browsers told before is
-- new when a server or a list says it.
INSERT INTO identifier_pairs AS p (
    profile_id, kind, value_key, other_kind, other_key, first_at, server_events, identifications,
    list_rows, fact_id, is_settled
)
SELECT $1, r.kind, r.value_key, r.other_kind, r.other_key, r.at, (r.origin = 'server')::int,
    (r.origin = 'browser')::int, (r.origin = 'list')::int, r.fact_id, r.is_settled
FROM unnest(
    $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[], $8::uuid[],
    $9::boolean[]
) AS r(kind, value_key, other_kind, other_key, at, origin, fact_id, is_settled)
ORDER BY r.kind, r.value_key, r.other_kind, r.other_key
ON CONFLICT (profile_id, kind, value_key, other_kind, other_key) DO UPDATE SET
    first_at = CASE WHEN (p.server_events + p.list_rows > 0) = (excluded.server_events + excluded.list_rows > 0)
        THEN least(p.first_at, excluded.first_at)
        WHEN p.server_events + p.list_rows > 0 THEN p.first_at ELSE excluded.first_at END,
    server_events = p.server_events + excluded.server_events,
    identifications = p.identifications + excluded.identifications,
    list_rows = p.list_rows + excluded.list_rows,
    fact_id = CASE WHEN p.server_events + p.list_rows = 0 AND excluded.server_events + excluded.list_rows > 0
        THEN excluded.fact_id ELSE p.fact_id END,
    is_settled = CASE WHEN p.server_events + p.list_rows = 0 AND excluded.server_events + excluded.list_rows > 0
        THEN excluded.is_settled ELSE p.is_settled END
