-- A refund of a refund gives money back since this release. Who has one is replayed once.
WITH reversed AS (
    SELECT e.profile_id
    FROM outcome_events e
    JOIN outcome_events o ON o.profile_id = e.profile_id AND o.idempotency_key = e.refund_of
    WHERE e.refund_of IS NOT NULL AND o.refund_of IS NOT NULL
    UNION
    SELECT e.profile_id
    FROM outcome_events e
    JOIN outcome_events o ON o.profile_id = e.profile_id AND o.id::text = e.refund_of
    WHERE e.refund_of IS NOT NULL AND o.refund_of IS NOT NULL
), queued AS (
    INSERT INTO recomputes (profile_id, id, status, causes, requested_at, people_done, attempts)
    SELECT profile_id, gen_random_uuid(), 'queued',
        jsonb_build_array(jsonb_build_object(
            'cause', 'upgrade', 'actor_kind', 'system', 'at', now()
        )),
        now(), 0, 0
    FROM reversed
    ON CONFLICT DO NOTHING
)
INSERT INTO replay_marks (bucket, id, profile_id, kind, target_id, cause, created_at)
SELECT ('x' || right(profile_id::text, 1))::bit(4)::int % 8, gen_random_uuid(), profile_id, 'profile',
    profile_id, 'upgrade', now()
FROM reversed;
