-- What browsers ($2, as they are called now) told of somebody calls them so ($3), too.
UPDATE tracker_events e SET
    subject_key = CASE WHEN e.subject_kind = 'anonymous_id' THEN b.anonymous_id ELSE e.subject_key END,
    identifiers = CASE WHEN e.identifiers ? 'anonymous_id'
        THEN e.identifiers || jsonb_build_object('anonymous_id', b.anonymous_id) ELSE e.identifiers END
FROM unnest($2::uuid[], $3::text[]) AS b(id, anonymous_id)
WHERE e.profile_id = $1 AND e.visitor_id = b.id AND e.kind = 'identify'
