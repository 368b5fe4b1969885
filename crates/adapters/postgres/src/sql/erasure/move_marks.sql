-- Who waits to be replayed does so under the new name.
UPDATE replay_marks m SET target_id = b.new_id
FROM unnest($2::uuid[], $3::uuid[]) AS b(old_id, new_id)
WHERE m.profile_id = $1 AND m.kind = 'visitor' AND m.target_id = b.old_id
