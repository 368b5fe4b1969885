-- Who told of a value: servers by their events, browsers, lists of customers. Nothing is known of values of
-- before until they are told again.
ALTER TABLE identifiers
    ADD COLUMN is_from_server boolean NOT NULL DEFAULT false,
    ADD COLUMN is_from_browser boolean NOT NULL DEFAULT false,
    ADD COLUMN is_from_list boolean NOT NULL DEFAULT false;
