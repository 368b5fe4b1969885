-- What readers of a profile see, and whether it is of the settings before a change;
-- whether there are page views without an id to be counted, and accounts whose spend is read.
SELECT s.generation, s.numbered, s.relabelled, s.currency, s.timezone,
    EXISTS (
        SELECT FROM recomputes r WHERE r.profile_id = $1 AND r.status <> 'completed'
    ) AS replay_pending,
    EXISTS (SELECT FROM anonymous_views v WHERE v.profile_id = $1) AS counts_anonymous,
    EXISTS (SELECT FROM spend_syncs y WHERE y.profile_id = $1 AND y.is_enabled) AS reads_spend
FROM attribution_state s
WHERE s.profile_id = $1
