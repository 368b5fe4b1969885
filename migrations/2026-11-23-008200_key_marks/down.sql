ALTER TABLE replay_marks DROP CONSTRAINT replay_marks_pkey, ADD PRIMARY KEY (bucket, id);
