-- When the spend of an account's day was last read, and what it came to in the account's currency: by its campaigns, and by
-- those of its ads that have a name.
CREATE TABLE spend_reads (
    profile_id uuid NOT NULL,
    connection_id uuid NOT NULL,
    date date NOT NULL,
    read_at timestamptz NOT NULL,
    campaigns numeric NOT NULL,
    ads numeric NOT NULL,
    PRIMARY KEY (profile_id, connection_id, date)
);
