DELETE FROM conversions
WHERE profile_id = $1 AND generation = $2 AND (
    (person_kind = 'customer' AND person_id = ANY($3))
    OR (person_kind = 'visitor' AND person_id = ANY($4))
    OR (person_kind = 'event' AND person_id = ANY($5))
    OR id = ANY($6)
)
RETURNING {stored}
