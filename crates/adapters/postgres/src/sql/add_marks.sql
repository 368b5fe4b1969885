-- Entries of one profile's queue ($2 the profile, $3 when), one array a column. Earlier releases look for
-- them in a bucket ($1).
INSERT INTO replay_marks (
    bucket, id, profile_id, kind, target_id, cause, created_at, subject_id, actor_kind, actor_id
)
SELECT $1, r.id, $2, r.kind, r.target_id, r.cause, $3, r.subject_id, r.actor_kind, r.actor_id
FROM unnest($4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::uuid[], $9::text[], $10::uuid[])
    AS r(id, kind, target_id, cause, subject_id, actor_kind, actor_id)
