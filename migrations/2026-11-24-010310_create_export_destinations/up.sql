-- Where conversions are told: data sets of social networks, and conversion actions of search engines.
CREATE TABLE export_destinations (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('social_capi', 'search_ads')),
    connection_id uuid NOT NULL,
    enabled boolean NOT NULL,
    social_pixel_id text,
    -- The data set that is kept clean for Platform-Safe mode, once it was provisioned.
    clean_dataset_id text,
    search_conversion_action text,
    config jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, id),
    FOREIGN KEY (profile_id, connection_id) REFERENCES connections (profile_id, id),
    CHECK ((kind = 'social_capi') = (social_pixel_id IS NOT NULL)),
    CHECK ((kind = 'search_ads') = (search_conversion_action IS NOT NULL)),
    CHECK (clean_dataset_id IS NULL OR kind = 'social_capi')
);
