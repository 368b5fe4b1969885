-- What of the addresses of pages is stored with facts from now on.
ALTER TABLE profiles
    ADD COLUMN url_query text NOT NULL DEFAULT 'attribution' CHECK (url_query IN ('attribution', 'all')),
    -- Names in lower case, kept besides those that say something about traffic.
    ADD COLUMN kept_parameters text[] NOT NULL DEFAULT '{}';
