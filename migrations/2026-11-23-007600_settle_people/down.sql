DROP TABLE identity_rederivations;
DROP TABLE identifier_moves;
ALTER TABLE customers DROP COLUMN epoch;
ALTER TABLE identifiers DROP COLUMN is_settled, DROP COLUMN home_id;
DROP TABLE identifier_pairs;
