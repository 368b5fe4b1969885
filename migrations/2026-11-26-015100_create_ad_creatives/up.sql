-- What ads show, where their platform keeps that apart from them: several ads may show the same.
CREATE TABLE ad_creatives (
    profile_id uuid NOT NULL,
    platform text NOT NULL,
    account_id text NOT NULL,
    ad_id text NOT NULL,
    creative_id text NOT NULL,
    creative_name text,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, ad_id, platform, account_id)
);
