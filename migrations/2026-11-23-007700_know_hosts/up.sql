ALTER TABLE profiles
    -- Hosts of the shipped lists of payments and sign-ins whose returns are touches here all the same.
    ADD COLUMN allowed_referrers text[] NOT NULL DEFAULT '{}',
    -- Pages of other hosts are refused, where own_domains names some. Not for profiles of before, whose
    -- pages may lie elsewhere.
    ADD COLUMN only_own_domains boolean NOT NULL DEFAULT false;

-- Profiles whose lists of hosts have changed, and how far their page views have been read anew: which of
-- the lists covers a page's referrer is derived.
CREATE TABLE evidence_rereadings (
    profile_id uuid PRIMARY KEY,
    -- The last page view that was looked at.
    after_at timestamptz NOT NULL DEFAULT '-infinity',
    after_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'
);

-- Returns from sign-ins are no touches from this release on: who has some is read anew and replayed once.
WITH signed_in AS (
    SELECT DISTINCT s.profile_id FROM traffic_signatures s
    WHERE s.referrer_host ~ ('(^|\.)(accounts\.(google|shopify|spotify|kakao|zoho)\.com|(appleid|idmsa)\.apple\.com'
        || '|login\.(microsoftonline|microsoft|live|salesforce|yahoo)\.com|login\.windows\.net|shop\.app'
        || '|auth0\.com|okta\.com|oktapreview\.com|onelogin\.com|amazoncognito\.com|b2clogin\.com'
        || '|ciamlogin\.com|id\.me|id\.vk\.com|nid\.naver\.com|access\.line\.me|accounts\.claveunica\.gob\.cl'
        || '|clerk\.accounts\.dev|modirum\.com|netcetera\.com|rsa3dsauth\.com|securesuite\.net'
        || '|touchtechpayments\.com|vcas\.visa\.com|wlp-acs\.com|passport\.yandex\.[a-z]+)$')
), waiting AS (
    INSERT INTO evidence_rereadings (profile_id) SELECT profile_id FROM signed_in
), queued AS (
    INSERT INTO recomputes (profile_id, id, status, causes, requested_at, people_done, attempts)
    SELECT profile_id, gen_random_uuid(), 'queued',
        jsonb_build_array(jsonb_build_object(
            'cause', 'upgrade', 'actor_kind', 'system', 'at', now()
        )),
        now(), 0, 0
    FROM signed_in
    ON CONFLICT DO NOTHING
)
INSERT INTO replay_marks (bucket, id, profile_id, kind, target_id, cause, created_at)
SELECT ('x' || right(profile_id::text, 1))::bit(4)::int % 8, gen_random_uuid(), profile_id, 'profile',
    profile_id, 'upgrade', now()
FROM signed_in;
