-- Replaces by what customers ($2) are found: with digests $3, and blocks $5 of customers $4.
WITH given AS MATERIALIZED (
    SELECT a.id, a.digest,
        coalesce((
            SELECT array_agg(b.block ORDER BY b.block) FROM unnest($4::uuid[], $5::bigint[]) AS b(id, block)
            WHERE b.id = a.id
        ), '{}') AS blocks
    FROM unnest($2::uuid[], $3::bytea[]) AS a(id, digest)
),
before AS MATERIALIZED (
    SELECT c.customer_id, c.blocks FROM given g
    CROSS JOIN LATERAL (
        SELECT c.customer_id, c.blocks FROM proposal_candidates c
        WHERE c.profile_id = $1 AND c.customer_id = g.id
        OFFSET 0
    ) AS c
),
removed AS (
    DELETE FROM proposal_blocks b
    USING (
        SELECT f.customer_id, u.block FROM before f CROSS JOIN LATERAL unnest(f.blocks) AS u(block)
        WHERE NOT EXISTS (SELECT FROM given g WHERE g.id = f.customer_id AND u.block = ANY (g.blocks))
    ) AS gone
    WHERE b.profile_id = $1 AND b.block = gone.block AND b.customer_id = gone.customer_id
),
added AS (
    INSERT INTO proposal_blocks (profile_id, block, customer_id)
    SELECT $1, u.block, g.id FROM given g CROSS JOIN LATERAL unnest(g.blocks) AS u(block)
    WHERE NOT EXISTS (SELECT FROM before f WHERE f.customer_id = g.id AND u.block = ANY (f.blocks))
    ORDER BY u.block, g.id
    ON CONFLICT DO NOTHING
)
INSERT INTO proposal_candidates (profile_id, customer_id, digest, blocks)
SELECT $1, g.id, g.digest, g.blocks FROM given g ORDER BY g.id
ON CONFLICT (profile_id, customer_id) DO UPDATE SET digest = excluded.digest, blocks = excluded.blocks
