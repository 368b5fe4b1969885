-- Whether a decision later than $2 stands that is about one of two customers ($3); ids are ordered by time.
SELECT EXISTS (
    SELECT FROM customer_merges m
    WHERE m.profile_id = $1 AND m.undone_at IS NULL AND m.survivor_id = ANY($3) AND m.id > $2
) OR EXISTS (
    SELECT FROM customer_merges m
    WHERE m.profile_id = $1 AND m.undone_at IS NULL AND m.merged_id = ANY($3) AND m.id > $2
) OR EXISTS (
    SELECT FROM customer_splits s
    WHERE s.profile_id = $1 AND s.undone_at IS NULL AND s.customer_id = ANY($3) AND s.id > $2
) OR EXISTS (
    SELECT FROM customer_splits s
    WHERE s.profile_id = $1 AND s.undone_at IS NULL AND s.parted_id = ANY($3) AND s.id > $2
) AS is_built_upon
