-- What each day's last look found, for as long as reports reach back.
CREATE TABLE quality_days (
    profile_id uuid NOT NULL,
    local_date date NOT NULL,
    -- A fault, or empty for all that was looked at.
    category text NOT NULL,
    touches bigint NOT NULL,
    -- Credited cash of these touches in the reporting currency of that day.
    cash numeric NOT NULL,
    PRIMARY KEY (profile_id, local_date, category)
);
