-- The profiles that have marks, those that have waited longest first, at most $1. The index is entered
-- once for each of them: the other marks are not read.
WITH RECURSIVE held AS (
    (
        SELECT m.profile_id
        FROM replay_marks m
        ORDER BY m.profile_id
        LIMIT 1
    )
    UNION ALL
    SELECT next.profile_id
    FROM held
    CROSS JOIN LATERAL (
        SELECT m.profile_id
        FROM replay_marks m
        WHERE m.profile_id > held.profile_id
        ORDER BY m.profile_id
        LIMIT 1
    ) AS next
)
SELECT held.profile_id, EXISTS (
    SELECT
    FROM replay_marks m
    WHERE m.profile_id = held.profile_id AND m.kind = 'profile'
) AS is_full, (
    EXISTS (SELECT FROM identifier_pairs p WHERE p.profile_id = held.profile_id AND NOT p.is_settled)
    OR EXISTS (SELECT FROM identifiers i WHERE i.profile_id = held.profile_id AND NOT i.is_settled)
) AS is_unsettled, (
    (SELECT true FROM evidence_rereadings r WHERE r.profile_id = held.profile_id LIMIT 1) IS NOT NULL
    OR (SELECT true FROM exclusion_passes x WHERE x.profile_id = held.profile_id LIMIT 1) IS NOT NULL
) AS is_unread
FROM held
CROSS JOIN LATERAL (
    SELECT m.created_at
    FROM replay_marks m
    WHERE m.profile_id = held.profile_id
    ORDER BY m.id
    LIMIT 1
) AS oldest
ORDER BY oldest.created_at
LIMIT $1
