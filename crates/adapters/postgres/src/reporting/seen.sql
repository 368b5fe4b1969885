-- What readers of a profile see, and whether it is of the settings before a change.
SELECT s.generation, s.numbered, s.relabelled, s.currency,
    EXISTS (
        SELECT FROM recomputes r WHERE r.profile_id = $1 AND r.status <> 'completed'
    ) AS replay_pending
FROM attribution_state s
WHERE s.profile_id = $1
