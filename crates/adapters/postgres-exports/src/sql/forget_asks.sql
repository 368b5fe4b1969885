-- Nobody is asked any more what became of what a destination ($2) of the profile ($1) accepted before $3.
UPDATE export_ledger l
SET ask_at = NULL
WHERE l.profile_id = $1 AND l.destination_id = $2 AND l.ask_at IS NOT NULL AND l.accepted_at < $3
