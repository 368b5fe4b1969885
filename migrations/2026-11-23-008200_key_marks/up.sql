-- All of a profile lies together, also in the queue.
ALTER TABLE replay_marks DROP CONSTRAINT replay_marks_pkey, ADD PRIMARY KEY (profile_id, id);
