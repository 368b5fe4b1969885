-- Writes attempts, and what follows from each for its delivery if that is still leased to whoever sent it.
WITH ended AS (
    SELECT *
    FROM unnest(
        $1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::smallint[], $6::text[], $7::timestamptz[],
        $8::bigint[], $9::bytea[], $10::text[], $11::integer[], $12::timestamptz[]
    ) AS e(
        profile_id, id, lease_id, at, status, failure, retry_after_at, took_micros, excerpt, becomes, failures,
        next_attempt_at
    )
),
settled AS (
    UPDATE deliveries d
    SET attempts = d.attempts + 1,
        last_status = e.status,
        last_failure = e.failure,
        status = CASE WHEN d.lease_id = e.lease_id THEN e.becomes ELSE d.status END,
        failures = CASE WHEN d.lease_id = e.lease_id THEN e.failures ELSE d.failures END,
        next_attempt_at = CASE WHEN d.lease_id = e.lease_id THEN e.next_attempt_at ELSE d.next_attempt_at END,
        settled_at = CASE
            WHEN d.lease_id IS DISTINCT FROM e.lease_id THEN d.settled_at
            WHEN e.becomes <> 'pending' THEN e.at
        END,
        lease_id = nullif(d.lease_id, e.lease_id)
    FROM ended e
    WHERE d.profile_id = e.profile_id AND d.id = e.id
    RETURNING d.profile_id, d.id, d.attempts
)
INSERT INTO delivery_attempts (
    profile_id, delivery_id, number, ended_at, status, failure, retry_after_at, took_micros, excerpt
)
SELECT s.profile_id, s.id, s.attempts, e.at, e.status, e.failure, e.retry_after_at, e.took_micros, e.excerpt
FROM settled s
JOIN ended e ON e.profile_id = s.profile_id AND e.id = s.id
