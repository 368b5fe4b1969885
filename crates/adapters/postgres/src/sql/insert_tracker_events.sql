INSERT INTO tracker_events (
    profile_id, occurred_at, id, received_at, visitor_id, kind, name, url, path, title, referrer,
    engaged_ms, properties, signature_id, source_key, names_a_source, exclusion, ad_id,
    campaign_id, click_ids, subject_kind, subject_key, identifiers, country, device, browser, os,
    bot_reason
)
SELECT $1, r.occurred_at, r.id, r.received_at, r.visitor_id, r.kind, r.name, r.url, r.path,
    r.title, r.referrer, r.engaged_ms, nullif(r.properties, 'null'), r.signature_id, r.source_key,
    r.names_a_source, r.exclusion, r.ad_id, r.campaign_id, nullif(r.click_ids, 'null'),
    r.subject_kind, r.subject_key, nullif(r.identifiers, 'null'), r.country, r.device, r.browser,
    r.os, r.bot_reason
FROM jsonb_to_recordset($2) AS r(
    occurred_at timestamptz, id uuid, received_at timestamptz, visitor_id uuid, kind text,
    name text, url text, path text, title text, referrer text, engaged_ms integer,
    properties jsonb, signature_id bigint, source_key bigint, names_a_source boolean,
    exclusion text, ad_id text, campaign_id text, click_ids jsonb, subject_kind text,
    subject_key text, identifiers jsonb, country text, device text, browser text, os text,
    bot_reason text
)
