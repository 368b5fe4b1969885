-- When something is to be done next at a destination ($2) of the profile ($1): each from the beginning of its index.
SELECT
    (
        SELECT min(l.next_attempt_at)
        FROM export_ledger l
        WHERE l.profile_id = $1 AND l.destination_id = $2 AND l.next_attempt_at IS NOT NULL
    ) AS send,
    (
        SELECT min(l.ask_at)
        FROM export_ledger l
        WHERE l.profile_id = $1 AND l.destination_id = $2 AND l.ask_at IS NOT NULL
    ) AS ask
