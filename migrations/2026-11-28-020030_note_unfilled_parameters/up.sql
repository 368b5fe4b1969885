-- Parameters of ids that hold the platform's placeholder. What came in before tells of none.
ALTER TABLE traffic_signatures ADD COLUMN unfilled text[] NOT NULL DEFAULT '{}';
