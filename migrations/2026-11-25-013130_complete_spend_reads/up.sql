-- Whether the day was over for so long when it was read that the platform had it all.
ALTER TABLE spend_reads ADD COLUMN is_complete boolean NOT NULL DEFAULT false;
