ALTER TABLE profiles DROP CONSTRAINT profiles_currency;
ALTER TABLE fx_rates DROP CONSTRAINT fx_rates_pair;
ALTER TABLE ad_spend_daily DROP CONSTRAINT ad_spend_daily_currency;
ALTER TABLE ad_spend_daily DROP CONSTRAINT ad_spend_daily_amount;
ALTER TABLE outcome_events DROP CONSTRAINT outcome_events_currency;
ALTER TABLE outcome_events DROP CONSTRAINT outcome_events_money;
