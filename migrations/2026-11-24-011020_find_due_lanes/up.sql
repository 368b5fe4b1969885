-- A worker looks for lanes on which something is to be done.
CREATE INDEX export_lanes_due ON export_lanes (due_at) WHERE due_at IS NOT NULL;
