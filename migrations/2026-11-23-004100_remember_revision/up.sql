-- By which release's own rules labels and spend are derived. A worker whose rules are others derives
-- them anew and writes down what that changes in reports.
ALTER TABLE attribution_state ADD COLUMN revision bigint NOT NULL DEFAULT 0;
