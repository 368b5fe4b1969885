-- A day with very many rows is kept as several sets of columns, so that changing it never takes the
-- memory of all of them. What is stored is the first set; it is split when it is changed next.
ALTER TABLE rollup_days ADD COLUMN piece integer NOT NULL DEFAULT 0;
ALTER TABLE rollup_days ALTER COLUMN piece DROP DEFAULT;
ALTER TABLE rollup_days DROP CONSTRAINT rollup_days_pkey;
ALTER TABLE rollup_days ADD CONSTRAINT rollup_days_pkey
    PRIMARY KEY (profile_id, population, generation, name, local_date, piece);
