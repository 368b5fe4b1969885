-- Our own tables with at least $2 rows that have more than twice as many as when the server last
-- looked at them; or ($1) that have changed since.
SELECT format('%I.%I', current_schema(), c.relname) AS name
FROM pg_class c
WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
    AND pg_stat_get_live_tuples(c.oid) >= $2
    AND (
        pg_stat_get_live_tuples(c.oid) > 2 * greatest(c.reltuples, 0)
        OR ($1 AND pg_stat_get_mod_since_analyze(c.oid) > 0)
    )
    AND pg_has_role(c.relowner, 'USAGE')
ORDER BY c.relname
LIMIT 100
