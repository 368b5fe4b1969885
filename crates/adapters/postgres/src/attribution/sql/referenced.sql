-- Which of the references ($2), each an idempotency key or an id, name an event.
SELECT r.reference
FROM unnest($2::text[]) AS r(reference)
WHERE EXISTS (
    SELECT 1 FROM outcome_events e WHERE e.profile_id = $1 AND e.idempotency_key = r.reference
) OR EXISTS (
    SELECT 1 FROM outcome_events e WHERE e.profile_id = $1
        AND r.reference ~ '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$'
        AND e.id = CASE WHEN r.reference ~ '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$'
            THEN r.reference::uuid END
)
