-- Events of browsers that were sent on the days from $2 to $3, and of them those that were refused, by why and by the field that
-- was wrong.
SELECT concat_ws(' ', i.reason, nullif(i.pointer, '')) AS value,
    sum(CASE WHEN i.reason IN ('accepted', 'bot') THEN 0 ELSE i.events END)::bigint AS weight,
    sum(CASE WHEN i.reason IN ('accepted', 'bot') THEN 0 ELSE i.events END)::bigint AS faulty,
    sum(i.events)::bigint AS whole
FROM intake_days i
WHERE i.profile_id = $1 AND i.endpoint = 'collect' AND i.local_date BETWEEN $2 AND $3
GROUP BY 1
