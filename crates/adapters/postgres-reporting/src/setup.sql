-- Whether there is evidence of each step of the setup of the profile $1. Each question ends at the
-- first row that it finds.
SELECT
    EXISTS (
        SELECT FROM tracking_keys WHERE profile_id = $1 AND revoked_at IS NULL
    ) AS tracking_key_issued,
    EXISTS (SELECT FROM tracker_events WHERE profile_id = $1) AS tracker_reporting,
    EXISTS (SELECT FROM outcome_events WHERE profile_id = $1) AS outcomes_received,
    EXISTS (
        SELECT FROM conversions AS told
        JOIN attribution_state AS state
            ON state.profile_id = $1 AND state.generation = told.generation
        WHERE told.profile_id = $1
    ) AS converted,
    EXISTS (SELECT FROM ad_spend_daily WHERE profile_id = $1) AS spend_received
