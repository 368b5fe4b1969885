-- Browsers ($2) that wait to be replayed do so under their new ids ($3).
UPDATE replay_marks m SET target_id = ($3::uuid[])[array_position($2::uuid[], m.target_id)]
WHERE m.profile_id = $1 AND m.kind = 'visitor' AND m.target_id = ANY($2)
