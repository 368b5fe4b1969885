-- Where the traffic of each signature lands, and what its channel is.
SELECT g.id, g.landing_host, (
        SELECT c.channel FROM signature_channels c
        WHERE c.profile_id = $1 AND c.signature_id = g.id
    ) AS channel
FROM traffic_signatures g
WHERE g.profile_id = $1
