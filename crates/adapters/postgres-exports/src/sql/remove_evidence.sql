-- Evidence that was to be deleted before $1, at most $2.
WITH old AS (
    SELECT profile_id, kind, id FROM match_evidence WHERE expires_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED
),
removed AS (
    DELETE FROM match_evidence m
    USING old
    WHERE m.profile_id = old.profile_id AND m.kind = old.kind AND m.id = old.id
    RETURNING m.id
)
SELECT count(*) AS removed FROM removed
