-- Whether views take credit. Off, so that nothing changes until somebody wants it.
ALTER TABLE profiles ADD COLUMN credits_views boolean NOT NULL DEFAULT false;
