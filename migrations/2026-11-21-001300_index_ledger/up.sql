-- Full replays by the time of their request, and those that are not finished.
CREATE INDEX recomputes_requested ON recomputes (profile_id, requested_at, id);
CREATE INDEX recomputes_unfinished ON recomputes (profile_id) WHERE status <> 'completed';

-- The lines of one restatement, by day and channel.
DROP INDEX restatement_lines_sequence;
CREATE INDEX restatement_lines_sequence
    ON restatement_lines (profile_id, sequence, local_date, channel, model);
