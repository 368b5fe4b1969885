-- Where browsers told who somebody is, whoever has them.
CREATE INDEX tracker_events_subject ON tracker_events (profile_id, subject_key, subject_kind)
WHERE kind = 'identify';
