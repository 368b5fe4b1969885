-- Days of credits have a column more for each model, the sums of the whole day, and reports without
-- filters read no other. Days that were stored before have none, so they are built anew as soon as
-- migrations are through.
UPDATE attribution_state SET has_rollups = false;
