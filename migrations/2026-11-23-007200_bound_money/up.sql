-- Money that can be read: amounts within fifteen digits, of outcome events with at most four after the
-- point, and currencies by their codes. Not a number and infinity are beyond every bound. The rows that
-- are there are looked at afterwards, without a lock that stops readers or writers.
ALTER TABLE outcome_events ADD CONSTRAINT outcome_events_money CHECK (
    abs(value_amount) < 1000000000000000 AND scale(trim_scale(value_amount)) <= 4
) NOT VALID;
ALTER TABLE outcome_events
    ADD CONSTRAINT outcome_events_currency CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
ALTER TABLE ad_spend_daily
    ADD CONSTRAINT ad_spend_daily_amount CHECK (abs(amount) < 1000000000000000) NOT VALID;
ALTER TABLE ad_spend_daily
    ADD CONSTRAINT ad_spend_daily_currency CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
ALTER TABLE fx_rates ADD CONSTRAINT fx_rates_pair CHECK (
    rate < 1000000000000000 AND from_currency ~ '^[A-Z]{3}$' AND to_currency ~ '^[A-Z]{3}$'
) NOT VALID;
ALTER TABLE profiles
    ADD CONSTRAINT profiles_currency CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
