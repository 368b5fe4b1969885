-- Forgets each mark of people of the profile ($1) for which the same reason is given again later, so that who
-- is marked by many batches is replayed once. Whoever calls holds the profile: nobody takes marks meanwhile.
WITH marks AS (
    SELECT
        id,
        lead(id) OVER (
            PARTITION BY kind, target_id, cause, subject_id, actor_kind, actor_id ORDER BY id
        ) AS later_id
    FROM replay_marks
    WHERE profile_id = $1 AND kind <> 'profile'
)
DELETE FROM replay_marks
WHERE profile_id = $1 AND id IN (SELECT id FROM marks WHERE later_id IS NOT NULL)
