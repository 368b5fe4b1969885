-- Outcome events that happened on browsers ($2), which are called otherwise from now on ($3, $4).
UPDATE outcome_events e SET
    visitor_id = ($3::uuid[])[array_position($2::uuid[], e.visitor_id)],
    subject_key = CASE WHEN e.subject_kind = 'anonymous_id'
        THEN ($4::text[])[array_position($2::uuid[], e.visitor_id)] ELSE e.subject_key END,
    identifiers = CASE WHEN e.identifiers ? 'anonymous_id'
        THEN e.identifiers || jsonb_build_object('anonymous_id', ($4::text[])[array_position($2::uuid[], e.visitor_id)])
        ELSE e.identifiers END
WHERE e.profile_id = $1 AND e.visitor_id = ANY($2)
