-- Which traffic a platform buys, where the profile says otherwise than the built-in table.
CREATE TABLE spend_platforms (
    profile_id uuid NOT NULL,
    -- In lower case.
    platform text NOT NULL,
    utm_source text NOT NULL,
    utm_medium text NOT NULL,
    PRIMARY KEY (profile_id, platform)
);
