-- Who counts for nothing is looked at from the beginning: browsers that are called otherwise may have been passed over.
UPDATE exclusion_passes p SET after_id = DEFAULT
WHERE p.profile_id = $1
