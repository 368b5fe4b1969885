-- The version before does not keep these columns true. Building days anew removes them.
UPDATE attribution_state SET has_rollups = false;
