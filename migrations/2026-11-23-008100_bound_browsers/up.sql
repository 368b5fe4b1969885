-- A browser that somebody was identified on who had too many browsers already: it stays nobody's also when
-- it is worked out anew whose it is.
ALTER TABLE visitors ADD COLUMN over_limit boolean NOT NULL DEFAULT false;

-- Requests for full replays that a migration made have random ids; theirs have to be older than those of
-- requests that come later, which are ordered by time.
UPDATE replay_marks SET id = ('00000000-0000-7000-8000-' || right(id::text, 12))::uuid
WHERE kind = 'profile' AND substr(id::text, 15, 1) = '4';
