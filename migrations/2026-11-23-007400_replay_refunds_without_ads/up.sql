-- A refund has the ad of its sale since this release, also where the sale had no visit. Who has a refund
-- that lacks one is replayed once.
WITH lacking AS (
    SELECT DISTINCT c.profile_id
    FROM credits c
    JOIN attribution_state s ON s.profile_id = c.profile_id AND s.generation = c.generation
    WHERE c.is_refund AND c.touch_kind = 'synthetic' AND c.ad_id IS NULL
), queued AS (
    INSERT INTO recomputes (profile_id, id, status, causes, requested_at, people_done, attempts)
    SELECT profile_id, gen_random_uuid(), 'queued',
        jsonb_build_array(jsonb_build_object(
            'cause', 'upgrade', 'actor_kind', 'system', 'at', now()
        )),
        now(), 0, 0
    FROM lacking
    ON CONFLICT DO NOTHING
)
INSERT INTO replay_marks (bucket, id, profile_id, kind, target_id, cause, created_at)
SELECT ('x' || right(profile_id::text, 1))::bit(4)::int % 8, gen_random_uuid(), profile_id, 'profile',
    profile_id, 'upgrade', now()
FROM lacking;
