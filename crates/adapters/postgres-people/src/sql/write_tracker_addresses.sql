-- The one statement that changes what a browser event was received with: its addresses lose text.
UPDATE tracker_events e SET url = n.url, referrer = n.referrer
FROM unnest($2::timestamptz[], $3::uuid[], $4::text[], $5::text[]) AS n(at, id, url, referrer)
WHERE e.profile_id = $1 AND e.occurred_at = n.at AND e.id = n.id
