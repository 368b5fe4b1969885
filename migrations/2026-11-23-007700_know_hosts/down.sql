DROP TABLE evidence_rereadings;
ALTER TABLE profiles DROP COLUMN only_own_domains, DROP COLUMN allowed_referrers;
