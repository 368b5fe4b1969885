-- What browsers said when events ($2) happened, and what browsers ($3) told.
DELETE FROM match_evidence m
WHERE m.profile_id = $1 AND (m.kind = 'event' AND m.id = ANY($2) OR m.kind = 'visitor' AND m.id = ANY($3))
