-- The queue of a status, who is likeliest first.
CREATE INDEX merge_proposals_queue ON merge_proposals (profile_id, status, (coalesce(score, -1000000)) DESC, id);
