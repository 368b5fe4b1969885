ALTER TABLE identifiers
    DROP COLUMN is_from_server, DROP COLUMN is_from_browser, DROP COLUMN is_from_list;
