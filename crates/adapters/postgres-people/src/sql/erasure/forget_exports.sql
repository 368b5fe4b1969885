-- Under which ids platforms were told of events ($2): callers' own may be numbers of people. $3 tells them apart.
UPDATE export_ledger l SET
    event_id = 'forgotten-' || encode(sha256(convert_to($3 || l.event_id, 'UTF8')), 'hex')
WHERE l.profile_id = $1 AND l.source_event_id = ANY($2) AND l.event_id IS NOT NULL
