-- What is stored has no reasons yet: everything that is added up is built anew as soon as migrations are through.
UPDATE attribution_state SET has_rollups = false;
