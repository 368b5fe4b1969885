//! The tables as diesel sees them. A test compares this file with a migrated database.

diesel::table! {
    /// See the migration that creates `access_tokens`.
    access_tokens (secret_hash) {
        /// Column `secret_hash`.
        secret_hash -> Bytea,
        /// Column `family_id`.
        family_id -> Uuid,
        /// Column `grants`.
        grants -> Array<Text>,
        /// Column `scopes`.
        scopes -> Array<Text>,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `expires_at`.
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `ad_spend_daily`.
    ad_spend_daily (profile_id, date, platform, account_id, campaign_id, ad_set_id, ad_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `date`.
        date -> Date,
        /// Column `platform`.
        platform -> Text,
        /// Column `account_id`.
        account_id -> Text,
        /// Column `campaign_id`.
        campaign_id -> Text,
        /// Column `ad_set_id`.
        ad_set_id -> Text,
        /// Column `ad_id`.
        ad_id -> Text,
        /// Column `amount`.
        amount -> Numeric,
        /// Column `currency`.
        currency -> Text,
        /// Column `impressions`.
        impressions -> Nullable<BigInt>,
        /// Column `clicks`.
        clicks -> Nullable<BigInt>,
        /// Column `signature_id`.
        signature_id -> BigInt,
        /// Column `updated_at`.
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `address_redactions`.
    address_redactions (profile_id, facts) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `facts`.
        facts -> Text,
        /// Column `after_at`.
        after_at -> Timestamptz,
        /// Column `after_id`.
        after_id -> Uuid,
    }
}

diesel::table! {
    /// See the migration that creates `ad_creatives`.
    ad_creatives (profile_id, ad_id, platform, account_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `platform`.
        platform -> Text,
        /// Column `account_id`.
        account_id -> Text,
        /// Column `ad_id`.
        ad_id -> Text,
        /// Column `creative_id`.
        creative_id -> Text,
        /// Column `creative_name`.
        creative_name -> Nullable<Text>,
        /// Column `updated_at`.
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `ads`.
    ads (profile_id, platform, account_id, campaign_id, ad_set_id, ad_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `platform`.
        platform -> Text,
        /// Column `account_id`.
        account_id -> Text,
        /// Column `campaign_id`.
        campaign_id -> Text,
        /// Column `ad_set_id`.
        ad_set_id -> Text,
        /// Column `ad_id`.
        ad_id -> Text,
        /// Column `account_name`.
        account_name -> Nullable<Text>,
        /// Column `campaign_name`.
        campaign_name -> Nullable<Text>,
        /// Column `ad_set_name`.
        ad_set_name -> Nullable<Text>,
        /// Column `ad_name`.
        ad_name -> Nullable<Text>,
        /// Column `updated_at`.
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `anonymous_views`.
    anonymous_views (profile_id, local_date, signature_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `local_date`.
        local_date -> Date,
        /// Column `signature_id`.
        signature_id -> BigInt,
        /// Column `views`.
        views -> BigInt,
    }
}

diesel::table! {
    /// See the migration that creates `api_key_uses`.
    api_key_uses (api_key_id) {
        /// Column `api_key_id`.
        api_key_id -> Uuid,
        /// Column `used_at`.
        used_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `api_keys`.
    api_keys (id) {
        /// Column `id`.
        id -> Uuid,
        /// Column `secret_hash`.
        secret_hash -> Bytea,
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `name`.
        name -> Text,
        /// Column `prefix`.
        prefix -> Text,
        /// Column `last_four`.
        last_four -> Text,
        /// Column `scopes`.
        scopes -> Array<Text>,
        /// Column `units_per_minute`.
        units_per_minute -> Nullable<Integer>,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `revoked_at`.
        revoked_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    /// See the migration that creates `attribution_state`.
    attribution_state (profile_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `generation`.
        generation -> BigInt,
        /// Column `building`.
        building -> Nullable<BigInt>,
        /// Column `building_until`.
        building_until -> Nullable<Timestamptz>,
        /// Column `recomputed_at`.
        recomputed_at -> Nullable<Timestamptz>,
        /// Column `currency`.
        currency -> Text,
        /// Column `timezone`.
        timezone -> Text,
        /// Column `restated`.
        restated -> BigInt,
        /// Column `numbered`.
        numbered -> Integer,
        /// Column `has_rollups`.
        has_rollups -> Bool,
        /// Column `relabelled`.
        relabelled -> BigInt,
        /// Column `revision`.
        revision -> BigInt,
        /// Column `freshness_told`.
        freshness_told -> Nullable<Timestamptz>,
        /// Column `freshness_told_at`.
        freshness_told_at -> Nullable<Timestamptz>,
        /// Column `has_touches`.
        has_touches -> Bool,
    }
}

diesel::table! {
    /// See the migration that creates `audit_events`.
    audit_events (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `occurred_at`.
        occurred_at -> Timestamptz,
        /// Column `action`.
        action -> Text,
        /// Column `actor_kind`.
        actor_kind -> Text,
        /// Column `actor_id`.
        actor_id -> Nullable<Uuid>,
        /// Column `subject_id`.
        subject_id -> Nullable<Uuid>,
        /// Column `detail`.
        detail -> Jsonb,
    }
}

diesel::table! {
    /// See the migration that creates `authorization_codes`.
    authorization_codes (secret_hash) {
        /// Column `secret_hash`.
        secret_hash -> Bytea,
        /// Column `client_id`.
        client_id -> Text,
        /// Column `user_id`.
        user_id -> Uuid,
        /// Column `redirect_uri`.
        redirect_uri -> Text,
        /// Column `code_challenge`.
        code_challenge -> Text,
        /// Column `grants`.
        grants -> Array<Text>,
        /// Column `resource`.
        resource -> Text,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `expires_at`.
        expires_at -> Timestamptz,
        /// Column `used_at`.
        used_at -> Nullable<Timestamptz>,
        /// Column `family_id`.
        family_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    /// See the migration that creates `channel_rule_sets`.
    channel_rule_sets (profile_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `version`.
        version -> BigInt,
        /// Column `changed_at`.
        changed_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `channel_rules`.
    channel_rules (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `name`.
        name -> Text,
        /// Column `channel`.
        channel -> Text,
        /// Column `priority`.
        priority -> SmallInt,
        /// Column `enabled`.
        enabled -> Bool,
        /// Column `combiner`.
        combiner -> Text,
        /// Column `conditions`.
        conditions -> Jsonb,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `updated_at`.
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `connections`.
    connections (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `provider`.
        provider -> Text,
        /// Column `status`.
        status -> Text,
        /// Column `reason`.
        reason -> Nullable<Text>,
        /// Column `external_account_id`.
        external_account_id -> Text,
        /// Column `external_account_name`.
        external_account_name -> Nullable<Text>,
        /// Column `currency`.
        currency -> Nullable<Text>,
        /// Column `timezone`.
        timezone -> Nullable<Text>,
        /// Column `config`.
        config -> Jsonb,
        /// Column `sealed_tokens`.
        sealed_tokens -> Nullable<Bytea>,
        /// Column `token_obtained_at`.
        token_obtained_at -> Nullable<Timestamptz>,
        /// Column `token_expires_at`.
        token_expires_at -> Nullable<Timestamptz>,
        /// Column `refresh_lease_holder`.
        refresh_lease_holder -> Nullable<Uuid>,
        /// Column `refresh_lease_until`.
        refresh_lease_until -> Nullable<Timestamptz>,
        /// Column `refresh_failures`.
        refresh_failures -> Integer,
        /// Column `refresh_failing_since`.
        refresh_failing_since -> Nullable<Timestamptz>,
        /// Column `refresh_retry_at`.
        refresh_retry_at -> Nullable<Timestamptz>,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `updated_at`.
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `conversion_days`.
    conversion_days (profile_id, generation, uncredited_by, local_date) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `generation`.
        generation -> BigInt,
        /// Column `uncredited_by`.
        uncredited_by -> Text,
        /// Column `local_date`.
        local_date -> Date,
        /// Column `conversions`.
        conversions -> BigInt,
        /// Column `cash`.
        cash -> Numeric,
        /// Column `payments`.
        payments -> BigInt,
        /// Column `pending`.
        pending -> BigInt,
    }
}

diesel::table! {
    /// See the migration that creates `conversion_reasons`.
    conversion_reasons (profile_id, generation, local_date, conversion_key, reason, credited_by, currency) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `generation`.
        generation -> BigInt,
        /// Column `local_date`.
        local_date -> Date,
        /// Column `conversion_key`.
        conversion_key -> Text,
        /// Column `reason`.
        reason -> Text,
        /// Column `credited_by`.
        credited_by -> Array<Text>,
        /// Column `currency`.
        currency -> Text,
        /// Column `conversions`.
        conversions -> BigInt,
        /// Column `synthetic`.
        synthetic -> BigInt,
        /// Column `amounts`.
        amounts -> BigInt,
    }
}

diesel::table! {
    /// See the migration that creates `conversion_definitions`.
    conversion_definitions (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `conversion_key`.
        conversion_key -> Text,
        /// Column `display_name`.
        display_name -> Text,
        /// Column `source_event_names`.
        source_event_names -> Array<Text>,
        /// Column `revenue_type`.
        revenue_type -> Text,
        /// Column `attribution_eligible`.
        attribution_eligible -> Bool,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `updated_at`.
        updated_at -> Timestamptz,
        /// Column `first_attributed_at`.
        first_attributed_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    /// See the migration that creates `conversions`.
    conversions (profile_id, generation, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `generation`.
        generation -> BigInt,
        /// Column `id`.
        id -> Uuid,
        /// Column `definition_id`.
        definition_id -> Uuid,
        /// Column `conversion_key`.
        conversion_key -> Text,
        /// Column `event_id`.
        event_id -> Uuid,
        /// Column `person_kind`.
        person_kind -> Text,
        /// Column `person_id`.
        person_id -> Uuid,
        /// Column `occurred_at`.
        occurred_at -> Timestamptz,
        /// Column `local_date`.
        local_date -> Date,
        /// Column `revenue_type`.
        revenue_type -> Text,
        /// Column `value_amount`.
        value_amount -> Nullable<Numeric>,
        /// Column `currency`.
        currency -> Nullable<Text>,
        /// Column `value_reporting`.
        value_reporting -> Nullable<Numeric>,
        /// Column `fx_rate`.
        fx_rate -> Nullable<Numeric>,
        /// Column `fx_date`.
        fx_date -> Nullable<Date>,
        /// Column `fx_source`.
        fx_source -> Nullable<Text>,
        /// Column `is_refund`.
        is_refund -> Bool,
        /// Column `is_first_payment`.
        is_first_payment -> Nullable<Bool>,
        /// Column `is_synthetic`.
        is_synthetic -> Bool,
        /// Column `touch_count`.
        touch_count -> Integer,
        /// Column `first_touch_at`.
        first_touch_at -> Nullable<Timestamptz>,
        /// Column `unattributed_reason`.
        unattributed_reason -> Nullable<Text>,
    }
}

diesel::table! {
    /// See the migration that creates `counted_calls`.
    counted_calls (bucket, id) {
        /// Column `bucket`.
        bucket -> Text,
        /// Column `id`.
        id -> Uuid,
        /// Column `called_at`.
        called_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `credits`.
    credits (profile_id, generation, conversion_id, touch_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `generation`.
        generation -> BigInt,
        /// Column `conversion_id`.
        conversion_id -> Uuid,
        /// Column `touch_id`.
        touch_id -> Uuid,
        /// Column `person_kind`.
        person_kind -> Text,
        /// Column `person_id`.
        person_id -> Uuid,
        /// Column `touched_at`.
        touched_at -> Timestamptz,
        /// Column `touch_kind`.
        touch_kind -> Text,
        /// Column `signature_id`.
        signature_id -> BigInt,
        /// Column `session_id`.
        session_id -> Nullable<Uuid>,
        /// Column `last_touch`.
        last_touch -> Nullable<Integer>,
        /// Column `first_touch`.
        first_touch -> Nullable<Integer>,
        /// Column `linear`.
        linear -> Nullable<Integer>,
        /// Column `time_decay`.
        time_decay -> Nullable<Integer>,
        /// Column `last_non_direct`.
        last_non_direct -> Nullable<Integer>,
        /// Column `local_date`.
        local_date -> Date,
        /// Column `conversion_key`.
        conversion_key -> Text,
        /// Column `revenue_type`.
        revenue_type -> Text,
        /// Column `value_reporting`.
        value_reporting -> Nullable<Numeric>,
        /// Column `is_refund`.
        is_refund -> Bool,
        /// Column `country`.
        country -> Nullable<Text>,
        /// Column `device`.
        device -> Nullable<Text>,
        /// Column `browser`.
        browser -> Nullable<Text>,
        /// Column `os`.
        os -> Nullable<Text>,
        /// Column `referrer_host`.
        referrer_host -> Nullable<Text>,
        /// Column `landing_path`.
        landing_path -> Nullable<Text>,
        /// Column `position_based`.
        position_based -> Nullable<Integer>,
        /// Column `ad_id`.
        ad_id -> Nullable<Text>,
        /// Column `touch_date`.
        touch_date -> Date,
    }
}

diesel::table! {
    /// See the migration that creates `customer_merges`.
    customer_merges (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `decided_at`.
        decided_at -> Timestamptz,
        /// Column `actor_kind`.
        actor_kind -> Text,
        /// Column `actor_id`.
        actor_id -> Nullable<Uuid>,
        /// Column `survivor_id`.
        survivor_id -> Uuid,
        /// Column `merged_id`.
        merged_id -> Uuid,
        /// Column `survivor_kind`.
        survivor_kind -> Text,
        /// Column `survivor_key`.
        survivor_key -> Text,
        /// Column `merged_kind`.
        merged_kind -> Text,
        /// Column `merged_key`.
        merged_key -> Text,
        /// Column `lacked_first_name`.
        lacked_first_name -> Bool,
        /// Column `lacked_last_name`.
        lacked_last_name -> Bool,
        /// Column `first_seen_at`.
        first_seen_at -> Timestamptz,
        /// Column `last_seen_at`.
        last_seen_at -> Timestamptz,
        /// Column `undone_at`.
        undone_at -> Nullable<Timestamptz>,
        /// Column `undone_actor_kind`.
        undone_actor_kind -> Nullable<Text>,
        /// Column `undone_actor_id`.
        undone_actor_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    /// See the migration that creates `customer_split_browsers`.
    customer_split_browsers (profile_id, visitor_id, split_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `visitor_id`.
        visitor_id -> Uuid,
        /// Column `split_id`.
        split_id -> Uuid,
    }
}

diesel::table! {
    /// See the migration that creates `customer_split_values`.
    customer_split_values (profile_id, kind, value_key, split_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `kind`.
        kind -> Text,
        /// Column `value_key`.
        value_key -> Text,
        /// Column `split_id`.
        split_id -> Uuid,
        /// Column `is_away`.
        is_away -> Bool,
        /// Column `was_shared`.
        was_shared -> Bool,
    }
}

diesel::table! {
    /// See the migration that creates `customer_splits`.
    customer_splits (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `decided_at`.
        decided_at -> Timestamptz,
        /// Column `actor_kind`.
        actor_kind -> Text,
        /// Column `actor_id`.
        actor_id -> Nullable<Uuid>,
        /// Column `customer_id`.
        customer_id -> Uuid,
        /// Column `parted_id`.
        parted_id -> Nullable<Uuid>,
        /// Column `is_home_moved`.
        is_home_moved -> Bool,
        /// Column `first_name`.
        first_name -> Nullable<Text>,
        /// Column `last_name`.
        last_name -> Nullable<Text>,
        /// Column `primary_email`.
        primary_email -> Nullable<Text>,
        /// Column `primary_phone`.
        primary_phone -> Nullable<Text>,
        /// Column `first_seen_at`.
        first_seen_at -> Timestamptz,
        /// Column `last_seen_at`.
        last_seen_at -> Timestamptz,
        /// Column `undone_at`.
        undone_at -> Nullable<Timestamptz>,
        /// Column `undone_actor_kind`.
        undone_actor_kind -> Nullable<Text>,
        /// Column `undone_actor_id`.
        undone_actor_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    /// See the migration that creates `customers`.
    customers (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `first_name`.
        first_name -> Nullable<Text>,
        /// Column `last_name`.
        last_name -> Nullable<Text>,
        /// Column `primary_email`.
        primary_email -> Nullable<Text>,
        /// Column `primary_phone`.
        primary_phone -> Nullable<Text>,
        /// Column `first_seen_at`.
        first_seen_at -> Timestamptz,
        /// Column `last_seen_at`.
        last_seen_at -> Timestamptz,
        /// Column `merged_into`.
        merged_into -> Nullable<Uuid>,
        /// Column `epoch`.
        epoch -> Integer,
        /// Column `erased_at`.
        erased_at -> Nullable<Timestamptz>,
        /// Column `first_name_of`.
        first_name_of -> Nullable<Uuid>,
        /// Column `last_name_of`.
        last_name_of -> Nullable<Uuid>,
    }
}

diesel::table! {
    /// See the migration that creates `deletions`.
    deletions (workspace_id, profile_id) {
        /// Column `workspace_id`.
        workspace_id -> Uuid,
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `requested_at`.
        requested_at -> Timestamptz,
        /// Column `actor_kind`.
        actor_kind -> Text,
        /// Column `actor_id`.
        actor_id -> Nullable<Uuid>,
        /// Column `due_at`.
        due_at -> Timestamptz,
        /// Column `closed_at`.
        closed_at -> Nullable<Timestamptz>,
        /// Column `removed_at`.
        removed_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    /// See the migration that creates `deliveries`.
    deliveries (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `kind`.
        kind -> Text,
        /// Column `target_id`.
        target_id -> Uuid,
        /// Column `event_id`.
        event_id -> Uuid,
        /// Column `event_type`.
        event_type -> Text,
        /// Column `event_at`.
        event_at -> Timestamptz,
        /// Column `body`.
        body -> Nullable<Bytea>,
        /// Column `status`.
        status -> Text,
        /// Column `failures`.
        failures -> Integer,
        /// Column `attempts`.
        attempts -> Integer,
        /// Column `next_attempt_at`.
        next_attempt_at -> Nullable<Timestamptz>,
        /// Column `lease_id`.
        lease_id -> Nullable<Uuid>,
        /// Column `queued_at`.
        queued_at -> Timestamptz,
        /// Column `settled_at`.
        settled_at -> Nullable<Timestamptz>,
        /// Column `last_status`.
        last_status -> Nullable<SmallInt>,
        /// Column `last_failure`.
        last_failure -> Nullable<Text>,
        /// Column `created_at`.
        created_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `delivery_attempts`.
    delivery_attempts (profile_id, delivery_id, number) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `delivery_id`.
        delivery_id -> Uuid,
        /// Column `number`.
        number -> Integer,
        /// Column `ended_at`.
        ended_at -> Timestamptz,
        /// Column `status`.
        status -> Nullable<SmallInt>,
        /// Column `failure`.
        failure -> Nullable<Text>,
        /// Column `retry_after_at`.
        retry_after_at -> Nullable<Timestamptz>,
        /// Column `took_micros`.
        took_micros -> BigInt,
        /// Column `excerpt`.
        excerpt -> Bytea,
    }
}

diesel::table! {
    /// See the migration that creates `delivery_buckets`.
    delivery_buckets (bucket) {
        /// Column `bucket`.
        bucket -> SmallInt,
        /// Column `holder`.
        holder -> Uuid,
        /// Column `until`.
        until -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `erased_values`.
    erased_values (profile_id, hash) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `hash`.
        hash -> Bytea,
        /// Column `erased_at`.
        erased_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `erasures`.
    erasures (profile_id, number) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `number`.
        number -> BigInt,
        /// Column `customer_id`.
        customer_id -> Uuid,
        /// Column `erased_at`.
        erased_at -> Timestamptz,
        /// Column `actor_kind`.
        actor_kind -> Text,
        /// Column `actor_id`.
        actor_id -> Nullable<Uuid>,
        /// Column `has_keys`.
        has_keys -> Bool,
    }
}

diesel::table! {
    /// See the migration that creates `evidence_rereadings`.
    evidence_rereadings (profile_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `after_at`.
        after_at -> Timestamptz,
        /// Column `after_id`.
        after_id -> Uuid,
    }
}

diesel::table! {
    /// See the migration that creates `excluded_events`.
    excluded_events (profile_id, visitor_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `visitor_id`.
        visitor_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `exclusion_id`.
        exclusion_id -> Uuid,
    }
}

diesel::table! {
    /// See the migration that creates `exclusion_passes`.
    exclusion_passes (profile_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `after_id`.
        after_id -> Uuid,
    }
}

diesel::table! {
    /// See the migration that creates `export_compliance`.
    export_compliance (profile_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `privacy_mode`.
        privacy_mode -> Text,
        /// Column `privacy_config`.
        privacy_config -> Jsonb,
        /// Column `export_social_enabled`.
        export_social_enabled -> Bool,
        /// Column `export_search_enabled`.
        export_search_enabled -> Bool,
        /// Column `updated_at`.
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `export_destinations`.
    export_destinations (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `kind`.
        kind -> Text,
        /// Column `connection_id`.
        connection_id -> Uuid,
        /// Column `enabled`.
        enabled -> Bool,
        /// Column `social_pixel_id`.
        social_pixel_id -> Nullable<Text>,
        /// Column `clean_dataset_id`.
        clean_dataset_id -> Nullable<Text>,
        /// Column `search_conversion_action`.
        search_conversion_action -> Nullable<Text>,
        /// Column `config`.
        config -> Jsonb,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `updated_at`.
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `export_lanes`.
    export_lanes (profile_id, destination_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `destination_id`.
        destination_id -> Uuid,
        /// Column `lease_holder`.
        lease_holder -> Nullable<Uuid>,
        /// Column `lease_until`.
        lease_until -> Nullable<Timestamptz>,
        /// Column `run_id`.
        run_id -> Nullable<Uuid>,
        /// Column `run_started_at`.
        run_started_at -> Nullable<Timestamptz>,
        /// Column `breaker`.
        breaker -> Text,
        /// Column `breaker_failures`.
        breaker_failures -> Integer,
        /// Column `breaker_until`.
        breaker_until -> Nullable<Timestamptz>,
        /// Column `breaker_pause_micros`.
        breaker_pause_micros -> Nullable<BigInt>,
        /// Column `held_until`.
        held_until -> Nullable<Timestamptz>,
        /// Column `due_at`.
        due_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    /// See the migration that creates `export_ledger`.
    export_ledger (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `run_id`.
        run_id -> Nullable<Uuid>,
        /// Column `rule_id`.
        rule_id -> Nullable<Uuid>,
        /// Column `destination_id`.
        destination_id -> Uuid,
        /// Column `kind`.
        kind -> Text,
        /// Column `source_fingerprint`.
        source_fingerprint -> Bytea,
        /// Column `source_kind`.
        source_kind -> Text,
        /// Column `source_event_id`.
        source_event_id -> Uuid,
        /// Column `conversion_id`.
        conversion_id -> Nullable<Uuid>,
        /// Column `platform_event_name`.
        platform_event_name -> Nullable<Text>,
        /// Column `event_id`.
        event_id -> Nullable<Text>,
        /// Column `action_source`.
        action_source -> Nullable<Text>,
        /// Column `event_time`.
        event_time -> Timestamptz,
        /// Column `status`.
        status -> Text,
        /// Column `skip_reason`.
        skip_reason -> Nullable<Text>,
        /// Column `filters_applied`.
        filters_applied -> Array<Text>,
        /// Column `match_keys`.
        match_keys -> Array<Text>,
        /// Column `value`.
        value -> Nullable<Numeric>,
        /// Column `currency`.
        currency -> Nullable<Text>,
        /// Column `attempt`.
        attempt -> Integer,
        /// Column `first_attempt_at`.
        first_attempt_at -> Nullable<Timestamptz>,
        /// Column `ambiguous_at`.
        ambiguous_at -> Nullable<Timestamptz>,
        /// Column `next_attempt_at`.
        next_attempt_at -> Nullable<Timestamptz>,
        /// Column `fresh_until`.
        fresh_until -> Timestamptz,
        /// Column `ask_at`.
        ask_at -> Nullable<Timestamptz>,
        /// Column `asked`.
        asked -> Integer,
        /// Column `http_status`.
        http_status -> Nullable<SmallInt>,
        /// Column `platform_code`.
        platform_code -> Nullable<BigInt>,
        /// Column `subcode`.
        subcode -> Nullable<BigInt>,
        /// Column `trace_id`.
        trace_id -> Nullable<Text>,
        /// Column `request_sha256`.
        request_sha256 -> Nullable<Bytea>,
        /// Column `response_redacted`.
        response_redacted -> Nullable<Text>,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `updated_at`.
        updated_at -> Timestamptz,
        /// Column `request_place`.
        request_place -> Nullable<Integer>,
        /// Column `accepted_at`.
        accepted_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    /// See the migration that creates `export_marks`.
    export_marks (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `event_id`.
        event_id -> Uuid,
        /// Column `created_at`.
        created_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `export_rules`.
    export_rules (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `name`.
        name -> Text,
        /// Column `enabled`.
        enabled -> Bool,
        /// Column `archived_at`.
        archived_at -> Nullable<Timestamptz>,
        /// Column `priority`.
        priority -> SmallInt,
        /// Column `source_kind`.
        source_kind -> Text,
        /// Column `source_ref_id`.
        source_ref_id -> Nullable<Uuid>,
        /// Column `trigger_mode`.
        trigger_mode -> Text,
        /// Column `to_stage`.
        to_stage -> Nullable<Text>,
        /// Column `from_stage`.
        from_stage -> Nullable<Text>,
        /// Column `external_source`.
        external_source -> Nullable<Text>,
        /// Column `tells_social`.
        tells_social -> Bool,
        /// Column `tells_search`.
        tells_search -> Bool,
        /// Column `social_event_name`.
        social_event_name -> Nullable<Text>,
        /// Column `search_event_name`.
        search_event_name -> Nullable<Text>,
        /// Column `social_custom_event_type`.
        social_custom_event_type -> Nullable<Text>,
        /// Column `value_mode`.
        value_mode -> Text,
        /// Column `fixed_value`.
        fixed_value -> Nullable<Numeric>,
        /// Column `fixed_currency`.
        fixed_currency -> Nullable<Text>,
        /// Column `recurring_payment_mode`.
        recurring_payment_mode -> Text,
        /// Column `privacy_override`.
        privacy_override -> Nullable<Jsonb>,
        /// Column `since_social`.
        since_social -> Nullable<Timestamptz>,
        /// Column `since_search`.
        since_search -> Nullable<Timestamptz>,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `updated_at`.
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `external_identities`.
    external_identities (issuer, subject) {
        /// Column `issuer`.
        issuer -> Text,
        /// Column `subject`.
        subject -> Text,
        /// Column `user_id`.
        user_id -> Uuid,
        /// Column `linked_at`.
        linked_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `failed_sign_ins`.
    failed_sign_ins (account) {
        /// Column `account`.
        account -> Text,
        /// Column `tries`.
        tries -> BigInt,
        /// Column `first_at`.
        first_at -> Timestamptz,
        /// Column `last_at`.
        last_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `forgotten_browsers`.
    forgotten_browsers (profile_id, visitor_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `visitor_id`.
        visitor_id -> Uuid,
        /// Column `anonymous_id`.
        anonymous_id -> Text,
        /// Column `forgotten_at`.
        forgotten_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `form_tokens`.
    form_tokens (secret_hash) {
        /// Column `secret_hash`.
        secret_hash -> Bytea,
        /// Column `holder`.
        holder -> Bytea,
        /// Column `purpose`.
        purpose -> Text,
        /// Column `expires_at`.
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `former_ad_names`.
    former_ad_names (profile_id, level, id, platform, account_id, name) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `level`.
        level -> Text,
        /// Column `platform`.
        platform -> Text,
        /// Column `account_id`.
        account_id -> Text,
        /// Column `id`.
        id -> Text,
        /// Column `name`.
        name -> Text,
        /// Column `until`.
        until -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `fx_rates`.
    fx_rates (profile_id, from_currency, to_currency, date) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `from_currency`.
        from_currency -> Text,
        /// Column `to_currency`.
        to_currency -> Text,
        /// Column `date`.
        date -> Date,
        /// Column `rate`.
        rate -> Numeric,
        /// Column `source`.
        source -> Text,
    }
}

diesel::table! {
    /// See the migration that creates `handoffs`.
    handoffs (id) {
        /// Column `id`.
        id -> Uuid,
        /// Column `workspace_id`.
        workspace_id -> Uuid,
        /// Column `profile_id`.
        profile_id -> Nullable<Uuid>,
        /// Column `kind`.
        kind -> Text,
        /// Column `status`.
        status -> Text,
        /// Column `url`.
        url -> Nullable<Text>,
        /// Column `result`.
        result -> Nullable<Jsonb>,
        /// Column `detail`.
        detail -> Jsonb,
        /// Column `created_by`.
        created_by -> Nullable<Uuid>,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `expires_at`.
        expires_at -> Timestamptz,
        /// Column `completed_at`.
        completed_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    /// See the migration that creates `identifier_moves`.
    identifier_moves (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `moved_at`.
        moved_at -> Timestamptz,
        /// Column `kind`.
        kind -> Text,
        /// Column `value_key`.
        value_key -> Text,
        /// Column `from_customer`.
        from_customer -> Uuid,
        /// Column `to_customer`.
        to_customer -> Uuid,
        /// Column `fact_id`.
        fact_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    /// See the migration that creates `identifier_pairs`.
    identifier_pairs (profile_id, kind, value_key, other_kind, other_key) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `kind`.
        kind -> Text,
        /// Column `value_key`.
        value_key -> Text,
        /// Column `other_kind`.
        other_kind -> Text,
        /// Column `other_key`.
        other_key -> Text,
        /// Column `first_at`.
        first_at -> Timestamptz,
        /// Column `server_events`.
        server_events -> BigInt,
        /// Column `identifications`.
        identifications -> BigInt,
        /// Column `fact_id`.
        fact_id -> Uuid,
        /// Column `is_settled`.
        is_settled -> Bool,
        /// Column `list_rows`.
        list_rows -> BigInt,
    }
}

diesel::table! {
    /// See the migration that creates `identifier_sightings`.
    identifier_sightings (profile_id, kind, value_key, customer_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `kind`.
        kind -> Text,
        /// Column `value_key`.
        value_key -> Text,
        /// Column `customer_id`.
        customer_id -> Uuid,
        /// Column `first_seen_at`.
        first_seen_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `identifiers`.
    identifiers (profile_id, kind, value_key) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `kind`.
        kind -> Text,
        /// Column `value_key`.
        value_key -> Text,
        /// Column `customer_id`.
        customer_id -> Uuid,
        /// Column `state`.
        state -> Text,
        /// Column `display`.
        display -> Nullable<Bytea>,
        /// Column `first_seen_at`.
        first_seen_at -> Timestamptz,
        /// Column `last_seen_at`.
        last_seen_at -> Timestamptz,
        /// Column `home_id`.
        home_id -> Nullable<Uuid>,
        /// Column `is_settled`.
        is_settled -> Bool,
        /// Column `is_from_server`.
        is_from_server -> Bool,
        /// Column `is_from_browser`.
        is_from_browser -> Bool,
        /// Column `is_from_list`.
        is_from_list -> Bool,
        /// Column `first_name`.
        first_name -> Nullable<Text>,
        /// Column `last_name`.
        last_name -> Nullable<Text>,
    }
}

diesel::table! {
    /// See the migration that creates `identity_rederivations`.
    identity_rederivations (profile_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `after_id`.
        after_id -> Uuid,
        /// Column `since`.
        since -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `import_progress`.
    import_progress (profile_id, source_digest) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `source_digest`.
        source_digest -> Bytea,
        /// Column `done_lines`.
        done_lines -> BigInt,
        /// Column `updated_at`.
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `intake_days`.
    intake_days (profile_id, local_date, endpoint, reason, pointer) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `local_date`.
        local_date -> Date,
        /// Column `endpoint`.
        endpoint -> Text,
        /// Column `reason`.
        reason -> Text,
        /// Column `pointer`.
        pointer -> Text,
        /// Column `events`.
        events -> BigInt,
        /// Column `last_at`.
        last_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `invitations`.
    invitations (id) {
        /// Column `id`.
        id -> Uuid,
        /// Column `workspace_id`.
        workspace_id -> Uuid,
        /// Column `email`.
        email -> Text,
        /// Column `email_key`.
        email_key -> Text,
        /// Column `role`.
        role -> Text,
        /// Column `profile_ids`.
        profile_ids -> Array<Uuid>,
        /// Column `scopes`.
        scopes -> Array<Text>,
        /// Column `secret_hash`.
        secret_hash -> Bytea,
        /// Column `invited_by`.
        invited_by -> Nullable<Uuid>,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `expires_at`.
        expires_at -> Timestamptz,
        /// Column `accepted_at`.
        accepted_at -> Nullable<Timestamptz>,
        /// Column `revoked_at`.
        revoked_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    /// See the migration that creates `known_browsers`.
    known_browsers (user_id, secret_hash) {
        /// Column `user_id`.
        user_id -> Uuid,
        /// Column `secret_hash`.
        secret_hash -> Bytea,
        /// Column `remembered_at`.
        remembered_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `match_evidence`.
    match_evidence (profile_id, kind, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `kind`.
        kind -> Text,
        /// Column `id`.
        id -> Uuid,
        /// Column `sealed`.
        sealed -> Bytea,
        /// Column `seen_at`.
        seen_at -> Timestamptz,
        /// Column `expires_at`.
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `memberships`.
    memberships (workspace_id, user_id) {
        /// Column `workspace_id`.
        workspace_id -> Uuid,
        /// Column `user_id`.
        user_id -> Uuid,
        /// Column `role`.
        role -> Text,
        /// Column `created_at`.
        created_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `merge_proposals`.
    merge_proposals (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `one_id`.
        one_id -> Uuid,
        /// Column `other_id`.
        other_id -> Uuid,
        /// Column `proposed_at`.
        proposed_at -> Timestamptz,
        /// Column `score`.
        score -> Nullable<Integer>,
        /// Column `band`.
        band -> Nullable<Text>,
        /// Column `evidence`.
        evidence -> Jsonb,
        /// Column `status`.
        status -> Text,
        /// Column `snoozed_until`.
        snoozed_until -> Nullable<Timestamptz>,
        /// Column `decided_at`.
        decided_at -> Nullable<Timestamptz>,
        /// Column `actor_kind`.
        actor_kind -> Nullable<Text>,
        /// Column `actor_id`.
        actor_id -> Nullable<Uuid>,
        /// Column `merge_id`.
        merge_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    /// See the migration that creates `oauth_clients`.
    oauth_clients (id) {
        /// Column `id`.
        id -> Text,
        /// Column `name`.
        name -> Text,
        /// Column `kind`.
        kind -> Text,
        /// Column `secret_hash`.
        secret_hash -> Nullable<Bytea>,
        /// Column `redirect_uris`.
        redirect_uris -> Array<Text>,
        /// Column `grants`.
        grants -> Array<Text>,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `authorised_at`.
        authorised_at -> Nullable<Timestamptz>,
        /// Column `refreshes`.
        refreshes -> Bool,
    }
}

diesel::table! {
    /// See the migration that creates `outbox`.
    outbox (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `event_type`.
        event_type -> Text,
        /// Column `provider`.
        provider -> Text,
        /// Column `body`.
        body -> Bytea,
        /// Column `occurred_at`.
        occurred_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `outcome_definitions`.
    outcome_definitions (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `family`.
        family -> Text,
        /// Column `event_key`.
        event_key -> Text,
        /// Column `display_name`.
        display_name -> Text,
        /// Column `position`.
        position -> SmallInt,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `updated_at`.
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `outcome_events`.
    outcome_events (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `idempotency_key`.
        idempotency_key -> Nullable<Text>,
        /// Column `content_hash`.
        content_hash -> Bytea,
        /// Column `received_at`.
        received_at -> Timestamptz,
        /// Column `occurred_at`.
        occurred_at -> Timestamptz,
        /// Column `event_type`.
        event_type -> Text,
        /// Column `event_name`.
        event_name -> Nullable<Text>,
        /// Column `value_amount`.
        value_amount -> Nullable<Numeric>,
        /// Column `currency`.
        currency -> Nullable<Text>,
        /// Column `subject_kind`.
        subject_kind -> Nullable<Text>,
        /// Column `subject_key`.
        subject_key -> Nullable<Text>,
        /// Column `visitor_id`.
        visitor_id -> Nullable<Uuid>,
        /// Column `identifiers`.
        identifiers -> Jsonb,
        /// Column `is_first_payment`.
        is_first_payment -> Nullable<Bool>,
        /// Column `refund_of`.
        refund_of -> Nullable<Text>,
        /// Column `url`.
        url -> Nullable<Text>,
        /// Column `signature_id`.
        signature_id -> Nullable<BigInt>,
        /// Column `ad_id`.
        ad_id -> Nullable<Text>,
        /// Column `campaign_id`.
        campaign_id -> Nullable<Text>,
        /// Column `click_ids`.
        click_ids -> Nullable<Jsonb>,
        /// Column `pipeline`.
        pipeline -> Nullable<Jsonb>,
        /// Column `consent`.
        consent -> Nullable<Jsonb>,
        /// Column `properties`.
        properties -> Nullable<Jsonb>,
    }
}

diesel::table! {
    /// See the migration that creates `pending_authorizations`.
    pending_authorizations (secret_hash) {
        /// Column `secret_hash`.
        secret_hash -> Bytea,
        /// Column `handoff_id`.
        handoff_id -> Uuid,
        /// Column `session_id`.
        session_id -> Uuid,
        /// Column `sealed`.
        sealed -> Bytea,
        /// Column `expires_at`.
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `pending_sign_ins`.
    pending_sign_ins (state_hash) {
        /// Column `state_hash`.
        state_hash -> Bytea,
        /// Column `holder`.
        holder -> Bytea,
        /// Column `sealed`.
        sealed -> Bytea,
        /// Column `expires_at`.
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `platform_writes`.
    platform_writes (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `recommendation_id`.
        recommendation_id -> Uuid,
        /// Column `connection_id`.
        connection_id -> Uuid,
        /// Column `target_key`.
        target_key -> Text,
        /// Column `local_week`.
        local_week -> Date,
        /// Column `change`.
        change -> Text,
        /// Column `before_status`.
        before_status -> Nullable<Text>,
        /// Column `before_budget`.
        before_budget -> Nullable<Numeric>,
        /// Column `after_budget`.
        after_budget -> Nullable<Numeric>,
        /// Column `status`.
        status -> Text,
        /// Column `failure`.
        failure -> Nullable<Text>,
        /// Column `intended_at`.
        intended_at -> Timestamptz,
        /// Column `look_at`.
        look_at -> Nullable<Timestamptz>,
        /// Column `lease_holder`.
        lease_holder -> Nullable<Uuid>,
        /// Column `lease_until`.
        lease_until -> Nullable<Timestamptz>,
        /// Column `failures`.
        failures -> Integer,
        /// Column `settled_at`.
        settled_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    /// See the migration that creates `profile_assignments`.
    profile_assignments (profile_id, user_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `user_id`.
        user_id -> Uuid,
        /// Column `workspace_id`.
        workspace_id -> Uuid,
        /// Column `scopes`.
        scopes -> Array<Text>,
    }
}

diesel::table! {
    /// See the migration that creates `profiles`.
    profiles (id) {
        /// Column `id`.
        id -> Uuid,
        /// Column `workspace_id`.
        workspace_id -> Uuid,
        /// Column `name`.
        name -> Text,
        /// Column `currency`.
        currency -> Text,
        /// Column `timezone`.
        timezone -> Text,
        /// Column `click_window_days`.
        click_window_days -> SmallInt,
        /// Column `view_through_window_days`.
        view_through_window_days -> SmallInt,
        /// Column `first_touch_window_days`.
        first_touch_window_days -> SmallInt,
        /// Column `cash_window_days`.
        cash_window_days -> SmallInt,
        /// Column `own_domains`.
        own_domains -> Array<Text>,
        /// Column `excluded_referrers`.
        excluded_referrers -> Array<Text>,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `pii_mode`.
        pii_mode -> Text,
        /// Column `onboarding_completed`.
        onboarding_completed -> Bool,
        /// Column `url_query`.
        url_query -> Text,
        /// Column `kept_parameters`.
        kept_parameters -> Array<Text>,
        /// Column `allowed_referrers`.
        allowed_referrers -> Array<Text>,
        /// Column `only_own_domains`.
        only_own_domains -> Bool,
        /// Column `tracker_days`.
        tracker_days -> Nullable<SmallInt>,
        /// Column `personal_days`.
        personal_days -> Nullable<SmallInt>,
        /// Column `credits_views`.
        credits_views -> Bool,
    }
}

diesel::table! {
    /// See the migration that creates `rate_buckets`.
    rate_buckets (bucket) {
        /// Column `bucket`.
        bucket -> Text,
        /// Column `full_at`.
        full_at -> BigInt,
        /// Column `passed`.
        passed -> Bool,
        /// Column `calls_passed`.
        calls_passed -> BigInt,
    }
}

diesel::table! {
    /// See the migration that creates `proposal_blocks`.
    proposal_blocks (profile_id, block, customer_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `block`.
        block -> BigInt,
        /// Column `customer_id`.
        customer_id -> Uuid,
    }
}

diesel::table! {
    /// See the migration that creates `proposal_candidates`.
    proposal_candidates (profile_id, customer_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `customer_id`.
        customer_id -> Uuid,
        /// Column `digest`.
        digest -> Bytea,
        /// Column `blocks`.
        blocks -> Array<BigInt>,
    }
}

diesel::table! {
    /// See the migration that creates `proposal_scans`.
    proposal_scans (profile_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `after_id`.
        after_id -> Uuid,
        /// Column `requested_at`.
        requested_at -> Timestamptz,
        /// Column `began_at`.
        began_at -> Nullable<Timestamptz>,
        /// Column `finished_at`.
        finished_at -> Nullable<Timestamptz>,
        /// Column `walked`.
        walked -> BigInt,
        /// Column `compared`.
        compared -> BigInt,
    }
}

diesel::table! {
    /// See the migration that creates `proposal_waiting`.
    proposal_waiting (profile_id, customer_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `customer_id`.
        customer_id -> Uuid,
    }
}

diesel::table! {
    /// See the migration that creates `quality_days`.
    quality_days (profile_id, local_date, category) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `local_date`.
        local_date -> Date,
        /// Column `category`.
        category -> Text,
        /// Column `touches`.
        touches -> BigInt,
        /// Column `cash`.
        cash -> Numeric,
    }
}

diesel::table! {
    /// See the migration that creates `quality_mutes`.
    quality_mutes (profile_id, category) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `category`.
        category -> Text,
        /// Column `reason`.
        reason -> Text,
        /// Column `muted_at`.
        muted_at -> Timestamptz,
        /// Column `touches`.
        touches -> BigInt,
    }
}

diesel::table! {
    /// See the migration that creates `quality_scans`.
    quality_scans (profile_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `scanned_at`.
        scanned_at -> Timestamptz,
        /// Column `first_date`.
        first_date -> Date,
        /// Column `last_date`.
        last_date -> Date,
        /// Column `rules_version`.
        rules_version -> BigInt,
        /// Column `summary`.
        summary -> Jsonb,
        /// Column `findings`.
        findings -> Jsonb,
        /// Column `checks`.
        checks -> Jsonb,
        /// Column `series`.
        series -> Jsonb,
    }
}

diesel::table! {
    /// See the migration that creates `recomputes`.
    recomputes (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `status`.
        status -> Text,
        /// Column `causes`.
        causes -> Jsonb,
        /// Column `requested_at`.
        requested_at -> Timestamptz,
        /// Column `started_at`.
        started_at -> Nullable<Timestamptz>,
        /// Column `finished_at`.
        finished_at -> Nullable<Timestamptz>,
        /// Column `generation`.
        generation -> Nullable<BigInt>,
        /// Column `people_done`.
        people_done -> BigInt,
        /// Column `people_total`.
        people_total -> Nullable<BigInt>,
        /// Column `attempts`.
        attempts -> Integer,
    }
}

diesel::table! {
    /// See the migration that creates `refresh_tokens`.
    refresh_tokens (secret_hash) {
        /// Column `secret_hash`.
        secret_hash -> Bytea,
        /// Column `family_id`.
        family_id -> Uuid,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `expires_at`.
        expires_at -> Timestamptz,
        /// Column `used_at`.
        used_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    /// See the migration that creates `replay_marks`.
    replay_marks (profile_id, id) {
        /// Column `bucket`.
        bucket -> SmallInt,
        /// Column `id`.
        id -> Uuid,
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `kind`.
        kind -> Text,
        /// Column `target_id`.
        target_id -> Uuid,
        /// Column `cause`.
        cause -> Text,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `subject_id`.
        subject_id -> Nullable<Uuid>,
        /// Column `actor_kind`.
        actor_kind -> Text,
        /// Column `actor_id`.
        actor_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    /// See the migration that creates `restatement_lines`.
    restatement_lines (profile_id, local_date, channel, model, sequence) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `local_date`.
        local_date -> Date,
        /// Column `channel`.
        channel -> Text,
        /// Column `model`.
        model -> Text,
        /// Column `sequence`.
        sequence -> BigInt,
        /// Column `cash_before`.
        cash_before -> Numeric,
        /// Column `cash_after`.
        cash_after -> Numeric,
        /// Column `conversions_before`.
        conversions_before -> BigInt,
        /// Column `conversions_after`.
        conversions_after -> BigInt,
        /// Column `payments_before`.
        payments_before -> BigInt,
        /// Column `payments_after`.
        payments_after -> BigInt,
        /// Column `spend_before`.
        spend_before -> Numeric,
        /// Column `spend_after`.
        spend_after -> Numeric,
    }
}

diesel::table! {
    /// See the migration that creates `restatements`.
    restatements (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `sequence`.
        sequence -> BigInt,
        /// Column `restated_at`.
        restated_at -> Timestamptz,
        /// Column `cause`.
        cause -> Text,
        /// Column `causes`.
        causes -> Jsonb,
        /// Column `recompute_id`.
        recompute_id -> Nullable<Uuid>,
        /// Column `currency_before`.
        currency_before -> Text,
        /// Column `currency_after`.
        currency_after -> Text,
        /// Column `timezone_before`.
        timezone_before -> Text,
        /// Column `timezone_after`.
        timezone_after -> Text,
    }
}

diesel::table! {
    /// See the migration that creates `retention_passes`.
    retention_passes (profile_id, kind) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `kind`.
        kind -> Text,
        /// Column `after_at`.
        after_at -> Timestamptz,
        /// Column `after_id`.
        after_id -> Uuid,
        /// Column `next_at`.
        next_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `rollup_changes`.
    rollup_changes (profile_id, population, generation, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `population`.
        population -> Text,
        /// Column `generation`.
        generation -> BigInt,
        /// Column `id`.
        id -> BigInt,
        /// Column `size`.
        size -> Integer,
        /// Column `data`.
        data -> Bytea,
        /// Column `first_date`.
        first_date -> Date,
        /// Column `last_date`.
        last_date -> Date,
    }
}

diesel::table! {
    /// See the migration that creates `rollup_days`.
    rollup_days (profile_id, population, generation, name, local_date, piece) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `population`.
        population -> Text,
        /// Column `generation`.
        generation -> BigInt,
        /// Column `name`.
        name -> Text,
        /// Column `local_date`.
        local_date -> Date,
        /// Column `data`.
        data -> Bytea,
        /// Column `piece`.
        piece -> Integer,
    }
}

diesel::table! {
    /// See the migration that creates `sender_keys`.
    sender_keys (day) {
        /// Column `day`.
        day -> Date,
        /// Column `sealed_key`.
        sealed_key -> Bytea,
        /// Column `forget_at`.
        forget_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `sessions`.
    sessions (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `visitor_id`.
        visitor_id -> Uuid,
        /// Column `started_at`.
        started_at -> Timestamptz,
        /// Column `ended_at`.
        ended_at -> Timestamptz,
        /// Column `local_date`.
        local_date -> Date,
        /// Column `signature_id`.
        signature_id -> Nullable<BigInt>,
        /// Column `page_views`.
        page_views -> Integer,
        /// Column `engaged_ms`.
        engaged_ms -> BigInt,
        /// Column `is_bot`.
        is_bot -> Bool,
        /// Column `country`.
        country -> Nullable<Text>,
        /// Column `device`.
        device -> Nullable<Text>,
        /// Column `browser`.
        browser -> Nullable<Text>,
        /// Column `os`.
        os -> Nullable<Text>,
        /// Column `referrer_host`.
        referrer_host -> Nullable<Text>,
        /// Column `landing_path`.
        landing_path -> Nullable<Text>,
        /// Column `ad_id`.
        ad_id -> Nullable<Text>,
    }
}

diesel::table! {
    /// See the migration that creates `signature_channels`.
    signature_channels (profile_id, signature_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `signature_id`.
        signature_id -> BigInt,
        /// Column `channel`.
        channel -> Text,
        /// Column `rule`.
        rule -> Text,
        /// Column `source`.
        source -> Text,
        /// Column `medium`.
        medium -> Text,
        /// Column `is_direct`.
        is_direct -> Bool,
        /// Column `resolved_at`.
        resolved_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `signing_keys`.
    signing_keys (id) {
        /// Column `id`.
        id -> Text,
        /// Column `algorithm`.
        algorithm -> Text,
        /// Column `public_key`.
        public_key -> Bytea,
        /// Column `sealed_private_key`.
        sealed_private_key -> Bytea,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `used_from`.
        used_from -> Timestamptz,
        /// Column `used_until`.
        used_until -> Timestamptz,
        /// Column `published_until`.
        published_until -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `spend_ads`.
    spend_ads (profile_id, local_date, signature_id, campaign_id, ad_set_id, ad_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `local_date`.
        local_date -> Date,
        /// Column `signature_id`.
        signature_id -> BigInt,
        /// Column `ad_set_id`.
        ad_set_id -> Text,
        /// Column `ad_id`.
        ad_id -> Text,
        /// Column `spend`.
        spend -> Numeric,
        /// Column `without_rate`.
        without_rate -> BigInt,
        /// Column `exceeded`.
        exceeded -> BigInt,
        /// Column `campaign_id`.
        campaign_id -> Text,
    }
}

diesel::table! {
    /// See the migration that creates `spend_batches`.
    spend_batches (profile_id, batch_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `batch_id`.
        batch_id -> Uuid,
        /// Column `platform`.
        platform -> Text,
        /// Column `account_id`.
        account_id -> Text,
        /// Column `date_from`.
        date_from -> Date,
        /// Column `date_to`.
        date_to -> Date,
        /// Column `row_count`.
        row_count -> Integer,
        /// Column `status`.
        status -> Text,
        /// Column `landed_at`.
        landed_at -> Timestamptz,
        /// Column `look_at`.
        look_at -> Nullable<Timestamptz>,
        /// Column `failures`.
        failures -> Integer,
        /// Column `finished_at`.
        finished_at -> Nullable<Timestamptz>,
        /// Column `written_days`.
        written_days -> Nullable<Integer>,
        /// Column `removed_days`.
        removed_days -> Nullable<Integer>,
        /// Column `errors`.
        errors -> Jsonb,
    }
}

diesel::table! {
    /// See the migration that creates `spend_days`.
    spend_days (profile_id, local_date, signature_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `local_date`.
        local_date -> Date,
        /// Column `signature_id`.
        signature_id -> BigInt,
        /// Column `spend`.
        spend -> Numeric,
        /// Column `without_rate`.
        without_rate -> BigInt,
        /// Column `exceeded`.
        exceeded -> BigInt,
    }
}

diesel::table! {
    /// See the migration that creates `spend_landing`.
    spend_landing (profile_id, batch_id, row_number) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `batch_id`.
        batch_id -> Uuid,
        /// Column `row_number`.
        row_number -> Integer,
        /// Column `date`.
        date -> Nullable<Text>,
        /// Column `platform`.
        platform -> Nullable<Text>,
        /// Column `account_id`.
        account_id -> Nullable<Text>,
        /// Column `campaign_id`.
        campaign_id -> Nullable<Text>,
        /// Column `ad_set_id`.
        ad_set_id -> Nullable<Text>,
        /// Column `ad_id`.
        ad_id -> Nullable<Text>,
        /// Column `account_name`.
        account_name -> Nullable<Text>,
        /// Column `campaign_name`.
        campaign_name -> Nullable<Text>,
        /// Column `ad_set_name`.
        ad_set_name -> Nullable<Text>,
        /// Column `ad_name`.
        ad_name -> Nullable<Text>,
        /// Column `spend`.
        spend -> Nullable<Text>,
        /// Column `currency`.
        currency -> Nullable<Text>,
        /// Column `impressions`.
        impressions -> Nullable<Text>,
        /// Column `clicks`.
        clicks -> Nullable<Text>,
        /// Column `utm_source`.
        utm_source -> Nullable<Text>,
        /// Column `utm_medium`.
        utm_medium -> Nullable<Text>,
        /// Column `landed_at`.
        landed_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `spend_platforms`.
    spend_platforms (profile_id, platform) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `platform`.
        platform -> Text,
        /// Column `utm_source`.
        utm_source -> Text,
        /// Column `utm_medium`.
        utm_medium -> Text,
    }
}

diesel::table! {
    /// See the migration that creates `spend_reads`.
    spend_reads (profile_id, connection_id, date) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `connection_id`.
        connection_id -> Uuid,
        /// Column `date`.
        date -> Date,
        /// Column `read_at`.
        read_at -> Timestamptz,
        /// Column `campaigns`.
        campaigns -> Numeric,
        /// Column `ads`.
        ads -> Numeric,
        /// Column `is_complete`.
        is_complete -> Bool,
    }
}

diesel::table! {
    /// See the migration that creates `spend_syncs`.
    spend_syncs (profile_id, connection_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `connection_id`.
        connection_id -> Uuid,
        /// Column `is_enabled`.
        is_enabled -> Bool,
        /// Column `months`.
        months -> SmallInt,
        /// Column `piece_days`.
        piece_days -> SmallInt,
        /// Column `asked_at`.
        asked_at -> Nullable<Timestamptz>,
        /// Column `catalogue_at`.
        catalogue_at -> Nullable<Timestamptz>,
        /// Column `look_at`.
        look_at -> Timestamptz,
        /// Column `lease_holder`.
        lease_holder -> Nullable<Uuid>,
        /// Column `lease_until`.
        lease_until -> Nullable<Timestamptz>,
        /// Column `failures`.
        failures -> Integer,
        /// Column `failing_since`.
        failing_since -> Nullable<Timestamptz>,
        /// Column `last_at`.
        last_at -> Nullable<Timestamptz>,
        /// Column `last_status`.
        last_status -> Nullable<Text>,
        /// Column `last_from`.
        last_from -> Nullable<Date>,
        /// Column `last_to`.
        last_to -> Nullable<Date>,
        /// Column `last_reason`.
        last_reason -> Nullable<Text>,
    }
}

diesel::table! {
    /// See the migration that creates `token_families`.
    token_families (id) {
        /// Column `id`.
        id -> Uuid,
        /// Column `user_id`.
        user_id -> Uuid,
        /// Column `client_id`.
        client_id -> Nullable<Text>,
        /// Column `name`.
        name -> Text,
        /// Column `grants`.
        grants -> Array<Text>,
        /// Column `scopes`.
        scopes -> Array<Text>,
        /// Column `resource`.
        resource -> Text,
        /// Column `units_per_minute`.
        units_per_minute -> Integer,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `revoked_at`.
        revoked_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    /// See the migration that creates `touches`.
    touches (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `visitor_id`.
        visitor_id -> Uuid,
        /// Column `session_id`.
        session_id -> Uuid,
        /// Column `occurred_at`.
        occurred_at -> Timestamptz,
        /// Column `signature_id`.
        signature_id -> BigInt,
        /// Column `landing_path`.
        landing_path -> Nullable<Text>,
        /// Column `ad_id`.
        ad_id -> Nullable<Text>,
        /// Column `campaign_id`.
        campaign_id -> Nullable<Text>,
        /// Column `click_ids`.
        click_ids -> Nullable<Jsonb>,
    }
}

diesel::table! {
    /// See the migration that creates `tracker_event_ids`.
    tracker_event_ids (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
    }
}

diesel::table! {
    /// See the migration that creates `tracker_events`.
    tracker_events (profile_id, occurred_at, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `occurred_at`.
        occurred_at -> Timestamptz,
        /// Column `id`.
        id -> Uuid,
        /// Column `received_at`.
        received_at -> Timestamptz,
        /// Column `visitor_id`.
        visitor_id -> Uuid,
        /// Column `kind`.
        kind -> Text,
        /// Column `name`.
        name -> Nullable<Text>,
        /// Column `url`.
        url -> Nullable<Text>,
        /// Column `path`.
        path -> Nullable<Text>,
        /// Column `title`.
        title -> Nullable<Text>,
        /// Column `referrer`.
        referrer -> Nullable<Text>,
        /// Column `engaged_ms`.
        engaged_ms -> Nullable<Integer>,
        /// Column `properties`.
        properties -> Nullable<Jsonb>,
        /// Column `signature_id`.
        signature_id -> Nullable<BigInt>,
        /// Column `source_key`.
        source_key -> Nullable<BigInt>,
        /// Column `names_a_source`.
        names_a_source -> Nullable<Bool>,
        /// Column `exclusion`.
        exclusion -> Nullable<Text>,
        /// Column `ad_id`.
        ad_id -> Nullable<Text>,
        /// Column `campaign_id`.
        campaign_id -> Nullable<Text>,
        /// Column `click_ids`.
        click_ids -> Nullable<Jsonb>,
        /// Column `subject_kind`.
        subject_kind -> Nullable<Text>,
        /// Column `subject_key`.
        subject_key -> Nullable<Text>,
        /// Column `identifiers`.
        identifiers -> Nullable<Jsonb>,
        /// Column `country`.
        country -> Nullable<Text>,
        /// Column `device`.
        device -> Nullable<Text>,
        /// Column `browser`.
        browser -> Nullable<Text>,
        /// Column `os`.
        os -> Nullable<Text>,
        /// Column `bot_reason`.
        bot_reason -> Nullable<Text>,
        /// Column `sender`.
        sender -> Nullable<Text>,
    }
}

diesel::table! {
    /// See the migration that creates `tracker_hosts`.
    tracker_hosts (profile_id, host, way) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `host`.
        host -> Text,
        /// Column `way`.
        way -> Text,
        /// Column `version`.
        version -> Nullable<Text>,
        /// Column `first_seen_at`.
        first_seen_at -> Timestamptz,
        /// Column `last_seen_at`.
        last_seen_at -> Nullable<Timestamptz>,
        /// Column `refused_at`.
        refused_at -> Nullable<Timestamptz>,
        /// Column `counted_on`.
        counted_on -> Date,
        /// Column `page_views`.
        page_views -> Array<BigInt>,
    }
}

diesel::table! {
    /// See the migration that creates `tracking_exclusions`.
    tracking_exclusions (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `removed_at`.
        removed_at -> Nullable<Timestamptz>,
        /// Column `shown_from`.
        shown_from -> Nullable<Timestamptz>,
        /// Column `shown_until`.
        shown_until -> Nullable<Timestamptz>,
        /// Column `received_from`.
        received_from -> Nullable<Timestamptz>,
        /// Column `received_until`.
        received_until -> Nullable<Timestamptz>,
        /// Column `landing_host`.
        landing_host -> Nullable<Text>,
        /// Column `path_prefix`.
        path_prefix -> Nullable<Text>,
        /// Column `referrer_host`.
        referrer_host -> Nullable<Text>,
        /// Column `utm_source`.
        utm_source -> Nullable<Text>,
        /// Column `utm_medium`.
        utm_medium -> Nullable<Text>,
        /// Column `utm_campaign`.
        utm_campaign -> Nullable<Text>,
        /// Column `utm_term`.
        utm_term -> Nullable<Text>,
        /// Column `utm_content`.
        utm_content -> Nullable<Text>,
        /// Column `country`.
        country -> Nullable<Text>,
        /// Column `anonymous_ids`.
        anonymous_ids -> Array<Text>,
        /// Column `senders`.
        senders -> Array<Text>,
    }
}

diesel::table! {
    /// See the migration that creates `tracking_keys`.
    tracking_keys (id) {
        /// Column `id`.
        id -> Uuid,
        /// Column `public_key`.
        public_key -> Text,
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `revoked_at`.
        revoked_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    /// See the migration that creates `traffic_signatures`.
    traffic_signatures (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> BigInt,
        /// Column `referrer_state`.
        referrer_state -> Text,
        /// Column `referrer_host`.
        referrer_host -> Nullable<Text>,
        /// Column `utm_source`.
        utm_source -> Nullable<Text>,
        /// Column `utm_medium`.
        utm_medium -> Nullable<Text>,
        /// Column `utm_campaign`.
        utm_campaign -> Nullable<Text>,
        /// Column `utm_term`.
        utm_term -> Nullable<Text>,
        /// Column `utm_content`.
        utm_content -> Nullable<Text>,
        /// Column `click_kinds`.
        click_kinds -> Array<Text>,
        /// Column `has_ad_id`.
        has_ad_id -> Bool,
        /// Column `landing_host`.
        landing_host -> Nullable<Text>,
        /// Column `landing_path`.
        landing_path -> Nullable<Text>,
        /// Column `first_seen_at`.
        first_seen_at -> Timestamptz,
        /// Column `unfilled`.
        unfilled -> Array<Text>,
    }
}

diesel::table! {
    /// See the migration that creates `trust_looks`.
    trust_looks (profile_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `looked_at`.
        looked_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `trust_states`.
    trust_states (profile_id, code) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `code`.
        code -> Text,
        /// Column `level`.
        level -> Text,
        /// Column `since`.
        since -> Date,
        /// Column `changed_at`.
        changed_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `users`.
    users (id) {
        /// Column `id`.
        id -> Uuid,
        /// Column `issuer`.
        issuer -> Text,
        /// Column `subject`.
        subject -> Text,
        /// Column `name`.
        name -> Text,
        /// Column `email`.
        email -> Nullable<Text>,
        /// Column `email_key`.
        email_key -> Nullable<Text>,
        /// Column `password_hash`.
        password_hash -> Nullable<Text>,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `is_vouched`.
        is_vouched -> Bool,
    }
}

diesel::table! {
    /// See the migration that creates `view_days`.
    view_days (profile_id, local_date, signature_id, agent, has_recipient) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `local_date`.
        local_date -> Date,
        /// Column `signature_id`.
        signature_id -> BigInt,
        /// Column `agent`.
        agent -> Text,
        /// Column `has_recipient`.
        has_recipient -> Bool,
        /// Column `views`.
        views -> BigInt,
    }
}

diesel::table! {
    /// See the migration that creates `view_recipients`.
    view_recipients (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `subject_kind`.
        subject_kind -> Text,
        /// Column `subject_key`.
        subject_key -> Text,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `revoked_at`.
        revoked_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    /// See the migration that creates `views`.
    views (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `recipient_id`.
        recipient_id -> Uuid,
        /// Column `occurred_at`.
        occurred_at -> Timestamptz,
        /// Column `local_date`.
        local_date -> Date,
        /// Column `signature_id`.
        signature_id -> BigInt,
        /// Column `agent`.
        agent -> Text,
        /// Column `ad_id`.
        ad_id -> Nullable<Text>,
        /// Column `campaign_id`.
        campaign_id -> Nullable<Text>,
    }
}

diesel::table! {
    /// See the migration that creates `visitor_numbers`.
    visitor_numbers (profile_id, visitor_id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `visitor_id`.
        visitor_id -> Uuid,
        /// Column `number`.
        number -> Integer,
    }
}

diesel::table! {
    /// See the migration that creates `visitor_segments`.
    visitor_segments (profile_id, visitor_id, from_at) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `visitor_id`.
        visitor_id -> Uuid,
        /// Column `from_at`.
        from_at -> Timestamptz,
        /// Column `customer_id`.
        customer_id -> Uuid,
    }
}

diesel::table! {
    /// See the migration that creates `visitors`.
    visitors (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `anonymous_id`.
        anonymous_id -> Text,
        /// Column `customer_id`.
        customer_id -> Nullable<Uuid>,
        /// Column `is_shared`.
        is_shared -> Bool,
        /// Column `first_seen_at`.
        first_seen_at -> Timestamptz,
        /// Column `over_limit`.
        over_limit -> Bool,
    }
}

diesel::table! {
    /// See the migration that creates `web_sessions`.
    web_sessions (id) {
        /// Column `id`.
        id -> Uuid,
        /// Column `secret_hash`.
        secret_hash -> Bytea,
        /// Column `user_id`.
        user_id -> Uuid,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `expires_at`.
        expires_at -> Timestamptz,
        /// Column `revoked_at`.
        revoked_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    /// See the migration that creates `webhook_subscriptions`.
    webhook_subscriptions (profile_id, id) {
        /// Column `profile_id`.
        profile_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `bucket`.
        bucket -> SmallInt,
        /// Column `url`.
        url -> Text,
        /// Column `events`.
        events -> Array<Text>,
        /// Column `providers`.
        providers -> Array<Text>,
        /// Column `secret`.
        secret -> Bytea,
        /// Column `old_secrets`.
        old_secrets -> Array<Bytea>,
        /// Column `old_secrets_expire_at`.
        old_secrets_expire_at -> Array<Timestamptz>,
        /// Column `disabled_at`.
        disabled_at -> Nullable<Timestamptz>,
        /// Column `disabled_reason`.
        disabled_reason -> Nullable<Text>,
        /// Column `failures_in_a_row`.
        failures_in_a_row -> Integer,
        /// Column `dead_since`.
        dead_since -> Nullable<Timestamptz>,
        /// Column `bury_until`.
        bury_until -> Nullable<Timestamptz>,
        /// Column `deleted_at`.
        deleted_at -> Nullable<Timestamptz>,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `updated_at`.
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `workspace_audit_events`.
    workspace_audit_events (workspace_id, id) {
        /// Column `workspace_id`.
        workspace_id -> Uuid,
        /// Column `id`.
        id -> Uuid,
        /// Column `occurred_at`.
        occurred_at -> Timestamptz,
        /// Column `action`.
        action -> Text,
        /// Column `actor_kind`.
        actor_kind -> Text,
        /// Column `actor_id`.
        actor_id -> Nullable<Uuid>,
        /// Column `subject_id`.
        subject_id -> Nullable<Uuid>,
        /// Column `detail`.
        detail -> Jsonb,
    }
}

diesel::table! {
    /// See the migration that creates `workspace_channels`.
    workspace_channels (workspace_id, name_key) {
        /// Column `workspace_id`.
        workspace_id -> Uuid,
        /// Column `name`.
        name -> Text,
        /// Column `name_key`.
        name_key -> Text,
        /// Column `created_at`.
        created_at -> Timestamptz,
    }
}

diesel::table! {
    /// See the migration that creates `workspaces`.
    workspaces (id) {
        /// Column `id`.
        id -> Uuid,
        /// Column `name`.
        name -> Text,
        /// Column `created_at`.
        created_at -> Timestamptz,
        /// Column `plan`.
        plan -> Text,
        /// Column `trial_ends_at`.
        trial_ends_at -> Nullable<Timestamptz>,
        /// Column `created_by`.
        created_by -> Nullable<Uuid>,
    }
}

diesel::allow_tables_to_appear_in_same_query!(
    access_tokens,
    ad_creatives,
    ad_spend_daily,
    address_redactions,
    ads,
    api_key_uses,
    api_keys,
    attribution_state,
    audit_events,
    authorization_codes,
    channel_rule_sets,
    channel_rules,
    connections,
    conversion_days,
    conversion_definitions,
    conversion_reasons,
    conversions,
    counted_calls,
    credits,
    customer_merges,
    customer_split_browsers,
    customer_split_values,
    customer_splits,
    customers,
    deletions,
    deliveries,
    delivery_attempts,
    delivery_buckets,
    evidence_rereadings,
    excluded_events,
    exclusion_passes,
    export_compliance,
    export_destinations,
    export_lanes,
    export_ledger,
    export_marks,
    export_rules,
    external_identities,
    failed_sign_ins,
    forgotten_browsers,
    form_tokens,
    former_ad_names,
    fx_rates,
    handoffs,
    identifier_moves,
    identifier_pairs,
    identifier_sightings,
    identifiers,
    identity_rederivations,
    import_progress,
    invitations,
    known_browsers,
    memberships,
    oauth_clients,
    outbox,
    outcome_definitions,
    outcome_events,
    pending_authorizations,
    pending_sign_ins,
    platform_writes,
    profile_assignments,
    profiles,
    rate_buckets,
    proposal_blocks,
    proposal_candidates,
    proposal_scans,
    proposal_waiting,
    quality_days,
    quality_mutes,
    quality_scans,
    recomputes,
    refresh_tokens,
    replay_marks,
    restatement_lines,
    restatements,
    retention_passes,
    rollup_changes,
    rollup_days,
    sender_keys,
    sessions,
    signature_channels,
    signing_keys,
    spend_ads,
    spend_batches,
    spend_days,
    spend_landing,
    spend_platforms,
    spend_reads,
    spend_syncs,
    token_families,
    touches,
    tracker_event_ids,
    tracker_events,
    tracker_hosts,
    tracking_exclusions,
    tracking_keys,
    traffic_signatures,
    trust_looks,
    trust_states,
    users,
    view_days,
    view_recipients,
    views,
    visitor_numbers,
    visitor_segments,
    visitors,
    web_sessions,
    webhook_subscriptions,
    workspace_audit_events,
    workspace_channels,
    workspaces
);
