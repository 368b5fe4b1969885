SELECT p.id, p.one_id, p.other_id, p.status, p.snoozed_until, p.merge_id
FROM merge_proposals p
WHERE p.profile_id = $1 AND p.id = $2
FOR UPDATE
