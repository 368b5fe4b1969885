-- Outcome events lose what is personal. The name of a payment provider is what journeys call their source.
UPDATE outcome_events e SET url = n.url,
    identifiers = e.identifiers - ARRAY['first_name', 'last_name'],
    properties = CASE WHEN e.properties ? 'provider'
        THEN jsonb_build_object('provider', e.properties -> 'provider') END
FROM unnest($2::timestamptz[], $3::uuid[], $4::text[], $5::text[]) AS n(at, id, url, referrer)
WHERE e.profile_id = $1 AND e.id = n.id
    AND (e.url IS DISTINCT FROM n.url OR e.identifiers ?| ARRAY['first_name', 'last_name']
        OR e.properties - 'provider' <> '{}'
        OR e.properties = '{}')
