-- The one statement that changes an outcome event: its address loses text.
UPDATE outcome_events e SET url = n.url
FROM unnest($2::timestamptz[], $3::uuid[], $4::text[], $5::text[]) AS n(at, id, url, referrer)
WHERE e.profile_id = $1 AND e.id = n.id
