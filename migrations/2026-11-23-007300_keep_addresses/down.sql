ALTER TABLE profiles DROP COLUMN kept_parameters, DROP COLUMN url_query;
