-- How often labels of known signatures were changed. A reader that remembers labels knows by it
-- whether they are still the ones of its snapshot.
ALTER TABLE attribution_state ADD COLUMN relabelled bigint NOT NULL DEFAULT 0;
