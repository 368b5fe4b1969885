ALTER TABLE oauth_clients DROP COLUMN refreshes;
