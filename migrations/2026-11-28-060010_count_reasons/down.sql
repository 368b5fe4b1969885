-- Building days anew leaves reasons out.
UPDATE attribution_state SET has_rollups = false;
