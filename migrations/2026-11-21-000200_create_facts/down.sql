DROP TABLE fx_rates;
DROP TABLE ad_spend_daily;
DROP TABLE ads;
DROP TABLE outcome_events;
DROP TABLE tracker_event_ids;
DROP TABLE tracker_events;
