-- Whether a decision later than the one of $2 and $3 stands that is about its survivor ($4).
SELECT EXISTS (
    SELECT FROM customer_merges m
    WHERE m.profile_id = $1 AND m.undone_at IS NULL AND m.survivor_id = $4 AND (m.decided_at, m.id) > ($2, $3)
) OR EXISTS (
    SELECT FROM customer_merges m
    WHERE m.profile_id = $1 AND m.undone_at IS NULL AND m.merged_id = $4 AND (m.decided_at, m.id) > ($2, $3)
) AS is_built_upon
