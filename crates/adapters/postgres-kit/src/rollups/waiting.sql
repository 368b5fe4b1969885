-- Changes that are beside the days.
SELECT population, generation, sum(size)::bigint AS size, count(*) AS changes,
    CASE
        WHEN isfinite(min(first_date)) AND isfinite(max(last_date))
        THEN max(last_date) - min(first_date) + 1
        ELSE 1000
    END::bigint AS days
FROM rollup_changes
WHERE profile_id = $1
GROUP BY population, generation
