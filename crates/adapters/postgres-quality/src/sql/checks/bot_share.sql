-- Page views from $2 to before $3 as they came in, and of them those of robots, by what gave them away.
SELECT e.bot_reason AS value, count(e.bot_reason) AS weight, count(e.bot_reason) AS faulty,
    count(*) AS whole
FROM tracker_events e
WHERE e.profile_id = $1 AND e.occurred_at >= $2 AND e.occurred_at < $3 AND e.kind = 'page_view'
GROUP BY e.bot_reason
