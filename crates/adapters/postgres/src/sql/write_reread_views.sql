-- What follows from a page view's addresses under the profile's lists of hosts.
UPDATE tracker_events e SET signature_id = n.signature_id, source_key = n.source_key,
    names_a_source = n.names_a_source, exclusion = n.exclusion
FROM unnest($2::timestamptz[], $3::uuid[], $4::bigint[], $5::bigint[], $6::boolean[], $7::text[])
    AS n(at, id, signature_id, source_key, names_a_source, exclusion)
WHERE e.profile_id = $1 AND e.occurred_at = n.at AND e.id = n.id
