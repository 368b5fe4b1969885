-- Outcome events of others that happened on browsers ($2), which are called otherwise from now on ($3, $4).
UPDATE outcome_events e SET
    visitor_id = b.new_id,
    subject_key = CASE WHEN e.subject_kind = 'anonymous_id' THEN b.anonymous_id ELSE e.subject_key END,
    identifiers = CASE WHEN e.identifiers ? 'anonymous_id'
        THEN e.identifiers || jsonb_build_object('anonymous_id', b.anonymous_id) ELSE e.identifiers END
FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS b(old_id, new_id, anonymous_id)
WHERE e.profile_id = $1 AND e.visitor_id = b.old_id
