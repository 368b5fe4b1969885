-- What a survivor lacked is not noted any more: the release after this one drops the columns, with `first_name_of` and
-- `last_name_of` of `customers`.
ALTER TABLE customer_merges ALTER COLUMN lacked_first_name SET DEFAULT false, ALTER COLUMN lacked_last_name SET DEFAULT false;
