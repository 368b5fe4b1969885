-- Browser events lose what is personal. Who sent one stays while an exclusion asks for that.
UPDATE tracker_events e SET url = n.url, referrer = n.referrer, title = NULL, properties = NULL,
    identifiers = e.identifiers - ARRAY['first_name', 'last_name'],
    sender = CASE WHEN e.sender = ANY(ARRAY(
        SELECT unnest(x.senders) FROM tracking_exclusions x WHERE x.profile_id = $1
    )) THEN e.sender END
FROM unnest($2::timestamptz[], $3::uuid[], $4::text[], $5::text[]) AS n(at, id, url, referrer)
WHERE e.profile_id = $1 AND e.occurred_at = n.at AND e.id = n.id
    AND (e.url IS DISTINCT FROM n.url OR e.referrer IS DISTINCT FROM n.referrer
        OR e.title IS NOT NULL OR e.properties IS NOT NULL
        OR e.identifiers ?| ARRAY['first_name', 'last_name']
        OR e.sender IS NOT NULL AND e.sender <> ALL(ARRAY(
            SELECT unnest(x.senders) FROM tracking_exclusions x WHERE x.profile_id = $1
        )))
