-- What campaigns, ad sets, ads and their accounts were called before they were renamed, and until when.
CREATE TABLE former_ad_names (
    profile_id uuid NOT NULL,
    level text NOT NULL CHECK (level IN ('account', 'campaign', 'ad_set', 'ad')),
    platform text NOT NULL,
    account_id text NOT NULL,
    id text NOT NULL,
    name text NOT NULL,
    until timestamptz NOT NULL,
    PRIMARY KEY (profile_id, level, id, platform, account_id, name)
);
