-- The server's settings, its clock, and the oldest transaction of another session of this database.
SELECT
    clock_timestamp() AS now,
    current_setting('server_version_num')::integer AS version,
    current_setting('fsync')::boolean AS fsync,
    current_setting('synchronous_commit') <> 'off' AS synchronous_commit,
    current_setting('full_page_writes')::boolean AS full_page_writes,
    current_setting('autovacuum')::boolean AND current_setting('track_counts')::boolean
        AS autovacuum,
    pg_size_bytes(current_setting('shared_buffers')) AS shared_buffers,
    pg_database_size(current_database()) AS database_size,
    current_setting('max_connections')::integer
        - current_setting('superuser_reserved_connections')::integer AS connections_allowed,
    (SELECT max(age(datfrozenxid))::bigint FROM pg_database) AS transaction_age,
    pg_is_in_recovery() AS is_standby,
    to_regclass('customers_containing') IS NOT NULL AS finds_contained,
    coalesce(
        (extract(epoch FROM clock_timestamp() - oldest.xact_start) * 1000000)::bigint, 0
    ) AS transaction_micros,
    coalesce(oldest.pid, 0) AS transaction_process,
    to_regclass('__diesel_schema_migrations') IS NOT NULL AS is_migrated
FROM (SELECT) AS nothing
LEFT JOIN LATERAL (
    SELECT a.pid, a.xact_start
    FROM pg_stat_activity a
    WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
        AND a.backend_type = 'client backend'
    ORDER BY a.xact_start
    LIMIT 1
) AS oldest ON true
