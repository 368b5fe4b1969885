// Written by generate.mjs from docs/openapi.json.

export interface paths {
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metadata of the authorization server
         * @description RFC 8414.
         */
        get: operations["getAuthorizationServerMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metadata of the protected resource
         * @description RFC 9728, the form for a resource at the root.
         */
        get: operations["getProtectedResourceRoot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metadata of the tool server
         * @description RFC 9728, with the path of the tool server after the well-known one, as challenges name it.
         */
        get: operations["getProtectedResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channel-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List channel rules
         * @description The profile's own rules, the built-in ones that run after them, and the channels that a rule may
         *     name.
         */
        get: operations["listChannelRules"];
        put?: never;
        /**
         * Create a channel rule
         * @description The rule is in force at once and for all history: every report shows the new channels from the
         *     moment of the answer on. Nothing but labels is rewritten. Only when the rule changes what counts
         *     as direct, the people concerned are credited anew.
         */
        post: operations["createChannelRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channel-rules/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a whole set of rules
         * @description What reports would show if the profile had exactly these rules: which traffic of the days would
         *     go from which channel to which other one. Nothing is changed.
         */
        post: operations["diffChannelRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channel-rules/match-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try one rule
         * @description How much traffic of the days a candidate rule would match, and how much of it it would get.
         *     Nothing is changed.
         */
        post: operations["countChannelRuleMatches"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channel-rules/reorder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Swap two rules
         * @description The priorities of the two rules are swapped in one step: at no moment has a rule none, or one
         *     that is another's.
         */
        post: operations["reorderChannelRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channel-rules/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest channel rules
         * @description Rules for traffic of the last days that ended up in Unassigned, Referral or Paid Other, best
         *     first. At most the last 30 days are looked at; the answer says when more were asked for.
         */
        get: operations["suggestChannelRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channel-rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a channel rule
         * @description What the rule named the channel of goes to the next rule that fits, at once and for all history.
         */
        delete: operations["deleteChannelRule"];
        options?: never;
        head?: never;
        /**
         * Update a channel rule
         * @description Fields that are absent stay as they are. Like a new rule, the changed one is in force at once
         *     and for all history.
         */
        patch: operations["updateChannelRule"];
        trace?: never;
    };
    "/api/v1/channel-taxonomy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a channel
         * @description Adds a name to the channels of the workspace, which all its profiles share. A name that is there
         *     already, however it is spelt, is given back as it is.
         */
        post: operations["addChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description One row for each conversion of the goal, latest first, with the customer behind it. Names and
         *     e-mail addresses are mostly starred while the profile's `pii_mode` is `masked`.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Import customers
         * @description Says who customers are: each row finds the customer whom its `national_id`, email or phone names, in this
         *     order, or founds one, who gets the row's other identifiers. What a row names together is one person, by the
         *     same rule as for events. Nothing happened by it: no event is written, no figure changes unless people turn
         *     out to be one, and nobody was seen. Rows go in order, so a later one finds whom an earlier one founded.
         *     Sending rows again matches all of them.
         */
        post: operations["importCustomers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search customers
         * @description Whom a text may mean: who has it as an identifier, then whose name begins with it, then, from three
         *     characters on, who has it anywhere in name, e-mail address or phone number; among equals who was seen last.
         *     Capitals and accents make no difference. A text of under two characters finds nobody, and nobody is found who
         *     was merged into somebody else. Refused while the profile shows personal data masked: a search would give it
         *     away letter by letter.
         */
        get: operations["searchCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/{id}/journey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a customer's journey
         * @description Page views, identifications and outcomes of one person in the order in which they happened. An
         *     id that the profile does not know gives an empty history.
         */
        get: operations["getCustomerJourney"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record an outcome event
         * @description Sends one server-side event: a payment, a lead, an appointment, whatever a conversion
         *     definition gives a meaning to. Give every event that carries money an idempotency key, so that
         *     sending it again does not count it again. The event counts for the person whom its identifiers
         *     name.
         */
        post: operations["createEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List goals
         * @description The conversion definitions of the profile, oldest first; at most 200.
         */
        get: operations["listGoals"];
        put?: never;
        /**
         * Create a goal
         * @deprecated
         * @description Creates a conversion definition of one event type. Deprecated: create a definition instead.
         */
        post: operations["createGoal"];
        /**
         * Delete a goal
         * @description Deletes the conversion definition; its conversions go with the full replay that is queued.
         */
        delete: operations["deleteGoal"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/goals/definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List definitions
         * @description Both catalogues: what is a conversion, and what pipeline stages are called.
         */
        get: operations["listDefinitions"];
        put?: never;
        /**
         * Create a conversion definition
         * @description Gives event types a meaning. The key is taken verbatim. Stamps an audit event and queues one
         *     full replay, so that past periods change too; changes made while a replay waits share it.
         */
        post: operations["createDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/goals/definitions/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare a conversion definition with an edit
         * @description What it captures, and what it would capture after the edit, over the same days. Nothing is
         *     written.
         */
        post: operations["diffDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/goals/definitions/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a conversion definition
         * @description How many events a candidate would capture, and worth how much. What it says is what the replay
         *     after creating the definition shows for the same days. Nothing is written.
         */
        post: operations["previewDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/goals/definitions/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest conversion definitions
         * @description Event types that were seen in the last days and that no definition names, most frequent first.
         */
        get: operations["suggestDefinitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/goals/definitions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a conversion definition
         * @description Its conversions go with the full replay that is queued. Stamps an audit event.
         */
        delete: operations["deleteDefinition"];
        options?: never;
        head?: never;
        /**
         * Update a conversion definition
         * @description Changes the fields that are sent. Stamps an audit event and queues one full replay, so that past
         *     periods change too; when nothing changes, it does neither.
         */
        patch: operations["updateDefinition"];
        trace?: never;
    };
    "/api/v1/goals/outcome-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count outcome events by type
         * @description Every type that was seen in the period, most frequent first, with what it is called and which
         *     definition claims it.
         */
        get: operations["countOutcomes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/handoffs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a hand-off
         * @description How far something is that a human finishes in a browser: poll it until it is no longer `pending`.
         *     Everybody who reaches its profile or workspace may; no id but its own is needed.
         */
        get: operations["getHandoff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/merge-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List merges
         * @description Decisions that two customers are one, the latest first, also those that were undone.
         */
        get: operations["listMerges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/merge-proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List merge proposals
         * @description Customers who may be one although no event says so, the likeliest first, each with what speaks for and against it.
         *     Nobody is merged by a proposal: people decide.
         */
        get: operations["listMergeProposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/merge-proposals/scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Scan for merge proposals
         * @description Goes through all customers once more, in the background. It is not needed for customers who are new: those are
         *     compared within a minute, and everybody else once a day. While a scan is under way, asking for another one is answered
         *     with it.
         */
        post: operations["scanMergeProposals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/merge-proposals/{id}/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide a merge proposal
         * @description Merges the two, says for good that they are two people, or puts the decision off. The same decision again changes
         *     nothing; another one than was made is refused. A merge can be undone, which dismisses the proposal; what is dismissed
         *     stays so, and is inherited when one of the two is merged with somebody else.
         */
        post: operations["decideMergeProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/merge-proposals/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview a merge proposal
         * @description What making one of the two would do, to the last digit: the merge is made, looked at, and given up again. Nothing is
         *     written.
         */
        get: operations["previewMergeProposal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/repair": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Repair customers
         * @description Fills in the e-mail address and the phone number of customers of whom none is shown although they hold one alone. What
         *     is shown already stays, nothing is credited anew, and the same again changes nothing. Nobody is merged: proposals are
         *     for people to decide.
         */
        post: operations["repairCustomers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity/repair-scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scan customers for what is missing or doubled
         * @description Goes through all customers, a page at a time: whose e-mail address or phone number is not shown, who has one that
         *     others were named with, too, which value alone joins two groups of somebody's others, and what a repair would fill in.
         *     Nothing is written.
         */
        get: operations["scanRepairs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/mcp-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mint a user token
         * @description For a program of your own: the same tokens that an application gets after an approval, with the
         *     same grants, and refreshed at the same endpoint under `client_id`. Only a person in person may;
         *     keys and applications get 403. While the operator has not said how many units such tokens may
         *     have, the answer is 503.
         */
        post: operations["createMcpToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * @description It needs no credential. Choices that are this service's own carry `x-spec-gap` with
         *     the id of their row in the gap register.
         */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/outcome-definitions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an outcome definition
         * @description Changes its event key or its label. Stamps an audit event; nothing is replayed, because labels
         *     mean nothing for attribution.
         */
        patch: operations["updateOutcomeDefinition"];
        trace?: never;
    };
    "/api/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the overview
         * @description Spend, attributed revenue, conversions, coverage and web figures of a period and of the period
         *     of equal length before it. Days are local to the profile's time zone.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/webpay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a Webpay payment
         * @description Takes what Webpay Plus answered a `commit` or `status` call with, and counts the order once, however often and in
         *     whatever order it is told of: as a payment once the bank approved and the amount is taken, and, once that is recorded, as
         *     refunds when it is reversed or nullified, also in parts. What comes to nothing is answered with the reason and not written, so that the
         *     same order may still be paid. A payment is known again by its order, amount, currency, authorization and moment.
         *     Nobody at Transbank is asked.
         */
        post: operations["createWebpayPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the profile
         * @description Name, currency, time zone, privacy mode and what this deployment serves: what a client needs to
         *     show the profile's figures.
         */
        get: operations["getProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the profile
         * @description Changes what is sent and keeps the rest. Another currency or time zone changes every reported
         *     figure: it queues one full replay, which `meta.recompute_id` names, and reports show the old
         *     currency and the old days until that replay is complete. A currency without exchange rates is
         *     allowed; amounts that cannot be converted are kept and left out of money figures until rates are
         *     imported.
         */
        patch: operations["updateProfile"];
        trace?: never;
    };
    "/api/v1/profile/attribution-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the attribution windows
         * @description How long before a conversion a touch may lie to be credited.
         */
        get: operations["getAttributionSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the attribution windows
         * @description Sets what is sent and keeps the rest. Every call that succeeds queues a full replay, also when
         *     the windows are what they were; `meta.recompute_id` names it. Calls that come while a replay
         *     waits share it.
         */
        patch: operations["updateAttributionSettings"];
        trace?: never;
    };
    "/api/v1/profile/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stamp an audit event
         * @description Writes that the holder of the key did one of the listed things in a user interface. What
         *     operations of this interface do to settings is written by themselves and cannot be stamped.
         */
        post: operations["createAuditEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile/dark-messaging-spend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what is at risk in conversations that no ad is known of
         * @description Conversations in the photo app, those of them that lead back to no ad, the cash of their conversions and their part of
         *     the spend on ads that lead to messages. As long as no such conversation is stored the amounts are null, and
         *     `meta.warnings` says so.
         */
        get: operations["getDarkMessagingSpend"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile/freshness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how fresh attribution is
         * @description When results were last brought up to date, what waits, and which settings they are made under:
         *     one snapshot, true at the instant of the answer.
         */
        get: operations["getFreshness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile/outcome-definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace a family of outcome definitions
         * @description The family is what is sent from now on. A label whose event key was there keeps its id. Stamps
         *     an audit event; nothing is replayed, because labels mean nothing for attribution.
         */
        put: operations["replaceOutcomeDefinitions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile/readiness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how far the profile is set up
         * @description A checklist, judged by what has been received and not by what somebody says is done, and the one
         *     next thing to do.
         */
        get: operations["getProfileReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a profile
         * @description In a workspace whose owner or admin the caller is. Asking for the same name again within ten
         *     minutes gives the same profile, with `created` false and 200. Costs no units: 200 calls an hour
         *     and credential, counted exactly, are what there is, and the headers tell of them.
         */
        post: operations["createProfile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/quality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the score of data quality
         * @description How much of what reports rest on is there, over the last thirty days under `last_touch`, and where points were lost.
         *     Repairing something never lowers it. A whole path can still be wrong: the score is an index of evidence.
         */
        get: operations["getQuality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/quality/attribution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how many outcomes are attributed
         * @description How many outcomes a model credits to a touch, and why it credits the others to none, in all and for each conversion
         *     key. That is coverage and no accuracy: a path that is whole can still be wrong.
         */
        get: operations["getAttributionQuality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/quality/instrumentation-health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how the site is measured
         * @description What the last look found: whether what comes in is usable, whether it still comes, and which days were unusual. The
         *     look is that at links, once a night and on request.
         */
        get: operations["getInstrumentationHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/quality/utm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the health of links
         * @description What the last look at the links of the last thirty days counted, and, read now, which advertisements conversions are
         *     credited to that the catalogue does not have. Links are looked at once a night and on request.
         */
        get: operations["getUtmHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/quality/utm/anomalies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what is wrong with links
         * @description The faults that the last look at the links found, each with how many touches have it, what shows it and what to do.
         */
        get: operations["listUtmAnomalies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/quality/utm/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look at links now
         * @description Looks at the links of the last thirty days, unless that was done in the last ten minutes. Six calls an hour, whether
         *     they look or not; they take nothing of the other allowance. Requests at the same moment share one look.
         */
        post: operations["refreshUtmHealth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tracking/installers/gtm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the tracker for a tag manager
         * @description A container for Google Tag Manager with one tag that loads the tracker on all pages. With `consent=required` the tag
         *     also needs `analytics_storage`, and the tracker waits for `tributary.consent(true)`. A profile without an active
         *     tracking key is 404: issue one first.
         */
        get: operations["getTagManagerContainer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tracking/installers/shopify-pixel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the tracker for a store
         * @description A custom pixel for a Shopify store: page views and completed checkouts, once the store says that the visitor
         *     agreed to analytics. Use either this or the snippet in the theme, or visits count twice. A profile without an active
         *     tracking key is 404: issue one first.
         */
        get: operations["getStorePixel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tracking/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List active tracking keys */
        get: operations["listTrackingKeys"];
        put?: never;
        /**
         * Issue the tracking key
         * @description A profile has one active tracking key. The first call issues it, every other call gives the
         *     same one back.
         */
        post: operations["createTrackingKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tracking/snippet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the tracker's tag
         * @description The script tag with the profile's key, for the `<head>` of every page to be measured, and with `social_pixel_id` a
         *     second one for the social network's pixel, which follows what the visitor answers the tracker. A profile without an
         *     active tracking key is 404: issue one first.
         */
        get: operations["getTrackingSnippet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/trust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the signals of trust
         * @description What a reader has to know before believing today's figures. A warning: figures lack something or have it in the wrong
         *     place until somebody acts. A notice: they are right as far as they go, and it is good to know how far.
         */
        get: operations["getTrust"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/deliveries/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a delivery
         * @description Sends the same bytes once more under the same `webhook-id`, with a new timestamp, signed with the secrets of
         *     now, whatever became of the delivery. One that still waits is sent at once.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook subscriptions
         * @description All of the profile's, oldest first; there are at most 100. Secrets are never shown here.
         */
        get: operations["listWebhookSubscriptions"];
        put?: never;
        /**
         * Create a webhook subscription
         * @description From now on events of these types are sent to the address, signed with the secret of the answer, which is not
         *     shown again. [How to receive them](/docs/webhooks.md).
         */
        post: operations["createWebhookSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook subscription
         * @description What waits is not sent any more, and its deliveries are not told of any more.
         */
        delete: operations["deleteWebhookSubscription"];
        options?: never;
        head?: never;
        /**
         * Update a webhook subscription
         * @description Fields that are absent stay as they are. When the address has another host, the subscription gets a new secret,
         *     which the answer shows, and deliveries are signed with no other from then on.
         */
        patch: operations["updateWebhookSubscription"];
        trace?: never;
    };
    "/api/v1/webhooks/subscriptions/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook secret
         * @description Deliveries are signed with the new secret and, for a day, with each that it replaces, so that a receiver that
         *     knows either can verify them. At most ten old secrets sign at a time.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/test/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description An event of the first type and provider on the subscription's lists, whose data has `test: true` and an example
         *     of every field. It is signed, sent and repeated like any other, also while the subscription is disabled.
         */
        post: operations["testWebhookSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your workspaces
         * @description The workspaces that the caller is a member of, by name; none for a new account. Needs neither a
         *     profile nor a workspace.
         */
        get: operations["listWorkspaces"];
        put?: never;
        /**
         * Create a workspace
         * @description The caller becomes its owner. The same caller asking for the same name again within ten minutes
         *     gets the same workspace, with `created` false and 200. The plans growth and agency begin with a
         *     trial, and the answer says where they are paid for: send the human there and poll the hand-off.
         *     When no checkout can be opened, the workspace is there all the same, `checkout` is null and
         *     `meta.warnings` has `checkout_unavailable`.
         */
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspace_id}/checkout-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a workspace's checkout
         * @description Gives the checkout that waits for its human, or opens one; nothing else about the workspace
         *     changes. When none can be opened, `checkout` is null and `meta.warnings` has
         *     `checkout_unavailable`.
         */
        post: operations["createCheckoutSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/ad-sets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ad sets
         * @description Every ad set or ad group, in which campaign, what it is and was called, and what it came to.
         *
         *     What it came to in the period, under the same question as an overview: spend also where no ad explains it, credit where a visit named
         *     one of its ads. Also what has no figures is in the list. Sorted by a figure, the highest first.
         */
        get: operations["listAdSets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/ads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ads
         * @description Every ad, in which ad set and campaign, what it is and was called, and what it came to.
         *
         *     What it came to in the period, under the same question as an overview: spend also where no ad explains it, credit where a visit named
         *     it. Also what has no figures is in the list. Sorted by a figure, the highest first.
         */
        get: operations["listAds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/analytics/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what people were shown
         * @description How often the pictures in mails and banners were loaded, by campaign, and what each channel is credited with under
         *     `last_touch` with and without them, side by side.
         */
        get: operations["getViews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/attribution/recompute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay everybody
         * @description Queues one full replay of the profile: sessions, touches, conversions and credits are derived
         *     anew from the events. Reports show the present results until it is complete.
         */
        post: operations["createRecompute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/attribution/recomputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List full replays
         * @description The latest request first.
         */
        get: operations["listRecomputes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/attribution/recomputes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a full replay
         * @description Why it is made, how far it has come, and when reports began to show it.
         */
        get: operations["getRecompute"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/breakdowns/{dimension}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Break figures down by a dimension
         * @description Spend, credited revenue and conversions, and web figures of each value of the dimension, with
         *     the total over all values. Every figure means what it means in the overview, under the same
         *     filters; a conversion that no touch is credited with stands in no row.
         */
        get: operations["getBreakdown"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List campaigns
         * @description Every campaign that platforms or rows of spend ever named, what it is and was called, and what it came to.
         *
         *     What it came to in the period, under the same question as an overview: spend also where no ad explains it, credit where a visit named
         *     one of its ads. Also what has no figures is in the list. Sorted by a figure, the highest first.
         */
        get: operations["listCampaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/collect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record browser events
         * @description What the tracker script sends: page views, engaged time, identify and custom events of one
         *     browser. Needs no credential but a public tracking key. The answer comes when the events are
         *     durable; sending them again counts them once. Pages of any origin may call it, and `text/plain`
         *     spares them a preflight.
         */
        post: operations["collectEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connections
         * @description Accounts at ad platforms that the profile is or was connected with, the latest first.
         */
        get: operations["listConnections"];
        put?: never;
        /**
         * Ask for a connection
         * @description Leaves a hand-off: an owner or admin of the workspace opens its `url`, allows access at the platform or pastes a
         *     token, and picks an account. No credential passes through here. Connecting an account again keeps the id of its
         *     connection. [How to connect](/docs/exports.md).
         */
        post: operations["createConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a connection */
        get: operations["getConnection"];
        put?: never;
        post?: never;
        /**
         * Remove a connection
         * @description Its tokens are deleted, and the platform is told that they are not needed any more, unless the profile has
         *     another connection with it. It stays on the list as `revoked`; connecting its account again brings it back under
         *     the same id.
         */
        delete: operations["deleteConnection"];
        options?: never;
        head?: never;
        /**
         * Have an account's spend read
         * @description Switches on or off that cost, impressions, clicks and names of the account's ads are read from the platform, and how
         *     far back. It is off until somebody switches it on. What was read stays when it is switched off.
         *     [How spend is read](/docs/spend.md).
         */
        patch: operations["updateConnection"];
        trace?: never;
    };
    "/api/v1beta/connections/{id}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read an account's spend now
         * @description Has the last thirty days of the account and the names of its ads read anew, within seconds unless the account is
         *     being read. What it came to is in `last_sync`.
         */
        post: operations["syncConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/conversions/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain a conversion's credit
         * @description Every candidate touch with why it counts or not, the rule that named its channel, its share and
         *     what it is credited, and the identifiers that joined the person.
         */
        get: operations["explainConversion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/conversions/{id}/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain what platforms were told of a conversion
         * @description For each destination and each rule that reads the conversion: what was told, what was withheld and why, and which
         *     fields would leave now. What was decided before stays, also when the rule is off, archived or reads something else by
         *     now, or the event is no conversion any more. Names of fields alone are shown, never what is in them.
         */
        get: operations["getConversionExports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/creatives": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List creatives
         * @description Everything that ads show, where the platform keeps that apart from them (Meta does, Google does not), and what it came to.
         *
         *     What it came to in the period, under the same question as an overview: spend and credit where a visit named
         *     one of the ads that show it now. Also what has no figures is in the list. Sorted by a figure, the highest first.
         */
        get: operations["listCreatives"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/customers/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a customer
         * @description Takes out for good everything that names a person: names, identifiers, what browsers are called, what addresses and
         *     properties of their events say, what is proposed of them, and hashes. Events stay without it and stay one person's, so
         *     every figure stays as it is, through every later replay. What comes in late of before the erasure loses it at the door,
         *     and what comes of after it founds somebody new. The same again changes nothing.
         */
        post: operations["eraseCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/customers/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export what is stored of a customer
         * @description Everything that is stored of a person, for whoever asks what is held of them: rows as they are stored. Refused while the
         *     profile shows personal data masked.
         */
        get: operations["exportCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/exports/compliance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what a profile decides for all of its exports
         * @description Its privacy mode and whether each kind of platform is told at all. Both are off until a destination of the kind is
         *     made.
         */
        get: operations["getExportCompliance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change what a profile decides for all of its exports
         * @description Whatever closes more can be asked for with `exports:write`. What lets more of people's data leave is for an owner or
         *     admin of the workspace, who is signed in in a browser: others are answered 403, which says where. Every change is
         *     written into the profile's trail.
         */
        patch: operations["updateExportCompliance"];
        trace?: never;
    };
    "/api/v1beta/exports/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare what was told with what reports count
         * @description For every destination how many of the events that reports count as conversions the platform has, and where the others
         *     are. A platform that is told less than happened bids on less than happened.
         */
        get: operations["getExportCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/exports/custom-audiences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List custom audiences
         * @description Audiences of the account that a `social_ads` connection is with, in the platform's order. The platform is asked
         *     with every call, for ten seconds at most.
         */
        get: operations["listCustomAudiences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/exports/dataset-quality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the quality of a data set
         * @description What the platform says of the data set that a `social_capi` destination tells: how well people are found, what
         *     share of the browser's events the server tells, too, by what doubles are seen, how soon events come in, and what
         *     it is good for. The platform is asked with every call, for ten seconds at most.
         */
        get: operations["getDatasetQuality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/exports/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List export deliveries
         * @description What ad platforms were told, what waits, and what was not told with the reason; the latest first.
         */
        get: operations["listExportDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/exports/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an export delivery */
        get: operations["getExportDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/exports/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List export destinations
         * @description All of the profile, the oldest first, with whether each ships and the newest that was decided for it.
         */
        get: operations["listExportDestinations"];
        put?: never;
        /**
         * Create an export destination
         * @description It is told what happens from now on, and nothing from before. The first destination of a kind turns the profile's
         *     switch of that kind on. [How exports work](/docs/exports.md).
         */
        post: operations["createExportDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/exports/destinations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an export destination */
        get: operations["getExportDestination"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an export destination
         * @description Fields that are absent stay as they are. `destination` never changes. `destination_config` is merged into what is
         *     there, key by key; null takes a key away. Another `social_pixel_id` loses the clean data set of the former one.
         */
        patch: operations["updateExportDestination"];
        trace?: never;
    };
    "/api/v1beta/exports/destinations/{id}/provision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Provision a destination for Platform-Safe mode
         * @description The destination gets its clean data set, and the profile's privacy mode becomes `platform_safe`, both at once: from
         *     then on that data set alone feeds the platform, and social destinations without one are held back. From a mode that
         *     tells less (`hipaa`, or `custom`), an owner or admin of the workspace does this in a browser; others are answered
         *     403.
         */
        post: operations["provisionExportDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/exports/diagnostics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Diagnose exports
         * @description For every destination whether it ships, how its account stands, what waits since when, and what helps.
         */
        get: operations["getExportDiagnostics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/exports/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List export rules
         * @description The latest first. Archived ones are left out.
         */
        get: operations["listExportRules"];
        put?: never;
        /**
         * Create an export rule
         * @description It tells what happens from now on, and nothing from before. A rule with no destination on tells nothing.
         *     [How rules work](/docs/exports.md).
         */
        post: operations["createExportRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/exports/rules/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try an export rule on what happened
         * @description Counts what a rule would have told a destination of what happened in a span, by the same decisions as a run, as if both
         *     had been there since the span began. Nothing is written, and nothing told. One of a profile and two in all are
         *     done at a time; three more of a profile wait, else 503.
         */
        post: operations["dryRunExportRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/exports/rules/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an export rule
         * @description Counts what a rule would have read in the last 30 days. Nothing is written, and nothing told.
         */
        post: operations["previewExportRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/exports/rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an export rule
         * @description Archived ones, too.
         */
        get: operations["getExportRule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an export rule
         * @description Fields that are absent stay as they are; `source_kind` never changes. `archived_at` puts it into the archive, and
         *     null takes it out. Whatever begins to be told anew is told from now on: a rule that is enabled, taken out of the
         *     archive, or turned on for a kind of destination tells nothing of before.
         */
        patch: operations["updateExportRule"];
        trace?: never;
    };
    "/api/v1beta/exports/test-send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Tells a social destination of an event that nobody caused, through the same guard as any other. It stands in the list
         *     of deliveries as a `test`, and no statistics count it.
         */
        post: operations["sendExportTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/identity/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what a customer is known by
         * @description Identifiers and browsers, each with an id by which a split names it, and the splits of the customer so far.
         */
        get: operations["getCustomerIdentity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/identity/customers/{id}/split": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Split a customer
         * @description Decides that a customer is two people, whatever facts come later, until that is undone: the identifiers and browsers that
         *     are named are another customer's, and everything that follows from them. The customer goes on under their id with what
         *     stays. Reports show it from the answer on, and the ledger of restatements has what changed, under the cause `split`. No
         *     fact is altered.
         */
        post: operations["splitCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/identity/customers/{id}/split/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a split of a customer
         * @description What making two of a customer would do, to the last digit: the split is made, looked at, and given up again. Nothing is
         *     written.
         */
        post: operations["previewSplit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/identity/merge-proposals/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide several merge proposals
         * @description The same of all of them, or nothing: merges their customers one after the other, says for good that each are two people,
         *     or puts the decision off. Where one of them cannot be, none is. All merges of an answer can be taken back at once.
         */
        post: operations["decideMergeProposals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/identity/merge-proposals/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview several merge proposals
         * @description What merging the customers of all of them would do, to the last digit: the merges are made one after the other, looked
         *     at, and given up again. Nothing is written.
         */
        post: operations["previewMergeProposals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/identity/merges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge two customers
         * @description Decides that two customers are one, whatever facts come later, until that is undone. Who was seen first goes on;
         *     the other id leads there. Reports show it from the answer on, and the ledger of restatements has what changed, under
         *     the cause `merge`. No fact is altered.
         */
        post: operations["mergeCustomers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/identity/merges/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a merge of two customers
         * @description What making one of two customers would do, to the last digit: the merge is made, looked at, and given up again.
         *     Nothing is written.
         */
        post: operations["previewMerge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/identity/merges/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo several merges
         * @description All of them or none, the latest first, so that what one decision about several proposals did is undone by one other.
         */
        post: operations["undoMerges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/identity/merges/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a merge
         * @description Both customers have what they would have had without it: identifiers, browsers, names and credits, and what came
         *     since goes to whom it belongs. A merge that was undone before is answered as it was.
         */
        post: operations["undoMerge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/identity/splits/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a split
         * @description The customer has what they would have had without it: identifiers, browsers, names and credits, and what came since goes
         *     to whom it belongs. The other id leads to them. A split that was undone before is answered as it was.
         */
        post: operations["undoSplit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/paths": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List touch paths
         * @description The most frequent paths of the conversions of a period, each with all its touches inside the
         *     window; or, with `converting=false`, of the people who came in the period and have no conversion
         *     at all, each with the touches of the sessions that began in it.
         */
        get: operations["listPaths"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/profile/view-credit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Decide whether views take credit
         * @description A change queues one full replay, which `meta.recompute_id` names; its cause in the ledger is
         *     `views_credit_changed`. What is decided already changes nothing.
         */
        put: operations["updateViewCredit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/profiles/{id}/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether a profile is to be deleted */
        get: operations["getProfileDeletion"];
        put?: never;
        /**
         * Delete a profile
         * @description In a week, with everything that was ever received for it and all that follows from it. Until then it
         *     goes on as before and can be kept. Only owners and admins of its workspace may, in person.
         */
        post: operations["requestProfileDeletion"];
        /** Keep a profile that was to be deleted */
        delete: operations["withdrawProfileDeletion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/profiles/{id}/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How long personal text of a profile is kept */
        get: operations["getProfileRetention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Decide how long personal text of a profile is kept
         * @description What has become old enough goes within a day, and does not come back. No figure changes by it: rows stay,
         *     with all that figures are made of. A browser that comes back after it lost its id is a new one. Only
         *     owners and admins of the workspace may, in person.
         */
        patch: operations["updateProfileRetention"];
        trace?: never;
    };
    "/api/v1beta/quality/utm/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Judge links before they go live
         * @description Judges addresses by the rules of the audit, under the profile's channel rules and its catalogue of advertisements:
         *     which faults visits by them would have, and in which channel they would be. Spellings of a source are compared over all
         *     that are sent. Nothing is kept, and nothing is loaded.
         */
        post: operations["checkUtmLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/quality/utm/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the links behind what is wrong
         * @description The faults that the last look found, those with the most cash at stake first, each with the links behind it: where
         *     they lead, when they were seen, what hangs on them, and what to paste at the ad platform instead.
         */
        get: operations["listUtmFindings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/quality/utm/findings/{category}/mute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Let a fault of links be
         * @description Somebody knows of it and it is to be told no more until there is more of it: half as many touches again as now, and
         *     at least five. With null as the reason it is told again. It stays among the findings either way.
         */
        put: operations["muteUtmFinding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/quality/utm/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was wrong with links day by day
         * @description What the last look of each day found, each over the thirty days before it. Days on which nobody looked are left out.
         */
        get: operations["listUtmHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/restatements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List restatements
         * @description Every change of a reported figure, the latest first: when, why, by whom, which days, and what
         *     credited cash, conversions and spend changed by. Figures that a report shows never change without one.
         */
        get: operations["listRestatements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/restatements/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a restatement
         * @description What changed, day by day and channel by channel, before and after. Adding up the changes of all
         *     restatements up to an instant gives the figures as they were reported then.
         */
        get: operations["getRestatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/spend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Write ad spend
         * @description Writes what ads cost by day, and the names of accounts, campaigns, ad sets and ads. A row
         *     replaces what was written before for the same day and ids, so sending the same rows again
         *     changes nothing. All rows are written, or none. CSV has the fields of a row as its header line.
         *
         *     A row without `ad_id` is the total of the ad set, the campaign or the account that it names. It
         *     counts with what the rows of its parts do not explain, so no total is counted twice, whatever
         *     comes first.
         *
         *     With `replace=account_days` nothing else is left of the account's days: what the platform took
         *     back goes. All rows are of one platform and account, those of the first row or of the parameters.
         *     The days are those of the rows, or all from `date_from` to `date_to`; days without a row are
         *     emptied.
         */
        put: operations["putSpend"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/spend/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List batches of spend
         * @description What loaders left in the landing tables and what became of it, the latest first. Batches are told of for ninety days.
         */
        get: operations["listSpendBatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/spend/platforms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List advertising platforms
         * @description Which traffic each platform buys, and so which channel its spend has: the built-in table and what
         *     the profile says of platforms, which comes first. A platform that is not in the list is its own
         *     source, without `_ads` at the end, with the medium `cpc`.
         */
        get: operations["listSpendPlatforms"];
        /**
         * Say which traffic platforms buy
         * @description Replaces all that the profile says of platforms. Rows of spend that come later follow it; those
         *     that are there keep their channel until they are sent again. Stamps an audit event.
         */
        put: operations["replaceSpendPlatforms"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/spend/restatements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Measure how spend moved after it was told
         * @description Platforms correct what they said of a day, for hours and for weeks. By channel and by how old the day was when its
         *     spend changed: how many days changed, by how much, and what part of the spend that is. What is told first of a
         *     channel's day is no change, however late it comes. Only what came of writing spend counts.
         */
        get: operations["getSpendRestatements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/timeseries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a time series
         * @description The figures of a breakdown for each day, week (from Monday) or month of a period. Days are local
         *     to the profile's time zone; the first and the last bucket are clipped to the period.
         */
        get: operations["getTimeSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/tracking/exclusions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tracking exclusions
         * @description Those in force; a profile has at most 100.
         */
        get: operations["listTrackingExclusions"];
        put?: never;
        /**
         * Exclude events of browsers
         * @description Anybody can send events with a public tracking key. Those that have all of this in common count for
         *     nothing from now on, whenever they came: they make no session, visitor, page view or touch, and who is
         *     identified by them owns nothing. What a page says holds for all that came with it until the next
         *     touch. The events stay, so that deleting the exclusion restores every figure; events of servers are
         *     never excluded. One full replay, which `meta.recompute_id` names, shows it.
         */
        post: operations["createTrackingExclusion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/tracking/exclusions/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try an exclusion
         * @description What it would take out of all that counts now. Nothing is changed.
         */
        post: operations["previewTrackingExclusion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/tracking/exclusions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Let excluded events count again
         * @description Every figure becomes what it would be if the exclusion had never been. One full replay, which
         *     `meta.recompute_id` names, shows it.
         */
        delete: operations["deleteTrackingExclusion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/tracking/recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue tokens for recipients
         * @description A token names a customer in the address of a picture, so that what they see can be theirs. Whoever was asked for before
         *     has the token of then. An id that nobody is known by makes nobody known, and somebody who was forgotten is not known;
         *     the tokens that they had are nobody's from then on.
         */
        post: operations["issueViewRecipients"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/tracking/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the tracking settings */
        get: operations["getTrackingSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the tracking settings
         * @description Changes what is sent and keeps the rest. What of addresses is stored holds for events that come from
         *     a second later on; what is stored already stays as it is, and no figure changes by it: channels,
         *     advertisements and clicks are read from an address before anything of it is left out. Another list of
         *     hosts holds for all that was ever received: the referrers of all page views are read anew, and one
         *     full replay, which `meta.recompute_id` names, shows what that changes. What a server said of a
         *     referrer with an event of its own stays as it was read.
         */
        patch: operations["updateTrackingSettings"];
        trace?: never;
    };
    "/api/v1beta/tracking/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify the installation of the tracker
         * @description On which hosts the tracker reports, since when and in which version, and what is wrong where it does not. From what came in: no
         *     page is loaded. What a browser sent a moment ago is there after a few seconds.
         */
        get: operations["getTrackingVerification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/view.gif": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The picture of a mail or banner
         * @description One transparent pixel of 43 bytes. Loading it counts a view for the campaign in its address and the profile's day, by who
         *     asked for it; with a recipient's token it is also what that recipient saw, at most once a campaign and day. A view makes
         *     no visit and no customer. Other parameters are ignored. The answer is the same whatever is in the address, also while
         *     nothing can be recorded.
         */
        get: operations["getViewPicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries
         * @description Events on their way to subscriptions, the latest first.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/webhooks/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a webhook delivery
         * @description With every request, and the beginning of what was answered.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1beta/workspaces/{id}/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether a workspace is to be deleted */
        get: operations["getWorkspaceDeletion"];
        put?: never;
        /**
         * Delete a workspace
         * @description In a week, with all its profiles and everything in them; of the workspace's own trail one line stays
         *     that says so. Until then it goes on as before and can be kept. Only owners may, in person.
         */
        post: operations["requestWorkspaceDeletion"];
        /** Keep a workspace that was to be deleted */
        delete: operations["withdrawWorkspaceDeletion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/.well-known/openid-configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metadata of the identity provider
         * @description Its issuer has a path, because at the base address clients look for the authorization server.
         */
        get: operations["getOpenidConfiguration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Public keys of the identity provider
         * @description A JSON Web Key Set (RFC 7517). A key is in it for at least a day before it is used.
         */
        get: operations["getKeySet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/session-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a session token
         * @description For a person: with the cookie of the pages and no body, or with an e-mail address and a password.
         */
        post: operations["createSessionToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process is alive
         * @description Asks nothing else of the service: not the database either.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/mcp/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a client
         * @description RFC 7591. Clients without a secret register themselves; those that nobody approves are forgotten
         *     after a week.
         */
        post: operations["registerClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/mcp/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a code or a refresh token
         * @description For clients that registered themselves and have no secret. A refresh token counts once; showing
         *     an old one ends everything that came of the approval.
         */
        post: operations["issueToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a token up
         * @description RFC 7009. Either token ends everything that came of the approval. Unknown tokens and those of
         *     another client are answered alike.
         */
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a code or a refresh token with a secret
         * @description For clients that the operator made. They prove themselves by `client_secret_basic` or in the
         *     body.
         */
        post: operations["issueConfidentialToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether requests can be served
         * @description The database answers within two seconds, takes what is written, and its migrations are done.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tracker.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tracker script
         * @description For a script tag on the pages to be measured. Cacheable for an hour; pages of any origin may
         *     load it.
         */
        get: operations["getTrackerScript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "connection.connected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * connection.connected
         * @description A provider was connected.
         */
        post: operations["onConnectionConnected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.reconnect_required": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * connection.reconnect_required
         * @description A connection stopped delivering and has to be authorised anew.
         */
        post: operations["onConnectionReconnectRequired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * connection.revoked
         * @description A connection was removed.
         */
        post: operations["onConnectionRevoked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "conversion.attributed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * conversion.attributed
         * @description A definition had its first conversion that is credited to a touch: once for ever.
         */
        post: operations["onConversionAttributed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "conversion.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * conversion.changed
         * @description What a conversion is credited with, or to which channel, changed after it was reported.
         */
        post: operations["onConversionChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "conversion.recorded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * conversion.recorded
         * @description A conversion appeared in the results.
         */
        post: operations["onConversionRecorded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "export.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * export.completed
         * @description A run of an export finished.
         */
        post: operations["onExportCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "export.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * export.failed
         * @description A run of an export was stopped by an error.
         */
        post: operations["onExportFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "handoff.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * handoff.completed
         * @description A person decided a hand-off of the profile. That one expired is not told.
         */
        post: operations["onHandoffCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "profile.freshness.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * profile.freshness.changed
         * @description Figures are complete up to a later instant: told at most once a minute.
         */
        post: operations["onProfileFreshnessChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "quality.alert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * quality.alert
         * @description What has to be known before believing figures changed: a signal of trust is not `ok` any more, or is again.
         */
        post: operations["onQualityAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "recompute.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * recompute.completed
         * @description A full replay finished, and its results are what reports show.
         */
        post: operations["onRecomputeCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "report.restated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * report.restated
         * @description A change concerned more than 1,000 conversions, or the currency of all, and is told as one.
         */
        post: operations["onReportRestated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description Who did something. */
        Actor: {
            /**
             * Format: uuid
             * @description The API key; null for others.
             */
            id: string | null;
            /** @description `api_key`, `operator` (somebody at the service's command line) or `system`. */
            kind: string;
        };
        /** @description At most 15 digits before and 4 after the decimal point, as string or as number, without exponent. */
        AmountInput: string | number;
        /** @description How outcomes are covered. Coverage is no accuracy: a path that is whole can still be wrong. */
        AttributionQuality: {
            /**
             * Format: int64
             * @description Those that the model credits to a touch.
             */
            attributed_outcomes: number;
            /** @description The same of each conversion key that has outcomes, the most first. */
            by_conversion_key: components["schemas"]["AttributionQualityOfKey"][];
            /** @description Attributed outcomes in percent of all, as the overview has it for the same days and model. */
            coverage_percent: components["schemas"]["DecimalNumber"];
            /** @description The attribution model. */
            model: string;
            /**
             * Format: int64
             * @description Outcomes, refunds not counted.
             */
            outcomes: number;
            /**
             * Format: int64
             * @description Outcomes with a touch that was made from what the event itself tells.
             */
            synthetic_outcomes: number;
            /** @description Every reason, also those without an outcome. With the attributed ones they are all outcomes. */
            unattributed: components["schemas"]["UnattributedOutcomes"][];
        };
        /** @description What the answer is about. */
        AttributionQualityMeta: {
            /**
             * Format: date
             * @description First day.
             */
            date_from: string;
            /**
             * Format: date
             * @description Last day.
             */
            date_to: string;
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
            /**
             * @description `replay_pending`: a full replay waits or runs, and the figures are those of before it. Absent when there is
             *     nothing to say.
             */
            warnings?: string[];
        };
        /** @description How the outcomes of one conversion key are covered. */
        AttributionQualityOfKey: {
            /**
             * Format: int64
             * @description Those that the model credits to a touch.
             */
            attributed_outcomes: number;
            /** @description The key. */
            conversion_key: string;
            /** @description Attributed outcomes in percent of all. */
            coverage_percent: components["schemas"]["DecimalNumber"];
            /**
             * Format: int64
             * @description Outcomes, refunds not counted.
             */
            outcomes: number;
            /**
             * Format: int64
             * @description Outcomes with a touch that was made from what the event itself tells.
             */
            synthetic_outcomes: number;
            /** @description Every reason, also those without an outcome. With the attributed ones they are all outcomes. */
            unattributed: components["schemas"]["UnattributedOutcomes"][];
        };
        /** @description Attribution windows in whole days; 0 turns one off. */
        AttributionSettings: {
            /**
             * Format: int32
             * @description Visits before a cash conversion.
             */
            cash_window_days: number;
            /**
             * Format: int32
             * @description Visits before a conversion that is not cash.
             */
            click_window_days: number;
            /**
             * Format: int32
             * @description Visits under the first-touch model.
             */
            first_touch_window_days: number;
            /**
             * Format: int32
             * @description Ad impressions before any conversion.
             */
            view_through_window_days: number;
        };
        /** @description Windows to set, in whole days; 0 turns one off. What is left out stays; no field takes null. */
        AttributionSettingsPatch: {
            /**
             * Format: int32
             * @description Visits before a cash conversion.
             */
            cash_window_days?: number;
            /**
             * Format: int32
             * @description Visits before a conversion that is not cash.
             */
            click_window_days?: number;
            /**
             * Format: int32
             * @description Visits under the first-touch model.
             */
            first_touch_window_days?: number;
            /**
             * Format: int32
             * @description Ad impressions before any conversion.
             */
            view_through_window_days?: number;
        };
        /** @description One interaction of a person with a user interface. It must hold no personal data. */
        AuditEventBody: {
            /**
             * @description `report.viewed`, `report.exported`, `journey.viewed`, `explanation.viewed`, `filter.saved`,
             *     `model.switched`, `onboarding.step_viewed` or `snippet.copied`.
             */
            action: string;
            /**
             * @description A flat object: at most 10 members, each a string of at most 256 characters, a number or a
             *     boolean.
             */
            detail?: Record<string, never> | null;
            /**
             * Format: uuid
             * @description What it was done to.
             */
            subject_id?: string | null;
        };
        /** @description A row of the audit trail. */
        AuditEventResult: {
            /**
             * Format: uuid
             * @description Names the row.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was written.
             */
            occurred_at: string;
        };
        /** @description What the authorization server offers (RFC 8414). */
        AuthorizationServer: {
            /** @description Where a person is sent. */
            authorization_endpoint: string;
            /** @description Every answer names its issuer (RFC 9207). */
            authorization_response_iss_parameter_supported: boolean;
            /** @description `S256`. */
            code_challenge_methods_supported: string[];
            /** @description `authorization_code` and `refresh_token`. */
            grant_types_supported: string[];
            /** @description The service's base address, byte by byte. */
            issuer: string;
            /** @description Where clients register themselves. */
            registration_endpoint: string;
            /** @description `query`. */
            response_modes_supported: string[];
            /** @description `code`. */
            response_types_supported: string[];
            /** @description Where tokens are given up. */
            revocation_endpoint: string;
            /** @description How a client may name itself when it gives tokens up. */
            revocation_endpoint_auth_methods_supported: string[];
            /** @description What can be asked for. */
            scopes_supported: string[];
            /** @description Where codes and refresh tokens are exchanged. */
            token_endpoint: string;
            /** @description `none`: clients that register themselves have no secret. */
            token_endpoint_auth_methods_supported: string[];
        };
        /** @description The same about a list that may be cut. */
        BoundedDaysMeta: {
            /**
             * Format: date
             * @description First local day.
             */
            date_from: string;
            /**
             * Format: date
             * @description Last local day.
             */
            date_to: string;
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
            /** @description Whether there are more rows than the answer has. */
            truncated: boolean;
        };
        /** @description A breakdown. */
        BreakdownAnswer: {
            /** @description The figures. */
            data: components["schemas"]["BreakdownData"];
            /** @description What they are about. */
            meta: components["schemas"]["FiguresMeta"];
            /** @description Where the list goes on. */
            pagination: components["schemas"]["RankedPagination"];
        };
        /** @description One page, and the figures over all pages. */
        BreakdownData: {
            /** @description In the order that was asked for; equals by key. */
            rows: components["schemas"]["BreakdownRow"][];
            /** @description Over all rows. */
            total: components["schemas"]["BreakdownTotal"];
        };
        /**
         * @description The figures of one value of the dimension. Numbers are exact or, for ratios, rounded to six
         *     decimals.
         */
        BreakdownRow: {
            /** @description Sessions with a single page view, in percent. */
            bounce_rate: components["schemas"]["DecimalNumber"];
            /** @description Credited conversions, a sum of shares; refunds not counted. */
            conversions: components["schemas"]["DecimalNumber"];
            /** @description The value; null for what is not known. */
            key: string | null;
            /** @description What the ads catalogue calls a campaign, an ad set or an ad; null for other dimensions. */
            name: string | null;
            /** @description Cash credited to touches. */
            revenue: components["schemas"]["DecimalNumber"];
            /** @description Revenue divided by spend; 0 without spend. */
            roas: components["schemas"]["DecimalNumber"];
            /**
             * Format: int64
             * @description Sessions with at least one page view.
             */
            sessions: number;
            /** @description Ad spend in the reporting currency. */
            spend: components["schemas"]["DecimalNumber"];
            /**
             * Format: int64
             * @description Distinct anonymous ids.
             */
            visitors: number;
        };
        /** @description The figures over all rows of all pages: what the overview says about the same question. */
        BreakdownTotal: {
            /** @description Sessions with a single page view, in percent. */
            bounce_rate: components["schemas"]["DecimalNumber"];
            /** @description Credited conversions; refunds not counted. */
            conversions: components["schemas"]["DecimalNumber"];
            /** @description Cash credited to touches. */
            revenue: components["schemas"]["DecimalNumber"];
            /** @description Revenue divided by spend; 0 without spend. */
            roas: components["schemas"]["DecimalNumber"];
            /**
             * Format: int64
             * @description Sessions with at least one page view.
             */
            sessions: number;
            /** @description Ad spend in the reporting currency; the whole of it, also where rows cannot tell their part. */
            spend: components["schemas"]["DecimalNumber"];
            unattributed_conversions: components["schemas"]["DecimalNumber"] | null;
            /**
             * Format: int64
             * @description Distinct anonymous ids. Who came in two ways stands in two rows and counts once here.
             */
            visitors: number;
        };
        /** @description A rule that nobody can change. */
        BuiltInChannelRule: {
            /** @description The channel that it names. */
            channel: string;
            /** @description When it fits, in one sentence. */
            explanation: string;
            /** @description Its name. */
            name: string;
        };
        /** @description One candidate touch. */
        CandidateTouch: {
            /**
             * Format: int64
             * @description Whole seconds before the conversion; negative after it.
             */
            age_seconds: number;
            /** @description Its channel. */
            channel: string;
            credited_amount: components["schemas"]["DecimalString"] | null;
            /** @description Whether it counts. */
            kept: boolean;
            /** @description click, view or synthetic. */
            kind: string;
            /** @description Path of the page. */
            landing_path: string | null;
            /** @description Medium. */
            medium: string;
            /**
             * @description kept, `outside_window`, `window_off`, `views_ignored`, `after_conversion`, duplicate,
             *     `self_referral`, `payment_gateway` or bot.
             */
            reason: string;
            /** @description The rule that named the channel. */
            rule: string;
            /** @description What the rule says. */
            rule_explanation: string;
            /**
             * Format: uuid
             * @description Its session.
             */
            session_id: string | null;
            /** @description Share of one. */
            share: components["schemas"]["DecimalString"];
            /**
             * Format: int32
             * @description Share in billionths.
             */
            share_billionths: number;
            /** @description Traffic source. */
            source: string;
            /** @description The page view that made it, the view, or a derived id. */
            touch_id: string;
            /**
             * Format: date-time
             * @description When.
             */
            touched_at: string;
            /**
             * Format: int32
             * @description Days of the window that decides.
             */
            window_days: number;
        };
        /**
         * @description Events that a definition captures. Sums are of amounts as they were received: refunds are
         *     negative, and currencies are not converted, so this is not revenue.
         */
        CapturedEvents: {
            /** @description The same by currency. */
            by_currency: components["schemas"]["CurrencyFigures"][];
            /** @description The same by the event type that captures, in the order of the definition. */
            by_event_name: components["schemas"]["EventNameFigures"][];
            /**
             * Format: int64
             * @description Different people behind the events, as identity stands now.
             */
            distinct_people: number;
            /**
             * Format: int64
             * @description Events, refunds included. A refund follows the sale that it gives back.
             */
            event_count: number;
            /** @description The sum of all amounts, whatever their currency. */
            revenue_sum: components["schemas"]["DecimalString"];
        };
        /** @description A page of campaigns, ad sets, ads or creatives. */
        CatalogueAnswer: {
            /** @description In the order that was asked for; equals by id. */
            data: components["schemas"]["CatalogueRow"][];
            /** @description What the figures are about. */
            meta: components["schemas"]["FiguresMeta"];
            /** @description Where the list goes on. */
            pagination: components["schemas"]["RankedPagination"];
        };
        /**
         * @description A campaign, an ad set, an ad or a creative with its figures. Numbers are exact or, for ratios, rounded to six
         *     decimals.
         */
        CatalogueRow: {
            /** @description The account; empty where there is none. */
            account_id: string;
            /** @description What the account is called. */
            account_name: string | null;
            /** @description The ad set of an ad; else null. */
            ad_set_id: string | null;
            /** @description What that is called. */
            ad_set_name: string | null;
            /** @description Sessions with a single page view, in percent. */
            bounce_rate: components["schemas"]["DecimalNumber"];
            /** @description The campaign of an ad set or ad; else null. */
            campaign_id: string | null;
            /** @description What that is called. */
            campaign_name: string | null;
            /** @description Credited conversions, a sum of shares; refunds not counted. */
            conversions: components["schemas"]["DecimalNumber"];
            /** @description What an ad shows, where the platform says so; else null. */
            creative_id: string | null;
            /** @description What that is called. */
            creative_name: string | null;
            /** @description What it was called before, the latest first, at most twenty; of creatives that is not kept. */
            former_names: components["schemas"]["FormerNameBody"][];
            /** @description Its id at the platform. */
            id: string;
            /** @description What it is called; null when nobody said. */
            name: string | null;
            /** @description The platform. */
            platform: string;
            /** @description Cash credited to touches. */
            revenue: components["schemas"]["DecimalNumber"];
            /** @description Revenue divided by spend; 0 without spend. */
            roas: components["schemas"]["DecimalNumber"];
            /**
             * Format: int64
             * @description Sessions with at least one page view.
             */
            sessions: number;
            /** @description Ad spend in the reporting currency. */
            spend: components["schemas"]["DecimalNumber"];
            /**
             * Format: date-time
             * @description When it was last told of.
             */
            updated_at: string;
            /**
             * Format: int64
             * @description Distinct anonymous ids.
             */
            visitors: number;
        };
        /** @description Why results are made anew, or figures changed. */
        ChangeCause: {
            /** @description Who caused it. */
            actor: components["schemas"]["Actor"];
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /**
             * @description One of `tracker_event`, `outcome_event`, `late_event`, `refund`, `identify`, `identity` (values
             *     turned out to be one person's, or not to be), `merge` (somebody said that two customers are one, or took that
             *     back), `split` (somebody said that a customer is two people, or took that back), `spend`, `channel_rules_changed`,
             *     `definition_created`, `definition_changed`, `definition_deleted`, `windows_changed`, `views_credit_changed`,
             *     `timezone_changed`, `currency_changed`, `rates_imported`, `requested`, `upgrade`,
             *     `identity_rederived`, `tracking_settings_changed` and `exclusions_changed`. There may be more of
             *     them later.
             */
            cause: string;
            /**
             * Format: int64
             * @description How many requests or facts it stands for.
             */
            count: number;
            /**
             * Format: uuid
             * @description The rule or definition that changed, the merge, or the split; null for others.
             */
            subject_id: string | null;
        };
        /** @description A channel to have. */
        ChannelBody: {
            /** @description Its name; spaces around it are cut off. Upper and lower case do not tell channels apart. */
            name: string;
        };
        /** @description Traffic that would go from one channel to another. */
        ChannelMove: {
            /** @description Credited conversions: sums of shares; refunds are not counted. */
            conversions: components["schemas"]["DecimalNumber"];
            /** @description Credited cash in the reporting currency, refunds subtracted. */
            credited_cash: components["schemas"]["DecimalNumber"];
            /** @description Its channel now. */
            from: string;
            /**
             * Format: int64
             * @description Sessions with a page view, without bots.
             */
            sessions: number;
            /** @description Its channel then. */
            to: string;
        };
        /** @description A channel of the taxonomy. */
        ChannelResult: {
            /** @description Whether this call added it. */
            created: boolean;
            /** @description Its name as rules must spell it. */
            name: string;
        };
        /** @description A rule of the profile. */
        ChannelRule: {
            /** @description The channel that it names. */
            channel: string;
            /** @description `and` or `or`. */
            combiner: string;
            /** @description What must hold. */
            conditions: components["schemas"]["RuleCondition"][];
            /**
             * Format: date-time
             * @description When it was made, RFC 3339.
             */
            created_at: string;
            /** @description Whether it takes part. */
            enabled: boolean;
            /**
             * Format: uuid
             * @description Names the rule.
             */
            id: string;
            /** @description What it is called. */
            name: string;
            /**
             * Format: int32
             * @description Its place among the rules, 1 to 999; the first rule that fits decides.
             */
            priority: number;
            /**
             * Format: date-time
             * @description When it was last changed, RFC 3339.
             */
            updated_at: string;
        };
        /** @description All that decides about channels. */
        ChannelRules: {
            /** @description The rules that every profile has, in the order in which they run after its own. */
            built_in: components["schemas"]["BuiltInChannelRule"][];
            /** @description The profile's own rules by priority. They run first; the first that fits decides. */
            rules: components["schemas"]["ChannelRule"][];
            /** @description The channels that a rule may name: the default ones, then the workspace's own. */
            taxonomy: components["schemas"]["TaxonomyEntry"][];
            /**
             * Format: int64
             * @description Rises with every change of the profile's own rules.
             */
            version: number;
        };
        /** @description How the spend of one channel changed. */
        ChannelSpendRestatements: {
            /** @description What changed, by how old the day was, the youngest first; always the same eight ages. */
            ages: components["schemas"]["SpendRestatementAge"][];
            /**
             * @description The channel.
             * @example Paid Search
             */
            channel: string;
            /** @description What is reported of these days now. */
            spend: components["schemas"]["DecimalNumber"];
        };
        /** @description A hand-off to a checkout. */
        Checkout: {
            /**
             * Format: date-time
             * @description Until when.
             */
            expires_at: string;
            /**
             * Format: uuid
             * @description Names it; poll `GET /api/v1/handoffs/{id}`.
             */
            id: string;
            /** @description Where the human pays. */
            url: string;
        };
        /** @description The checkout of a workspace. */
        CheckoutSessionBody: {
            checkout: components["schemas"]["Checkout"] | null;
            /**
             * Format: uuid
             * @description The workspace.
             */
            workspace_id: string;
        };
        /** @description What a client says about itself (RFC 7591). Members that are not here are ignored. */
        ClientRegistration: {
            /** @description What the application calls itself; cut at 120 characters. */
            client_name?: string | null;
            /** @description `authorization_code`, `refresh_token`. */
            grant_types?: string[] | null;
            /** @description 1 to 10 addresses: https, or http on localhost, 127.0.0.1 or `[::1]`. */
            redirect_uris: string[];
            /** @description `code`. */
            response_types?: string[] | null;
            /** @description Separated by spaces; unknown ones are dropped. */
            scope?: string | null;
            /** @description Only `none` is kept. */
            token_endpoint_auth_method?: string | null;
        };
        /** @description What became of a batch. */
        CollectResult: {
            /** @description Events that are new. */
            accepted: number;
            /** @description Events that were recorded before. */
            duplicates: number;
            /** @description Why reports leave the events out, such as `user agent says headless`; absent when they do not. */
            left_out?: string;
            /**
             * @description True when the profile tells a social network of conversions, which finds people by its own cookies: the
             *     tracker sends them as `c` then, where the visitor has agreed. Absent when they are not wanted.
             */
            wants_cookies?: boolean;
        };
        /** @description An account at an ad platform that the profile is connected with. It holds no credential. */
        Connection: {
            /**
             * Format: date-time
             * @description When the account was first connected.
             */
            created_at: string;
            /** @description The currency that the account is billed in, ISO 4217; null when the platform does not say. */
            currency: string | null;
            /** @description The platform's id of the account. */
            external_account_id: string | null;
            /** @description What the account is called there; null when the platform does not say. */
            external_account_name: string | null;
            /**
             * Format: uuid
             * @description Its id, which stays the same however often the account is connected.
             */
            id: string;
            last_sync: components["schemas"]["LastSync"] | null;
            /**
             * @description `social_ads` or `search_ads`.
             * @example social_ads
             */
            provider: string;
            /**
             * @description Why it has to be connected anew: `token_expired`, `permission_missing`, `account_closed` or
             *     `failing_for_days`. Null unless it has to.
             */
            reason: string | null;
            /** @description Whether what its ads cost is read by itself. */
            spend_enabled: boolean;
            /**
             * Format: int32
             * @description How many months back it is read.
             */
            spend_months: number;
            /**
             * @description `connected`; `reconnect_required`: it delivers nothing until somebody connects the account anew; `revoked`:
             *     somebody removed it.
             * @example connected
             */
            status: string;
            /** @description Where the account's days begin; null when the platform does not say. */
            timezone: string | null;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        /** @description What is to change; what is left out stays. */
        ConnectionChange: {
            /** @description Whether what its ads cost is read by itself. */
            spend_enabled?: boolean | null;
            /**
             * Format: int32
             * @description How many months back: 1 to 37, and 13 when nobody says otherwise.
             */
            spend_months?: number | null;
        };
        /** @description Where a person connects the account. */
        ConnectionHandoff: {
            /**
             * Format: date-time
             * @description Until when.
             */
            expires_at: string;
            /**
             * Format: uuid
             * @description Names the hand-off; poll `GET /api/v1/handoffs/{id}`. Once it is completed its `result` has the
             *     `connection_id`.
             */
            id: string;
            /** @description `pending`. */
            status: string;
            /** @description Where an owner or admin of the workspace goes, in a browser. */
            url: string;
        };
        /** @description What the person consented to; absent is unknown. */
        ConsentBody: {
            /** @description Personalised advertising: `granted` or `denied`. */
            ad_personalization?: string | null;
            /** @description Sending personal data to ad platforms: `granted` or `denied`. */
            ad_user_data?: string | null;
        };
        /** @description Says that some outcome event types are conversions, and of which kind. */
        ConversionDefinition: {
            /** @description Whether its conversions may be credited to a touch. */
            attribution_eligible: boolean;
            /** @description The name under which reports ask for it, verbatim as it was given. */
            conversion_key: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description A label for people. */
            display_name: string;
            /**
             * Format: uuid
             * @description Names the definition.
             */
            id: string;
            /** @description What the value of its events means: cash, pipeline or gross. Only cash counts toward ROAS. */
            revenue_type: string;
            /** @description The raw event types that it claims; no other definition of the profile has them. */
            source_event_names: string[];
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        /** @description Why a conversion is credited as it is. */
        ConversionExplanation: {
            /**
             * Format: uuid
             * @description The conversion.
             */
            conversion_id: string;
            /** @description The definition's key. */
            conversion_key: string;
            /**
             * Format: date-time
             * @description When.
             */
            conversion_time: string;
            /**
             * Format: uuid
             * @description The outcome event that it is made of.
             */
            event_id: string;
            /**
             * Format: uuid
             * @description The conversion whose shares a refund copies.
             */
            follows_conversion_id: string | null;
            fx: components["schemas"]["Fx"] | null;
            /** @description What joined the person. */
            identifiers: components["schemas"]["JoinedIdentifier"][];
            /** @description Whether it gives an earlier conversion back. */
            is_refund: boolean;
            /** @description Whether its touch was derived from its own evidence. */
            is_synthetic: boolean;
            /** @description The model. */
            model: string;
            received_amount: components["schemas"]["DecimalString"] | null;
            /** @description Its currency. */
            received_currency: string | null;
            /** @description Its currency. */
            reporting_currency: string;
            /** @description cash, pipeline or gross. */
            revenue_type: string;
            /** @description Sums over the touches. */
            total: components["schemas"]["Total"];
            /** @description Every candidate touch in order, those that do not count too. */
            touches: components["schemas"]["CandidateTouch"][];
            /**
             * @description `no_identity`, `no_touch_in_window`, `not_eligible`, `pending_fx` or `refund_unmatched`; null when
             *     it is credited.
             */
            unattributed_reason: string | null;
            value_amount_reporting: components["schemas"]["DecimalString"] | null;
            /**
             * @description Which touch comes last with and without views, whatever the profile decided; absent when the person
             *     was shown nothing.
             */
            views?: components["schemas"]["LastTouches"];
            /**
             * @description `replay_pending`: a full replay waits or runs; this is told by the settings of now, and
             *     reports are of before it. Absent when there is nothing to say.
             */
            warnings?: string[];
            /** @description The windows in force. */
            windows: components["schemas"]["WindowsInForce"];
        };
        /** @description What ad platforms were told of a conversion, what they would be told, and why the rest stays. */
        ConversionExports: {
            /**
             * Format: uuid
             * @description The conversion.
             */
            conversion_id: string;
            /**
             * @description For each destination and each enabled rule that reads the conversion; then what was decided under rules that do
             *     not look at it any more.
             */
            destinations: components["schemas"]["ExplainedExport"][];
            /**
             * Format: uuid
             * @description The outcome event that it is made of.
             */
            event_id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            event_time: string;
        };
        /** @description A new conversion definition. */
        CreateDefinitionBody: {
            /** @description Whether its conversions may be credited to a touch; true when absent. */
            attribution_eligible?: boolean | null;
            /** @description The name under which reports ask for it; taken verbatim and unique in the profile. */
            conversion_key: string;
            /** @description A label for people. */
            display_name: string;
            /** @description cash, pipeline or gross. */
            revenue_type: string;
            /** @description Raw event types of 1 to 128 characters, each claimed by one definition only. */
            source_event_names: string[];
        };
        /**
         * @description A server-side outcome event. Only `event_type` is required; identifiers say whose it is, touch
         *     evidence says what led to it when the visitor was never on the site. No text holds a control
         *     character.
         */
        CreateEventBody: {
            /** @description Id of the ad that led here. */
            ad_id?: string | null;
            /** @description The browser's anonymous id, as the tracker made it. */
            anonymous_id?: string | null;
            /** @description Id of the campaign that led here. */
            campaign_id?: string | null;
            /** @description Click ids by parameter name, for example `{"gclid": "…"}`; at most 20. */
            click_ids?: {
                [key: string]: string;
            } | null;
            /**
             * @description Network address of the browser in which it happened, IPv4 or IPv6, for ad platforms to find it by: sealed, deleted
             *     after seven days, and kept only while the profile tells a social network and its privacy mode is not `hipaa`;
             *     not when `consent.ad_user_data` is `denied`. The same holds for the next three, and none of the four is part of
             *     what an idempotency key is compared by.
             */
            client_ip_address?: string | null;
            /** @description User agent of that browser. */
            client_user_agent?: string | null;
            consent?: components["schemas"]["ConsentBody"] | null;
            /** @description Contact id in the caller's CRM. */
            crm_contact_id?: string | null;
            /** @description ISO 4217, only with `value_amount`; absent is the profile's currency. */
            currency?: string | null;
            /** @description E-mail address. */
            email?: string | null;
            /** @description A more specific name. */
            event_name?: string | null;
            /**
             * Format: date-time
             * @description When it happened, RFC 3339, from the year 2000 to 24 hours ahead; absent is now.
             */
            event_time?: string | null;
            /** @description Free text that a conversion definition may claim, for example `payment_received`. */
            event_type: string;
            /** @description The caller's own customer id; never enough alone. */
            external_id?: string | null;
            /** @description Meta's id of a click as that browser kept it: its cookie `_fbc`, `fb.1.{milliseconds}.{fbclid}`. */
            fbc?: string | null;
            /** @description Meta's id of that browser: its cookie `_fbp`, `fb.1.{milliseconds}.{id}`. */
            fbp?: string | null;
            /** @description Given name. */
            first_name?: string | null;
            /** @description Another place for the header `Idempotency-Key`. */
            idempotency_key?: string | null;
            /** @description Whether it is the person's first payment, when the caller knows. */
            is_first_payment?: boolean | null;
            /** @description Family name. */
            last_name?: string | null;
            /** @description Government identity document number. */
            national_id?: string | null;
            /** @description Telephone number. */
            phone?: string | null;
            pipeline?: components["schemas"]["PipelineBody"] | null;
            /**
             * @description Anything else, kept as it is; at most 16,384 bytes. `event_id`, `order_id`, `contents` and `person` mean
             *     something when the event is told to an ad platform.
             */
            properties?: Record<string, never> | null;
            /** @description Where the visitor came from. */
            referrer?: string | null;
            /** @description The idempotency key or id of the event that this one gives back; needs `value_amount`. */
            refund_of?: string | null;
            /** @description Page on which it happened: absolute, http or https. */
            url?: string | null;
            /** @description Overrides the URL's own. */
            utm_campaign?: string | null;
            /** @description Overrides the URL's own. */
            utm_content?: string | null;
            /** @description Overrides the URL's own. */
            utm_medium?: string | null;
            /** @description Overrides the URL's own. */
            utm_source?: string | null;
            /** @description Overrides the URL's own. */
            utm_term?: string | null;
            value_amount?: components["schemas"]["AmountInput"] | null;
        };
        /** @description A new goal. */
        CreateGoalBody: {
            /** @description The one event type that it claims; also its key, verbatim. */
            event_name: string;
            /** @description Its label. */
            name: string;
            /** @description cash, pipeline or gross; pipeline when absent, which never counts toward ROAS. */
            revenue_type?: string | null;
        };
        /** @description A profile to be made. */
        CreateProfileBody: {
            /** @description What it reports in, ISO 4217; USD by default. */
            currency?: string;
            /** @description Its name, 1 to 160 characters. */
            name: string;
            /** @description Where its days begin, a name of the IANA time zone database; UTC by default. */
            timezone?: string;
            /**
             * Format: uuid
             * @description The workspace; may be in the query instead.
             */
            workspace_id?: string | null;
        };
        /** @description A workspace to be made. */
        CreateWorkspaceBody: {
            /** @description Its name, 1 to 160 characters. */
            name: string;
            /** @description `starter` (the default), `growth` or `agency`. */
            plan?: components["schemas"]["PlanName"];
        };
        /** @description The profile that there is now. */
        CreatedProfileBody: {
            /** @description Whether this call made it. */
            created: boolean;
            /**
             * Format: uuid
             * @description Its id.
             */
            profile_id: string;
            /**
             * Format: uuid
             * @description Its workspace.
             */
            workspace_id: string;
        };
        /** @description A subscription with its secret, which is shown this once. */
        CreatedWebhookSubscription: components["schemas"]["WebhookSubscription"] & {
            /** @description What deliveries are signed with: `whsec_` and base64. */
            secret: string;
        };
        /** @description The workspace that there is now. */
        CreatedWorkspaceBody: {
            checkout: components["schemas"]["Checkout"] | null;
            /** @description Whether this call made it. */
            created: boolean;
            /** @description Its name. */
            name: string;
            /**
             * Format: uuid
             * @description Its id.
             */
            workspace_id: string;
        };
        /** @description What is credited to a channel under a model, of everybody whom the merge concerns. */
        CreditedChannel: {
            /** @description Credited cash afterwards; absent in the answer to a merge. */
            cash_after?: components["schemas"]["DecimalString"];
            /** @description Credited cash before; absent in the answer to a merge. */
            cash_before?: components["schemas"]["DecimalString"];
            /** @description By how much credited cash changes. */
            cash_change: components["schemas"]["DecimalString"];
            /** @description The channel; null for what no touch is credited with. */
            channel: string | null;
            /** @description By how much credited conversions change. */
            conversions_change: components["schemas"]["DecimalString"];
            /** @description The model that credits. */
            model: string;
        };
        /** @description Events in one currency. */
        CurrencyFigures: {
            /** @description The currency; null for events without an amount. */
            currency: string | null;
            /**
             * Format: int64
             * @description Events.
             */
            event_count: number;
            /** @description The sum of their amounts. */
            revenue_sum: components["schemas"]["DecimalString"];
        };
        /** @description Where a list of this service's own goes on. */
        CursorPagination: {
            /** @description Send it as `cursor` to get the next page. Empty on the last page. */
            cursor: string;
            /** @description Whether there is another page. */
            has_next: boolean;
        };
        /** @description People to whom ads can be shown. */
        CustomAudience: {
            /** @description The platform's id. */
            id: string;
            /**
             * @description What it was made of, in the platform's word.
             * @example WEBSITE
             */
            kind: string | null;
            /** @description What it is called there. */
            name: string | null;
            /**
             * Format: int64
             * @description How many people there are at least; null when the platform does not say.
             */
            size_at_least: number | null;
            /**
             * Format: int64
             * @description And at most.
             */
            size_at_most: number | null;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string | null;
        };
        /** @description One conversion with whose it is. */
        Customer: {
            /** @description Channel of the last touch; empty when there is none. */
            channel: string;
            /**
             * Format: int64
             * @description Conversions of this customer so far.
             */
            conversion_count: number;
            /** @description Names the conversion. */
            conversion_id: string;
            /**
             * Format: date-time
             * @description When it converted.
             */
            conversion_time: string;
            /** @description ISO 3166-1 country of the converting session; empty when there is none. */
            country: string;
            /**
             * @description Names the customer in the journey endpoint: a customer id; for a browser nobody identified
             *     its anonymous id; for an event without any identifier the event's id.
             */
            customer_profile_id: string;
            /** @description desktop, mobile or tablet; empty when there is no session. */
            device: string;
            /** @description E-mail address. */
            email: string | null;
            /** @description Full name. */
            name: string | null;
            /** @description Value of the conversion in the reporting currency. */
            revenue: components["schemas"]["DecimalNumber"];
            /** @description cash, pipeline or gross. */
            revenue_type: string;
            /** @description Source of the last touch; empty when there is none. */
            source: string;
            /**
             * Format: int64
             * @description Seconds from the first touch to the conversion.
             */
            time_to_complete_seconds: number;
            /** @description Cash of this customer so far. */
            total_revenue: components["schemas"]["DecimalNumber"];
            /** @description Distinct channels of those touches, in order. */
            touch_channels: string[];
            /**
             * Format: int64
             * @description Touches before the conversion, inside its window.
             */
            touch_count: number;
        };
        /** @description A browser that is a customer's at some time. */
        CustomerBrowser: {
            /** @description What it calls itself. */
            anonymous_id: string;
            /**
             * Format: date-time
             * @description When it was seen first.
             */
            first_seen_at: string;
            /**
             * Format: uuid
             * @description Names it in a split.
             */
            id: string;
            /** @description Whether it is others' at other times. */
            is_shared: boolean;
        };
        /** @description Somebody whom the text may mean. */
        CustomerCandidate: {
            /** @description Cash of this customer so far, in the reporting currency. */
            cash_revenue: components["schemas"]["DecimalString"];
            /**
             * Format: int64
             * @description Conversions of this customer so far.
             */
            conversion_count: number;
            /**
             * Format: uuid
             * @description Names the customer.
             */
            customer_profile_id: string;
            /** @description Given name. */
            first_name: string | null;
            /**
             * Format: date-time
             * @description When something first said who they are, RFC 3339: an event, a browser or a list. Their browsers may be older.
             */
            first_seen_at: string;
            /** @description Family name. */
            last_name: string | null;
            /**
             * Format: date-time
             * @description When they were last seen, RFC 3339.
             */
            last_seen_at: string;
            /** @description E-mail address. */
            primary_email: string | null;
            /** @description Telephone number. */
            primary_phone: string | null;
            /** @description Who told of their identifiers: `event`, `import`, `tracker`, and names of CRMs. */
            sources: string[];
        };
        /** @description What was forgotten. */
        CustomerErasure: {
            /** @description Browsers that lost their names. */
            browsers: number;
            /**
             * Format: uuid
             * @description Whose everything was: the id of somebody who was merged leads there.
             */
            customer_profile_id: string;
            /**
             * Format: date-time
             * @description When they were forgotten; when the same is asked again, when that was.
             */
            erased_at: string;
            /** @description Identifiers that went. */
            identifiers: number;
            /** @description Outcome events that lost what names the customer. */
            outcome_events: number;
            /** @description Events of browsers that lost it. */
            tracker_events: number;
        };
        /** @description Everything that is stored of a customer, rows as they are stored. */
        CustomerExport: {
            /** @description Their browsers. */
            browsers: components["schemas"]["ExportedBrowser"][];
            /**
             * Format: uuid
             * @description Whose everything is: the id of somebody who was merged leads there.
             */
            customer_profile_id: string;
            /** @description What they are called, and whoever was merged into them. */
            customers: Record<string, never>[];
            /** @description What ad platforms were told of their events, the earliest first. */
            deliveries: Record<string, never>[];
            /** @description What they are known by, with who told and when; of national ids a keyed hash. */
            identifiers: Record<string, never>[];
            /** @description Lists that go on behind the 10,000 rows that are told: ask again with an `offset` that many larger. */
            left_out: string[];
            /**
             * @description What browsers said when their events happened, and their own browsers of themselves, the earliest first: kept for days
             *     only, for ad platforms.
             */
            match_evidence: components["schemas"]["ExportedEvidence"][];
            /** @description Decisions that made them one with somebody, the earliest first. */
            merges: Record<string, never>[];
            /** @description Which of their identifiers changed hands, the earliest first. */
            moves: Record<string, never>[];
            /** @description Their national ids. */
            national_ids: string[];
            /** @description Their outcome events, the earliest first. */
            outcome_events: Record<string, never>[];
            /** @description What was named together with their identifiers. */
            pairs: Record<string, never>[];
            /** @description With whom they may be one, and what was decided of that. */
            proposals: Record<string, never>[];
            /** @description Decisions that made them two, with what was shown of them before, the earliest first. */
            splits: Record<string, never>[];
            /** @description Events of their browsers, the earliest first. */
            tracker_events: Record<string, never>[];
            /** @description As whom pictures in mails and banners are sent to them, the earliest first. */
            view_recipients: Record<string, never>[];
            /** @description Which of those pictures they saw, the earliest first. */
            views: Record<string, never>[];
        };
        /** @description An identifier that a customer is known by. */
        CustomerIdentifier: {
            /**
             * Format: date-time
             * @description When it was seen first.
             */
            first_seen_at: string;
            /** @description Names it in a split, and says nothing of it. */
            id: string;
            /** @description `national_id`, `crm_contact_id`, `email` or `phone`. */
            kind: string;
            /**
             * Format: date-time
             * @description When it was seen last.
             */
            last_seen_at: string;
            /** @description `active`; `demoted` when it is several people's, `blocked` when nobody is known by it. */
            state: string;
            /** @description The value; null where it cannot be read any more. */
            value: string | null;
        };
        /** @description What a customer is known by. */
        CustomerIdentity: {
            /** @description Browsers that are theirs at some time, the latest first, at most 200. */
            browsers: components["schemas"]["CustomerBrowser"][];
            /**
             * Format: uuid
             * @description The customer: the id of somebody who was merged leads there.
             */
            customer_profile_id: string;
            /** @description What names a person, the most trusted first, at most 200. */
            identifiers: components["schemas"]["CustomerIdentifier"][];
            /** @description Decisions that they are two people, whichever of the two they are, the latest first, at most 200. */
            splits: components["schemas"]["Split"][];
        };
        /** @description What is filled in of one customer. */
        CustomerRepair: {
            /** @description With what. */
            backfill: components["schemas"]["FilledField"][];
            /**
             * Format: uuid
             * @description Names the customer.
             */
            customer_profile_id: string;
        };
        /** @description What the list is about. */
        CustomersMeta: {
            /**
             * Format: date
             * @description First day.
             */
            date_from: string;
            /**
             * Format: date
             * @description Last day.
             */
            date_to: string;
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
            /**
             * @description ISO 4217 code of every amount. While `warnings` says `replay_pending` it may not be the
             *     profile's own yet.
             */
            reporting_currency: string;
            /**
             * @description `replay_pending`: a full replay waits or runs, and the rows are those of before it.
             *     `conversions_pending_fx`: values of somebody on this page wait for an exchange rate, and are in no amount yet. Absent
             *     when there is nothing to say.
             */
            warnings?: string[];
        };
        /** @description Where the list goes on. */
        CustomersPagination: {
            /**
             * @description `timestamp|id`; send both halves as `cursor_time` and `cursor_id`. Empty on the last
             *     page.
             */
            cursor: string;
            /** @description Whether there is another page. */
            has_next: boolean;
        };
        /** @description Cash conversions that are credited to advertisements that the catalogue does not have. */
        DanglingAdIdsSummary: {
            /** @description Their credited cash, refunds subtracted. */
            attributed_cash: components["schemas"]["DecimalString"];
            /** @description Shares of cash conversions, refunds not counted, of all such advertisements. */
            dangling_conversions: components["schemas"]["DecimalNumber"];
            /** @description Such advertisements. */
            distinct_ad_ids: number;
            /** @description The attribution model. */
            model: string;
            /** @description ISO 4217 code of the amounts; null while nothing is credited to any advertisement. */
            reporting_currency: string | null;
            /** @description At most ten of them, the most cash first. */
            top_offenders: components["schemas"]["DanglingAdOffender"][];
            /**
             * Format: int32
             * @description Whole local days that are looked at, beside today.
             */
            window_days: number;
        };
        /** @description An advertisement that conversions are credited to and that the catalogue does not have. */
        DanglingAdOffender: {
            /** @description Its id on its platform. */
            ad_external_id: string;
            /** @description Credited cash, refunds subtracted. */
            attributed_cash: components["schemas"]["DecimalString"];
            /** @description Shares of cash conversions, refunds not counted. */
            conversions: components["schemas"]["DecimalNumber"];
        };
        /** @description What is at risk where conversations in the photo app lead back to no ad. */
        DarkMessagingSpend: {
            /**
             * Format: int64
             * @description Conversations in the photo app that began on these days.
             */
            conversations: number;
            /** @description The currency of the amounts; null while there is none. */
            reporting_currency: string | null;
            revenue_at_risk: components["schemas"]["DecimalString"] | null;
            spend_unattributed: components["schemas"]["DecimalString"] | null;
            /**
             * Format: int64
             * @description Those for which no ad is likely to have led there.
             */
            unattributed_conversations: number;
        };
        /** @description What the answer is about. */
        DarkMessagingSpendMeta: {
            /**
             * Format: date
             * @description First day.
             */
            date_from: string;
            /**
             * Format: date
             * @description Last day.
             */
            date_to: string;
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
            /** @description `no_photo_app_conversations`: none is stored, so nothing was measured. Absent when there is nothing to say. */
            warnings?: string[];
        };
        /** @description In what share of events a key stands, in percent. */
        DatasetDedupeKey: {
            browser_events: components["schemas"]["DecimalNumber"] | null;
            /**
             * @description The platform's word for it.
             * @example event_id
             */
            dedupe_key: string;
            overall: components["schemas"]["DecimalNumber"] | null;
            server_events: components["schemas"]["DecimalNumber"] | null;
        };
        /** @description In percent. */
        DatasetEventCoverage: {
            goal_percentage: components["schemas"]["DecimalNumber"] | null;
            percentage: components["schemas"]["DecimalNumber"] | null;
        };
        /** @description How good what is told of one event is. */
        DatasetEventQuality: {
            acr: components["schemas"]["DecimalNumber"] | null;
            /**
             * @description How soon events come in, in the platform's word.
             * @example real_time
             */
            data_freshness: string | null;
            /** @description By what the platform sees that it was told twice. */
            dedupe_key_feedback: components["schemas"]["DatasetDedupeKey"][];
            /** @description What share of the browser's events the server tells, too. */
            event_coverage: components["schemas"]["DatasetEventCoverage"];
            event_match_quality: components["schemas"]["DecimalNumber"] | null;
            /**
             * @description Its name.
             * @example Purchase
             */
            event_name: string;
            /** @description By what people are told. */
            match_keys: components["schemas"]["DatasetMatchKey"][];
        };
        /** @description In what share of events one match key is told. */
        DatasetMatchKey: {
            /**
             * @description The platform's word for it.
             * @example email
             */
            key: string;
            percentage: components["schemas"]["DecimalNumber"] | null;
        };
        /** @description How good a data set is, in the platform's own figures. */
        DatasetQuality: {
            /** @description The data set that is told now: the clean one in Platform-Safe mode. */
            dataset_id: string;
            /** @description Event by event, in the platform's order; empty while it knows too little. */
            events: components["schemas"]["DatasetEventQuality"][];
        };
        /** @description What an answer about some days is about. */
        DaysMeta: {
            /**
             * Format: date
             * @description First local day.
             */
            date_from: string;
            /**
             * Format: date
             * @description Last local day.
             */
            date_to: string;
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
        };
        /** @description What somebody decides of a proposal. */
        DecideMergeProposalRequest: {
            /** @description `merge`, `dismiss` or `snooze`. */
            decision: string;
            /** @description From a preview, with `merge`: it is refused when it would do something else by now. */
            preview_hash?: string | null;
            /**
             * Format: date-time
             * @description From when on it is to be decided; with `snooze`, and required there.
             */
            snooze_until?: string | null;
        };
        /** @description What somebody decides of several proposals. */
        DecideMergeProposalsRequest: {
            /** @description `merge`, `dismiss` or `snooze`. */
            decision: string;
            /**
             * @description From a preview of the same proposals in the same order, with `merge`: they are refused when they would do something
             *     else by now.
             */
            preview_hash?: string | null;
            /** @description At most 50, in the order in which they are decided. */
            proposal_ids: string[];
            /**
             * Format: date-time
             * @description From when on they are to be decided; with `snooze`, and required there.
             */
            snooze_until?: string | null;
        };
        /** @description Exact decimal. */
        DecimalNumber: string;
        DecimalString: string;
        /** @description Both catalogues of a profile. */
        DefinitionCatalogues: {
            /** @description Which event types are conversions, oldest first; at most 200. */
            conversion_definitions: components["schemas"]["ConversionDefinition"][];
            /**
             * @description Labels of pipeline stages, by family and position; at most 1,000. They mean nothing for
             *     revenue or attribution.
             */
            outcome_definitions: components["schemas"]["OutcomeDefinition"][];
        };
        /** @description Another definition that stands in the way. */
        DefinitionConflict: {
            /** @description Its key. */
            conversion_key: string;
            /** @description Whether it has the very key that is wanted. */
            conversion_key_taken: boolean;
            /** @description The event types that it claims and that are wanted. */
            event_names: string[];
            /**
             * Format: uuid
             * @description The other definition.
             */
            id: string;
        };
        /** @description A definition beside what it would be after the edit. */
        DefinitionDiff: {
            /** @description Event types that the edit adds. */
            added_event_names: string[];
            /** @description The names of the fields that would change. */
            changes: string[];
            /** @description Definitions that stand in the way: with one of them, the edit is answered with 409. */
            conflicts: components["schemas"]["DefinitionConflict"][];
            /** @description What it captures now. */
            current: components["schemas"]["CapturedEvents"];
            /**
             * Format: uuid
             * @description The definition.
             */
            definition_id: string;
            /** @description `proposed` less `current`. */
            delta: components["schemas"]["FigureDelta"];
            /** @description What it would capture. */
            proposed: components["schemas"]["CapturedEvents"];
            /** @description Event types that the edit drops. */
            removed_event_names: string[];
        };
        /** @description What a change of a definition is about. */
        DefinitionMeta: {
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
            /**
             * Format: uuid
             * @description The full replay after which reports show the change; several changes may share one. Null
             *     when nothing changed.
             */
            recompute_id: string | null;
        };
        /** @description What a definition would do. */
        DefinitionPreview: components["schemas"]["CapturedEvents"] & {
            /** @description Definitions that stand in its way: with one of them, creating it is answered with 409. */
            overlaps: components["schemas"]["DefinitionConflict"][];
        };
        /**
         * @description An event type that no definition names. What begins with `suggested_` fills a form in advance;
         *     it is guessed from the words of the type and classifies nothing.
         */
        DefinitionSuggestion: {
            /** @description The same by currency. */
            by_currency: components["schemas"]["CurrencyFigures"][];
            /**
             * Format: int64
             * @description Different people behind the events, as identity stands now.
             */
            distinct_people: number;
            /**
             * Format: int64
             * @description How often it was seen.
             */
            event_count: number;
            /** @description The raw event type. */
            event_type: string;
            /**
             * Format: date-time
             * @description When it was last seen.
             */
            last_seen_at: string;
            /** @description The sum of its amounts as they were received, whatever their currency; refunds negative. */
            revenue_sum: components["schemas"]["DecimalString"];
            /** @description False for what looks like money that goes back. */
            suggested_attribution_eligible: boolean;
            /** @description The words of the event type. */
            suggested_display_name: string;
            /** @description cash, pipeline or gross; null when no word tells. */
            suggested_revenue_type: string | null;
            /** @description The name that ad platforms have for such events; null when no word tells. */
            suggested_social_event_name: string | null;
        };
        /** @description Something that is to be deleted. */
        Deletion: {
            /**
             * Format: date-time
             * @description From when on it cannot be taken back; until then everything goes on as before.
             */
            due_at: string;
            /**
             * Format: uuid
             * @description The profile; null when the workspace is deleted with all its profiles.
             */
            profile_id: string | null;
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            requested_at: string;
            /**
             * Format: uuid
             * @description The workspace.
             */
            workspace_id: string;
        };
        /** @description What has to be typed. */
        DeletionRequest: {
            /**
             * @description The name of what is to be deleted, as it is written.
             * @example My shop
             */
            confirm: string;
        };
        /** @description How one destination stands with converted events. Each of them is in one of the five figures, where it got farthest. */
        DestinationCoverage: {
            /**
             * @description `social_capi` or `search_ads`.
             * @example social_capi
             */
            destination: string;
            /**
             * Format: uuid
             * @description The destination.
             */
            destination_id: string;
            /**
             * Format: int64
             * @description The platform refused them, they were given up, or nobody knows whether they arrived.
             */
            failed: number;
            /**
             * Format: int64
             * @description No rule read them for this destination: they are older than it, or no rule reads their goal.
             */
            not_read: number;
            /**
             * Format: int64
             * @description The platform has them.
             */
            told: number;
            /**
             * Format: int64
             * @description They are to be sent, or sent again.
             */
            waiting: number;
            /**
             * Format: int64
             * @description They were not to be told; the deliveries say why.
             */
            withheld: number;
        };
        /** @description An edit that might be made, and the days to look at. */
        DiffDefinitionBody: {
            /** @description Whether credit is allowed; absent keeps the present answer. */
            attribution_eligible?: boolean;
            /** @description A new key; absent keeps the present one. */
            conversion_key?: string;
            /**
             * Format: date
             * @description First local day, YYYY-MM-DD; absent is 30 days in all.
             */
            date_from?: string | null;
            /**
             * Format: date
             * @description Last local day, YYYY-MM-DD; absent is today. At most 366 days in all.
             */
            date_to?: string | null;
            /**
             * Format: uuid
             * @description The definition.
             */
            definition_id: string;
            /** @description A new label; absent keeps the present one. */
            display_name?: string;
            /** @description cash, pipeline or gross; absent keeps the present one. */
            revenue_type?: string;
            /** @description The whole new list of event types; absent keeps the present one. */
            source_event_names?: string[];
        };
        /** @description An answer. */
        Envelope_AttributionQuality_AttributionQualityMeta: {
            /** @description How outcomes are covered. Coverage is no accuracy: a path that is whole can still be wrong. */
            data: {
                /**
                 * Format: int64
                 * @description Those that the model credits to a touch.
                 */
                attributed_outcomes: number;
                /** @description The same of each conversion key that has outcomes, the most first. */
                by_conversion_key: components["schemas"]["AttributionQualityOfKey"][];
                /** @description Attributed outcomes in percent of all, as the overview has it for the same days and model. */
                coverage_percent: components["schemas"]["DecimalNumber"];
                /** @description The attribution model. */
                model: string;
                /**
                 * Format: int64
                 * @description Outcomes, refunds not counted.
                 */
                outcomes: number;
                /**
                 * Format: int64
                 * @description Outcomes with a touch that was made from what the event itself tells.
                 */
                synthetic_outcomes: number;
                /** @description Every reason, also those without an outcome. With the attributed ones they are all outcomes. */
                unattributed: components["schemas"]["UnattributedOutcomes"][];
            };
            /** @description What the answer is about. */
            meta: {
                /**
                 * Format: date
                 * @description First day.
                 */
                date_from: string;
                /**
                 * Format: date
                 * @description Last day.
                 */
                date_to: string;
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * @description `replay_pending`: a full replay waits or runs, and the figures are those of before it. Absent when there is
                 *     nothing to say.
                 */
                warnings?: string[];
            };
        };
        /** @description An answer. */
        Envelope_AttributionSettings_SettingsMeta: {
            /** @description Attribution windows in whole days; 0 turns one off. */
            data: {
                /**
                 * Format: int32
                 * @description Visits before a cash conversion.
                 */
                cash_window_days: number;
                /**
                 * Format: int32
                 * @description Visits before a conversion that is not cash.
                 */
                click_window_days: number;
                /**
                 * Format: int32
                 * @description Visits under the first-touch model.
                 */
                first_touch_window_days: number;
                /**
                 * Format: int32
                 * @description Ad impressions before any conversion.
                 */
                view_through_window_days: number;
            };
            /** @description What an answer about settings is about. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * Format: uuid
                 * @description The full replay that brings the change to readers; absent when none is needed.
                 */
                recompute_id?: string;
                /**
                 * @description `replay_pending`: a full replay waits or runs, and reports may show results of earlier
                 *     settings until it is complete; `rates_missing`: some amounts have no exchange rate into the
                 *     new currency and are left out of money figures until rates are imported. Absent when there is
                 *     nothing to say.
                 */
                warnings?: string[];
            };
        };
        /** @description An answer. */
        Envelope_AuditEventResult_ProfileMeta: {
            /** @description A row of the audit trail. */
            data: {
                /**
                 * Format: uuid
                 * @description Names the row.
                 */
                id: string;
                /**
                 * Format: date-time
                 * @description When it was written.
                 */
                occurred_at: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_ChannelResult_ProfileMeta: {
            /** @description A channel of the taxonomy. */
            data: {
                /** @description Whether this call added it. */
                created: boolean;
                /** @description Its name as rules must spell it. */
                name: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_ChannelRule_RuleChangeMeta: {
            /** @description A rule of the profile. */
            data: {
                /** @description The channel that it names. */
                channel: string;
                /** @description `and` or `or`. */
                combiner: string;
                /** @description What must hold. */
                conditions: components["schemas"]["RuleCondition"][];
                /**
                 * Format: date-time
                 * @description When it was made, RFC 3339.
                 */
                created_at: string;
                /** @description Whether it takes part. */
                enabled: boolean;
                /**
                 * Format: uuid
                 * @description Names the rule.
                 */
                id: string;
                /** @description What it is called. */
                name: string;
                /**
                 * Format: int32
                 * @description Its place among the rules, 1 to 999; the first rule that fits decides.
                 */
                priority: number;
                /**
                 * Format: date-time
                 * @description When it was last changed, RFC 3339.
                 */
                updated_at: string;
            };
            /** @description What a change of the rules did beside it. */
            meta: {
                /**
                 * @description People whose conversions are credited anew, because what counts as direct has changed; the
                 *     worker sees to it within moments.
                 */
                people_to_replay: number;
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * Format: uuid
                 * @description The full replay that credits them instead; null when none was running.
                 */
                recompute_id: string | null;
                /** @description Distinct pieces of evidence whose channel is another now, in all reports and at once. */
                signatures_relabelled: number;
                /**
                 * Format: int64
                 * @description The version of the rules now in force.
                 */
                version: number;
            };
        };
        /** @description An answer. */
        Envelope_ChannelRules_ProfileMeta: {
            /** @description All that decides about channels. */
            data: {
                /** @description The rules that every profile has, in the order in which they run after its own. */
                built_in: components["schemas"]["BuiltInChannelRule"][];
                /** @description The profile's own rules by priority. They run first; the first that fits decides. */
                rules: components["schemas"]["ChannelRule"][];
                /** @description The channels that a rule may name: the default ones, then the workspace's own. */
                taxonomy: components["schemas"]["TaxonomyEntry"][];
                /**
                 * Format: int64
                 * @description Rises with every change of the profile's own rules.
                 */
                version: number;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_CheckoutSessionBody_WorkspaceMeta: {
            /** @description The checkout of a workspace. */
            data: {
                checkout: components["schemas"]["Checkout"] | null;
                /**
                 * Format: uuid
                 * @description The workspace.
                 */
                workspace_id: string;
            };
            /** @description What an answer about a workspace is about. */
            meta: {
                /** @description `checkout_unavailable` when a checkout was due and could not be opened. */
                warnings?: string[];
                /**
                 * Format: uuid
                 * @description The workspace.
                 */
                workspace_id: string;
            };
        };
        /** @description An answer. */
        Envelope_CollectResult_NoMeta: {
            /** @description What became of a batch. */
            data: {
                /** @description Events that are new. */
                accepted: number;
                /** @description Events that were recorded before. */
                duplicates: number;
                /** @description Why reports leave the events out, such as `user agent says headless`; absent when they do not. */
                left_out?: string;
                /**
                 * @description True when the profile tells a social network of conversions, which finds people by its own cookies: the
                 *     tracker sends them as `c` then, where the visitor has agreed. Absent when they are not wanted.
                 */
                wants_cookies?: boolean;
            };
            /** @description For answers without any context. */
            meta: Record<string, never>;
        };
        /** @description An answer. */
        Envelope_ConnectionHandoff_ProfileMeta: {
            /** @description Where a person connects the account. */
            data: {
                /**
                 * Format: date-time
                 * @description Until when.
                 */
                expires_at: string;
                /**
                 * Format: uuid
                 * @description Names the hand-off; poll `GET /api/v1/handoffs/{id}`. Once it is completed its `result` has the
                 *     `connection_id`.
                 */
                id: string;
                /** @description `pending`. */
                status: string;
                /** @description Where an owner or admin of the workspace goes, in a browser. */
                url: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_Connection_ProfileMeta: {
            /** @description An account at an ad platform that the profile is connected with. It holds no credential. */
            data: {
                /**
                 * Format: date-time
                 * @description When the account was first connected.
                 */
                created_at: string;
                /** @description The currency that the account is billed in, ISO 4217; null when the platform does not say. */
                currency: string | null;
                /** @description The platform's id of the account. */
                external_account_id: string | null;
                /** @description What the account is called there; null when the platform does not say. */
                external_account_name: string | null;
                /**
                 * Format: uuid
                 * @description Its id, which stays the same however often the account is connected.
                 */
                id: string;
                last_sync: components["schemas"]["LastSync"] | null;
                /**
                 * @description `social_ads` or `search_ads`.
                 * @example social_ads
                 */
                provider: string;
                /**
                 * @description Why it has to be connected anew: `token_expired`, `permission_missing`, `account_closed` or
                 *     `failing_for_days`. Null unless it has to.
                 */
                reason: string | null;
                /** @description Whether what its ads cost is read by itself. */
                spend_enabled: boolean;
                /**
                 * Format: int32
                 * @description How many months back it is read.
                 */
                spend_months: number;
                /**
                 * @description `connected`; `reconnect_required`: it delivers nothing until somebody connects the account anew; `revoked`:
                 *     somebody removed it.
                 * @example connected
                 */
                status: string;
                /** @description Where the account's days begin; null when the platform does not say. */
                timezone: string | null;
                /**
                 * Format: date-time
                 * @description When it last changed.
                 */
                updated_at: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_ConversionDefinition_DefinitionMeta: {
            /** @description Says that some outcome event types are conversions, and of which kind. */
            data: {
                /** @description Whether its conversions may be credited to a touch. */
                attribution_eligible: boolean;
                /** @description The name under which reports ask for it, verbatim as it was given. */
                conversion_key: string;
                /**
                 * Format: date-time
                 * @description When it was made.
                 */
                created_at: string;
                /** @description A label for people. */
                display_name: string;
                /**
                 * Format: uuid
                 * @description Names the definition.
                 */
                id: string;
                /** @description What the value of its events means: cash, pipeline or gross. Only cash counts toward ROAS. */
                revenue_type: string;
                /** @description The raw event types that it claims; no other definition of the profile has them. */
                source_event_names: string[];
                /**
                 * Format: date-time
                 * @description When it last changed.
                 */
                updated_at: string;
            };
            /** @description What a change of a definition is about. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * Format: uuid
                 * @description The full replay after which reports show the change; several changes may share one. Null
                 *     when nothing changed.
                 */
                recompute_id: string | null;
            };
        };
        /** @description An answer. */
        Envelope_ConversionExplanation_ProfileMeta: {
            /** @description Why a conversion is credited as it is. */
            data: {
                /**
                 * Format: uuid
                 * @description The conversion.
                 */
                conversion_id: string;
                /** @description The definition's key. */
                conversion_key: string;
                /**
                 * Format: date-time
                 * @description When.
                 */
                conversion_time: string;
                /**
                 * Format: uuid
                 * @description The outcome event that it is made of.
                 */
                event_id: string;
                /**
                 * Format: uuid
                 * @description The conversion whose shares a refund copies.
                 */
                follows_conversion_id: string | null;
                fx: components["schemas"]["Fx"] | null;
                /** @description What joined the person. */
                identifiers: components["schemas"]["JoinedIdentifier"][];
                /** @description Whether it gives an earlier conversion back. */
                is_refund: boolean;
                /** @description Whether its touch was derived from its own evidence. */
                is_synthetic: boolean;
                /** @description The model. */
                model: string;
                received_amount: components["schemas"]["DecimalString"] | null;
                /** @description Its currency. */
                received_currency: string | null;
                /** @description Its currency. */
                reporting_currency: string;
                /** @description cash, pipeline or gross. */
                revenue_type: string;
                /** @description Sums over the touches. */
                total: components["schemas"]["Total"];
                /** @description Every candidate touch in order, those that do not count too. */
                touches: components["schemas"]["CandidateTouch"][];
                /**
                 * @description `no_identity`, `no_touch_in_window`, `not_eligible`, `pending_fx` or `refund_unmatched`; null when
                 *     it is credited.
                 */
                unattributed_reason: string | null;
                value_amount_reporting: components["schemas"]["DecimalString"] | null;
                /**
                 * @description Which touch comes last with and without views, whatever the profile decided; absent when the person
                 *     was shown nothing.
                 */
                views?: components["schemas"]["LastTouches"];
                /**
                 * @description `replay_pending`: a full replay waits or runs; this is told by the settings of now, and
                 *     reports are of before it. Absent when there is nothing to say.
                 */
                warnings?: string[];
                /** @description The windows in force. */
                windows: components["schemas"]["WindowsInForce"];
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_ConversionExports_ProfileMeta: {
            /** @description What ad platforms were told of a conversion, what they would be told, and why the rest stays. */
            data: {
                /**
                 * Format: uuid
                 * @description The conversion.
                 */
                conversion_id: string;
                /**
                 * @description For each destination and each enabled rule that reads the conversion; then what was decided under rules that do
                 *     not look at it any more.
                 */
                destinations: components["schemas"]["ExplainedExport"][];
                /**
                 * Format: uuid
                 * @description The outcome event that it is made of.
                 */
                event_id: string;
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                event_time: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_CreatedProfileBody_ProfileMeta: {
            /** @description The profile that there is now. */
            data: {
                /** @description Whether this call made it. */
                created: boolean;
                /**
                 * Format: uuid
                 * @description Its id.
                 */
                profile_id: string;
                /**
                 * Format: uuid
                 * @description Its workspace.
                 */
                workspace_id: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_CreatedWebhookSubscription_ProfileMeta: {
            /** @description A subscription with its secret, which is shown this once. */
            data: components["schemas"]["WebhookSubscription"] & {
                /** @description What deliveries are signed with: `whsec_` and base64. */
                secret: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_CreatedWorkspaceBody_WorkspaceMeta: {
            /** @description The workspace that there is now. */
            data: {
                checkout: components["schemas"]["Checkout"] | null;
                /** @description Whether this call made it. */
                created: boolean;
                /** @description Its name. */
                name: string;
                /**
                 * Format: uuid
                 * @description Its id.
                 */
                workspace_id: string;
            };
            /** @description What an answer about a workspace is about. */
            meta: {
                /** @description `checkout_unavailable` when a checkout was due and could not be opened. */
                warnings?: string[];
                /**
                 * Format: uuid
                 * @description The workspace.
                 */
                workspace_id: string;
            };
        };
        /** @description An answer. */
        Envelope_CustomerErasure_ProfileMeta: {
            /** @description What was forgotten. */
            data: {
                /** @description Browsers that lost their names. */
                browsers: number;
                /**
                 * Format: uuid
                 * @description Whose everything was: the id of somebody who was merged leads there.
                 */
                customer_profile_id: string;
                /**
                 * Format: date-time
                 * @description When they were forgotten; when the same is asked again, when that was.
                 */
                erased_at: string;
                /** @description Identifiers that went. */
                identifiers: number;
                /** @description Outcome events that lost what names the customer. */
                outcome_events: number;
                /** @description Events of browsers that lost it. */
                tracker_events: number;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_CustomerExport_ProfileMeta: {
            /** @description Everything that is stored of a customer, rows as they are stored. */
            data: {
                /** @description Their browsers. */
                browsers: components["schemas"]["ExportedBrowser"][];
                /**
                 * Format: uuid
                 * @description Whose everything is: the id of somebody who was merged leads there.
                 */
                customer_profile_id: string;
                /** @description What they are called, and whoever was merged into them. */
                customers: Record<string, never>[];
                /** @description What ad platforms were told of their events, the earliest first. */
                deliveries: Record<string, never>[];
                /** @description What they are known by, with who told and when; of national ids a keyed hash. */
                identifiers: Record<string, never>[];
                /** @description Lists that go on behind the 10,000 rows that are told: ask again with an `offset` that many larger. */
                left_out: string[];
                /**
                 * @description What browsers said when their events happened, and their own browsers of themselves, the earliest first: kept for days
                 *     only, for ad platforms.
                 */
                match_evidence: components["schemas"]["ExportedEvidence"][];
                /** @description Decisions that made them one with somebody, the earliest first. */
                merges: Record<string, never>[];
                /** @description Which of their identifiers changed hands, the earliest first. */
                moves: Record<string, never>[];
                /** @description Their national ids. */
                national_ids: string[];
                /** @description Their outcome events, the earliest first. */
                outcome_events: Record<string, never>[];
                /** @description What was named together with their identifiers. */
                pairs: Record<string, never>[];
                /** @description With whom they may be one, and what was decided of that. */
                proposals: Record<string, never>[];
                /** @description Decisions that made them two, with what was shown of them before, the earliest first. */
                splits: Record<string, never>[];
                /** @description Events of their browsers, the earliest first. */
                tracker_events: Record<string, never>[];
                /** @description As whom pictures in mails and banners are sent to them, the earliest first. */
                view_recipients: Record<string, never>[];
                /** @description Which of those pictures they saw, the earliest first. */
                views: Record<string, never>[];
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_CustomerIdentity_ProfileMeta: {
            /** @description What a customer is known by. */
            data: {
                /** @description Browsers that are theirs at some time, the latest first, at most 200. */
                browsers: components["schemas"]["CustomerBrowser"][];
                /**
                 * Format: uuid
                 * @description The customer: the id of somebody who was merged leads there.
                 */
                customer_profile_id: string;
                /** @description What names a person, the most trusted first, at most 200. */
                identifiers: components["schemas"]["CustomerIdentifier"][];
                /** @description Decisions that they are two people, whichever of the two they are, the latest first, at most 200. */
                splits: components["schemas"]["Split"][];
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_DarkMessagingSpend_DarkMessagingSpendMeta: {
            /** @description What is at risk where conversations in the photo app lead back to no ad. */
            data: {
                /**
                 * Format: int64
                 * @description Conversations in the photo app that began on these days.
                 */
                conversations: number;
                /** @description The currency of the amounts; null while there is none. */
                reporting_currency: string | null;
                revenue_at_risk: components["schemas"]["DecimalString"] | null;
                spend_unattributed: components["schemas"]["DecimalString"] | null;
                /**
                 * Format: int64
                 * @description Those for which no ad is likely to have led there.
                 */
                unattributed_conversations: number;
            };
            /** @description What the answer is about. */
            meta: {
                /**
                 * Format: date
                 * @description First day.
                 */
                date_from: string;
                /**
                 * Format: date
                 * @description Last day.
                 */
                date_to: string;
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /** @description `no_photo_app_conversations`: none is stored, so nothing was measured. Absent when there is nothing to say. */
                warnings?: string[];
            };
        };
        /** @description An answer. */
        Envelope_DatasetQuality_ProfileMeta: {
            /** @description How good a data set is, in the platform's own figures. */
            data: {
                /** @description The data set that is told now: the clean one in Platform-Safe mode. */
                dataset_id: string;
                /** @description Event by event, in the platform's order; empty while it knows too little. */
                events: components["schemas"]["DatasetEventQuality"][];
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_DefinitionCatalogues_ProfileMeta: {
            /** @description Both catalogues of a profile. */
            data: {
                /** @description Which event types are conversions, oldest first; at most 200. */
                conversion_definitions: components["schemas"]["ConversionDefinition"][];
                /**
                 * @description Labels of pipeline stages, by family and position; at most 1,000. They mean nothing for
                 *     revenue or attribution.
                 */
                outcome_definitions: components["schemas"]["OutcomeDefinition"][];
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_DefinitionDiff_DaysMeta: {
            /** @description A definition beside what it would be after the edit. */
            data: {
                /** @description Event types that the edit adds. */
                added_event_names: string[];
                /** @description The names of the fields that would change. */
                changes: string[];
                /** @description Definitions that stand in the way: with one of them, the edit is answered with 409. */
                conflicts: components["schemas"]["DefinitionConflict"][];
                /** @description What it captures now. */
                current: components["schemas"]["CapturedEvents"];
                /**
                 * Format: uuid
                 * @description The definition.
                 */
                definition_id: string;
                /** @description `proposed` less `current`. */
                delta: components["schemas"]["FigureDelta"];
                /** @description What it would capture. */
                proposed: components["schemas"]["CapturedEvents"];
                /** @description Event types that the edit drops. */
                removed_event_names: string[];
            };
            /** @description What an answer about some days is about. */
            meta: {
                /**
                 * Format: date
                 * @description First local day.
                 */
                date_from: string;
                /**
                 * Format: date
                 * @description Last local day.
                 */
                date_to: string;
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_DefinitionPreview_DaysMeta: {
            /** @description What a definition would do. */
            data: components["schemas"]["CapturedEvents"] & {
                /** @description Definitions that stand in its way: with one of them, creating it is answered with 409. */
                overlaps: components["schemas"]["DefinitionConflict"][];
            };
            /** @description What an answer about some days is about. */
            meta: {
                /**
                 * Format: date
                 * @description First local day.
                 */
                date_from: string;
                /**
                 * Format: date
                 * @description Last local day.
                 */
                date_to: string;
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_Deletion_NoMeta: {
            /** @description Something that is to be deleted. */
            data: {
                /**
                 * Format: date-time
                 * @description From when on it cannot be taken back; until then everything goes on as before.
                 */
                due_at: string;
                /**
                 * Format: uuid
                 * @description The profile; null when the workspace is deleted with all its profiles.
                 */
                profile_id: string | null;
                /**
                 * Format: date-time
                 * @description When it was asked for.
                 */
                requested_at: string;
                /**
                 * Format: uuid
                 * @description The workspace.
                 */
                workspace_id: string;
            };
            /** @description For answers without any context. */
            meta: Record<string, never>;
        };
        /** @description An answer. */
        Envelope_EventResult_EventMeta: {
            /** @description What became of an event. */
            data: {
                /**
                 * Format: date-time
                 * @description When it happened, RFC 3339.
                 */
                event_time: string;
                /** @description Its type. */
                event_type: string;
                /**
                 * Format: uuid
                 * @description Names the event; the same for every replay.
                 */
                id: string;
                /**
                 * @description The key that it is recorded under: the one that was sent, or the one that was made for an amount
                 *     without one, to be sent when sending the event again. Null when it has none.
                 */
                idempotency_key: string | null;
                /**
                 * Format: date-time
                 * @description When it first came in, RFC 3339.
                 */
                received_at: string;
                /** @description Whether the same event was recorded before under this key; nothing was written then. */
                replayed: boolean;
            };
            /** @description The context of an event's answer. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the event belongs to.
                 */
                profile_id: string;
                /**
                 * @description What the caller may want to know: `idempotency_key_generated` when an amount came without
                 *     a key, `identifier_ignored:<field>` when an identifier is a placeholder, `no_identifier` when
                 *     nothing says whose the event is.
                 */
                warnings: string[];
            };
        };
        /** @description An answer. */
        Envelope_ExclusionDeleted_ExclusionMeta: {
            /** @description What is not in force any more. */
            data: {
                /** @description `true`. */
                deleted: boolean;
                /**
                 * Format: uuid
                 * @description The exclusion.
                 */
                id: string;
            };
            /** @description What belongs to a change. */
            meta: {
                /**
                 * Format: uuid
                 * @description Whose it is.
                 */
                profile_id: string;
                /**
                 * Format: uuid
                 * @description The full replay that shows it. Until it is through, reports show what they showed before.
                 */
                recompute_id: string;
            };
        };
        /** @description An answer. */
        Envelope_ExclusionPreview_ProfileMeta: {
            /** @description What an exclusion would take out of what counts now. Only events are bots' as well. */
            data: {
                /**
                 * Format: int64
                 * @description Events of all kinds.
                 */
                events: number;
                /**
                 * Format: int64
                 * @description Identifications.
                 */
                identifications: number;
                /**
                 * Format: int64
                 * @description Page views.
                 */
                page_views: number;
                /** @description Who sent them, most events first; at most 20. */
                senders: components["schemas"]["ExcludedSender"][];
                /**
                 * Format: int64
                 * @description How many sessions would be fewer; negative when what is left of some falls apart.
                 */
                sessions: number;
                /**
                 * Format: int64
                 * @description How many touches would be fewer; negative for the same reason.
                 */
                touches: number;
                /**
                 * Format: int64
                 * @description Browsers of which no session would be left.
                 */
                visitors: number;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_ExportCompliance_ProfileMeta: {
            /** @description What a profile has decided for all of its exports. */
            data: {
                /** @description How many destinations are held back, because in Platform-Safe mode only a clean data set feeds a platform. */
                destinations_held_back: number;
                /** @description Whether search engines are told at all. */
                export_search_enabled: boolean;
                /** @description Whether social networks are told at all. */
                export_social_enabled: boolean;
                /**
                 * @description `open`: parts that the mode `custom` opens beyond `hipaa`; `limited_data_use`: whether platforms are told to use
                 *     data in a limited way only, in every mode.
                 */
                privacy_config: Record<string, never>;
                /**
                 * @description `standard`, `hipaa`, `custom` or `platform_safe`: what of a person may leave.
                 * @example standard
                 */
                privacy_mode: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_ExportCoverage_ExportCoverageMeta: {
            /** @description What reports count as conversions, and what ad platforms were told of it. */
            data: {
                /**
                 * Format: int64
                 * @description Outcome events that reports count as conversions in these days, refunds aside. An event that is a conversion under
                 *     several goals is one.
                 */
                converted_events: number;
                /** @description How each destination stands with them, the oldest first. */
                destinations: components["schemas"]["DestinationCoverage"][];
            };
            /** @description The days. */
            meta: {
                /**
                 * Format: date
                 * @description First local day of the profile.
                 */
                date_from: string;
                /**
                 * Format: date
                 * @description Last local day.
                 */
                date_to: string;
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_ExportDelivery_ProfileMeta: {
            /**
             * @description One event at one destination under one rule: told, on its way, or not told. Names of fields and of filters are
             *     here, and never what was in them.
             */
            data: {
                /** @description `website`, `system_generated` or `business_messaging`; null at a search engine. */
                action_source: string | null;
                /**
                 * Format: int32
                 * @description How often it was tried.
                 */
                attempt: number;
                confirmation: components["schemas"]["ExportConfirmation"] | null;
                /**
                 * Format: uuid
                 * @description The conversion that it tells of; null when it tells of a move in a pipeline.
                 */
                conversion_id: string | null;
                /**
                 * Format: date-time
                 * @description When it was decided.
                 */
                created_at: string;
                /**
                 * @description ISO 4217.
                 * @example EUR
                 */
                currency: string | null;
                /**
                 * Format: uuid
                 * @description Where it is told.
                 */
                destination_id: string;
                /** @description The id under which the platform is told. */
                event_id: string | null;
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                event_time: string;
                /** @description What was taken away or changed before it left, sorted. */
                filters_applied: string[];
                /**
                 * Format: int32
                 * @description The status of the platform's last answer.
                 */
                http_status: number | null;
                /**
                 * Format: uuid
                 * @description Its id.
                 */
                id: string;
                /**
                 * @description `real`, or `test` for one that somebody made up.
                 * @example real
                 */
                kind: string;
                /** @description By what the platform could find the person: names of fields. */
                match_keys: string[];
                /**
                 * Format: date-time
                 * @description When it is due next; null when nothing is to be done.
                 */
                next_attempt_at: string | null;
                /**
                 * Format: int64
                 * @description The platform's code of an error.
                 */
                platform_code: number | null;
                /**
                 * @description The name under which the platform is told.
                 * @example Purchase
                 */
                platform_event_name: string | null;
                /** @description The beginning of what the platform said last, without what could be somebody's. */
                response: string | null;
                /**
                 * Format: uuid
                 * @description The rule; null for a test without one.
                 */
                rule_id: string | null;
                /**
                 * Format: uuid
                 * @description The run that last had to do with it; null for a test.
                 */
                run_id: string | null;
                skip_reason: components["schemas"]["ExportSkipReason"] | null;
                /**
                 * @description `queued`, `sending`, `sent`, `accepted`, `confirmed`, `rejected`, `retry`, `failed`, `skipped`, or `unknown` when
                 *     nobody can know whether it arrived and sending it again might count it twice.
                 * @example sent
                 */
                status: string;
                /**
                 * Format: int64
                 * @description The platform's finer code.
                 */
                subcode: number | null;
                /** @description By what the platform finds the request. */
                trace_id: string | null;
                /**
                 * @description What it was told to be worth, as a decimal number.
                 * @example 49.90
                 */
                value: string | null;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_ExportDestination_ProfileMeta: {
            /** @description Where conversions are told. */
            data: {
                /** @description The data set that is kept clean for Platform-Safe mode; null until it was provisioned. */
                clean_dataset_id: string | null;
                connection: components["schemas"]["ExportDestinationConnection"] | null;
                /**
                 * Format: date-time
                 * @description When it was made.
                 */
                created_at: string;
                /**
                 * @description Where its events happen: `website`, `chat`, `messenger` or `photo`; null on a search destination. It is set in
                 *     `destination_config`.
                 */
                data_source_kind: string | null;
                /**
                 * @description `social_capi` or `search_ads`.
                 * @example social_capi
                 */
                destination: string;
                /** @description Everything else that is set. */
                destination_config: Record<string, never>;
                /** @description Whether it is told anything, as far as it is concerned itself. */
                enabled: boolean;
                /**
                 * Format: uuid
                 * @description Its id.
                 */
                id: string;
                last_delivery: components["schemas"]["ExportLastDelivery"] | null;
                /**
                 * @description `active`: ships on the next run; `disabled`: does not ship; `suppressed_platform_safe`: held back, because in
                 *     Platform-Safe mode only a clean data set feeds the platform. Worked out when it is read.
                 * @example active
                 */
                routing: string;
                /** @description The conversion action at a search engine; null on a social destination. */
                search_conversion_action: string | null;
                /** @description The data set at a social network; null on a search destination. */
                social_pixel_id: string | null;
                /**
                 * Format: date-time
                 * @description When it last changed.
                 */
                updated_at: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_ExportDestinations_ProfileMeta: {
            /** @description All destinations of a profile, and what decides whether they ship. */
            data: {
                /** @description The destinations, the oldest first; at most 50. */
                destinations: components["schemas"]["ExportDestination"][];
                /** @description Whether search engines are told at all. */
                export_search_enabled: boolean;
                /** @description Whether social networks are told at all. */
                export_social_enabled: boolean;
                /**
                 * @description `standard`, `hipaa`, `custom` or `platform_safe`.
                 * @example standard
                 */
                privacy_mode: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_ExportDiagnostics_ProfileMeta: {
            /** @description How every destination is wired. */
            data: {
                /** @description The destinations, the oldest first. */
                destinations: components["schemas"]["ExportWiring"][];
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_ExportRuleDryRun_ProfileMeta: {
            /** @description What a rule would have told a destination. */
            data: {
                /**
                 * Format: int64
                 * @description How many events were looked at; at most 100,000.
                 */
                events: number;
                /**
                 * Format: int64
                 * @description How many would have been told.
                 */
                ships: number;
                /** @description How many would not have been told, by `skip_reason`. */
                skips: {
                    [key: string]: number;
                };
                /**
                 * Format: date-time
                 * @description When the last event happened that was looked at, when there are more than that; else null.
                 */
                stopped_at: string | null;
                /**
                 * Format: int64
                 * @description How many would have waited for a while first.
                 */
                waits: number;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_ExportRulePreview_ProfileMeta: {
            /** @description What a rule would have read. */
            data: {
                /**
                 * Format: int64
                 * @description How many records the rule would have read: an upper bound on its effect, not a forecast. Each has still to be
                 *     somebody's, to pass the privacy guard, to be fresh, and to have a destination that ships.
                 */
                candidate_count: number;
                /**
                 * Format: int32
                 * @description How far back was looked, in days.
                 */
                days: number;
                /** @description The definition's event types, or the stage. */
                matched_on: string[];
                /**
                 * @description The name at platforms, before channels and the privacy mode have their say; empty on a rule that reads a pipeline
                 *     in which nothing happened.
                 */
                platform_event_name: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_ExportRule_ExportRuleMeta: {
            /** @description What is told: conversions of a definition, or moves in a pipeline. */
            data: {
                /**
                 * Format: date-time
                 * @description When it was put into the archive, where it tells nothing and no list shows it; null while it is not.
                 */
                archived_at: string | null;
                /**
                 * Format: date-time
                 * @description When it was made.
                 */
                created_at: string;
                /** @description What was decided under it in the last 7 days. */
                delivery_stats_7d: components["schemas"]["ExportRuleStatistics"];
                /** @description Which kinds of destinations it tells: `{"social_capi": {"enabled": true}, …}`. */
                destinations: Record<string, never>;
                /** @description Whether it tells anything. */
                enabled: boolean;
                /**
                 * Format: uuid
                 * @description Its id.
                 */
                id: string;
                /** @description For people. */
                name: string;
                /** @description Names of its own, by kind of destination. */
                platform_event_name_overrides: Record<string, never>;
                /**
                 * Format: int32
                 * @description 1 to 999; lower runs first.
                 */
                priority: number;
                /**
                 * @description What it closes beyond the profile: `{"close": ["page"], "limited_data_use": {"country": 0, "state": 0}}`; null
                 *     closes nothing more.
                 */
                privacy_override: Record<string, never> | null;
                /**
                 * @description `skip`, `custom_event` or `purchase`: what becomes of renewals of a subscription.
                 * @example skip
                 */
                recurring_payment_mode: string;
                /** @description The optimisation category of a custom conversion; null derives it. */
                social_custom_event_type: string | null;
                /**
                 * @description `to_stage`, `from_stage`, `external_source` of a pipeline rule; `fixed_value` and `fixed_currency` of a rule that
                 *     tells a fixed value. What is not set is not there.
                 */
                source_config: Record<string, never>;
                /**
                 * @description `conversion_definition` or `pipeline_stage_transition`.
                 * @example conversion_definition
                 */
                source_kind: string;
                /**
                 * Format: uuid
                 * @description The definition; null on a pipeline rule.
                 */
                source_ref_id: string | null;
                /**
                 * @description `event_recorded`, `stage_entered` or `stage_exited`.
                 * @example event_recorded
                 */
                trigger_mode: string;
                /**
                 * Format: date-time
                 * @description When it last changed.
                 */
                updated_at: string;
                /**
                 * @description `event_value`, `fixed_value` or `none`.
                 * @example event_value
                 */
                value_mode: string;
            };
            /** @description What an answer about a rule is about. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * @description `custom_conversion_not_made`: `social_custom_event_type` is kept, and nothing makes the custom conversion at the
                 *     platform yet. Empty when there is nothing to say.
                 */
                warnings: string[];
            };
        };
        /** @description An answer. */
        Envelope_ExportTestSent_ProfileMeta: {
            /** @description What was sent. */
            data: {
                /** @description `website`, `system_generated` or `business_messaging`. */
                action_source: string;
                /** @description `website` or `business_messaging`. */
                channel: string;
                /**
                 * Format: uuid
                 * @description Its line in the list of deliveries.
                 */
                delivery_id: string;
                /** @description The id under which it was told. */
                event_id: string;
                /** @description What was taken away or changed before it left, sorted. */
                filters_applied: string[];
                /**
                 * Format: int32
                 * @description The status of the platform's answer; null when none came.
                 */
                http_status: number | null;
                /** @description Whether the platform took it. */
                is_taken: boolean;
                /** @description The data set that was told. */
                meta_pixel_id: string;
                /** @description The body of the platform's answer, letter by letter; absent when none came. It is kept nowhere. */
                meta_response?: string;
                /** @description The beginning of what the platform said of an error, without what could be somebody's. */
                platform_message: string | null;
                /** @description The profile's mode. */
                privacy_mode: string;
                /** @description Not null when a real event with nothing but an address and a browser would be left out. */
                quality_warning: string | null;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_Freshness_ProfileMeta: {
            /** @description How far the results that reports show are behind, at one instant. */
            data: {
                /**
                 * Format: int64
                 * @description Number of the results that reports show; every complete full replay makes the next.
                 */
                generation: number;
                recompute: components["schemas"]["RecomputeProgress"] | null;
                /**
                 * Format: date-time
                 * @description When results were last brought up to date; null before the first time.
                 */
                recomputed_at: string | null;
                /** @description What reports show their figures in. */
                settings_in_force: components["schemas"]["SettingsInForce"];
                /**
                 * @description `current`: everything received is in the results; `catching_up`: changed people wait;
                 *     `replaying`: a full replay waits or runs, and reports show complete results of before.
                 */
                status: string;
                /**
                 * Format: int64
                 * @description Changed browsers, people and events that wait; 10000 stands for that many or more.
                 */
                waiting_changes: number;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_Goal_GoalMeta: {
            /** @description A conversion definition, told as a goal. */
            data: {
                /** @description Whether its conversions may be credited to a touch. */
                attribution_eligible: boolean;
                /** @description The raw event types that it claims. */
                event_names: string[];
                /**
                 * Format: uuid
                 * @description The definition.
                 */
                id: string;
                /** @description Its key. */
                key: string;
                /** @description Its label. */
                name: string;
                /** @description cash, pipeline or gross. */
                revenue_type: string;
            };
            /** @description What the creation of a goal is about. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * Format: uuid
                 * @description The full replay after which reports show the goal; several changes may share one.
                 */
                recompute_id: string | null;
                /**
                 * @description `revenue_type_is_pipeline`: none was sent, so what its events are worth is pipeline, which counts
                 *     neither as revenue nor toward ROAS. For payments send `cash`.
                 */
                warnings: string[];
            };
        };
        /** @description An answer. */
        Envelope_Handoff_HandoffMeta: {
            /** @description Something that a human finishes in a browser. */
            data: {
                /**
                 * Format: date-time
                 * @description From when on nothing can be finished any more.
                 */
                expires_at: string;
                /**
                 * Format: uuid
                 * @description Names it.
                 */
                id: string;
                /** @description `checkout`, `approval` or `connection`. */
                kind: string;
                /**
                 * @description What it made; null before it is finished. Of a checkout: `subscription`; of a connection:
                 *     `connection_id`.
                 */
                result: Record<string, never> | null;
                /** @description `pending`, `completed`, `declined` or `expired`. */
                status: string;
                /** @description Where the human goes. */
                url: string;
            };
            /** @description What the answer is about. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile, where it is about one.
                 */
                profile_id: string | null;
                /**
                 * Format: uuid
                 * @description The workspace.
                 */
                workspace_id: string;
            };
        };
        /** @description An answer. */
        Envelope_ImportResult_ProfileMeta: {
            /** @description What became of the rows. */
            data: {
                /** @description One for each row, in their order. */
                results: components["schemas"]["RowResult"][];
                /** @description How many of each. */
                summary: components["schemas"]["ImportSummary"];
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_InstrumentationHealth_QualityMeta: {
            /** @description How the site is measured. */
            data: {
                /** @description Unusual days that go on or ended within the window, the latest first. */
                anomalies: components["schemas"]["InstrumentationAnomaly"][];
                /**
                 * Format: date-time
                 * @description When it was looked at, RFC 3339; null when nobody has looked yet, which does not mean that all is well.
                 */
                checked_at: string | null;
                /** @description Every check, always in this order. */
                checks: components["schemas"]["InstrumentationCheck"][];
                /** @description What comes in, of what ever came in the last 150 days. */
                feeds: components["schemas"]["InstrumentationFeed"][];
                /**
                 * Format: int32
                 * @description Whole local days that are looked at, beside today. Checks of page views and payments are of yesterday alone,
                 *     those of refused events of yesterday and today.
                 */
                window_days: number;
            };
            /** @description What the answer is about. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * @description `no_ads_known`: the catalogue has no advertisement, so every id dangles. `signatures_coarsened`: details of some
                 *     links were given up, so nothing is said of those. Absent when there is nothing to say.
                 */
                warnings?: string[];
            };
        };
        /** @description An answer. */
        Envelope_JourneyData_ProfileMeta: {
            /** @description One page of a history. */
            data: {
                /** @description Earliest first. */
                events: components["schemas"]["JourneyEvent"][];
                /**
                 * Format: int64
                 * @description Events in all.
                 */
                total_count: number;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_MatchCountResult_RulePreviewMeta: {
            /** @description What one rule would do. */
            data: {
                /**
                 * @description At most ten pieces of evidence: of what the rule would win first, those with most sessions
                 *     first.
                 */
                examples: components["schemas"]["MatchedEvidence"][];
                /**
                 * @description Traffic whose evidence fits the conditions, whatever other rules say of it, as it is credited
                 *     now.
                 */
                matched: components["schemas"]["MatchedTraffic"];
                /**
                 * @description Traffic that the rule would name the channel of, after rules before it have taken theirs, as
                 *     it would be credited with the rule in force.
                 */
                would_win: components["schemas"]["MatchedTraffic"];
            };
            /** @description What a preview is about. */
            meta: {
                /**
                 * Format: date
                 * @description First local day.
                 */
                date_from: string;
                /**
                 * Format: date
                 * @description Last local day.
                 */
                date_to: string;
                /** @description The attribution model that conversions and cash are credited under. */
                model: string;
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_McpToken_NoMeta: {
            /** @description Tokens, shown only now. */
            data: {
                /** @description `svc_user_…`. */
                access_token: string;
                /** @description To be sent with the refresh token to the token endpoint. */
                client_id: string | null;
                /**
                 * Format: int64
                 * @description Seconds for which the access token counts.
                 */
                expires_in: number;
                /**
                 * Format: uuid
                 * @description Names the approval that the tokens belong to.
                 */
                id: string;
                /** @description What you called it. */
                name: string;
                /** @description Gives new tokens, once. */
                refresh_token: string | null;
                /** @description The grants, with spaces between them. */
                scope: string;
                /** @description `Bearer`. */
                token_type: string;
            };
            /** @description For answers without any context. */
            meta: Record<string, never>;
        };
        /** @description An answer. */
        Envelope_MergeConsequence_MergeMeta: {
            /** @description What making one of two customers does. */
            data: {
                /** @description What is credited, in the order of channels and models; the answer to a merge names only what changed. */
                credited: components["schemas"]["CreditedChannel"][];
                /** @description What of the survivor was empty and is filled in. */
                filled: components["schemas"]["FilledField"][];
                /**
                 * Format: uuid
                 * @description Names the decision; null in a preview.
                 */
                merge_id: string | null;
                /** @description Of whom everything is the survivor's then, and whose id leads to the survivor's. */
                merged: components["schemas"]["MergeSide"];
                /** @description Stands for all of this. Sent with a merge, it is refused when something of it has changed. */
                preview_hash: string;
                /** @description Who goes on under their id: who was seen first. */
                survivor: components["schemas"]["MergeSide"];
            };
            /** @description What the answer is about. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /** @description ISO 4217 code of every amount. */
                reporting_currency: string;
            };
        };
        /** @description An answer. */
        Envelope_MergeProposalDecision_MergeProposalDecisionMeta: {
            /** @description What a decision came to. */
            data: {
                consequence: components["schemas"]["MergeConsequence"] | null;
                /** @description The proposal as it stands now. */
                proposal: components["schemas"]["MergeProposal"];
            };
            /** @description What the answer is about. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /** @description ISO 4217 code of every amount; null where there is none. */
                reporting_currency: string | null;
            };
        };
        /** @description An answer. */
        Envelope_MergeProposalDecisions_SelectionMeta: {
            /** @description What several decisions came to. */
            data: {
                consequence: components["schemas"]["SelectionConsequence"] | null;
                /** @description The decision. */
                decision: string;
                /** @description The proposals, in the order that was given. */
                proposal_ids: string[];
            };
            /** @description What the answer is about. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /** @description ISO 4217 code of every amount; null where there is none. */
                reporting_currency: string | null;
            };
        };
        /** @description An answer. */
        Envelope_MergeProposalScan_ProfileMeta: {
            /** @description How far the customers of a profile were gone through. */
            data: {
                /**
                 * Format: date-time
                 * @description When it began.
                 */
                began_at: string | null;
                /**
                 * Format: int64
                 * @description Of those, how many were not known as they were when they were compared last.
                 */
                customers_compared: number;
                /**
                 * Format: int64
                 * @description Customers that were looked at so far.
                 */
                customers_walked: number;
                /**
                 * Format: date-time
                 * @description When it was asked for.
                 */
                requested_at: string;
                /** @description `queued` or `running`. */
                status: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_Merge_ProfileMeta: {
            /** @description A decision that two customers are one. */
            data: {
                /**
                 * Format: uuid
                 * @description Who goes on under their id.
                 */
                customer_profile_id: string;
                /**
                 * Format: date-time
                 * @description When it was decided.
                 */
                decided_at: string;
                /** @description By whom. */
                decided_by: components["schemas"]["Actor"];
                /**
                 * Format: uuid
                 * @description Names the decision.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description Whose id leads to that one.
                 */
                merged_customer_profile_id: string;
                /**
                 * Format: date-time
                 * @description When it was taken back; null while it stands.
                 */
                undone_at: string | null;
                undone_by: components["schemas"]["Actor"] | null;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_OutcomeDefinition_ProfileMeta: {
            /** @description A label of a pipeline stage. */
            data: {
                /**
                 * Format: date-time
                 * @description When it was made.
                 */
                created_at: string;
                /** @description The label for people. */
                display_name: string;
                /** @description The raw event type that is counted under it; unique in its family. */
                event_key: string;
                /** @description The group that it belongs to, for example one pipeline. */
                family: string;
                /**
                 * Format: uuid
                 * @description Names the outcome definition.
                 */
                id: string;
                /**
                 * Format: int32
                 * @description Its place in its family, from 0.
                 */
                position: number;
                /**
                 * Format: date-time
                 * @description When it last changed.
                 */
                updated_at: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_OverviewData_OverviewMeta: {
            /** @description A period's figures beside those of the period before. */
            data: {
                /** @description The period that was asked for. */
                current: components["schemas"]["OverviewMetrics"];
                /** @description The period of equal length that ends the day before it begins. */
                previous: components["schemas"]["OverviewMetrics"];
            };
            /** @description What the figures are about. */
            meta: {
                /**
                 * Format: int64
                 * @description Page views of the period that came without an id (`data-consent="anonymous"`), whatever the
                 *     filters. No figure counts them: neither page views, visitors, sessions nor credit. Absent when
                 *     there were none.
                 */
                anonymous_pageviews?: number;
                /**
                 * Format: date-time
                 * @description The instant of the figures; only when `as_of` was sent.
                 */
                as_of?: string;
                /**
                 * Format: date
                 * @description First day.
                 */
                date_from: string;
                /**
                 * Format: date
                 * @description Last day.
                 */
                date_to: string;
                /** @description The conversion keys that count, separated by commas; only when `goal` was sent. */
                goal?: string;
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * @description ISO 4217 code of every amount, at the instant of `as_of` when it was sent. While `warnings` says
                 *     `replay_pending` it may not be the profile's own yet.
                 */
                reporting_currency: string;
                /**
                 * @description `replay_pending`: a full replay waits or runs, and the figures are those of before it. What was left
                 *     out of them: `spend_without_fx_rate`, `spend_parts_exceed_total`, `conversions_pending_fx`,
                 *     `spend_has_no_<dimension>`. With `goal`, `spend_of_all_goals`; with `as_of` also what is not of
                 *     then: `web_channels_are_current`. Of accounts that are read: `spend_incomplete`,
                 *     `spend_in_other_timezone`. Absent when there is nothing to say.
                 */
                warnings?: string[];
            };
        };
        /** @description An answer. */
        Envelope_Profile_SettingsMeta: {
            /** @description What a client needs to show a profile. */
            data: {
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                created_at: string;
                /** @description Reporting currency, ISO 4217. */
                currency: string;
                /**
                 * @description What this deployment serves: `attribution`, `breakdowns`, `channel_rules`,
                 *     `conversion_definitions`, `restatements`.
                 */
                entitlements: string[];
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                id: string;
                /** @description Its name. */
                name: string;
                /**
                 * @description Whether a person pressed Finish in the setup wizard. It is no evidence that any step is
                 *     done.
                 */
                onboarding_completed: boolean;
                /** @description `visible`: names and addresses of customers are shown; `masked`: they are mostly starred. */
                pii_mode: string;
                /** @description Where its days begin: a name of the IANA time zone database. */
                timezone: string;
                /**
                 * Format: uuid
                 * @description The workspace that it belongs to.
                 */
                workspace_id: string;
            };
            /** @description What an answer about settings is about. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * Format: uuid
                 * @description The full replay that brings the change to readers; absent when none is needed.
                 */
                recompute_id?: string;
                /**
                 * @description `replay_pending`: a full replay waits or runs, and reports may show results of earlier
                 *     settings until it is complete; `rates_missing`: some amounts have no exchange rate into the
                 *     new currency and are left out of money figures until rates are imported. Absent when there is
                 *     nothing to say.
                 */
                warnings?: string[];
            };
        };
        /** @description An answer. */
        Envelope_QualityScore_QualityScoreMeta: {
            /** @description How much of what reports rest on is there. An index of evidence, and no accuracy. */
            data: {
                /** @description What it is made of. */
                components: components["schemas"]["QualityComponent"][];
                score: components["schemas"]["DecimalNumber"] | null;
                /** @description By which rules: `quality_v1`. */
                version: string;
            };
            /** @description What the score is about. */
            meta: {
                /**
                 * Format: date
                 * @description First day.
                 */
                date_from: string;
                /**
                 * Format: date
                 * @description Last day.
                 */
                date_to: string;
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * Format: date-time
                 * @description When links and feeds were looked at, RFC 3339; null when nobody has yet. The other parts are of now.
                 */
                refreshed_at: string | null;
            };
        };
        /** @description An answer. */
        Envelope_QueuedWebhookDelivery_ProfileMeta: {
            /** @description A delivery that is on its way. */
            data: {
                /**
                 * Format: uuid
                 * @description The delivery: `webhook-id` of its requests.
                 */
                delivery_id: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_ReadinessBody_ProfileMeta: {
            /** @description How far the profile is set up. */
            data: {
                /** @description Every step, in the order in which they are best done. */
                steps: components["schemas"]["ReadinessStep"][];
                /** @description In short. */
                summary: components["schemas"]["ReadinessSummary"];
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_RecomputeQueued_ProfileMeta: {
            /** @description The replay that serves the request. */
            data: {
                /**
                 * @description Whether this call queued it; `false` when one was waiting already, which serves this request
                 *     too.
                 */
                created: boolean;
                /**
                 * Format: uuid
                 * @description Names the replay.
                 */
                id: string;
                /** @description `queued`. */
                status: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_Recompute_ProfileMeta: {
            /** @description One full replay. */
            data: {
                /**
                 * Format: int32
                 * @description How often it was begun: more than once when a worker died.
                 */
                attempts: number;
                /** @description Why it is made, oldest reason first. Requests that come while it waits join it. */
                causes: components["schemas"]["ChangeCause"][];
                /**
                 * Format: date-time
                 * @description When reports began to show it; null before.
                 */
                finished_at: string | null;
                /**
                 * Format: int64
                 * @description Number of the results that it makes; null while it waits.
                 */
                generation: number | null;
                /**
                 * Format: uuid
                 * @description Names the replay.
                 */
                id: string;
                /**
                 * Format: int64
                 * @description People replayed so far.
                 */
                people_done: number;
                /**
                 * Format: int64
                 * @description People in all; null until they are counted.
                 */
                people_total: number | null;
                /**
                 * Format: date-time
                 * @description When it was first asked for.
                 */
                requested_at: string;
                /**
                 * Format: date-time
                 * @description When it was first begun; null while it waits.
                 */
                started_at: string | null;
                /** @description `queued`, `running` or `completed`. */
                status: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_RepairScan_ProfileMeta: {
            /** @description Part of a scan. */
            data: {
                /**
                 * Format: int64
                 * @description Proposals that wait and are almost certainly one person. A repair leaves them to people.
                 */
                auto_merge_count: number;
                /**
                 * Format: int64
                 * @description Customers for whom a repair would fill something in.
                 */
                auto_repairable_count: number;
                /** @description Customers in the order of their ids, whoever was merged into another one left out. */
                customers: components["schemas"]["RepairFinding"][];
                /**
                 * Format: int64
                 * @description Customers in all that the list goes through.
                 */
                total_count: number;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_Repair_ProfileMeta: {
            /** @description What a repair came to. */
            data: {
                /**
                 * Format: int64
                 * @description Proposals that wait and are almost certainly one person. They are left to people.
                 */
                auto_merge_count: number;
                /**
                 * Format: int64
                 * @description Customers for whom there is something to fill in now.
                 */
                auto_repairable_count: number;
                /** @description Customers for whom something is filled in, in the order of their ids. */
                customers: components["schemas"]["CustomerRepair"][];
                /** @description `preview` or `apply`. */
                mode: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_Retention_NoMeta: {
            /** @description After how many days facts of a profile lose what is personal; null is never. */
            data: {
                /**
                 * Format: int32
                 * @description After how many days outcome events lose properties, names and such parameters, and customers of whom
                 *     nothing was heard for so long their names.
                 */
                personal_days: number | null;
                /**
                 * Format: int32
                 * @description After how many days events of browsers lose titles, properties, names, parameters of addresses that
                 *     no figure is made of and the names of their senders, and browsers that have been silent for so long
                 *     and belong to nobody the ids by which they are known.
                 */
                tracker_days: number | null;
            };
            /** @description For answers without any context. */
            meta: Record<string, never>;
        };
        /** @description An answer. */
        Envelope_RotatedWebhookSecret_ProfileMeta: {
            /** @description A new secret. */
            data: {
                /**
                 * Format: date-time
                 * @description Until when deliveries are signed with the former secret, too.
                 */
                previous_secret_expires_at: string;
                /** @description What deliveries are signed with from now on. It is shown this once. */
                secret: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_RuleDiffResult_RulePreviewMeta: {
            /** @description What the whole set would do. */
            data: {
                /**
                 * @description What goes from which channel to which other one. A channel's figures would be its present
                 *     ones, less what goes from it, plus what comes to it.
                 */
                pairs: components["schemas"]["ChannelMove"][];
                /** @description All that would change its channel. */
                total: components["schemas"]["RelabelledTraffic"];
                /** @description All that would not. */
                unchanged: components["schemas"]["RelabelledTraffic"];
            };
            /** @description What a preview is about. */
            meta: {
                /**
                 * Format: date
                 * @description First local day.
                 */
                date_from: string;
                /**
                 * Format: date
                 * @description Last local day.
                 */
                date_to: string;
                /** @description The attribution model that conversions and cash are credited under. */
                model: string;
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_SelectionConsequence_SelectionMeta: {
            /** @description What merging the customers of several proposals does. */
            data: {
                /** @description What is credited after all of them, in the order of channels and models; a decision names only what changed. */
                credited: components["schemas"]["CreditedChannel"][];
                /** @description The merges, in the order of the proposals. */
                merges: components["schemas"]["SelectedMerge"][];
                /** @description Stands for all of this. Sent with the decision, it is refused when something of it has changed. */
                preview_hash: string;
            };
            /** @description What the answer is about. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /** @description ISO 4217 code of every amount; null where there is none. */
                reporting_currency: string | null;
            };
        };
        /** @description An answer. */
        Envelope_SnippetInstaller_ProfileMeta: {
            /** @description The tracker for web pages. */
            data: {
                /** @description Markup for the `<head>` of every page to be measured. */
                snippet: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_SpendRestatements_SpendRestatementsMeta: {
            /** @description How spend changed after it was told first. */
            data: {
                /** @description By channel, the one that costs most first. Reported figures know channels, not accounts. */
                channels: components["schemas"]["ChannelSpendRestatements"][];
            };
            /** @description The context of the answer. */
            meta: {
                /**
                 * Format: date
                 * @description First local day of the spend.
                 */
                date_from: string;
                /**
                 * Format: date
                 * @description Last local day.
                 */
                date_to: string;
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * @description ISO 4217; changes that were reported in another currency are left out.
                 * @example EUR
                 */
                reporting_currency: string;
            };
        };
        /** @description An answer. */
        Envelope_SpendResult_SpendMeta: {
            /** @description What was written. */
            data: {
                /** @description Ads in the catalogue, new or renamed. */
                ads: number;
                /** @description Days of spend, new or replaced. */
                days: number;
                /** @description Days of spend that are gone; only with `replace`. */
                removed?: number;
            };
            /** @description The context of the answer. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the spend is of.
                 */
                profile_id: string;
                /**
                 * @description `spend_parts_exceed_total` when, on a day of these rows, the parts of an account, a campaign
                 *     or an ad set come to more than its own row says; the row counts, the parts do not. Absent when
                 *     there is nothing to say.
                 */
                warnings?: string[];
            };
        };
        /** @description An answer. */
        Envelope_SplitConsequence_MergeMeta: {
            /** @description What making two of a customer does. */
            data: {
                /** @description The other one, with what goes away. */
                away: components["schemas"]["SplitSide"];
                /** @description The customer as they were. */
                before: components["schemas"]["SplitSide"];
                /** @description What is credited, in the order of channels and models; the answer to a split names only what changed. */
                credited: components["schemas"]["CreditedChannel"][];
                /**
                 * Format: uuid
                 * @description The customer, who goes on with what stays.
                 */
                customer_profile_id: string;
                /**
                 * Format: uuid
                 * @description Who has what goes away; null in a preview.
                 */
                parted_customer_profile_id: string | null;
                /** @description Stands for all of this. Sent with a split, it is refused when something of it has changed. */
                preview_hash: string;
                /** @description The customer with what stays. */
                rest: components["schemas"]["SplitSide"];
                /**
                 * Format: uuid
                 * @description Names the decision; null in a preview.
                 */
                split_id: string | null;
            };
            /** @description What the answer is about. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /** @description ISO 4217 code of every amount. */
                reporting_currency: string;
            };
        };
        /** @description An answer. */
        Envelope_Split_ProfileMeta: {
            /** @description A decision that a customer is two people. */
            data: {
                /**
                 * Format: uuid
                 * @description Who goes on with what stayed.
                 */
                customer_profile_id: string;
                /**
                 * Format: date-time
                 * @description When it was decided.
                 */
                decided_at: string;
                /** @description By whom. */
                decided_by: components["schemas"]["Actor"];
                /**
                 * Format: uuid
                 * @description Names the decision.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description Who has what went away.
                 */
                parted_customer_profile_id: string;
                /**
                 * Format: date-time
                 * @description When it was taken back; null while it stands.
                 */
                undone_at: string | null;
                undone_by: components["schemas"]["Actor"] | null;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_StorePixelInstaller_ProfileMeta: {
            /** @description The tracker for a Shopify store. */
            data: {
                /** @description JavaScript to be pasted as a custom pixel (Settings, Customer events), with the permission "Analytics". */
                code: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_TagManagerInstaller_ProfileMeta: {
            /** @description The tracker for Google Tag Manager. */
            data: {
                /** @description To be saved as a file and imported into a container (Admin, Import container, Merge). */
                container: components["schemas"]["TagManagerContainer"];
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_TimeSeriesData_FiguresMeta: {
            /** @description A time series. */
            data: {
                /** @description Every bucket of the period, earliest first, those in which nothing happened too. */
                buckets: components["schemas"]["TimeBucket"][];
            };
            /** @description What figures are about. */
            meta: {
                /** @description The day on which credit counts: `conversion_date` or `touch_date`. */
                accounting: string;
                /**
                 * Format: date
                 * @description First day.
                 */
                date_from: string;
                /**
                 * Format: date
                 * @description Last day.
                 */
                date_to: string;
                /** @description The conversion keys that count, separated by commas; only when `goal` was sent. */
                goal?: string;
                /** @description The attribution model. */
                model: string;
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * @description ISO 4217 code of every amount. While `warnings` says `replay_pending` it may not be the
                 *     profile's own yet.
                 */
                reporting_currency: string;
                /**
                 * @description `replay_pending`: a full replay waits or runs, and the figures are those of before it. What was left
                 *     out of them: `spend_without_fx_rate`, `spend_parts_exceed_total`, `conversions_pending_fx`,
                 *     `spend_has_no_<dimension>`; with `goal`, `spend_of_all_goals`; of accounts that are read, `spend_incomplete`
                 *     and `spend_in_other_timezone`. Absent when there is nothing to say.
                 */
                warnings?: string[];
            };
        };
        /** @description An answer. */
        Envelope_TrackingExclusion_ExclusionMeta: {
            /** @description An exclusion in force; conditions that do not matter are null. */
            data: {
                /** @description Browsers; empty when they do not matter. */
                anonymous_ids: string[];
                /** @description Where the sender was. */
                country: string | null;
                /**
                 * Format: date-time
                 * @description Since when it is in force.
                 */
                created_at: string;
                /**
                 * Format: int64
                 * @description How many events count for nothing because of it, as far as they have been looked at; what
                 *     several exclusions mean counts for the oldest of them.
                 */
                events: number;
                /**
                 * Format: uuid
                 * @description Names the exclusion.
                 */
                id: string;
                /** @description The host of the page with which they came, or one above it, in lower-case ASCII. */
                landing_host: string | null;
                /** @description How the path of that page begins. */
                path_prefix: string | null;
                /**
                 * Format: date-time
                 * @description Events that came in from here on.
                 */
                received_from: string | null;
                /**
                 * Format: date-time
                 * @description Events that came in before this.
                 */
                received_until: string | null;
                /** @description The host of the page before that page, or one above it. */
                referrer_host: string | null;
                /** @description Senders, each an address on one day; empty when they do not matter. */
                senders: string[];
                /** @description The page's `utm_campaign` in normal form. */
                utm_campaign: string | null;
                /** @description The page's `utm_content` in normal form. */
                utm_content: string | null;
                /** @description The page's `utm_medium` in normal form. */
                utm_medium: string | null;
                /** @description The page's `utm_source` in normal form. */
                utm_source: string | null;
                /** @description The page's `utm_term` in normal form. */
                utm_term: string | null;
            };
            /** @description What belongs to a change. */
            meta: {
                /**
                 * Format: uuid
                 * @description Whose it is.
                 */
                profile_id: string;
                /**
                 * Format: uuid
                 * @description The full replay that shows it. Until it is through, reports show what they showed before.
                 */
                recompute_id: string;
            };
        };
        /** @description An answer. */
        Envelope_TrackingKeyResult_ProfileMeta: {
            /** @description The profile's tracking key. */
            data: {
                /** @description Whether this call issued it; `false` when the profile had one. */
                created: boolean;
                /**
                 * Format: uuid
                 * @description Names the key.
                 */
                id: string;
                /** @description What a page's tracker sends; not secret. Begins with `trk_live_`. */
                public_key: string;
                /** @description `active`. */
                status: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_TrackingSettings_TrackingMeta: {
            /**
             * @description What of the addresses of pages and referrers is stored with events from now on (user info,
             *     fragments and e-mail addresses never are), whose pages count, and which referrers say nothing.
             */
            data: {
                /** @description Hosts of the shipped lists whose returns make touches all the same. */
                allowed_referrers: string[];
                /**
                 * @description Referrers that never make a touch, beside the shipped ones: hosts with all below them, or hosts
                 *     with a path.
                 */
                excluded_referrers: string[];
                /** @description Names of parameters that are kept besides, in lower case. */
                kept_parameters: string[];
                /** @description Whether events of pages on other domains are refused; it says nothing without own domains. */
                only_own_domains: boolean;
                /** @description Domains of the profile: a visit from one of them to another is no touch. */
                own_domains: string[];
                /** @description Hosts of payments and sign-ins that every profile excludes unless it allows them. */
                shipped_exclusions: components["schemas"]["ShippedExclusion"][];
                /**
                 * @description `attribution`: of the query only what says something about traffic, and `kept_parameters`;
                 *     or `all`.
                 */
                url_query: string;
            };
            /** @description What belongs to the settings. */
            meta: {
                /**
                 * Format: uuid
                 * @description Whose they are.
                 */
                profile_id: string;
                /**
                 * Format: uuid
                 * @description The full replay that shows what changed, or null. Until it is through, reports show what they
                 *     showed before.
                 */
                recompute_id: string | null;
            };
        };
        /** @description An answer. */
        Envelope_TrackingVerification_ProfileMeta: {
            /** @description Whether the tracker is installed. */
            data: {
                /**
                 * Format: date-time
                 * @description When it was looked whether page views come twice, RFC 3339; null when nobody has looked yet.
                 */
                checked_at: string | null;
                /**
                 * @description Hosts that page views came from, at most 50: those of own domains, then those of others, the latest of each
                 *     first; behind them the own domains from which nothing was ever heard. Where no host has any page view and the
                 *     profile has some of before hosts were noted, they are taken for those of its own domain if it has one alone, and
                 *     of several none is said to be missing.
                 */
                hosts: components["schemas"]["TrackingHost"][];
                /**
                 * Format: date-time
                 * @description When the last page view was taken, on whichever host, RFC 3339; null where none ever was. Where no host has any
                 *     yet, it is what the last look (`checked_at`) knew of page views from before hosts were noted.
                 */
                last_seen_at: string | null;
                /** @description What is wrong and of no one host. */
                problems: components["schemas"]["TrackingProblem"][];
                /**
                 * Format: int32
                 * @description Hours without a page view after which a host is silent.
                 */
                silent_after_hours: number;
                /** @description Whether any host reports: `reporting`, `silent` or `never`. */
                status: string;
                /** @description The version of the pixel for a store. */
                store_pixel_version: string;
                /** @description The version of `/tracker.js`. */
                tracker_version: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_Trust_QualityScoreMeta: {
            /** @description What to know before believing figures. */
            data: {
                /** @description Every signal, always, in one order: one that is missing would be read as health. */
                signals: components["schemas"]["TrustSignal"][];
            };
            /** @description What the score is about. */
            meta: {
                /**
                 * Format: date
                 * @description First day.
                 */
                date_from: string;
                /**
                 * Format: date
                 * @description Last day.
                 */
                date_to: string;
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * Format: date-time
                 * @description When links and feeds were looked at, RFC 3339; null when nobody has yet. The other parts are of now.
                 */
                refreshed_at: string | null;
            };
        };
        /** @description An answer. */
        Envelope_UndoneMerges_ProfileMeta: {
            /** @description Merges that were taken back. */
            data: {
                /** @description They, in the order that was given. */
                merges: components["schemas"]["Merge"][];
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_UpdatedWebhookSubscription_ProfileMeta: {
            /** @description A subscription after a change. */
            data: components["schemas"]["WebhookSubscription"] & {
                /**
                 * @description Its new secret, when `url` has another host now: the former receiver is not to know it. It is shown this
                 *     once.
                 */
                secret?: string;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_UtmAnomalies_QualityMeta: {
            /** @description What the last look at the links found. */
            data: {
                /** @description The faults that were found, at most one of each category, the worst first. */
                anomalies: components["schemas"]["UtmAnomaly"][];
                /**
                 * Format: date-time
                 * @description When the window was looked at, RFC 3339; null when nobody has looked yet, which does not mean that all is well.
                 */
                refreshed_at: string | null;
                /**
                 * Format: int32
                 * @description Whole local days that are looked at, beside today.
                 */
                scan_window_days: number;
            };
            /** @description What the answer is about. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * @description `no_ads_known`: the catalogue has no advertisement, so every id dangles. `signatures_coarsened`: details of some
                 *     links were given up, so nothing is said of those. Absent when there is nothing to say.
                 */
                warnings?: string[];
            };
        };
        /** @description An answer. */
        Envelope_UtmCheck_ProfileMeta: {
            /** @description What is said of links. */
            data: {
                /** @description In the order in which they were sent. */
                links: components["schemas"]["UtmCheckedLink"][];
                /** @description Whether nothing is wrong with any of them. */
                ok: boolean;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_UtmHealthRefresh_QualityMeta: {
            /** @description What came of looking at the links now. */
            data: {
                /**
                 * @description Whether they were looked at for this request; false when the last look is less than ten minutes old, and is what
                 *     is answered.
                 */
                refreshed: boolean;
                /** @description What was counted. */
                summary: components["schemas"]["UtmHealthSummary"];
            };
            /** @description What the answer is about. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * @description `no_ads_known`: the catalogue has no advertisement, so every id dangles. `signatures_coarsened`: details of some
                 *     links were given up, so nothing is said of those. Absent when there is nothing to say.
                 */
                warnings?: string[];
            };
        };
        /** @description An answer. */
        Envelope_UtmHealth_QualityMeta: {
            /** @description How the links of a profile are. */
            data: {
                /** @description What is credited to advertisements that nobody knows, as of now. */
                dangling_ad_ids: components["schemas"]["DanglingAdIdsSummary"];
                /** @description What the last look counted. */
                summary: components["schemas"]["UtmHealthSummary"];
            };
            /** @description What the answer is about. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * @description `no_ads_known`: the catalogue has no advertisement, so every id dangles. `signatures_coarsened`: details of some
                 *     links were given up, so nothing is said of those. Absent when there is nothing to say.
                 */
                warnings?: string[];
            };
        };
        /** @description An answer. */
        Envelope_UtmMuted_ProfileMeta: {
            /** @description Whether a fault is let be now. */
            data: {
                /** @description The fault. */
                category: string;
                /** @description Why it is let be; null when it is told. */
                reason: string | null;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_Vec_ChannelRule_RuleChangeMeta: {
            data: {
                /** @description The channel that it names. */
                channel: string;
                /** @description `and` or `or`. */
                combiner: string;
                /** @description What must hold. */
                conditions: components["schemas"]["RuleCondition"][];
                /**
                 * Format: date-time
                 * @description When it was made, RFC 3339.
                 */
                created_at: string;
                /** @description Whether it takes part. */
                enabled: boolean;
                /**
                 * Format: uuid
                 * @description Names the rule.
                 */
                id: string;
                /** @description What it is called. */
                name: string;
                /**
                 * Format: int32
                 * @description Its place among the rules, 1 to 999; the first rule that fits decides.
                 */
                priority: number;
                /**
                 * Format: date-time
                 * @description When it was last changed, RFC 3339.
                 */
                updated_at: string;
            }[];
            /** @description What a change of the rules did beside it. */
            meta: {
                /**
                 * @description People whose conversions are credited anew, because what counts as direct has changed; the
                 *     worker sees to it within moments.
                 */
                people_to_replay: number;
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * Format: uuid
                 * @description The full replay that credits them instead; null when none was running.
                 */
                recompute_id: string | null;
                /** @description Distinct pieces of evidence whose channel is another now, in all reports and at once. */
                signatures_relabelled: number;
                /**
                 * Format: int64
                 * @description The version of the rules now in force.
                 */
                version: number;
            };
        };
        /** @description An answer. */
        Envelope_Vec_CustomerCandidate_SearchMeta: {
            data: {
                /** @description Cash of this customer so far, in the reporting currency. */
                cash_revenue: components["schemas"]["DecimalString"];
                /**
                 * Format: int64
                 * @description Conversions of this customer so far.
                 */
                conversion_count: number;
                /**
                 * Format: uuid
                 * @description Names the customer.
                 */
                customer_profile_id: string;
                /** @description Given name. */
                first_name?: string | null;
                /**
                 * Format: date-time
                 * @description When something first said who they are, RFC 3339: an event, a browser or a list. Their browsers may be older.
                 */
                first_seen_at: string;
                /** @description Family name. */
                last_name?: string | null;
                /**
                 * Format: date-time
                 * @description When they were last seen, RFC 3339.
                 */
                last_seen_at: string;
                /** @description E-mail address. */
                primary_email?: string | null;
                /** @description Telephone number. */
                primary_phone?: string | null;
                /** @description Who told of their identifiers: `event`, `import`, `tracker`, and names of CRMs. */
                sources: string[];
            }[];
            /** @description What the answer is about. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /** @description ISO 4217 code of every amount. */
                reporting_currency: string;
                /**
                 * @description `too_many_matches`: the text fits so many that the best of 250 of them are shown, type more;
                 *     `contained_text_not_searched`: the database finds only what names begin with; `conversions_pending_fx`: payments
                 *     of somebody who is shown wait for an exchange rate and are in no amount yet; `replay_pending` as in reports. Absent
                 *     when there is nothing to say.
                 */
                warnings?: string[];
            };
        };
        /** @description An answer. */
        Envelope_Vec_DefinitionSuggestion_BoundedDaysMeta: {
            data: {
                /** @description The same by currency. */
                by_currency: components["schemas"]["CurrencyFigures"][];
                /**
                 * Format: int64
                 * @description Different people behind the events, as identity stands now.
                 */
                distinct_people: number;
                /**
                 * Format: int64
                 * @description How often it was seen.
                 */
                event_count: number;
                /** @description The raw event type. */
                event_type: string;
                /**
                 * Format: date-time
                 * @description When it was last seen.
                 */
                last_seen_at: string;
                /** @description The sum of its amounts as they were received, whatever their currency; refunds negative. */
                revenue_sum: components["schemas"]["DecimalString"];
                /** @description False for what looks like money that goes back. */
                suggested_attribution_eligible: boolean;
                /** @description The words of the event type. */
                suggested_display_name: string;
                /** @description cash, pipeline or gross; null when no word tells. */
                suggested_revenue_type?: string | null;
                /** @description The name that ad platforms have for such events; null when no word tells. */
                suggested_social_event_name?: string | null;
            }[];
            /** @description The same about a list that may be cut. */
            meta: {
                /**
                 * Format: date
                 * @description First local day.
                 */
                date_from: string;
                /**
                 * Format: date
                 * @description Last local day.
                 */
                date_to: string;
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /** @description Whether there are more rows than the answer has. */
                truncated: boolean;
            };
        };
        /** @description An answer. */
        Envelope_Vec_Goal_ProfileMeta: {
            data: {
                /** @description Whether its conversions may be credited to a touch. */
                attribution_eligible: boolean;
                /** @description The raw event types that it claims. */
                event_names: string[];
                /**
                 * Format: uuid
                 * @description The definition.
                 */
                id: string;
                /** @description Its key. */
                key: string;
                /** @description Its label. */
                name: string;
                /** @description cash, pipeline or gross. */
                revenue_type: string;
            }[];
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_Vec_OutcomeDefinition_ProfileMeta: {
            data: {
                /**
                 * Format: date-time
                 * @description When it was made.
                 */
                created_at: string;
                /** @description The label for people. */
                display_name: string;
                /** @description The raw event type that is counted under it; unique in its family. */
                event_key: string;
                /** @description The group that it belongs to, for example one pipeline. */
                family: string;
                /**
                 * Format: uuid
                 * @description Names the outcome definition.
                 */
                id: string;
                /**
                 * Format: int32
                 * @description Its place in its family, from 0.
                 */
                position: number;
                /**
                 * Format: date-time
                 * @description When it last changed.
                 */
                updated_at: string;
            }[];
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_Vec_OutcomeTypeCount_BoundedDaysMeta: {
            data: {
                /**
                 * Format: uuid
                 * @description The conversion definition that claims the type; null when none does.
                 */
                conversion_definition_id?: string | null;
                /**
                 * Format: int64
                 * @description Events, refunds included.
                 */
                count: number;
                /** @description The raw event type. */
                event_type: string;
                outcome_definition?: components["schemas"]["OutcomeTypeLabel"] | null;
            }[];
            /** @description The same about a list that may be cut. */
            meta: {
                /**
                 * Format: date
                 * @description First local day.
                 */
                date_from: string;
                /**
                 * Format: date
                 * @description Last local day.
                 */
                date_to: string;
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /** @description Whether there are more rows than the answer has. */
                truncated: boolean;
            };
        };
        /** @description An answer. */
        Envelope_Vec_RuleSuggestion_SuggestionsMeta: {
            data: {
                /** @description Conversions that are credited to them under `last_touch`: sums of shares. */
                conversions: components["schemas"]["DecimalNumber"];
                /** @description Why it is suggested, in one sentence. */
                reason: string;
                /** @description The rule, ready to be posted. */
                rule: components["schemas"]["SuggestedRuleBody"];
                /**
                 * Format: int64
                 * @description What suggestions are ordered by: sessions × ln(conversions + e), scaled to a whole number.
                 */
                score: number;
                /**
                 * Format: int64
                 * @description Sessions that it would match.
                 */
                sessions: number;
            }[];
            /** @description What the suggestions are about. */
            meta: {
                /**
                 * Format: date
                 * @description First local day that was looked at.
                 */
                date_from: string;
                /**
                 * Format: date
                 * @description Last local day, today.
                 */
                date_to: string;
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * Format: int32
                 * @description Days that were asked for.
                 */
                requested_days: number;
                /** @description `window_clamped` when more days were asked for than are looked at. Absent otherwise. */
                warnings?: string[];
                /**
                 * Format: int32
                 * @description Days that were looked at, at most 30.
                 */
                window_days: number;
            };
        };
        /** @description An answer. */
        Envelope_Vec_SpendPlatformRecord_ProfileMeta: {
            data: {
                /** @description The channel that such traffic has now. */
                channel: string;
                /** @description Whether the profile says so; else it is built in. */
                is_own: boolean;
                /** @description The platform, in lower case. */
                platform: string;
                /** @description `utm_medium` of its traffic. */
                utm_medium: string;
                /** @description `utm_source` of its traffic. */
                utm_source: string;
            }[];
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_Vec_TrackingExclusion_ProfileMeta: {
            data: {
                /** @description Browsers; empty when they do not matter. */
                anonymous_ids: string[];
                /** @description Where the sender was. */
                country: string | null;
                /**
                 * Format: date-time
                 * @description Since when it is in force.
                 */
                created_at: string;
                /**
                 * Format: int64
                 * @description How many events count for nothing because of it, as far as they have been looked at; what
                 *     several exclusions mean counts for the oldest of them.
                 */
                events: number;
                /**
                 * Format: uuid
                 * @description Names the exclusion.
                 */
                id: string;
                /** @description The host of the page with which they came, or one above it, in lower-case ASCII. */
                landing_host: string | null;
                /** @description How the path of that page begins. */
                path_prefix: string | null;
                /**
                 * Format: date-time
                 * @description Events that came in from here on.
                 */
                received_from: string | null;
                /**
                 * Format: date-time
                 * @description Events that came in before this.
                 */
                received_until: string | null;
                /** @description The host of the page before that page, or one above it. */
                referrer_host: string | null;
                /** @description Senders, each an address on one day; empty when they do not matter. */
                senders: string[];
                /** @description The page's `utm_campaign` in normal form. */
                utm_campaign: string | null;
                /** @description The page's `utm_content` in normal form. */
                utm_content: string | null;
                /** @description The page's `utm_medium` in normal form. */
                utm_medium: string | null;
                /** @description The page's `utm_source` in normal form. */
                utm_source: string | null;
                /** @description The page's `utm_term` in normal form. */
                utm_term: string | null;
            }[];
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_Vec_TrackingKeyRow_ProfileMeta: {
            data: {
                /**
                 * Format: date-time
                 * @description When it was issued, RFC 3339.
                 */
                created_at: string;
                /**
                 * Format: uuid
                 * @description Names the key.
                 */
                id: string;
                /** @description What a page's tracker sends; not secret. */
                public_key: string;
                /** @description `active`. */
                status: string;
            }[];
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_Vec_UtmFindingBody_QualityMeta: {
            data: (components["schemas"]["UtmAnomaly"] & {
                /** @description Credited cash of the window under `last_touch` that stands under the wrong name, of all links. */
                cash_at_stake: components["schemas"]["DecimalString"];
                /** @description At most twenty ways in which such touches came, the most cash first. */
                links: components["schemas"]["UtmFaultyLink"][];
                mute?: components["schemas"]["UtmMute"] | null;
            })[];
            /** @description What the answer is about. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * @description `no_ads_known`: the catalogue has no advertisement, so every id dangles. `signatures_coarsened`: details of some
                 *     links were given up, so nothing is said of those. Absent when there is nothing to say.
                 */
                warnings?: string[];
            };
        };
        /** @description An answer. */
        Envelope_Vec_UtmHistoryDay_ProfileMeta: {
            data: {
                /**
                 * Format: date
                 * @description The local day.
                 */
                date: string;
                /**
                 * Format: int64
                 * @description Touches that were looked at.
                 */
                events_scanned: number;
                /** @description What was found. */
                faults: components["schemas"]["UtmHistoryFault"][];
            }[];
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_Vec_WebhookSubscription_ProfileMeta: {
            data: {
                /**
                 * Format: date-time
                 * @description When it was made.
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description Since when they are not; null while they are.
                 */
                disabled_at: string | null;
                /**
                 * @description `gone`: the receiver answered 410; `failing`: every request failed for too long; `manual`: somebody
                 *     switched it off. Null while it is enabled.
                 */
                disabled_reason: string | null;
                /** @description Whether events are sent. */
                enabled: boolean;
                /** @description Types of events that are sent. */
                events: string[];
                /**
                 * Format: uuid
                 * @description Its id.
                 */
                id: string;
                /** @description Providers whose events are sent; `platform` is this service itself. */
                providers: string[];
                /**
                 * Format: date-time
                 * @description When it last changed.
                 */
                updated_at: string;
                /** @description Where events are sent to. */
                url: string;
            }[];
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_Vec_WorkspaceRow_NoMeta: {
            data: {
                /**
                 * Format: date-time
                 * @description When it was made.
                 */
                created_at: string;
                /** @description Its name. */
                name: string;
                /** @description `starter`, `growth` or `agency`. */
                plan: string;
                /** @description `owner`, `admin` or `member`. */
                role: string;
                /**
                 * Format: date-time
                 * @description When its trial ends; null without one, or while its length is open.
                 */
                trial_ends_at?: string | null;
                /**
                 * Format: uuid
                 * @description Its id.
                 */
                workspace_id: string;
            }[];
            /** @description For answers without any context. */
            meta: Record<string, never>;
        };
        /** @description An answer. */
        Envelope_ViewCredit_ViewCreditMeta: {
            /** @description Whether views take credit. */
            data: {
                /**
                 * @description True: a view within `view_through_window_days` of a conversion is a touch like others, under every model. False,
                 *     as at first: it is counted, and told in explanations, and changes no figure.
                 */
                credited: boolean;
            };
            /** @description What belongs to the decision. */
            meta: {
                /**
                 * Format: uuid
                 * @description Whose it is.
                 */
                profile_id: string;
                /**
                 * Format: uuid
                 * @description The full replay that shows what changed; null when nothing did. Until it is through, reports show what they
                 *     showed before.
                 */
                recompute_id: string | null;
            };
        };
        /** @description An answer. */
        Envelope_ViewRecipientsResult_ProfileMeta: {
            /** @description The tokens. */
            data: {
                /** @description One for each, in their order. */
                results: components["schemas"]["ViewRecipientResult"][];
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_ViewsReport_ViewsMeta: {
            /** @description What people were shown. */
            data: {
                /** @description The most viewed campaigns first, at most 100. */
                campaigns: components["schemas"]["ViewedCampaignBody"][];
                /** @description Every channel with credit, by name. */
                channels: components["schemas"]["ViewsOfChannel"][];
                /** @description Whether views take credit. While they do not, both figures of a channel are the same. */
                credited: boolean;
                /** @description Whether there are more. */
                has_more_campaigns: boolean;
                /** @description The currency of revenue. */
                reporting_currency: string;
            };
            /** @description What the answer is about. */
            meta: {
                /**
                 * Format: date
                 * @description First day.
                 */
                date_from: string;
                /**
                 * Format: date
                 * @description Last day.
                 */
                date_to: string;
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * @description `replay_pending`: a full replay waits or runs, and credit is that of before it. Absent when there is nothing to
                 *     say.
                 */
                warnings?: string[];
            };
        };
        /** @description An answer. */
        Envelope_WebhookDeliveryDetail_ProfileMeta: {
            /** @description A delivery with its requests. */
            data: components["schemas"]["WebhookDelivery"] & {
                /** @description Its requests, first to last. */
                attempt_list: components["schemas"]["WebhookAttempt"][];
                /** @description Whether its payload is still kept, so that it can be replayed. */
                payload_kept: boolean;
            };
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
        };
        /** @description An answer. */
        Envelope_WebpayResult_WebpayMeta: {
            /** @description What became of an order. */
            data: {
                /**
                 * Format: date-time
                 * @description When it happened, RFC 3339.
                 */
                event_time: string | null;
                /** @description `payment_received` or `payment_refunded`. */
                event_type: string | null;
                /**
                 * Format: uuid
                 * @description Names the event; the same for every replay.
                 */
                id: string | null;
                /** @description The key that it is recorded under: the order, or `webpay-refund:{order}:{given back in all}`. */
                idempotency_key: string | null;
                /**
                 * @description Why not: `awaiting_capture`, `not_authorised`, `not_finished`, or `unknown_payment` of a refund of what nobody
                 *     reported as paid.
                 */
                reason: string | null;
                /**
                 * Format: date-time
                 * @description When it first came in, RFC 3339.
                 */
                received_at: string | null;
                /** @description Whether an event stands for what was told: the payment, or the latest refund. Null in the rest when none does. */
                recorded: boolean;
                /** @description Whether it was recorded before; nothing was written then. */
                replayed: boolean;
            };
            /** @description The context of the answer. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the order belongs to.
                 */
                profile_id: string;
                /**
                 * @description `unknown_fields_ignored` when the object had members that are not documented, `identifier_ignored:<field>` when
                 *     an identifier is a placeholder, `no_identifier` when nothing says whose the order is.
                 */
                warnings: string[];
            };
        };
        /** @description The context of an event's answer. */
        EventMeta: {
            /**
             * Format: uuid
             * @description The profile that the event belongs to.
             */
            profile_id: string;
            /**
             * @description What the caller may want to know: `idempotency_key_generated` when an amount came without
             *     a key, `identifier_ignored:<field>` when an identifier is a placeholder, `no_identifier` when
             *     nothing says whose the event is.
             */
            warnings: string[];
        };
        /** @description Events that one event type of the definition captures: its own, and refunds of its sales. */
        EventNameFigures: {
            /**
             * Format: int64
             * @description Events.
             */
            event_count: number;
            /** @description The event type. */
            event_name: string;
            /** @description The sum of their amounts, whatever their currency. */
            revenue_sum: components["schemas"]["DecimalString"];
        };
        /** @description What became of an event. */
        EventResult: {
            /**
             * Format: date-time
             * @description When it happened, RFC 3339.
             */
            event_time: string;
            /** @description Its type. */
            event_type: string;
            /**
             * Format: uuid
             * @description Names the event; the same for every replay.
             */
            id: string;
            /**
             * @description The key that it is recorded under: the one that was sent, or the one that was made for an amount
             *     without one, to be sent when sending the event again. Null when it has none.
             */
            idempotency_key: string | null;
            /**
             * Format: date-time
             * @description When it first came in, RFC 3339.
             */
            received_at: string;
            /** @description Whether the same event was recorded before under this key; nothing was written then. */
            replayed: boolean;
        };
        /** @description One thing in which the two sides agree or differ. */
        EvidenceBody: {
            /** @description What was compared: a kind of identifier, `names`, `last_name` or `browser`. */
            field: string;
            /** @description `exact`, `close`, `partial` or `conflict`. */
            level: string;
            /** @description What both sides have or were named with. */
            values: components["schemas"]["ProposedIdentifier"][];
            /**
             * @description What it counts, in bits: 1 doubles the odds, -1 halves them.
             * @example 7.490
             */
            weight_bits: string;
        };
        /** @description Who sent some of the events. */
        ExcludedSender: {
            /**
             * Format: int64
             * @description How many of the events.
             */
            events: number;
            /** @description A name for an address on one day, to be used in `senders`. */
            sender: string;
        };
        /** @description What is not in force any more. */
        ExclusionDeleted: {
            /** @description `true`. */
            deleted: boolean;
            /**
             * Format: uuid
             * @description The exclusion.
             */
            id: string;
        };
        /** @description What belongs to a change. */
        ExclusionMeta: {
            /**
             * Format: uuid
             * @description Whose it is.
             */
            profile_id: string;
            /**
             * Format: uuid
             * @description The full replay that shows it. Until it is through, reports show what they showed before.
             */
            recompute_id: string;
        };
        /** @description What an exclusion would take out of what counts now. Only events are bots' as well. */
        ExclusionPreview: {
            /**
             * Format: int64
             * @description Events of all kinds.
             */
            events: number;
            /**
             * Format: int64
             * @description Identifications.
             */
            identifications: number;
            /**
             * Format: int64
             * @description Page views.
             */
            page_views: number;
            /** @description Who sent them, most events first; at most 20. */
            senders: components["schemas"]["ExcludedSender"][];
            /**
             * Format: int64
             * @description How many sessions would be fewer; negative when what is left of some falls apart.
             */
            sessions: number;
            /**
             * Format: int64
             * @description How many touches would be fewer; negative for the same reason.
             */
            touches: number;
            /**
             * Format: int64
             * @description Browsers of which no session would be left.
             */
            visitors: number;
        };
        /** @description One destination and one rule. */
        ExplainedExport: {
            delivery: components["schemas"]["ExportDelivery"] | null;
            /** @description `social_capi` or `search_ads`. */
            destination: string;
            /**
             * Format: uuid
             * @description The destination.
             */
            destination_id: string;
            /** @description What would be decided now, had nobody told it yet. */
            now: components["schemas"]["ExportDecision"];
            /** @description `active`, `disabled` or `suppressed_platform_safe`. */
            routing: string;
            /**
             * Format: uuid
             * @description The rule.
             */
            rule_id: string;
            /** @description The rule's name. */
            rule_name: string;
        };
        /** @description What a profile has decided for all of its exports. */
        ExportCompliance: {
            /** @description How many destinations are held back, because in Platform-Safe mode only a clean data set feeds a platform. */
            destinations_held_back: number;
            /** @description Whether search engines are told at all. */
            export_search_enabled: boolean;
            /** @description Whether social networks are told at all. */
            export_social_enabled: boolean;
            /**
             * @description `open`: parts that the mode `custom` opens beyond `hipaa`; `limited_data_use`: whether platforms are told to use
             *     data in a limited way only, in every mode.
             */
            privacy_config: Record<string, never>;
            /**
             * @description `standard`, `hipaa`, `custom` or `platform_safe`: what of a person may leave.
             * @example standard
             */
            privacy_mode: string;
        };
        /** @description What is to change; what is left out stays. */
        ExportComplianceWrite: {
            /** @description Whether search engines are told at all. */
            export_search_enabled?: boolean;
            /** @description Whether social networks are told at all. */
            export_social_enabled?: boolean;
            /**
             * @description Takes the place of the former one: `{"open": ["page"], "limited_data_use": {"country": 0, "state": 0}}`, each key
             *     of which may be absent.
             */
            privacy_config?: Record<string, never>;
            /** @description `standard`, `hipaa`, `custom` or `platform_safe`. */
            privacy_mode?: string;
        };
        /** @description A search engine takes events first and checks them later, and is asked what it made of them. */
        ExportConfirmation: {
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            accepted_at: string;
            /**
             * Format: int32
             * @description How often the search engine was asked.
             */
            asked: number;
            /**
             * Format: date-time
             * @description When it is asked next; null when it has said what it made of it, or is not asked any more.
             */
            next_ask_at: string | null;
        };
        /** @description What reports count as conversions, and what ad platforms were told of it. */
        ExportCoverage: {
            /**
             * Format: int64
             * @description Outcome events that reports count as conversions in these days, refunds aside. An event that is a conversion under
             *     several goals is one.
             */
            converted_events: number;
            /** @description How each destination stands with them, the oldest first. */
            destinations: components["schemas"]["DestinationCoverage"][];
        };
        /** @description The days. */
        ExportCoverageMeta: {
            /**
             * Format: date
             * @description First local day of the profile.
             */
            date_from: string;
            /**
             * Format: date
             * @description Last local day.
             */
            date_to: string;
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
        };
        /** @description What would be decided. */
        ExportDecision: {
            /** @description `website`, `system_generated` or `business_messaging`. */
            action_source: string | null;
            /** @description Names of the fields that would leave, in the platform's words; never what is in them. */
            fields: string[];
            /** @description What would be taken away or changed before it leaves. */
            filters_applied: string[];
            /** @description Why the rule does not look at it, in a sentence. */
            held_back: string | null;
            /** @description By what the platform could find the person: names of fields. */
            match_keys: string[];
            /** @description `send`, `wait`, `skip`, or `not_looked_at` when the rule does not look at it there. */
            outcome: string;
            /** @description The name under which the platform would be told. */
            platform_event_name: string | null;
            skip_reason: components["schemas"]["ExportSkipReason"] | null;
        };
        /**
         * @description One event at one destination under one rule: told, on its way, or not told. Names of fields and of filters are
         *     here, and never what was in them.
         */
        ExportDelivery: {
            /** @description `website`, `system_generated` or `business_messaging`; null at a search engine. */
            action_source: string | null;
            /**
             * Format: int32
             * @description How often it was tried.
             */
            attempt: number;
            confirmation: components["schemas"]["ExportConfirmation"] | null;
            /**
             * Format: uuid
             * @description The conversion that it tells of; null when it tells of a move in a pipeline.
             */
            conversion_id: string | null;
            /**
             * Format: date-time
             * @description When it was decided.
             */
            created_at: string;
            /**
             * @description ISO 4217.
             * @example EUR
             */
            currency: string | null;
            /**
             * Format: uuid
             * @description Where it is told.
             */
            destination_id: string;
            /** @description The id under which the platform is told. */
            event_id: string | null;
            /**
             * Format: date-time
             * @description When it happened.
             */
            event_time: string;
            /** @description What was taken away or changed before it left, sorted. */
            filters_applied: string[];
            /**
             * Format: int32
             * @description The status of the platform's last answer.
             */
            http_status: number | null;
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * @description `real`, or `test` for one that somebody made up.
             * @example real
             */
            kind: string;
            /** @description By what the platform could find the person: names of fields. */
            match_keys: string[];
            /**
             * Format: date-time
             * @description When it is due next; null when nothing is to be done.
             */
            next_attempt_at: string | null;
            /**
             * Format: int64
             * @description The platform's code of an error.
             */
            platform_code: number | null;
            /**
             * @description The name under which the platform is told.
             * @example Purchase
             */
            platform_event_name: string | null;
            /** @description The beginning of what the platform said last, without what could be somebody's. */
            response: string | null;
            /**
             * Format: uuid
             * @description The rule; null for a test without one.
             */
            rule_id: string | null;
            /**
             * Format: uuid
             * @description The run that last had to do with it; null for a test.
             */
            run_id: string | null;
            skip_reason: components["schemas"]["ExportSkipReason"] | null;
            /**
             * @description `queued`, `sending`, `sent`, `accepted`, `confirmed`, `rejected`, `retry`, `failed`, `skipped`, or `unknown` when
             *     nobody can know whether it arrived and sending it again might count it twice.
             * @example sent
             */
            status: string;
            /**
             * Format: int64
             * @description The platform's finer code.
             */
            subcode: number | null;
            /** @description By what the platform finds the request. */
            trace_id: string | null;
            /**
             * @description What it was told to be worth, as a decimal number.
             * @example 49.90
             */
            value: string | null;
        };
        /** @description Where conversions are told. */
        ExportDestination: {
            /** @description The data set that is kept clean for Platform-Safe mode; null until it was provisioned. */
            clean_dataset_id: string | null;
            connection: components["schemas"]["ExportDestinationConnection"] | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * @description Where its events happen: `website`, `chat`, `messenger` or `photo`; null on a search destination. It is set in
             *     `destination_config`.
             */
            data_source_kind: string | null;
            /**
             * @description `social_capi` or `search_ads`.
             * @example social_capi
             */
            destination: string;
            /** @description Everything else that is set. */
            destination_config: Record<string, never>;
            /** @description Whether it is told anything, as far as it is concerned itself. */
            enabled: boolean;
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            last_delivery: components["schemas"]["ExportLastDelivery"] | null;
            /**
             * @description `active`: ships on the next run; `disabled`: does not ship; `suppressed_platform_safe`: held back, because in
             *     Platform-Safe mode only a clean data set feeds the platform. Worked out when it is read.
             * @example active
             */
            routing: string;
            /** @description The conversion action at a search engine; null on a social destination. */
            search_conversion_action: string | null;
            /** @description The data set at a social network; null on a search destination. */
            social_pixel_id: string | null;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        /** @description An account at an ad platform, without its credentials. */
        ExportDestinationConnection: {
            /** @description The platform's id of the account. */
            external_account_id: string | null;
            /** @description What the account is called there. */
            external_account_name: string | null;
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * @description `social_ads` or `search_ads`.
             * @example social_ads
             */
            provider: string;
            /**
             * @description `connected`, `reconnect_required` or `revoked`.
             * @example connected
             */
            status: string;
        };
        /** @description What a destination is to be. What is left out of a change stays. */
        ExportDestinationWrite: {
            /**
             * Format: uuid
             * @description A connection of the profile: `social_capi` needs one of `social_ads`, `search_ads` one of `search_ads`. Required
             *     when it is made.
             */
            connection_id?: string;
            /**
             * @description `social_capi` or `search_ads`. Required when it is made, and never changed.
             * @example social_capi
             */
            destination?: string;
            /**
             * @description Everything else; a change is merged into what is there, key by key, and null takes a key away. Read are
             *     `data_source_kind`, `signal_quality.min_match`, `whatsapp_business_account_id`, `page_id`,
             *     `instagram_business_account_id`, `limited_data_use`, `event_source` and `login_customer_id`.
             */
            destination_config?: Record<string, never>;
            /** @description Whether it is told anything; true when it is made and nothing is said. */
            enabled?: boolean;
            /**
             * @description The resource name of a conversion action. Required of `search_ads`.
             * @example customers/1234567890/conversionActions/42
             */
            search_conversion_action?: string | null;
            /** @description The data set: letters and digits. Required of `social_capi`. */
            social_pixel_id?: string | null;
        };
        /** @description All destinations of a profile, and what decides whether they ship. */
        ExportDestinations: {
            /** @description The destinations, the oldest first; at most 50. */
            destinations: components["schemas"]["ExportDestination"][];
            /** @description Whether search engines are told at all. */
            export_search_enabled: boolean;
            /** @description Whether social networks are told at all. */
            export_social_enabled: boolean;
            /**
             * @description `standard`, `hipaa`, `custom` or `platform_safe`.
             * @example standard
             */
            privacy_mode: string;
        };
        /** @description How every destination is wired. */
        ExportDiagnostics: {
            /** @description The destinations, the oldest first. */
            destinations: components["schemas"]["ExportWiring"][];
        };
        /** @description The newest that was decided for a destination. */
        ExportLastDelivery: {
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /**
             * @description Where it stands.
             * @example sent
             */
            status: string;
        };
        /** @description The data set that is kept clean. */
        ExportProvision: {
            /** @description Letters and digits. */
            clean_dataset_id: string;
        };
        /** @description What is told: conversions of a definition, or moves in a pipeline. */
        ExportRule: {
            /**
             * Format: date-time
             * @description When it was put into the archive, where it tells nothing and no list shows it; null while it is not.
             */
            archived_at: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description What was decided under it in the last 7 days. */
            delivery_stats_7d: components["schemas"]["ExportRuleStatistics"];
            /** @description Which kinds of destinations it tells: `{"social_capi": {"enabled": true}, …}`. */
            destinations: Record<string, never>;
            /** @description Whether it tells anything. */
            enabled: boolean;
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description For people. */
            name: string;
            /** @description Names of its own, by kind of destination. */
            platform_event_name_overrides: Record<string, never>;
            /**
             * Format: int32
             * @description 1 to 999; lower runs first.
             */
            priority: number;
            /**
             * @description What it closes beyond the profile: `{"close": ["page"], "limited_data_use": {"country": 0, "state": 0}}`; null
             *     closes nothing more.
             */
            privacy_override: Record<string, never> | null;
            /**
             * @description `skip`, `custom_event` or `purchase`: what becomes of renewals of a subscription.
             * @example skip
             */
            recurring_payment_mode: string;
            /** @description The optimisation category of a custom conversion; null derives it. */
            social_custom_event_type: string | null;
            /**
             * @description `to_stage`, `from_stage`, `external_source` of a pipeline rule; `fixed_value` and `fixed_currency` of a rule that
             *     tells a fixed value. What is not set is not there.
             */
            source_config: Record<string, never>;
            /**
             * @description `conversion_definition` or `pipeline_stage_transition`.
             * @example conversion_definition
             */
            source_kind: string;
            /**
             * Format: uuid
             * @description The definition; null on a pipeline rule.
             */
            source_ref_id: string | null;
            /**
             * @description `event_recorded`, `stage_entered` or `stage_exited`.
             * @example event_recorded
             */
            trigger_mode: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /**
             * @description `event_value`, `fixed_value` or `none`.
             * @example event_value
             */
            value_mode: string;
        };
        /** @description What a rule would have told a destination. */
        ExportRuleDryRun: {
            /**
             * Format: int64
             * @description How many events were looked at; at most 100,000.
             */
            events: number;
            /**
             * Format: int64
             * @description How many would have been told.
             */
            ships: number;
            /** @description How many would not have been told, by `skip_reason`. */
            skips: {
                [key: string]: number;
            };
            /**
             * Format: date-time
             * @description When the last event happened that was looked at, when there are more than that; else null.
             */
            stopped_at: string | null;
            /**
             * Format: int64
             * @description How many would have waited for a while first.
             */
            waits: number;
        };
        /** @description Which rule is tried, where, and on what. */
        ExportRuleDryRunRequest: {
            /**
             * Format: uuid
             * @description Where it would be told: a destination of the profile.
             */
            destination_id: string;
            /**
             * Format: date-time
             * @description The first instant.
             */
            from: string;
            rule?: components["schemas"]["ExportRuleWrite"] | null;
            /**
             * Format: uuid
             * @description A rule of the profile, as it is. Either this or `rule`.
             */
            rule_id?: string;
            /**
             * Format: date-time
             * @description The first instant after; at most 90 days later.
             */
            until: string;
        };
        /** @description What an answer about a rule is about. */
        ExportRuleMeta: {
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
            /**
             * @description `custom_conversion_not_made`: `social_custom_event_type` is kept, and nothing makes the custom conversion at the
             *     platform yet. Empty when there is nothing to say.
             */
            warnings: string[];
        };
        /** @description What a rule would have read. */
        ExportRulePreview: {
            /**
             * Format: int64
             * @description How many records the rule would have read: an upper bound on its effect, not a forecast. Each has still to be
             *     somebody's, to pass the privacy guard, to be fresh, and to have a destination that ships.
             */
            candidate_count: number;
            /**
             * Format: int32
             * @description How far back was looked, in days.
             */
            days: number;
            /** @description The definition's event types, or the stage. */
            matched_on: string[];
            /**
             * @description The name at platforms, before channels and the privacy mode have their say; empty on a rule that reads a pipeline
             *     in which nothing happened.
             */
            platform_event_name: string;
        };
        /** @description What a rule is to read. */
        ExportRulePreviewRequest: {
            /** @description As of a rule. */
            platform_event_name_overrides?: Record<string, never>;
            /** @description As of a rule. */
            source_config?: Record<string, never>;
            /**
             * @description `conversion_definition` or `pipeline_stage_transition`.
             * @example conversion_definition
             */
            source_kind: string;
            /**
             * Format: uuid
             * @description A conversion definition of the profile. Required of a `conversion_definition` rule.
             */
            source_ref_id?: string | null;
            /** @description As of a rule. */
            trigger_mode?: string;
        };
        /** @description What was decided under a rule. */
        ExportRuleStatistics: {
            /**
             * Format: date-time
             * @description When the newest was decided; null when none was.
             */
            lastAt: string | null;
            /**
             * Format: int64
             * @description How many of them a platform has.
             */
            sent: number;
            /**
             * Format: int64
             * @description How many conversions, skipped ones too.
             */
            total: number;
        };
        /** @description What a rule is to be. What is left out of a change stays. */
        ExportRuleWrite: {
            /**
             * Format: date-time
             * @description An instant puts it into the archive, null takes it out.
             */
            archived_at?: string | null;
            /**
             * @description Which kinds of destinations it tells: `{"social_capi": {"enabled": true}}`. Kinds that are not named stay, and
             *     are off on a new rule.
             */
            destinations?: Record<string, never>;
            /** @description Whether it tells anything; true when it is made and nothing is said. */
            enabled?: boolean;
            /** @description For people. Required when it is made. */
            name?: string;
            /**
             * @description Names of its own by kind of destination: `{"social_capi": "Purchase"}`. Kinds that are not named stay, and null
             *     takes a name away.
             */
            platform_event_name_overrides?: Record<string, never>;
            /**
             * Format: int32
             * @description 1 to 999, lower runs first; 100 when it is made and nothing is said.
             */
            priority?: number;
            /** @description What it closes beyond the profile; it opens nothing. Null closes nothing more. */
            privacy_override?: Record<string, never> | null;
            /** @description `skip` (when nothing is said), `custom_event` or `purchase`. */
            recurring_payment_mode?: string;
            /** @description The optimisation category of a custom conversion; kept, and nothing makes the custom conversion yet. */
            social_custom_event_type?: string | null;
            /**
             * @description `to_stage`, `from_stage` and `external_source` of a pipeline rule; `fixed_value` and `fixed_currency` with
             *     `value_mode: fixed_value`. Keys that are not named stay, and null takes one away.
             */
            source_config?: Record<string, never>;
            /**
             * @description `conversion_definition` or `pipeline_stage_transition`. Required when it is made, and never changed.
             * @example conversion_definition
             */
            source_kind?: string;
            /**
             * Format: uuid
             * @description A conversion definition of the profile. Required of a `conversion_definition` rule, null on a pipeline rule.
             */
            source_ref_id?: string | null;
            /**
             * @description `event_recorded` of a `conversion_definition` rule; `stage_entered` (when nothing is said) or `stage_exited` of a
             *     pipeline rule.
             */
            trigger_mode?: string;
            /** @description `event_value` (when nothing is said), `fixed_value` or `none`. */
            value_mode?: string;
        };
        /** @description Why something is not told. */
        ExportSkipReason: {
            /** @description What it means, in a sentence. */
            meaning: string;
            /**
             * @description The reason's word.
             * @example no_match_key
             */
            reason: string;
            /** @description What helps. */
            remedy: string;
        };
        /** @description What is tried. */
        ExportTest: {
            /** @description `website`, or `business_messaging` for an event of a chat that an ad opened. */
            channel?: string | null;
            /**
             * Format: uuid
             * @description The destination; the oldest social one that is enabled when it is absent or null.
             */
            destination_id?: string | null;
            /**
             * Format: uuid
             * @description A rule whose event name and privacy are borrowed.
             */
            rule_id?: string | null;
            /** @description The platform shows the event among its test events under this code. It counts on the data set all the same. */
            test_event_code?: string | null;
        };
        /** @description What was sent. */
        ExportTestSent: {
            /** @description `website`, `system_generated` or `business_messaging`. */
            action_source: string;
            /** @description `website` or `business_messaging`. */
            channel: string;
            /**
             * Format: uuid
             * @description Its line in the list of deliveries.
             */
            delivery_id: string;
            /** @description The id under which it was told. */
            event_id: string;
            /** @description What was taken away or changed before it left, sorted. */
            filters_applied: string[];
            /**
             * Format: int32
             * @description The status of the platform's answer; null when none came.
             */
            http_status: number | null;
            /** @description Whether the platform took it. */
            is_taken: boolean;
            /** @description The data set that was told. */
            meta_pixel_id: string;
            /** @description The body of the platform's answer, letter by letter; absent when none came. It is kept nowhere. */
            meta_response?: string;
            /** @description The beginning of what the platform said of an error, without what could be somebody's. */
            platform_message: string | null;
            /** @description The profile's mode. */
            privacy_mode: string;
            /** @description Not null when a real event with nothing but an address and a browser would be left out. */
            quality_warning: string | null;
        };
        /** @description How one destination is wired. */
        ExportWiring: {
            /** @description `connected`, `reconnect_required` or `revoked`; null when the account is not there. */
            connection_status: string | null;
            /**
             * @description `social_capi` or `search_ads`.
             * @example social_capi
             */
            destination: string;
            /**
             * Format: uuid
             * @description The destination.
             */
            destination_id: string;
            last_delivery: components["schemas"]["ExportLastDelivery"] | null;
            /** @description What helps; null when nothing is in the way. */
            remedy: string | null;
            /**
             * @description `active`, `disabled` or `suppressed_platform_safe`.
             * @example active
             */
            routing: string;
            /** @description What that means. */
            routing_meaning: string;
            /**
             * Format: int64
             * @description How many deliveries wait to be sent.
             */
            waiting: number;
            /**
             * Format: date-time
             * @description Since when the first of them is due; null when none waits.
             */
            waiting_since: string | null;
        };
        /** @description A browser of a customer. */
        ExportedBrowser: {
            /** @description What it calls itself. */
            anonymous_id: string;
            /**
             * Format: date-time
             * @description From when on it is theirs; null for its whole past.
             */
            from: string | null;
            /**
             * Format: date-time
             * @description Until when; null while it is theirs.
             */
            until: string | null;
        };
        /** @description What a browser said of itself. */
        ExportedEvidence: {
            /**
             * Format: uuid
             * @description The outcome event that it was sent with; null of what a browser says at any time.
             */
            event_id: string | null;
            /**
             * Format: date-time
             * @description When it is deleted.
             */
            expires_at: string;
            /** @description Meta's id of a click. */
            fbc: string | null;
            /** @description Meta's id of the browser. */
            fbp: string | null;
            /** @description Where the browser's request came from. */
            ip_address: string | null;
            /**
             * Format: date-time
             * @description When it was said.
             */
            seen_at: string;
            /** @description Its user agent. */
            user_agent: string | null;
        };
        /**
         * @description What is wrong with one field.
         * @enum {string}
         */
        FieldCode: "missing" | "malformed" | "repeated" | "out_of_range" | "unknown_value" | "unknown_field" | "taken";
        /** @description One field that is wrong. Exactly one of `pointer`, `parameter` and `header` is present. */
        FieldError: {
            /** @description What is wrong with it. */
            code: components["schemas"]["FieldCode"];
            /** @description The same in words, to be read after the field's name. */
            detail: string;
            /** @description Name of a request header. */
            header?: string;
            /** @description Name of a query or path parameter. */
            parameter?: string;
            /** @description JSON pointer (RFC 6901) into the request body; empty for the body as a whole. */
            pointer?: string;
        };
        /** @description A figure before and after. */
        FigureChange: {
            /** @description As it is reported from then on. */
            after: components["schemas"]["DecimalNumber"];
            /** @description As it was reported. */
            before: components["schemas"]["DecimalNumber"];
        };
        /** @description How figures would change. */
        FigureDelta: {
            /**
             * Format: int64
             * @description More events that count as cash, or fewer: those of a definition whose revenue type is cash.
             */
            cash_event_count: number;
            /** @description More of their money, or less, whatever its currency. */
            cash_sum: components["schemas"]["DecimalString"];
            /**
             * Format: int64
             * @description More events that a touch may be credited with, or fewer.
             */
            creditable_event_count: number;
            /**
             * Format: int64
             * @description More events, or fewer.
             */
            event_count: number;
            /** @description More money, or less, whatever its currency. */
            revenue_sum: components["schemas"]["DecimalString"];
        };
        /** @description What figures are about. */
        FiguresMeta: {
            /** @description The day on which credit counts: `conversion_date` or `touch_date`. */
            accounting: string;
            /**
             * Format: date
             * @description First day.
             */
            date_from: string;
            /**
             * Format: date
             * @description Last day.
             */
            date_to: string;
            /** @description The conversion keys that count, separated by commas; only when `goal` was sent. */
            goal?: string;
            /** @description The attribution model. */
            model: string;
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
            /**
             * @description ISO 4217 code of every amount. While `warnings` says `replay_pending` it may not be the
             *     profile's own yet.
             */
            reporting_currency: string;
            /**
             * @description `replay_pending`: a full replay waits or runs, and the figures are those of before it. What was left
             *     out of them: `spend_without_fx_rate`, `spend_parts_exceed_total`, `conversions_pending_fx`,
             *     `spend_has_no_<dimension>`; with `goal`, `spend_of_all_goals`; of accounts that are read, `spend_incomplete`
             *     and `spend_in_other_timezone`. Absent when there is nothing to say.
             */
            warnings?: string[];
        };
        /** @description What of a customer was empty and is filled in. */
        FilledField: {
            /** @description `first_name`, `last_name`, `primary_email` or `primary_phone`. */
            field: string;
            /** @description With what. */
            value: string;
        };
        /** @description What something was called before it was renamed. */
        FormerNameBody: {
            /** @description The name. */
            name: string;
            /**
             * Format: date-time
             * @description When another was first read.
             */
            until: string;
        };
        /** @description How far the results that reports show are behind, at one instant. */
        Freshness: {
            /**
             * Format: int64
             * @description Number of the results that reports show; every complete full replay makes the next.
             */
            generation: number;
            recompute: components["schemas"]["RecomputeProgress"] | null;
            /**
             * Format: date-time
             * @description When results were last brought up to date; null before the first time.
             */
            recomputed_at: string | null;
            /** @description What reports show their figures in. */
            settings_in_force: components["schemas"]["SettingsInForce"];
            /**
             * @description `current`: everything received is in the results; `catching_up`: changed people wait;
             *     `replaying`: a full replay waits or runs, and reports show complete results of before.
             */
            status: string;
            /**
             * Format: int64
             * @description Changed browsers, people and events that wait; 10000 stands for that many or more.
             */
            waiting_changes: number;
        };
        /** @description An exchange rate that was used. */
        Fx: {
            /**
             * Format: date
             * @description Its day.
             */
            date: string;
            /** @description Units of the reporting currency for one of the received. */
            rate: string;
            /** @description Who published it. */
            source: string;
        };
        /** @description A conversion definition, told as a goal. */
        Goal: {
            /** @description Whether its conversions may be credited to a touch. */
            attribution_eligible: boolean;
            /** @description The raw event types that it claims. */
            event_names: string[];
            /**
             * Format: uuid
             * @description The definition.
             */
            id: string;
            /** @description Its key. */
            key: string;
            /** @description Its label. */
            name: string;
            /** @description cash, pipeline or gross. */
            revenue_type: string;
        };
        /** @description What the creation of a goal is about. */
        GoalMeta: {
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
            /**
             * Format: uuid
             * @description The full replay after which reports show the goal; several changes may share one.
             */
            recompute_id: string | null;
            /**
             * @description `revenue_type_is_pipeline`: none was sent, so what its events are worth is pipeline, which counts
             *     neither as revenue nor toward ROAS. For payments send `cash`.
             */
            warnings: string[];
        };
        /** @description Something that a human finishes in a browser. */
        Handoff: {
            /**
             * Format: date-time
             * @description From when on nothing can be finished any more.
             */
            expires_at: string;
            /**
             * Format: uuid
             * @description Names it.
             */
            id: string;
            /** @description `checkout`, `approval` or `connection`. */
            kind: string;
            /**
             * @description What it made; null before it is finished. Of a checkout: `subscription`; of a connection:
             *     `connection_id`.
             */
            result: Record<string, never> | null;
            /** @description `pending`, `completed`, `declined` or `expired`. */
            status: string;
            /** @description Where the human goes. */
            url: string;
        };
        /** @description What the answer is about. */
        HandoffMeta: {
            /**
             * Format: uuid
             * @description The profile, where it is about one.
             */
            profile_id: string | null;
            /**
             * Format: uuid
             * @description The workspace.
             */
            workspace_id: string;
        };
        /** @description Customers as somebody's list has them. */
        ImportBody: {
            /** @description Whose national ids the rows have, ISO 3166-1: `CL`, which is also what absent means. */
            country?: string | null;
            /** @description Whether rows found somebody new who name somebody who was forgotten; otherwise those are rejected. */
            readmit?: boolean;
            /** @description At most 1,000. */
            rows: components["schemas"]["ImportRow"][];
        };
        /** @description What became of the rows. */
        ImportResult: {
            /** @description One for each row, in their order. */
            results: components["schemas"]["RowResult"][];
            /** @description How many of each. */
            summary: components["schemas"]["ImportSummary"];
        };
        /** @description One customer. At least one of phone, email and `national_id` says who it is. */
        ImportRow: {
            /** @description E-mail address. */
            email?: string | null;
            /** @description The caller's own customer id; never enough alone. */
            external_id?: string | null;
            /** @description Given name; only where none is known. */
            first_name?: string | null;
            /** @description Family name; only where none is known. */
            last_name?: string | null;
            /** @description Government identity document number. */
            national_id?: string | null;
            /** @description Telephone number; ignored when it cannot be read. */
            phone?: string | null;
        };
        /** @description How many rows became what. */
        ImportSummary: {
            /** @description Customers who are new. */
            created: number;
            /** @description Rows about customers who were known. */
            matched: number;
            /** @description Rows that nothing was made of. */
            rejected: number;
            /** @description All rows. */
            total: number;
        };
        /** @description Days of a feed that are unusual together. */
        InstrumentationAnomaly: {
            /** @description `low` or `high`. */
            direction: string;
            /** @description What was expected of all of them together. */
            expected: components["schemas"]["DecimalNumber"];
            /**
             * Format: date
             * @description The first of them.
             */
            from: string;
            /**
             * Format: int64
             * @description What came.
             */
            observed: number;
            /** @description Whether it may go on: one of the last two complete days was still unusual. */
            open: boolean;
            /**
             * Format: double
             * @description The chance of a day that is as usual to look so unusual.
             */
            p: number;
            /** @description The feed. */
            series: string;
            /**
             * Format: date
             * @description The last of them so far.
             */
            to: string;
        };
        /** @description One check. */
        InstrumentationCheck: {
            /**
             * @description `ads_without_spend`, `spend_without_touches`, `internal_utms`, `converting_referrer`, `clicks_without_visits`,
             *     `doubled_page_views`, `doubled_payments`, `unidentified_outcomes`, `unclaimed_event_types`,
             *     `money_without_rate`, `refused_events` or `bot_share`; more may come.
             */
            code: string;
            /**
             * Format: int64
             * @description What is wrong.
             */
            count: number;
            /**
             * Format: int64
             * @description Of what.
             */
            of: number;
            pct: components["schemas"]["DecimalNumber"] | null;
            /** @description What to do, in English; null where nothing is. */
            recommendation: string | null;
            /** @description What to do, as a word that never changes; null where nothing is. Two checks may share one. */
            recommendation_code: string | null;
            /** @description At most five values that show it, the most first. */
            samples: components["schemas"]["InstrumentationSample"][];
            /** @description `pass`, `warn`, `fail`, or `no_data` where there was nothing to look at. */
            status: string;
        };
        /** @description Something that comes in day by day. */
        InstrumentationFeed: {
            /** @description What came on each of them, without a gap, the oldest first; null of a look of an earlier release. */
            counts: number[] | null;
            expected_daily: components["schemas"]["DecimalNumber"] | null;
            /** @description `page_views`, `page_views:<host>` of visits that began there, `outcomes:<event type>` or `spend:<platform>`. */
            feed: string;
            /**
             * Format: date
             * @description The first of the complete local days that it was judged by; null of a look of an earlier release.
             */
            first_date: string | null;
            /**
             * Format: date-time
             * @description When the last of it came, RFC 3339; of a host, the last page view on it. Null for a host of which days alone are
             *     known: its page views were imported, or came before hosts were noted.
             */
            last_at: string | null;
            /** @description What came on a day, the mean of the last seven complete ones. */
            observed_daily: components["schemas"]["DecimalNumber"];
            /** @description `live`; `silent` where nothing comes and something was to be expected; `new` where fewer than 42 days are known. */
            status: string;
        };
        /** @description How the site is measured. */
        InstrumentationHealth: {
            /** @description Unusual days that go on or ended within the window, the latest first. */
            anomalies: components["schemas"]["InstrumentationAnomaly"][];
            /**
             * Format: date-time
             * @description When it was looked at, RFC 3339; null when nobody has looked yet, which does not mean that all is well.
             */
            checked_at: string | null;
            /** @description Every check, always in this order. */
            checks: components["schemas"]["InstrumentationCheck"][];
            /** @description What comes in, of what ever came in the last 150 days. */
            feeds: components["schemas"]["InstrumentationFeed"][];
            /**
             * Format: int32
             * @description Whole local days that are looked at, beside today. Checks of page views and payments are of yesterday alone,
             *     those of refused events of yesterday and today.
             */
            window_days: number;
        };
        /** @description A value that shows what is wrong. */
        InstrumentationSample: {
            /**
             * Format: int64
             * @description How much of it: touches of an ad, clicks, payments, page views, events or amounts, whichever the check counts.
             */
            count: number;
            /**
             * @description What the check is about: an ad's id, a source, a host, a channel, the first part of a path, a type of event, a
             *     conversion key, a currency, or why something was refused. While the profile masks personal values, of one with
             *     an `@` the first letter and the domain.
             */
            value: string;
        };
        /** @description An identifier that joined the person. */
        JoinedIdentifier: {
            /**
             * Format: date-time
             * @description When it was first seen.
             */
            first_seen_at: string;
            /** @description subject when it decided whose the conversion is, holder, or browser. */
            joined_by: string;
            /** @description email, phone, `national_id`, `crm_contact_id`, `external_id` or `anonymous_id`. */
            kind: string;
            /** @description The value, mostly starred. */
            value_masked: string;
        };
        /** @description One page of a history. */
        JourneyData: {
            /** @description Earliest first. */
            events: components["schemas"]["JourneyEvent"][];
            /**
             * Format: int64
             * @description Events in all.
             */
            total_count: number;
        };
        /** @description One event of a history. */
        JourneyEvent: {
            /** @description Browser family. */
            browser: string | null;
            /** @description Campaign, by name where the ads catalogue knows it. */
            campaign: string | null;
            /** @description Channel by the profile's rules now. */
            channel: string | null;
            /** @description City; null, because no source of it is part of the service. */
            city: string | null;
            /** @description ISO 3166-1. */
            country: string | null;
            /** @description ISO 4217. */
            currency: string | null;
            /** @description desktop, mobile or tablet. */
            device: string | null;
            /** @description The specific name. */
            event_name: string;
            /**
             * Format: date-time
             * @description When.
             */
            event_time: string;
            /** @description `page_view`, identify, custom, or the type of a server-side event. */
            event_type: string;
            /** @description True for an off-site conversion, whose touch was derived from its own evidence. */
            is_synthetic: boolean;
            /** @description paid, organic, referral and so on. */
            medium: string | null;
            /** @description Operating system family. */
            os: string | null;
            /** @description Its path. */
            path: string | null;
            /** @description Traffic source, or payment provider. */
            source: string | null;
            /**
             * @description Address of a web event as it is stored: without user info and fragment, and with the
             *     parameters that the profile keeps.
             */
            url: string | null;
            value_amount: components["schemas"]["DecimalNumber"] | null;
        };
        /** @description Public keys (RFC 7517). */
        KeySet: {
            /** @description The keys, those of the future too. */
            keys: components["schemas"]["PublicKey"][];
        };
        /** @description How reading what ads cost went last. */
        LastSync: {
            /**
             * Format: date-time
             * @description When it ended.
             */
            at: string;
            /**
             * Format: date
             * @description The first of the days; null when it was about the names of campaigns and ads.
             */
            date_from: string | null;
            /**
             * Format: date
             * @description The last of the days.
             */
            date_to: string | null;
            /** @description What went wrong, in words for people; null when nothing did. */
            reason: string | null;
            /**
             * @description `succeeded`; `failed`: it is tried again; `throttled`: the platform asked to wait; `upgrade_required`: the
             *     platform no longer answers the version of its interface that the operator has set.
             * @example succeeded
             */
            status: string;
        };
        /** @description What a channel is credited with under `last_touch`. */
        LastTouchFigures: {
            /** @description Credited conversions, refunds not counted. */
            conversions: components["schemas"]["DecimalNumber"];
            /** @description Credited cash in the reporting currency. */
            revenue: components["schemas"]["DecimalString"];
        };
        /** @description The last touches of a conversion. */
        LastTouches: {
            /** @description Whether views take credit. */
            credited: boolean;
            /** @description The touch that comes last when views count, or null. */
            with_views: string | null;
            /** @description The touch that comes last when they do not, or null. */
            without_views: string | null;
        };
        /** @description A candidate rule, and the traffic to try it on. */
        MatchCountBody: {
            /**
             * Format: date
             * @description First local day; absent is 29 days before the last.
             */
            date_from?: string | null;
            /**
             * Format: date
             * @description Last local day; absent is today. At most 366 days in all.
             */
            date_to?: string | null;
            /** @description The attribution model that conversions and cash are credited under; absent is `last_touch`. */
            model?: string | null;
            /**
             * Format: uuid
             * @description The rule whose place the candidate would take. Its priority is the default of the
             *     candidate's.
             */
            replaces?: string | null;
            /** @description The candidate. */
            rule: components["schemas"]["RuleBody"];
        };
        /** @description What one rule would do. */
        MatchCountResult: {
            /**
             * @description At most ten pieces of evidence: of what the rule would win first, those with most sessions
             *     first.
             */
            examples: components["schemas"]["MatchedEvidence"][];
            /**
             * @description Traffic whose evidence fits the conditions, whatever other rules say of it, as it is credited
             *     now.
             */
            matched: components["schemas"]["MatchedTraffic"];
            /**
             * @description Traffic that the rule would name the channel of, after rules before it have taken theirs, as
             *     it would be credited with the rule in force.
             */
            would_win: components["schemas"]["MatchedTraffic"];
        };
        /** @description A piece of evidence that fits. Fields that are not known are null. */
        MatchedEvidence: {
            /** @description Its channel now. */
            channel: string;
            /** @description Kinds of click ids. */
            click_ids: string[];
            /** @description Host of the landing page. */
            landing_host: string | null;
            /** @description First two segments of the landing page's path. */
            landing_path: string | null;
            /** @description Host of the foreign page before. */
            referrer_host: string | null;
            /**
             * Format: int64
             * @description Its sessions on the days.
             */
            sessions: number;
            /** @description `utm_campaign`. */
            utm_campaign: string | null;
            /** @description `utm_content`. */
            utm_content: string | null;
            /** @description `utm_medium`. */
            utm_medium: string | null;
            /** @description `utm_source`. */
            utm_source: string | null;
            /** @description `utm_term`. */
            utm_term: string | null;
            /** @description Whether the rule would name its channel. */
            would_win: boolean;
        };
        /** @description How much traffic. */
        MatchedTraffic: {
            /** @description Credited conversions: sums of shares; refunds are not counted. */
            conversions: components["schemas"]["DecimalNumber"];
            /** @description Credited cash in the reporting currency, refunds subtracted. */
            credited_cash: components["schemas"]["DecimalNumber"];
            /**
             * Format: int64
             * @description Sessions with a page view, without bots.
             */
            sessions: number;
            /**
             * Format: int64
             * @description Distinct pieces of evidence with traffic on the days.
             */
            signatures: number;
            /**
             * Format: int64
             * @description Touches.
             */
            touches: number;
        };
        /** @description Tokens, shown only now. */
        McpToken: {
            /** @description `svc_user_…`. */
            access_token: string;
            /** @description To be sent with the refresh token to the token endpoint. */
            client_id: string | null;
            /**
             * Format: int64
             * @description Seconds for which the access token counts.
             */
            expires_in: number;
            /**
             * Format: uuid
             * @description Names the approval that the tokens belong to.
             */
            id: string;
            /** @description What you called it. */
            name: string;
            /** @description Gives new tokens, once. */
            refresh_token: string | null;
            /** @description The grants, with spaces between them. */
            scope: string;
            /** @description `Bearer`. */
            token_type: string;
        };
        /** @description A token to be minted. */
        McpTokenBody: {
            /** @description What it allows: `mcp:read`, `mcp:read_pii`, `mcp:write`. */
            grants: string[];
            /** @description What you call it, 1 to 120 characters. */
            name: string;
            /**
             * Format: int32
             * @description Units that it may spend a minute; the service has a ceiling.
             */
            rate_limit_units_per_minute: number;
        };
        /** @description A decision that two customers are one. */
        Merge: {
            /**
             * Format: uuid
             * @description Who goes on under their id.
             */
            customer_profile_id: string;
            /**
             * Format: date-time
             * @description When it was decided.
             */
            decided_at: string;
            /** @description By whom. */
            decided_by: components["schemas"]["Actor"];
            /**
             * Format: uuid
             * @description Names the decision.
             */
            id: string;
            /**
             * Format: uuid
             * @description Whose id leads to that one.
             */
            merged_customer_profile_id: string;
            /**
             * Format: date-time
             * @description When it was taken back; null while it stands.
             */
            undone_at: string | null;
            undone_by: components["schemas"]["Actor"] | null;
        };
        /** @description What making one of two customers does. */
        MergeConsequence: {
            /** @description What is credited, in the order of channels and models; the answer to a merge names only what changed. */
            credited: components["schemas"]["CreditedChannel"][];
            /** @description What of the survivor was empty and is filled in. */
            filled: components["schemas"]["FilledField"][];
            /**
             * Format: uuid
             * @description Names the decision; null in a preview.
             */
            merge_id: string | null;
            /** @description Of whom everything is the survivor's then, and whose id leads to the survivor's. */
            merged: components["schemas"]["MergeSide"];
            /** @description Stands for all of this. Sent with a merge, it is refused when something of it has changed. */
            preview_hash: string;
            /** @description Who goes on under their id: who was seen first. */
            survivor: components["schemas"]["MergeSide"];
        };
        /** @description What the answer is about. */
        MergeMeta: {
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
            /** @description ISO 4217 code of every amount. */
            reporting_currency: string;
        };
        /** @description Two customers who may be one. */
        MergePreviewRequest: {
            /** @description Both, in any order. */
            customer_profile_ids: string[];
        };
        /** @description Two customers who may be one. */
        MergeProposal: {
            /**
             * @description How sure it is: `strong` from 95%, `likely` from 80%, `possible` from 50%; null where people took the two for one
             *     without a proposal.
             */
            band: string | null;
            /** @description Both sides, in the order of their ids; fewer where one is gone. */
            customers: components["schemas"]["ProposedCustomer"][];
            /**
             * Format: date-time
             * @description When somebody decided.
             */
            decided_at: string | null;
            decided_by: components["schemas"]["Actor"] | null;
            /** @description What speaks for it and against it, what counts most first. */
            evidence: components["schemas"]["EvidenceBody"][];
            /**
             * Format: uuid
             * @description Names the proposal.
             */
            id: string;
            /**
             * Format: uuid
             * @description The merge that it came to.
             */
            merge_id: string | null;
            /**
             * @description The probability that the two are one, with four decimals.
             * @example 0.9731
             */
            probability: string | null;
            /**
             * Format: date-time
             * @description When the two were found first.
             */
            proposed_at: string;
            /**
             * Format: date-time
             * @description Until when it waits, while it is `snoozed`.
             */
            snooze_until: string | null;
            /** @description `pending`, `merged`, `dismissed` or `snoozed`. */
            status: string;
        };
        /** @description What a decision came to. */
        MergeProposalDecision: {
            consequence: components["schemas"]["MergeConsequence"] | null;
            /** @description The proposal as it stands now. */
            proposal: components["schemas"]["MergeProposal"];
        };
        /** @description What the answer is about. */
        MergeProposalDecisionMeta: {
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
            /** @description ISO 4217 code of every amount; null where there is none. */
            reporting_currency: string | null;
        };
        /** @description What several decisions came to. */
        MergeProposalDecisions: {
            consequence: components["schemas"]["SelectionConsequence"] | null;
            /** @description The decision. */
            decision: string;
            /** @description The proposals, in the order that was given. */
            proposal_ids: string[];
        };
        /** @description How far the customers of a profile were gone through. */
        MergeProposalScan: {
            /**
             * Format: date-time
             * @description When it began.
             */
            began_at: string | null;
            /**
             * Format: int64
             * @description Of those, how many were not known as they were when they were compared last.
             */
            customers_compared: number;
            /**
             * Format: int64
             * @description Customers that were looked at so far.
             */
            customers_walked: number;
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            requested_at: string;
            /** @description `queued` or `running`. */
            status: string;
        };
        /** @description Two customers who are one. */
        MergeRequest: {
            /** @description Both, in any order. */
            customer_profile_ids: string[];
            /** @description From a preview: the merge is refused when it would do something else by now. */
            preview_hash?: string | null;
        };
        /** @description One of two customers, before they are one. */
        MergeSide: {
            /** @description Browsers that are theirs at some time. */
            browsers: number;
            /** @description Of those, conversions. */
            conversions: number;
            /**
             * Format: uuid
             * @description Names the customer.
             */
            customer_profile_id: string;
            /** @description Outcome events. */
            events: number;
            /** @description Given name. */
            first_name: string | null;
            /** @description Identifiers that name a person. */
            identifiers: number;
            /** @description Family name. */
            last_name: string | null;
            /** @description E-mail address. */
            primary_email: string | null;
            /** @description Telephone number. */
            primary_phone: string | null;
            /** @description Touches of the browsers. */
            touches: number;
        };
        /** @description What is to be connected. */
        NewConnection: {
            /**
             * @description The platform: `social_ads` or `search_ads`.
             * @example social_ads
             */
            provider: string;
        };
        /** @description Who is to be told of what. */
        NewWebhookSubscription: {
            /**
             * @description Types of events: 1 to 100, each once.
             * @example [
             *       "conversion.recorded",
             *       "recompute.completed"
             *     ]
             */
            events: string[];
            /**
             * @description Providers whose events are sent: 1 to 100, each once. Everything that is sent today comes from
             *     `platform`.
             * @example [
             *       "platform"
             *     ]
             */
            providers: string[];
            /**
             * @description An https address that everybody on the Internet may reach; at most 2,048 characters, no user info and no
             *     fragment.
             * @example https://example.com/webhooks
             */
            url: string;
        };
        /** @description For answers without any context. */
        NoMeta: Record<string, never>;
        /** @description An error as OAuth clients read it. */
        OAuthError: {
            /** @description What went wrong, for a program (RFC 6749, section 5.2; RFC 7591, section 3.2.2). */
            error: string;
            /** @description The same for a developer. */
            error_description: string;
        };
        /** @description Where the provider's keys are. */
        OpenidConfiguration: {
            /** @description `ES256`. */
            id_token_signing_alg_values_supported: string[];
            /** @description The issuer of session tokens. */
            issuer: string;
            /** @description The public keys. */
            jwks_uri: string;
            /** @description `public`. */
            subject_types_supported: string[];
        };
        /** @description A label of a pipeline stage. */
        OutcomeDefinition: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description The label for people. */
            display_name: string;
            /** @description The raw event type that is counted under it; unique in its family. */
            event_key: string;
            /** @description The group that it belongs to, for example one pipeline. */
            family: string;
            /**
             * Format: uuid
             * @description Names the outcome definition.
             */
            id: string;
            /**
             * Format: int32
             * @description Its place in its family, from 0.
             */
            position: number;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        /** @description A whole family of outcome definitions. */
        OutcomeFamilyBody: {
            /** @description Its labels in order; none removes the family. */
            definitions: components["schemas"]["OutcomeLabelBody"][];
            /** @description The group, for example one pipeline. */
            family: string;
        };
        /** @description One label of a family. */
        OutcomeLabelBody: {
            /** @description The label for people. */
            display_name: string;
            /** @description The raw event type that is counted under it; unique in its family. */
            event_key: string;
        };
        /** @description How often outcome events of one type happened. */
        OutcomeTypeCount: {
            /**
             * Format: uuid
             * @description The conversion definition that claims the type; null when none does.
             */
            conversion_definition_id: string | null;
            /**
             * Format: int64
             * @description Events, refunds included.
             */
            count: number;
            /** @description The raw event type. */
            event_type: string;
            outcome_definition: components["schemas"]["OutcomeTypeLabel"] | null;
        };
        /** @description What a type is called. */
        OutcomeTypeLabel: {
            /** @description Its label. */
            display_name: string;
            /** @description Its family. */
            family: string;
            /**
             * Format: uuid
             * @description The outcome definition.
             */
            id: string;
        };
        /** @description A period's figures beside those of the period before. */
        OverviewData: {
            /** @description The period that was asked for. */
            current: components["schemas"]["OverviewMetrics"];
            /** @description The period of equal length that ends the day before it begins. */
            previous: components["schemas"]["OverviewMetrics"];
        };
        /** @description What the figures are about. */
        OverviewMeta: {
            /**
             * Format: int64
             * @description Page views of the period that came without an id (`data-consent="anonymous"`), whatever the
             *     filters. No figure counts them: neither page views, visitors, sessions nor credit. Absent when
             *     there were none.
             */
            anonymous_pageviews?: number;
            /**
             * Format: date-time
             * @description The instant of the figures; only when `as_of` was sent.
             */
            as_of?: string;
            /**
             * Format: date
             * @description First day.
             */
            date_from: string;
            /**
             * Format: date
             * @description Last day.
             */
            date_to: string;
            /** @description The conversion keys that count, separated by commas; only when `goal` was sent. */
            goal?: string;
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
            /**
             * @description ISO 4217 code of every amount, at the instant of `as_of` when it was sent. While `warnings` says
             *     `replay_pending` it may not be the profile's own yet.
             */
            reporting_currency: string;
            /**
             * @description `replay_pending`: a full replay waits or runs, and the figures are those of before it. What was left
             *     out of them: `spend_without_fx_rate`, `spend_parts_exceed_total`, `conversions_pending_fx`,
             *     `spend_has_no_<dimension>`. With `goal`, `spend_of_all_goals`; with `as_of` also what is not of
             *     then: `web_channels_are_current`. Of accounts that are read: `spend_incomplete`,
             *     `spend_in_other_timezone`. Absent when there is nothing to say.
             */
            warnings?: string[];
        };
        /** @description Figures of one period. Every number is exact or, for ratios, rounded to six decimals. */
        OverviewMetrics: {
            /** @description Conversions with at least one credited touch. */
            attributed_outcomes: components["schemas"]["DecimalNumber"];
            /** @description Engaged seconds a session. */
            avg_engaged_seconds: components["schemas"]["DecimalNumber"];
            /** @description Sessions with a single page view, in percent. */
            bounce_rate: components["schemas"]["DecimalNumber"];
            /** @description Cash payments, refunds not counted. */
            cash_payments: components["schemas"]["DecimalNumber"];
            /** @description All cash, refunds subtracted. */
            cash_revenue: components["schemas"]["DecimalNumber"];
            /** @description Attributed outcomes in percent of all. */
            coverage_percent: components["schemas"]["DecimalNumber"];
            /** @description Conversions, refunds not counted. */
            outcomes: components["schemas"]["DecimalNumber"];
            /**
             * Format: int64
             * @description Page views.
             */
            pageviews: number;
            /** @description Attributed cash revenue. */
            revenue: components["schemas"]["DecimalNumber"];
            /** @description Revenue divided by spend; 0 without spend. */
            roas: components["schemas"]["DecimalNumber"];
            /** @description Total ad spend in the reporting currency. */
            spend: components["schemas"]["DecimalNumber"];
            /**
             * Format: int64
             * @description Distinct anonymous ids.
             */
            visitors: number;
        };
        /** @description One page of a list. */
        Page_Connection_ProfileMeta_CursorPagination: {
            /** @description The rows of this page. */
            data: {
                /**
                 * Format: date-time
                 * @description When the account was first connected.
                 */
                created_at: string;
                /** @description The currency that the account is billed in, ISO 4217; null when the platform does not say. */
                currency: string | null;
                /** @description The platform's id of the account. */
                external_account_id: string | null;
                /** @description What the account is called there; null when the platform does not say. */
                external_account_name: string | null;
                /**
                 * Format: uuid
                 * @description Its id, which stays the same however often the account is connected.
                 */
                id: string;
                last_sync: components["schemas"]["LastSync"] | null;
                /**
                 * @description `social_ads` or `search_ads`.
                 * @example social_ads
                 */
                provider: string;
                /**
                 * @description Why it has to be connected anew: `token_expired`, `permission_missing`, `account_closed` or
                 *     `failing_for_days`. Null unless it has to.
                 */
                reason: string | null;
                /** @description Whether what its ads cost is read by itself. */
                spend_enabled: boolean;
                /**
                 * Format: int32
                 * @description How many months back it is read.
                 */
                spend_months: number;
                /**
                 * @description `connected`; `reconnect_required`: it delivers nothing until somebody connects the account anew; `revoked`:
                 *     somebody removed it.
                 * @example connected
                 */
                status: string;
                /** @description Where the account's days begin; null when the platform does not say. */
                timezone: string | null;
                /**
                 * Format: date-time
                 * @description When it last changed.
                 */
                updated_at: string;
            }[];
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
            /** @description Where a list of this service's own goes on. */
            pagination: {
                /** @description Send it as `cursor` to get the next page. Empty on the last page. */
                cursor: string;
                /** @description Whether there is another page. */
                has_next: boolean;
            };
        };
        /** @description One page of a list. */
        Page_CustomAudience_ProfileMeta_CursorPagination: {
            /** @description The rows of this page. */
            data: {
                /** @description The platform's id. */
                id: string;
                /**
                 * @description What it was made of, in the platform's word.
                 * @example WEBSITE
                 */
                kind: string | null;
                /** @description What it is called there. */
                name: string | null;
                /**
                 * Format: int64
                 * @description How many people there are at least; null when the platform does not say.
                 */
                size_at_least: number | null;
                /**
                 * Format: int64
                 * @description And at most.
                 */
                size_at_most: number | null;
                /**
                 * Format: date-time
                 * @description When it last changed.
                 */
                updated_at: string | null;
            }[];
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
            /** @description Where a list of this service's own goes on. */
            pagination: {
                /** @description Send it as `cursor` to get the next page. Empty on the last page. */
                cursor: string;
                /** @description Whether there is another page. */
                has_next: boolean;
            };
        };
        /** @description One page of a list. */
        Page_Customer_CustomersMeta_CustomersPagination: {
            /** @description The rows of this page. */
            data: {
                /** @description Channel of the last touch; empty when there is none. */
                channel: string;
                /**
                 * Format: int64
                 * @description Conversions of this customer so far.
                 */
                conversion_count: number;
                /** @description Names the conversion. */
                conversion_id: string;
                /**
                 * Format: date-time
                 * @description When it converted.
                 */
                conversion_time: string;
                /** @description ISO 3166-1 country of the converting session; empty when there is none. */
                country: string;
                /**
                 * @description Names the customer in the journey endpoint: a customer id; for a browser nobody identified
                 *     its anonymous id; for an event without any identifier the event's id.
                 */
                customer_profile_id: string;
                /** @description desktop, mobile or tablet; empty when there is no session. */
                device: string;
                /** @description E-mail address. */
                email?: string | null;
                /** @description Full name. */
                name?: string | null;
                /** @description Value of the conversion in the reporting currency. */
                revenue: components["schemas"]["DecimalNumber"];
                /** @description cash, pipeline or gross. */
                revenue_type: string;
                /** @description Source of the last touch; empty when there is none. */
                source: string;
                /**
                 * Format: int64
                 * @description Seconds from the first touch to the conversion.
                 */
                time_to_complete_seconds: number;
                /** @description Cash of this customer so far. */
                total_revenue: components["schemas"]["DecimalNumber"];
                /** @description Distinct channels of those touches, in order. */
                touch_channels: string[];
                /**
                 * Format: int64
                 * @description Touches before the conversion, inside its window.
                 */
                touch_count: number;
            }[];
            /** @description What the list is about. */
            meta: {
                /**
                 * Format: date
                 * @description First day.
                 */
                date_from: string;
                /**
                 * Format: date
                 * @description Last day.
                 */
                date_to: string;
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * @description ISO 4217 code of every amount. While `warnings` says `replay_pending` it may not be the
                 *     profile's own yet.
                 */
                reporting_currency: string;
                /**
                 * @description `replay_pending`: a full replay waits or runs, and the rows are those of before it.
                 *     `conversions_pending_fx`: values of somebody on this page wait for an exchange rate, and are in no amount yet. Absent
                 *     when there is nothing to say.
                 */
                warnings?: string[];
            };
            /** @description Where the list goes on. */
            pagination: {
                /**
                 * @description `timestamp|id`; send both halves as `cursor_time` and `cursor_id`. Empty on the last
                 *     page.
                 */
                cursor: string;
                /** @description Whether there is another page. */
                has_next: boolean;
            };
        };
        /** @description One page of a list. */
        Page_ExportDelivery_ProfileMeta_CursorPagination: {
            /** @description The rows of this page. */
            data: {
                /** @description `website`, `system_generated` or `business_messaging`; null at a search engine. */
                action_source: string | null;
                /**
                 * Format: int32
                 * @description How often it was tried.
                 */
                attempt: number;
                confirmation: components["schemas"]["ExportConfirmation"] | null;
                /**
                 * Format: uuid
                 * @description The conversion that it tells of; null when it tells of a move in a pipeline.
                 */
                conversion_id: string | null;
                /**
                 * Format: date-time
                 * @description When it was decided.
                 */
                created_at: string;
                /**
                 * @description ISO 4217.
                 * @example EUR
                 */
                currency: string | null;
                /**
                 * Format: uuid
                 * @description Where it is told.
                 */
                destination_id: string;
                /** @description The id under which the platform is told. */
                event_id: string | null;
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                event_time: string;
                /** @description What was taken away or changed before it left, sorted. */
                filters_applied: string[];
                /**
                 * Format: int32
                 * @description The status of the platform's last answer.
                 */
                http_status: number | null;
                /**
                 * Format: uuid
                 * @description Its id.
                 */
                id: string;
                /**
                 * @description `real`, or `test` for one that somebody made up.
                 * @example real
                 */
                kind: string;
                /** @description By what the platform could find the person: names of fields. */
                match_keys: string[];
                /**
                 * Format: date-time
                 * @description When it is due next; null when nothing is to be done.
                 */
                next_attempt_at: string | null;
                /**
                 * Format: int64
                 * @description The platform's code of an error.
                 */
                platform_code: number | null;
                /**
                 * @description The name under which the platform is told.
                 * @example Purchase
                 */
                platform_event_name: string | null;
                /** @description The beginning of what the platform said last, without what could be somebody's. */
                response: string | null;
                /**
                 * Format: uuid
                 * @description The rule; null for a test without one.
                 */
                rule_id: string | null;
                /**
                 * Format: uuid
                 * @description The run that last had to do with it; null for a test.
                 */
                run_id: string | null;
                skip_reason: components["schemas"]["ExportSkipReason"] | null;
                /**
                 * @description `queued`, `sending`, `sent`, `accepted`, `confirmed`, `rejected`, `retry`, `failed`, `skipped`, or `unknown` when
                 *     nobody can know whether it arrived and sending it again might count it twice.
                 * @example sent
                 */
                status: string;
                /**
                 * Format: int64
                 * @description The platform's finer code.
                 */
                subcode: number | null;
                /** @description By what the platform finds the request. */
                trace_id: string | null;
                /**
                 * @description What it was told to be worth, as a decimal number.
                 * @example 49.90
                 */
                value: string | null;
            }[];
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
            /** @description Where a list of this service's own goes on. */
            pagination: {
                /** @description Send it as `cursor` to get the next page. Empty on the last page. */
                cursor: string;
                /** @description Whether there is another page. */
                has_next: boolean;
            };
        };
        /** @description One page of a list. */
        Page_ExportRule_ProfileMeta_CursorPagination: {
            /** @description The rows of this page. */
            data: {
                /**
                 * Format: date-time
                 * @description When it was put into the archive, where it tells nothing and no list shows it; null while it is not.
                 */
                archived_at: string | null;
                /**
                 * Format: date-time
                 * @description When it was made.
                 */
                created_at: string;
                /** @description What was decided under it in the last 7 days. */
                delivery_stats_7d: components["schemas"]["ExportRuleStatistics"];
                /** @description Which kinds of destinations it tells: `{"social_capi": {"enabled": true}, …}`. */
                destinations: Record<string, never>;
                /** @description Whether it tells anything. */
                enabled: boolean;
                /**
                 * Format: uuid
                 * @description Its id.
                 */
                id: string;
                /** @description For people. */
                name: string;
                /** @description Names of its own, by kind of destination. */
                platform_event_name_overrides: Record<string, never>;
                /**
                 * Format: int32
                 * @description 1 to 999; lower runs first.
                 */
                priority: number;
                /**
                 * @description What it closes beyond the profile: `{"close": ["page"], "limited_data_use": {"country": 0, "state": 0}}`; null
                 *     closes nothing more.
                 */
                privacy_override: Record<string, never> | null;
                /**
                 * @description `skip`, `custom_event` or `purchase`: what becomes of renewals of a subscription.
                 * @example skip
                 */
                recurring_payment_mode: string;
                /** @description The optimisation category of a custom conversion; null derives it. */
                social_custom_event_type: string | null;
                /**
                 * @description `to_stage`, `from_stage`, `external_source` of a pipeline rule; `fixed_value` and `fixed_currency` of a rule that
                 *     tells a fixed value. What is not set is not there.
                 */
                source_config: Record<string, never>;
                /**
                 * @description `conversion_definition` or `pipeline_stage_transition`.
                 * @example conversion_definition
                 */
                source_kind: string;
                /**
                 * Format: uuid
                 * @description The definition; null on a pipeline rule.
                 */
                source_ref_id: string | null;
                /**
                 * @description `event_recorded`, `stage_entered` or `stage_exited`.
                 * @example event_recorded
                 */
                trigger_mode: string;
                /**
                 * Format: date-time
                 * @description When it last changed.
                 */
                updated_at: string;
                /**
                 * @description `event_value`, `fixed_value` or `none`.
                 * @example event_value
                 */
                value_mode: string;
            }[];
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
            /** @description Where a list of this service's own goes on. */
            pagination: {
                /** @description Send it as `cursor` to get the next page. Empty on the last page. */
                cursor: string;
                /** @description Whether there is another page. */
                has_next: boolean;
            };
        };
        /** @description One page of a list. */
        Page_Merge_ProfileMeta_CursorPagination: {
            /** @description The rows of this page. */
            data: {
                /**
                 * Format: uuid
                 * @description Who goes on under their id.
                 */
                customer_profile_id: string;
                /**
                 * Format: date-time
                 * @description When it was decided.
                 */
                decided_at: string;
                /** @description By whom. */
                decided_by: components["schemas"]["Actor"];
                /**
                 * Format: uuid
                 * @description Names the decision.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description Whose id leads to that one.
                 */
                merged_customer_profile_id: string;
                /**
                 * Format: date-time
                 * @description When it was taken back; null while it stands.
                 */
                undone_at?: string | null;
                undone_by?: components["schemas"]["Actor"] | null;
            }[];
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
            /** @description Where a list of this service's own goes on. */
            pagination: {
                /** @description Send it as `cursor` to get the next page. Empty on the last page. */
                cursor: string;
                /** @description Whether there is another page. */
                has_next: boolean;
            };
        };
        /** @description One page of a list. */
        Page_Recompute_ProfileMeta_CursorPagination: {
            /** @description The rows of this page. */
            data: {
                /**
                 * Format: int32
                 * @description How often it was begun: more than once when a worker died.
                 */
                attempts: number;
                /** @description Why it is made, oldest reason first. Requests that come while it waits join it. */
                causes: components["schemas"]["ChangeCause"][];
                /**
                 * Format: date-time
                 * @description When reports began to show it; null before.
                 */
                finished_at?: string | null;
                /**
                 * Format: int64
                 * @description Number of the results that it makes; null while it waits.
                 */
                generation?: number | null;
                /**
                 * Format: uuid
                 * @description Names the replay.
                 */
                id: string;
                /**
                 * Format: int64
                 * @description People replayed so far.
                 */
                people_done: number;
                /**
                 * Format: int64
                 * @description People in all; null until they are counted.
                 */
                people_total?: number | null;
                /**
                 * Format: date-time
                 * @description When it was first asked for.
                 */
                requested_at: string;
                /**
                 * Format: date-time
                 * @description When it was first begun; null while it waits.
                 */
                started_at?: string | null;
                /** @description `queued`, `running` or `completed`. */
                status: string;
            }[];
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
            /** @description Where a list of this service's own goes on. */
            pagination: {
                /** @description Send it as `cursor` to get the next page. Empty on the last page. */
                cursor: string;
                /** @description Whether there is another page. */
                has_next: boolean;
            };
        };
        /** @description One page of a list. */
        Page_Restatement_ProfileMeta_CursorPagination: {
            /** @description The rows of this page. */
            data: {
                cash_change?: components["schemas"]["DecimalNumber"] | null;
                /** @description The word of all its causes; `several` when they differ. */
                cause: string;
                /** @description All causes, oldest first. */
                causes: components["schemas"]["ChangeCause"][];
                /** @description What credited conversions changed by under `last_touch`. */
                conversions_change: components["schemas"]["DecimalNumber"];
                /** @description Currency of the figures after, ISO 4217. */
                currency_after: string;
                /** @description Currency of the figures before, ISO 4217. */
                currency_before: string;
                days?: components["schemas"]["RestatedDays"] | null;
                /**
                 * Format: uuid
                 * @description Names the restatement.
                 */
                id: string;
                /**
                 * Format: int64
                 * @description Figures that changed: one a day, channel and model, and one a day and channel for spend.
                 */
                lines: number;
                /**
                 * Format: uuid
                 * @description The full replay that brought it; null when facts of single people did.
                 */
                recompute_id?: string | null;
                /**
                 * Format: date-time
                 * @description When.
                 */
                restated_at: string;
                /**
                 * Format: int64
                 * @description 1, 2, 3, … in the order in which figures changed.
                 */
                sequence: number;
                spend_change?: components["schemas"]["DecimalNumber"] | null;
                /** @description Time zone of the days after. */
                timezone_after: string;
                /** @description Time zone of the days before. */
                timezone_before: string;
            }[];
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
            /** @description Where a list of this service's own goes on. */
            pagination: {
                /** @description Send it as `cursor` to get the next page. Empty on the last page. */
                cursor: string;
                /** @description Whether there is another page. */
                has_next: boolean;
            };
        };
        /** @description One page of a list. */
        Page_SpendBatch_ProfileMeta_CursorPagination: {
            /** @description The rows of this page. */
            data: {
                /** @description The account there; empty where there is none. */
                account_id: string;
                /**
                 * Format: uuid
                 * @description What the loader calls it.
                 */
                batch_id: string;
                /**
                 * Format: date
                 * @description The first of its days.
                 */
                date_from: string;
                /**
                 * Format: date
                 * @description The last of its days.
                 */
                date_to: string;
                /** @description Days of spend that were written; null unless it is written. */
                days: number | null;
                /** @description The first hundred things that are wrong with it. */
                errors: components["schemas"]["SpendBatchError"][];
                /**
                 * Format: date-time
                 * @description When it was written or refused; null while it waits.
                 */
                finished_at: string | null;
                /**
                 * Format: date-time
                 * @description When it landed.
                 */
                landed_at: string;
                /** @description The platform. */
                platform: string;
                /** @description Days of spend that went; null unless it is written. */
                removed: number | null;
                /**
                 * Format: int64
                 * @description How many rows it has, as the loader says.
                 */
                rows: number;
                /** @description How it stands. */
                status: components["schemas"]["SpendBatchStatus"];
            }[];
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
            /** @description Where a list of this service's own goes on. */
            pagination: {
                /** @description Send it as `cursor` to get the next page. Empty on the last page. */
                cursor: string;
                /** @description Whether there is another page. */
                has_next: boolean;
            };
        };
        /** @description One page of a list. */
        Page_TouchPath_PathsMeta_RankedPagination: {
            /** @description The rows of this page. */
            data: {
                /** @description Touches a conversion, or a person where nobody converted, repeats counted; six decimals. */
                avg_touches: components["schemas"]["DecimalNumber"];
                /**
                 * Format: int64
                 * @description Conversions that the path led to, refunds not counted; 0 where nobody converted.
                 */
                conversions: number;
                /**
                 * @description Channels in the order of the touches; touches of one channel in a row are one step. At most
                 *     20 steps. A touch whose traffic is not classified yet is an empty string.
                 */
                path: string[];
                /**
                 * Format: int64
                 * @description Distinct people.
                 */
                people: number;
                /** @description Cash of those conversions in the reporting currency, before refunds. */
                revenue: components["schemas"]["DecimalNumber"];
                /** @description Whether the path goes on after the steps that are shown. */
                truncated: boolean;
            }[];
            /** @description What the list is about. */
            meta: {
                /** @description Whether paths end in a conversion. */
                converting: boolean;
                /**
                 * Format: date
                 * @description First day.
                 */
                date_from: string;
                /**
                 * Format: date
                 * @description Last day.
                 */
                date_to: string;
                /** @description The conversion keys that count, separated by commas; null for every key. */
                goal: string | null;
                /**
                 * Format: uuid
                 * @description The profile.
                 */
                profile_id: string;
                /**
                 * @description ISO 4217 code of every amount. While `warnings` says `replay_pending` it may not be the
                 *     profile's own yet.
                 */
                reporting_currency: string;
                /**
                 * @description `replay_pending`: a full replay waits or runs, and the rows are those of before it. Absent
                 *     when there is nothing to say.
                 */
                warnings?: string[];
            };
            /** @description Where a ranked list goes on. */
            pagination: {
                /** @description `value|key` of the last row: send it as `cursor`. Empty on the last page. */
                cursor: string;
                /** @description Whether there is another page. */
                has_next: boolean;
            };
        };
        /** @description One page of a list. */
        Page_WebhookDelivery_ProfileMeta_CursorPagination: {
            /** @description The rows of this page. */
            data: {
                /**
                 * Format: int32
                 * @description How many requests there were.
                 */
                attempts: number;
                /**
                 * Format: date-time
                 * @description When it was made.
                 */
                created_at: string;
                /**
                 * Format: uuid
                 * @description The event: `id` of the body.
                 */
                event_id: string;
                /**
                 * Format: uuid
                 * @description Its id: `webhook-id` of every request.
                 */
                id: string;
                /**
                 * @description How the last one ended: `status` when there was an answer, otherwise `timeout`, `blocked_address`, `tls` or
                 *     `connection`; null when there was none.
                 */
                last_outcome: string | null;
                /**
                 * Format: int32
                 * @description The status of the last answer.
                 */
                last_status: number | null;
                /**
                 * Format: date-time
                 * @description When the next attempt is due; null unless it is pending.
                 */
                next_attempt_at: string | null;
                /**
                 * Format: date-time
                 * @description When it was delivered, or given up; null while it is pending.
                 */
                settled_at: string | null;
                /**
                 * @description `pending`: it waits for its next attempt; `delivered`: the receiver answered with 2xx; `dead`: it is not
                 *     tried any more.
                 */
                status: string;
                /**
                 * Format: uuid
                 * @description Who gets it.
                 */
                subscription_id: string;
                /** @description The event's type. */
                type: string;
            }[];
            /** @description The context of answers that have no other. */
            meta: {
                /**
                 * Format: uuid
                 * @description The profile that the answer is about.
                 */
                profile_id: string;
            };
            /** @description Where a list of this service's own goes on. */
            pagination: {
                /** @description Send it as `cursor` to get the next page. Empty on the last page. */
                cursor: string;
                /** @description Whether there is another page. */
                has_next: boolean;
            };
        };
        /** @description What the list is about. */
        PathsMeta: {
            /** @description Whether paths end in a conversion. */
            converting: boolean;
            /**
             * Format: date
             * @description First day.
             */
            date_from: string;
            /**
             * Format: date
             * @description Last day.
             */
            date_to: string;
            /** @description The conversion keys that count, separated by commas; null for every key. */
            goal: string | null;
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
            /**
             * @description ISO 4217 code of every amount. While `warnings` says `replay_pending` it may not be the
             *     profile's own yet.
             */
            reporting_currency: string;
            /**
             * @description `replay_pending`: a full replay waits or runs, and the rows are those of before it. Absent
             *     when there is nothing to say.
             */
            warnings?: string[];
        };
        /** @description A move in a sales pipeline. */
        PipelineBody: {
            /** @description The system that holds the pipeline. */
            external_source?: string | null;
            /** @description The stage that was left. */
            from_stage?: string | null;
            /** @description The stage that was entered. */
            to_stage?: string | null;
        };
        /**
         * @description A plan.
         * @enum {string}
         */
        PlanName: "starter" | "growth" | "agency";
        /** @description A definition that might be made, and the days to look at. */
        PreviewDefinitionBody: {
            /** @description Whether credit would be allowed; it decides nothing here. */
            attribution_eligible?: boolean | null;
            /** @description Its key, to learn whether it is taken. */
            conversion_key?: string | null;
            /**
             * Format: date
             * @description First local day, YYYY-MM-DD; absent is 30 days in all.
             */
            date_from?: string | null;
            /**
             * Format: date
             * @description Last local day, YYYY-MM-DD; absent is today. At most 366 days in all.
             */
            date_to?: string | null;
            /** @description Its label; it decides nothing. */
            display_name?: string | null;
            /** @description cash, pipeline or gross; it decides nothing here. */
            revenue_type?: string | null;
            /** @description The event types that it would claim. */
            source_event_names: string[];
        };
        /** @description Problem details (RFC 9457) with this service's members. */
        Problem: {
            /** @description What happened, for a program. */
            code: string;
            /** @description What happened, for a person. */
            detail: string;
            /** @description The fields that are wrong, when there are such. */
            errors?: components["schemas"]["FieldError"][];
            /** @description Names this request in the service's log; equal to the header `x-request-id`. */
            request_id?: string;
            /** @description The scope that the credential lacks, on `insufficient_scope`. */
            required_scope?: string;
            /**
             * Format: int32
             * @description The HTTP status.
             */
            status: number;
            /** @description The status in words. */
            title: string;
            /** @description Always `about:blank`: `code` tells errors apart. */
            type: string;
        };
        /** @description What a client needs to show a profile. */
        Profile: {
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Reporting currency, ISO 4217. */
            currency: string;
            /**
             * @description What this deployment serves: `attribution`, `breakdowns`, `channel_rules`,
             *     `conversion_definitions`, `restatements`.
             */
            entitlements: string[];
            /**
             * Format: uuid
             * @description The profile.
             */
            id: string;
            /** @description Its name. */
            name: string;
            /**
             * @description Whether a person pressed Finish in the setup wizard. It is no evidence that any step is
             *     done.
             */
            onboarding_completed: boolean;
            /** @description `visible`: names and addresses of customers are shown; `masked`: they are mostly starred. */
            pii_mode: string;
            /** @description Where its days begin: a name of the IANA time zone database. */
            timezone: string;
            /**
             * Format: uuid
             * @description The workspace that it belongs to.
             */
            workspace_id: string;
        };
        /** @description The context of answers that have no other. */
        ProfileMeta: {
            /**
             * Format: uuid
             * @description The profile that the answer is about.
             */
            profile_id: string;
        };
        /** @description What is to change of a profile; what is left out stays. No field takes null. */
        ProfilePatch: {
            /** @description Reporting currency, ISO 4217. A change replays everybody. */
            currency?: string;
            /** @description Its name, without control characters. */
            name?: string;
            /** @description Whether the setup wizard was finished. */
            onboarding_completed?: boolean;
            /**
             * @description `visible` or `masked`.
             * @example masked
             */
            pii_mode?: string;
            /**
             * @description A name of the IANA time zone database. A change replays everybody.
             * @example America/Santiago
             */
            timezone?: string;
        };
        /** @description One page of proposals. */
        ProposalsBody: {
            /** @description Who is likeliest first. */
            data: components["schemas"]["MergeProposal"][];
            /** @description What the list is about. */
            meta: components["schemas"]["ProfileMeta"];
            /** @description Where the list goes on. */
            pagination: components["schemas"]["CursorPagination"];
            /** @description The whole queue. */
            status_counts: components["schemas"]["StatusCounts"];
        };
        /** @description One side of a proposal. */
        ProposedCustomer: {
            /**
             * Format: uuid
             * @description Names the customer.
             */
            customer_profile_id: string;
            /** @description Given name. */
            first_name: string | null;
            /**
             * Format: date-time
             * @description When something first said who they are; their browsers may be older.
             */
            first_seen_at: string;
            /** @description What they are known by, at most twenty. */
            identifiers: components["schemas"]["ProposedIdentifier"][];
            /** @description Family name. */
            last_name: string | null;
            /**
             * Format: date-time
             * @description When they were last seen.
             */
            last_seen_at: string;
            /** @description E-mail address. */
            primary_email: string | null;
            /** @description Telephone number. */
            primary_phone: string | null;
        };
        /** @description An identifier of one side, or of both. */
        ProposedIdentifier: {
            /** @description `national_id`, `crm_contact_id`, `email`, `phone` or `external_id`. */
            kind: string;
            /** @description The value; null for a national id, of which only a keyed hash is looked at. */
            value: string | null;
        };
        /** @description What tokens are for (RFC 9728). The REST interface and the tool server are one resource. */
        ProtectedResource: {
            /** @description Who issues tokens for it. */
            authorization_servers: string[];
            /** @description `header`. */
            bearer_methods_supported: string[];
            /** @description The tool server's address, byte by byte. */
            resource: string;
            /** @description What to ask for at first. */
            scopes_supported: string[];
        };
        /** @description One public key. */
        PublicKey: {
            /** @description `ES256`. */
            alg: string;
            /** @description `P-256`. */
            crv: string;
            /** @description Names it in the header of tokens. */
            kid: string;
            /** @description `EC`. */
            kty: string;
            /** @description `sig`. */
            use: string;
            /** @description First coordinate, base64url. */
            x: string;
            /** @description Second coordinate, base64url. */
            y: string;
        };
        /** @description A part of the score. */
        QualityComponent: {
            /**
             * @description `coverage`: attributed of eligible outcomes. `tagging`: paid touches without a fault of high severity, of all paid
             *     ones. `identity`: outcomes that name somebody. `ad_resolution`: credited cash of ads that the catalogue has, of all
             *     that names an ad. `continuity`: feeds that are not silent, of those ever seen. `currency`: amounts with a rate, of
             *     those in another currency.
             */
            code: string;
            /** @description The good part, in its own unit: outcomes, touches, cash, feeds or amounts. */
            good: components["schemas"]["DecimalNumber"];
            lost_points: components["schemas"]["DecimalNumber"] | null;
            /** @description The whole; 0 where nothing was measured. */
            of: components["schemas"]["DecimalNumber"];
            percent: components["schemas"]["DecimalNumber"] | null;
            /**
             * Format: int32
             * @description Its part of a hundred points. A component of which nothing was measured gives its part to the others.
             */
            weight: number;
        };
        /** @description What the answer is about. */
        QualityMeta: {
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
            /**
             * @description `no_ads_known`: the catalogue has no advertisement, so every id dangles. `signatures_coarsened`: details of some
             *     links were given up, so nothing is said of those. Absent when there is nothing to say.
             */
            warnings?: string[];
        };
        /** @description How much of what reports rest on is there. An index of evidence, and no accuracy. */
        QualityScore: {
            /** @description What it is made of. */
            components: components["schemas"]["QualityComponent"][];
            score: components["schemas"]["DecimalNumber"] | null;
            /** @description By which rules: `quality_v1`. */
            version: string;
        };
        /** @description What the score is about. */
        QualityScoreMeta: {
            /**
             * Format: date
             * @description First day.
             */
            date_from: string;
            /**
             * Format: date
             * @description Last day.
             */
            date_to: string;
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
            /**
             * Format: date-time
             * @description When links and feeds were looked at, RFC 3339; null when nobody has yet. The other parts are of now.
             */
            refreshed_at: string | null;
        };
        /** @description A delivery that is on its way. */
        QueuedWebhookDelivery: {
            /**
             * Format: uuid
             * @description The delivery: `webhook-id` of its requests.
             */
            delivery_id: string;
        };
        /** @description Where a ranked list goes on. */
        RankedPagination: {
            /** @description `value|key` of the last row: send it as `cursor`. Empty on the last page. */
            cursor: string;
            /** @description Whether there is another page. */
            has_next: boolean;
        };
        /** @description How far the profile is set up. */
        ReadinessBody: {
            /** @description Every step, in the order in which they are best done. */
            steps: components["schemas"]["ReadinessStep"][];
            /** @description In short. */
            summary: components["schemas"]["ReadinessSummary"];
        };
        /** @description A step of the setup. */
        ReadinessStep: {
            /** @description Whether its evidence has been seen. */
            done: boolean;
            /** @description What to do to have it done. */
            how: string;
            /** @description Names it; more may come. */
            id: string;
        };
        /** @description How far the profile is set up, in short. */
        ReadinessSummary: {
            /** @description Steps that are done. */
            done: number;
            /** @description The one next thing to do, a step's id; null when all is done. */
            next: string | null;
            /** @description Steps in all. */
            total: number;
        };
        /** @description One full replay. */
        Recompute: {
            /**
             * Format: int32
             * @description How often it was begun: more than once when a worker died.
             */
            attempts: number;
            /** @description Why it is made, oldest reason first. Requests that come while it waits join it. */
            causes: components["schemas"]["ChangeCause"][];
            /**
             * Format: date-time
             * @description When reports began to show it; null before.
             */
            finished_at: string | null;
            /**
             * Format: int64
             * @description Number of the results that it makes; null while it waits.
             */
            generation: number | null;
            /**
             * Format: uuid
             * @description Names the replay.
             */
            id: string;
            /**
             * Format: int64
             * @description People replayed so far.
             */
            people_done: number;
            /**
             * Format: int64
             * @description People in all; null until they are counted.
             */
            people_total: number | null;
            /**
             * Format: date-time
             * @description When it was first asked for.
             */
            requested_at: string;
            /**
             * Format: date-time
             * @description When it was first begun; null while it waits.
             */
            started_at: string | null;
            /** @description `queued`, `running` or `completed`. */
            status: string;
        };
        /** @description Where a full replay stands. */
        RecomputeProgress: {
            /**
             * Format: uuid
             * @description The replay.
             */
            id: string;
            /**
             * Format: int64
             * @description People replayed so far.
             */
            people_done: number;
            /**
             * Format: int64
             * @description People in all; null until they are counted.
             */
            people_total: number | null;
            /**
             * Format: date-time
             * @description When it was first asked for.
             */
            requested_at: string;
            /**
             * Format: date-time
             * @description When it was first begun; null while it waits.
             */
            started_at: string | null;
            /** @description `queued` or `running`. */
            status: string;
        };
        /** @description The replay that serves the request. */
        RecomputeQueued: {
            /**
             * @description Whether this call queued it; `false` when one was waiting already, which serves this request
             *     too.
             */
            created: boolean;
            /**
             * Format: uuid
             * @description Names the replay.
             */
            id: string;
            /** @description `queued`. */
            status: string;
        };
        /** @description Nothing: the request has no fields yet. */
        RecomputeRequest: Record<string, never>;
        /** @description A registered client: what was kept. */
        RegisteredClient: {
            /** @description Names the client. */
            client_id: string;
            /**
             * Format: int64
             * @description Seconds since 1970.
             */
            client_id_issued_at: number;
            /** @description What it calls itself. */
            client_name: string;
            /** @description What it may exchange. */
            grant_types: string[];
            /** @description Where it may be answered. */
            redirect_uris: string[];
            /** @description `code`. */
            response_types: string[];
            /** @description What it asks for when a request names no scope. */
            scope: string;
            /** @description `none`. */
            token_endpoint_auth_method: string;
        };
        /** @description Traffic that changes its channel, or keeps it. */
        RelabelledTraffic: {
            /** @description Credited conversions: sums of shares; refunds are not counted. */
            conversions: components["schemas"]["DecimalNumber"];
            /** @description Credited cash in the reporting currency, refunds subtracted. */
            credited_cash: components["schemas"]["DecimalNumber"];
            /**
             * Format: int64
             * @description Sessions with a page view, without bots.
             */
            sessions: number;
        };
        /** @description Two rules that are to change places. */
        ReorderBody: {
            /**
             * Format: uuid
             * @description One rule.
             */
            first_id: string;
            /**
             * Format: uuid
             * @description The other rule.
             */
            second_id: string;
        };
        /** @description What a repair came to. */
        Repair: {
            /**
             * Format: int64
             * @description Proposals that wait and are almost certainly one person. They are left to people.
             */
            auto_merge_count: number;
            /**
             * Format: int64
             * @description Customers for whom there is something to fill in now.
             */
            auto_repairable_count: number;
            /** @description Customers for whom something is filled in, in the order of their ids. */
            customers: components["schemas"]["CustomerRepair"][];
            /** @description `preview` or `apply`. */
            mode: string;
        };
        /** @description An address or number that several customers hold or were named with. */
        RepairDuplicate: {
            /** @description Who else, at most twenty. */
            customer_profile_ids: string[];
            /** @description The value. */
            identifier: components["schemas"]["RepairIdentifier"];
        };
        /** @description What was found of one customer. */
        RepairFinding: {
            /** @description What a repair would fill in: the most trusted value that is theirs alone, of equals the one that was named last. */
            backfill: components["schemas"]["FilledField"][];
            /** @description Values that alone join two groups of others: what a wrong join looks like. */
            bridges: components["schemas"]["RepairIdentifier"][];
            /**
             * Format: uuid
             * @description Names the customer.
             */
            customer_profile_id: string;
            /** @description Addresses and numbers that others hold or were named with, too; at most twenty. */
            duplicates: components["schemas"]["RepairDuplicate"][];
            /** @description Which of `primary_email` and `primary_phone` there is not. */
            missing: string[];
            /**
             * @description How many things were found: fields that are missing, values that others have, too, and bridges. 0 of whom nothing
             *     is to be said.
             */
            score: number;
        };
        /** @description A value that was looked at. */
        RepairIdentifier: {
            /** @description `national_id`, `crm_contact_id`, `email` or `phone`. */
            kind: string;
            /** @description The value; null for a national id, of which only a keyed hash is looked at. */
            value: string | null;
        };
        /** @description What is to be repaired. */
        RepairRequest: {
            /** @description Only these customers, at most 1,000; without it the first 1,000 for whom there is something. */
            customer_profile_ids?: string[] | null;
            /** @description `preview` (without it) tells what would be filled in, `apply` fills it in. */
            mode?: string | null;
        };
        /** @description Part of a scan. */
        RepairScan: {
            /**
             * Format: int64
             * @description Proposals that wait and are almost certainly one person. A repair leaves them to people.
             */
            auto_merge_count: number;
            /**
             * Format: int64
             * @description Customers for whom a repair would fill something in.
             */
            auto_repairable_count: number;
            /** @description Customers in the order of their ids, whoever was merged into another one left out. */
            customers: components["schemas"]["RepairFinding"][];
            /**
             * Format: int64
             * @description Customers in all that the list goes through.
             */
            total_count: number;
        };
        /** @description First and last day, both inclusive. */
        RestatedDays: {
            /**
             * Format: date
             * @description First day.
             */
            from: string;
            /**
             * Format: date
             * @description Last day.
             */
            to: string;
        };
        /** @description One change of reported figures. */
        Restatement: {
            cash_change: components["schemas"]["DecimalNumber"] | null;
            /** @description The word of all its causes; `several` when they differ. */
            cause: string;
            /** @description All causes, oldest first. */
            causes: components["schemas"]["ChangeCause"][];
            /** @description What credited conversions changed by under `last_touch`. */
            conversions_change: components["schemas"]["DecimalNumber"];
            /** @description Currency of the figures after, ISO 4217. */
            currency_after: string;
            /** @description Currency of the figures before, ISO 4217. */
            currency_before: string;
            days: components["schemas"]["RestatedDays"] | null;
            /**
             * Format: uuid
             * @description Names the restatement.
             */
            id: string;
            /**
             * Format: int64
             * @description Figures that changed: one a day, channel and model, and one a day and channel for spend.
             */
            lines: number;
            /**
             * Format: uuid
             * @description The full replay that brought it; null when facts of single people did.
             */
            recompute_id: string | null;
            /**
             * Format: date-time
             * @description When.
             */
            restated_at: string;
            /**
             * Format: int64
             * @description 1, 2, 3, … in the order in which figures changed.
             */
            sequence: number;
            spend_change: components["schemas"]["DecimalNumber"] | null;
            /** @description Time zone of the days after. */
            timezone_after: string;
            /** @description Time zone of the days before. */
            timezone_before: string;
        };
        /** @description The figures of one day and channel that changed; those that did not are null. */
        RestatementLine: {
            cash: components["schemas"]["FigureChange"] | null;
            /** @description The channel; null for what no touch is credited with. */
            channel: string | null;
            conversions: components["schemas"]["FigureChange"] | null;
            /**
             * Format: date
             * @description Local day of the conversions and of the spend.
             */
            date: string;
            /** @description The model that credits. */
            model: string;
            payments: components["schemas"]["FigureChange"] | null;
            spend: components["schemas"]["FigureChange"] | null;
        };
        /** @description A restatement with one page of its lines. */
        RestatementPage: {
            /** @description The restatement and its lines. */
            data: components["schemas"]["RestatementWithLines"];
            /** @description The profile. */
            meta: components["schemas"]["ProfileMeta"];
            /** @description Where the lines go on. */
            pagination: components["schemas"]["CursorPagination"];
        };
        /** @description A restatement with lines. */
        RestatementWithLines: {
            /** @description What it changed under the model, and of spend, by day and then by channel. */
            lines: components["schemas"]["RestatementLine"][];
            /** @description The restatement. */
            restatement: components["schemas"]["Restatement"];
        };
        /** @description After how many days facts of a profile lose what is personal; null is never. */
        Retention: {
            /**
             * Format: int32
             * @description After how many days outcome events lose properties, names and such parameters, and customers of whom
             *     nothing was heard for so long their names.
             */
            personal_days: number | null;
            /**
             * Format: int32
             * @description After how many days events of browsers lose titles, properties, names, parameters of addresses that
             *     no figure is made of and the names of their senders, and browsers that have been silent for so long
             *     and belong to nobody the ids by which they are known.
             */
            tracker_days: number | null;
        };
        /** @description What is to change; what is left out stays, null is never. */
        RetentionChange: {
            /**
             * Format: int32
             * @description Of outcome events and customers: 30 to 3,650 days.
             */
            personal_days?: number | null;
            /**
             * Format: int32
             * @description Of browser events and silent browsers: 30 to 3,650 days, and no fewer than the longest attribution
             *     window.
             */
            tracker_days?: number | null;
        };
        /** @description A token to be given up. */
        RevocationRequest: {
            /** @description The client, when it has no secret or sends it in the body. */
            client_id?: string | null;
            /** @description The secret of a client that has one and does not send it in the header. */
            client_secret?: string | null;
            /** @description An access or a refresh token. */
            token: string;
            /** @description Not needed; ignored. */
            token_type_hint?: string | null;
        };
        /** @description A new secret. */
        RotatedWebhookSecret: {
            /**
             * Format: date-time
             * @description Until when deliveries are signed with the former secret, too.
             */
            previous_secret_expires_at: string;
            /** @description What deliveries are signed with from now on. It is shown this once. */
            secret: string;
        };
        /** @description What became of a row. */
        RowResult: {
            /**
             * Format: uuid
             * @description The customer; null when rejected.
             */
            customer_profile_id: string | null;
            /** @description Position of the row, from 0. */
            index: number;
            /**
             * @description Why it was rejected: `missing_identifier`, `invalid_email`, `invalid_phone`, `invalid_national_id`,
             *     `malformed_row` or `erased`; absent otherwise.
             */
            reason?: string;
            /** @description `created`, `matched` with somebody who was known or whom a row before founded, or `rejected`. */
            status: string;
        };
        /** @description A channel rule. */
        RuleBody: {
            /** @description The channel that it names: one of the taxonomy, in its spelling. */
            channel: string;
            /**
             * @description `and`: all conditions must hold; `or`: one must.
             * @default and
             */
            combiner: string;
            /** @description What must hold. */
            conditions: components["schemas"]["RuleConditionBody"][];
            /**
             * @description Whether it takes part.
             * @default true
             */
            enabled: boolean;
            /** @description What to call it. */
            name: string;
            /**
             * Format: int64
             * @description Its place among the rules; absent is the one after the last rule's.
             */
            priority?: number | null;
        };
        /** @description What of a rule is to be different. Fields that are absent stay; none of them can be null. */
        RuleChangeBody: {
            /** @description The channel that it names. */
            channel?: string;
            /** @description `and` or `or`. */
            combiner?: string;
            /** @description What must hold, all of it: a list replaces the list. */
            conditions?: components["schemas"]["RuleConditionBody"][];
            /** @description Whether it takes part. */
            enabled?: boolean;
            /** @description What to call it. */
            name?: string;
            /**
             * Format: int64
             * @description Its place among the rules.
             */
            priority?: number;
        };
        /** @description What a change of the rules did beside it. */
        RuleChangeMeta: {
            /**
             * @description People whose conversions are credited anew, because what counts as direct has changed; the
             *     worker sees to it within moments.
             */
            people_to_replay: number;
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
            /**
             * Format: uuid
             * @description The full replay that credits them instead; null when none was running.
             */
            recompute_id: string | null;
            /** @description Distinct pieces of evidence whose channel is another now, in all reports and at once. */
            signatures_relabelled: number;
            /**
             * Format: int64
             * @description The version of the rules now in force.
             */
            version: number;
        };
        /**
         * @description One thing that must hold of a visit's evidence. Values are shown as they are compared: in lower
         *     case, hosts without a leading `www.`; patterns as they were written.
         */
        RuleCondition: {
            /** @description What is looked at. */
            field: string;
            /** @description How it is compared. */
            operator: string;
            /** @description Alternatives; a negated operator means none of them. */
            values: string[];
        };
        /** @description One thing that must hold of a visit's evidence. */
        RuleConditionBody: {
            /**
             * @description `referrer_host`, `utm_source`, `utm_medium`, `utm_campaign`, `utm_term`, `utm_content`,
             *     `click_id` (kinds, such as `gclid`), `landing_host` or `landing_path` (its first two
             *     segments).
             */
            field: string;
            /**
             * @description `is`, `is_not`, `contains`, `not_contains`, `starts_with`, `ends_with`, `matches`,
             *     `not_matches`, `is_set` or `is_not_set`. A field without a value satisfies exactly the
             *     negated ones.
             */
            operator: string;
            /**
             * @description Alternatives; a negated operator means none of them. None for `is_set` and `is_not_set`.
             *     Patterns have at most 256 characters, run in linear time and know neither look-around nor
             *     back-references.
             */
            values?: string[];
        };
        /** @description A whole set of rules, and the traffic to try it on. */
        RuleDiffBody: {
            /**
             * Format: date
             * @description First local day; absent is 29 days before the last.
             */
            date_from?: string | null;
            /**
             * Format: date
             * @description Last local day; absent is today. At most 366 days in all.
             */
            date_to?: string | null;
            /** @description The attribution model that conversions and cash are credited under; absent is `last_touch`. */
            model?: string | null;
            /**
             * @description All rules that the profile would have, in any order; those without a priority come last, in
             *     the order of the list.
             */
            rules: components["schemas"]["SetRuleBody"][];
        };
        /** @description What the whole set would do. */
        RuleDiffResult: {
            /**
             * @description What goes from which channel to which other one. A channel's figures would be its present
             *     ones, less what goes from it, plus what comes to it.
             */
            pairs: components["schemas"]["ChannelMove"][];
            /** @description All that would change its channel. */
            total: components["schemas"]["RelabelledTraffic"];
            /** @description All that would not. */
            unchanged: components["schemas"]["RelabelledTraffic"];
        };
        /** @description What a preview is about. */
        RulePreviewMeta: {
            /**
             * Format: date
             * @description First local day.
             */
            date_from: string;
            /**
             * Format: date
             * @description Last local day.
             */
            date_to: string;
            /** @description The attribution model that conversions and cash are credited under. */
            model: string;
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
        };
        /** @description A rule that would give traffic a better channel. */
        RuleSuggestion: {
            /** @description Conversions that are credited to them under `last_touch`: sums of shares. */
            conversions: components["schemas"]["DecimalNumber"];
            /** @description Why it is suggested, in one sentence. */
            reason: string;
            /** @description The rule, ready to be posted. */
            rule: components["schemas"]["SuggestedRuleBody"];
            /**
             * Format: int64
             * @description What suggestions are ordered by: sessions × ln(conversions + e), scaled to a whole number.
             */
            score: number;
            /**
             * Format: int64
             * @description Sessions that it would match.
             */
            sessions: number;
        };
        /** @description What the answer is about. */
        SearchMeta: {
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
            /** @description ISO 4217 code of every amount. */
            reporting_currency: string;
            /**
             * @description `too_many_matches`: the text fits so many that the best of 250 of them are shown, type more;
             *     `contained_text_not_searched`: the database finds only what names begin with; `conversions_pending_fx`: payments
             *     of somebody who is shown wait for an exchange rate and are in no amount yet; `replay_pending` as in reports. Absent
             *     when there is nothing to say.
             */
            warnings?: string[];
        };
        /** @description One of several merges. */
        SelectedMerge: {
            /**
             * Format: uuid
             * @description Who goes on under their id; null where the two were one by then.
             */
            customer_profile_id: string | null;
            /** @description What of whoever goes on was empty and is filled in. */
            filled: components["schemas"]["FilledField"][];
            /**
             * Format: uuid
             * @description Names the decision by which the two are one, which may be that of another proposal; null in a preview.
             */
            merge_id: string | null;
            /**
             * Format: uuid
             * @description Whose id leads to that one; null where the two were one by then.
             */
            merged_customer_profile_id: string | null;
            /**
             * Format: uuid
             * @description The proposal that it comes of.
             */
            proposal_id: string;
        };
        /** @description What merging the customers of several proposals does. */
        SelectionConsequence: {
            /** @description What is credited after all of them, in the order of channels and models; a decision names only what changed. */
            credited: components["schemas"]["CreditedChannel"][];
            /** @description The merges, in the order of the proposals. */
            merges: components["schemas"]["SelectedMerge"][];
            /** @description Stands for all of this. Sent with the decision, it is refused when something of it has changed. */
            preview_hash: string;
        };
        /** @description What the answer is about. */
        SelectionMeta: {
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
            /** @description ISO 4217 code of every amount; null where there is none. */
            reporting_currency: string | null;
        };
        /** @description Proposals that may be merged at once. */
        SelectionPreviewRequest: {
            /** @description At most 50, in the order in which they are merged. */
            proposal_ids: string[];
        };
        /** @description The state of the service. */
        ServiceStatus: {
            /** @description Always `ok`. */
            status: string;
        };
        /** @description A session token. */
        SessionToken: {
            /** @description A JSON Web Token (ES256). */
            access_token: string;
            /**
             * Format: int64
             * @description Seconds.
             */
            expires_in: number;
            /** @description `Bearer`. */
            token_type: string;
        };
        /** @description Who asks, when no cookie says it. */
        SessionTokenRequest: {
            /** @description E-mail address of the account. */
            email: string;
            /**
             * Format: password
             * @description Its password.
             */
            password: string;
        };
        /** @description A rule of a candidate set. */
        SetRuleBody: {
            /** @description The channel that it names. */
            channel: string;
            /**
             * @description `and` or `or`.
             * @default and
             */
            combiner: string;
            /** @description What must hold. */
            conditions: components["schemas"]["RuleConditionBody"][];
            /**
             * @description Whether it takes part.
             * @default true
             */
            enabled: boolean;
            /**
             * Format: uuid
             * @description The rule of the profile that it stands for, if it does.
             */
            id?: string | null;
            /** @description What to call it. */
            name: string;
            /**
             * Format: int64
             * @description Its place among the rules.
             */
            priority?: number | null;
        };
        /** @description Settings that a change brings into force when its replay is complete. */
        SettingsInForce: {
            /** @description ISO 4217. */
            currency: string;
            /** @description A name of the IANA time zone database. */
            timezone: string;
        };
        /** @description What an answer about settings is about. */
        SettingsMeta: {
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
            /**
             * Format: uuid
             * @description The full replay that brings the change to readers; absent when none is needed.
             */
            recompute_id?: string;
            /**
             * @description `replay_pending`: a full replay waits or runs, and reports may show results of earlier
             *     settings until it is complete; `rates_missing`: some amounts have no exchange rate into the
             *     new currency and are left out of money figures until rates are imported. Absent when there is
             *     nothing to say.
             */
            warnings?: string[];
        };
        /** @description A host of the shipped lists, with all below it. */
        ShippedExclusion: {
            /** @description Whether a return from it is no touch. False when `allowed_referrers` names it. */
            excluded: boolean;
            /** @description As it is listed; `{}` as last label stands for any country. */
            host: string;
            /** @description `payment` or `sign_in`. */
            kind: string;
        };
        /** @description The tracker for web pages. */
        SnippetInstaller: {
            /** @description Markup for the `<head>` of every page to be measured. */
            snippet: string;
        };
        /** @description A batch of rows that a loader left. */
        SpendBatch: {
            /** @description The account there; empty where there is none. */
            account_id: string;
            /**
             * Format: uuid
             * @description What the loader calls it.
             */
            batch_id: string;
            /**
             * Format: date
             * @description The first of its days.
             */
            date_from: string;
            /**
             * Format: date
             * @description The last of its days.
             */
            date_to: string;
            /** @description Days of spend that were written; null unless it is written. */
            days: number | null;
            /** @description The first hundred things that are wrong with it. */
            errors: components["schemas"]["SpendBatchError"][];
            /**
             * Format: date-time
             * @description When it was written or refused; null while it waits.
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description When it landed.
             */
            landed_at: string;
            /** @description The platform. */
            platform: string;
            /** @description Days of spend that went; null unless it is written. */
            removed: number | null;
            /**
             * Format: int64
             * @description How many rows it has, as the loader says.
             */
            rows: number;
            /** @description How it stands. */
            status: components["schemas"]["SpendBatchStatus"];
        };
        /** @description Something that is wrong with a batch. */
        SpendBatchError: {
            /** @description What is wrong with it. */
            code: components["schemas"]["FieldCode"];
            /** @description The column; null for the row, or the batch. */
            column: string | null;
            /** @description The same in words. */
            detail: string;
            /**
             * Format: int32
             * @description `row_number` of the row; null for the batch.
             */
            row: number | null;
        };
        /**
         * @description How a batch stands.
         * @enum {string}
         */
        SpendBatchStatus: "ready" | "written" | "refused";
        /** @description The context of the answer. */
        SpendMeta: {
            /**
             * Format: uuid
             * @description The profile that the spend is of.
             */
            profile_id: string;
            /**
             * @description `spend_parts_exceed_total` when, on a day of these rows, the parts of an account, a campaign
             *     or an ad set come to more than its own row says; the row counts, the parts do not. Absent when
             *     there is nothing to say.
             */
            warnings?: string[];
        };
        /** @description Which traffic a platform buys. */
        SpendPlatformBody: {
            /** @description The platform as rows of spend name it, in any case of letters. */
            platform: string;
            /** @description `utm_medium` of its traffic; absent is `cpc`. */
            utm_medium?: string | null;
            /** @description `utm_source` of its traffic. */
            utm_source: string;
        };
        /** @description Which traffic a platform buys, and the channel that it has by the rules of the profile. */
        SpendPlatformRecord: {
            /** @description The channel that such traffic has now. */
            channel: string;
            /** @description Whether the profile says so; else it is built in. */
            is_own: boolean;
            /** @description The platform, in lower case. */
            platform: string;
            /** @description `utm_medium` of its traffic. */
            utm_medium: string;
            /** @description `utm_source` of its traffic. */
            utm_source: string;
        };
        /** @description What the profile says of platforms. */
        SpendPlatformsBody: {
            /** @description At most 200, each platform once; none goes back to the built-in table. */
            platforms: components["schemas"]["SpendPlatformBody"][];
        };
        /** @description What changed while days were so old. */
        SpendRestatementAge: {
            /** @description By how much, up or down, all changes added up. */
            changed: components["schemas"]["DecimalNumber"];
            /**
             * Format: int64
             * @description Days whose spend changed at this age.
             */
            days: number;
            /**
             * Format: int32
             * @description The first age, in days after the day itself.
             */
            days_from: number;
            /**
             * Format: int32
             * @description The last age; null for all that are older.
             */
            days_to: number | null;
            share: components["schemas"]["DecimalNumber"] | null;
        };
        /** @description How spend changed after it was told first. */
        SpendRestatements: {
            /** @description By channel, the one that costs most first. Reported figures know channels, not accounts. */
            channels: components["schemas"]["ChannelSpendRestatements"][];
        };
        /** @description The context of the answer. */
        SpendRestatementsMeta: {
            /**
             * Format: date
             * @description First local day of the spend.
             */
            date_from: string;
            /**
             * Format: date
             * @description Last local day.
             */
            date_to: string;
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
            /**
             * @description ISO 4217; changes that were reported in another currency are left out.
             * @example EUR
             */
            reporting_currency: string;
        };
        /** @description What was written. */
        SpendResult: {
            /** @description Ads in the catalogue, new or renamed. */
            ads: number;
            /** @description Days of spend, new or replaced. */
            days: number;
            /** @description Days of spend that are gone; only with `replace`. */
            removed?: number;
        };
        /**
         * @description What one ad, ad set, campaign or account cost on one day; which of them is said by the last id that
         *     is not empty. Such a row is the total of its parts: it counts with what the rows of its parts do not
         *     explain. Rows with the same day and the same ids replace each other. All rows of an account and day
         *     have one currency. In CSV the same names are the header line.
         */
        SpendRow: {
            /** @description Account; empty when the platform has one only. */
            account_id?: string | null;
            /** @description Absent keeps the name that is known. */
            account_name?: string | null;
            /** @description Ad; empty for the total of what is named before it. */
            ad_id?: string | null;
            /** @description Absent keeps the name that is known. */
            ad_name?: string | null;
            /** @description Ad set, or ad group; empty for the total of what is named before it. */
            ad_set_id?: string | null;
            /** @description Absent keeps the name that is known. */
            ad_set_name?: string | null;
            /** @description Campaign; empty for the total of the account. */
            campaign_id?: string | null;
            /** @description Absent keeps the name that is known. */
            campaign_name?: string | null;
            /**
             * Format: int64
             * @description Times clicked.
             */
            clicks?: number | null;
            /** @description ISO 4217; absent is the profile's currency. */
            currency?: string | null;
            /**
             * Format: date
             * @description Day of the cost, in the account's own time zone: 2000-01-01 at the earliest, tomorrow (UTC) at
             *     the latest.
             */
            date: string;
            /**
             * Format: int64
             * @description Times shown.
             */
            impressions?: number | null;
            /** @description Advertising platform, for example `google_ads`; at most 64 characters. */
            platform: string;
            /** @description Cost of the day, not negative. */
            spend: components["schemas"]["AmountInput"];
            /** @description `utm_medium` of the traffic that this buys; absent is `cpc`. */
            utm_medium?: string | null;
            /** @description `utm_source` of the traffic that this buys; absent is the platform's name without `_ads`. */
            utm_source?: string | null;
        };
        /** @description The rows to write. */
        SpendRows: {
            /**
             * @description 1 to 10,000 rows, no two for the same day and ids. With `replace`, `platform` and the two dates
             *     there may be none.
             */
            rows: components["schemas"]["SpendRow"][];
        };
        /** @description A decision that a customer is two people. */
        Split: {
            /**
             * Format: uuid
             * @description Who goes on with what stayed.
             */
            customer_profile_id: string;
            /**
             * Format: date-time
             * @description When it was decided.
             */
            decided_at: string;
            /** @description By whom. */
            decided_by: components["schemas"]["Actor"];
            /**
             * Format: uuid
             * @description Names the decision.
             */
            id: string;
            /**
             * Format: uuid
             * @description Who has what went away.
             */
            parted_customer_profile_id: string;
            /**
             * Format: date-time
             * @description When it was taken back; null while it stands.
             */
            undone_at: string | null;
            undone_by: components["schemas"]["Actor"] | null;
        };
        /** @description What making two of a customer does. */
        SplitConsequence: {
            /** @description The other one, with what goes away. */
            away: components["schemas"]["SplitSide"];
            /** @description The customer as they were. */
            before: components["schemas"]["SplitSide"];
            /** @description What is credited, in the order of channels and models; the answer to a split names only what changed. */
            credited: components["schemas"]["CreditedChannel"][];
            /**
             * Format: uuid
             * @description The customer, who goes on with what stays.
             */
            customer_profile_id: string;
            /**
             * Format: uuid
             * @description Who has what goes away; null in a preview.
             */
            parted_customer_profile_id: string | null;
            /** @description Stands for all of this. Sent with a split, it is refused when something of it has changed. */
            preview_hash: string;
            /** @description The customer with what stays. */
            rest: components["schemas"]["SplitSide"];
            /**
             * Format: uuid
             * @description Names the decision; null in a preview.
             */
            split_id: string | null;
        };
        /** @description What of a customer is to be another one's. */
        SplitPreviewRequest: {
            /** @description Ids of browsers; usually a browser goes with the identifiers that were told on it. */
            browser_ids?: string[];
            /** @description Ids of identifiers, as the customer's identity tells them: at least one that is one person's. */
            identifier_ids: string[];
        };
        /** @description The same, as it was previewed. */
        SplitRequest: {
            /** @description Ids of browsers; usually a browser goes with the identifiers that were told on it. */
            browser_ids?: string[];
            /** @description Ids of identifiers, as the customer's identity tells them: at least one that is one person's. */
            identifier_ids: string[];
            /** @description From a preview: the split is refused when it would do something else by now. */
            preview_hash?: string | null;
        };
        /** @description One of those whom a split concerns. */
        SplitSide: {
            /** @description Browsers that are theirs at some time. */
            browsers: number;
            /** @description Of those, conversions. */
            conversions: number;
            /** @description Outcome events. */
            events: number;
            /** @description Given name. */
            first_name: string | null;
            /** @description Identifiers that name a person. */
            identifiers: number;
            /** @description Family name. */
            last_name: string | null;
            /** @description E-mail address. */
            primary_email: string | null;
            /** @description Telephone number. */
            primary_phone: string | null;
            /** @description Touches of the browsers. */
            touches: number;
        };
        /** @description How many proposals of the whole queue stand where, whatever page is shown. */
        StatusCounts: {
            /**
             * Format: int64
             * @description The two are two people.
             */
            dismissed: number;
            /**
             * Format: int64
             * @description The two were made one.
             */
            merged: number;
            /**
             * Format: int64
             * @description Nobody has decided.
             */
            pending: number;
            /**
             * Format: int64
             * @description It waits until a moment that is to come.
             */
            snoozed: number;
        };
        /** @description The tracker for a Shopify store. */
        StorePixelInstaller: {
            /** @description JavaScript to be pasted as a custom pixel (Settings, Customer events), with the permission "Analytics". */
            code: string;
        };
        /** @description A rule as `POST /api/v1/channel-rules` takes it. */
        SuggestedRuleBody: {
            /** @description A channel of the taxonomy. */
            channel: string;
            /** @description `and` or `or`. */
            combiner: string;
            /** @description What must hold. */
            conditions: components["schemas"]["RuleCondition"][];
            /** @description `true`. */
            enabled: boolean;
            /** @description What to call it. */
            name: string;
            /**
             * Format: int32
             * @description A free place after the last rule's, another one for each suggestion; absent when there is
             *     none left.
             */
            priority?: number;
        };
        /** @description What the suggestions are about. */
        SuggestionsMeta: {
            /**
             * Format: date
             * @description First local day that was looked at.
             */
            date_from: string;
            /**
             * Format: date
             * @description Last local day, today.
             */
            date_to: string;
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
            /**
             * Format: int32
             * @description Days that were asked for.
             */
            requested_days: number;
            /** @description `window_clamped` when more days were asked for than are looked at. Absent otherwise. */
            warnings?: string[];
            /**
             * Format: int32
             * @description Days that were looked at, at most 30.
             */
            window_days: number;
        };
        /** @description Either form of the answer. */
        TagManagerAnswer: components["schemas"]["Envelope_TagManagerInstaller_ProfileMeta"] | components["schemas"]["TagManagerContainer"];
        /** @description Which consent a tag needs. */
        TagManagerConsent: {
            /** @description Whether it needs any. */
            consentStatus: components["schemas"]["TagManagerConsentStatus"];
            /** @description Which; absent where it needs none. */
            consentType?: components["schemas"]["TagManagerConsentList"];
        };
        /** @description Kinds of consent. */
        TagManagerConsentList: {
            /** @description What is in it. */
            list: components["schemas"]["TagManagerConsentType"][];
            /** @description A list. */
            type: components["schemas"]["TagManagerType"];
        };
        /**
         * @description Whether a tag needs consent.
         * @enum {string}
         */
        TagManagerConsentStatus: "NOT_SET" | "NEEDED";
        /** @description A kind of consent. */
        TagManagerConsentType: {
            /** @description A text. */
            type: components["schemas"]["TagManagerType"];
            /** @description Its name in Google's consent mode. */
            value: string;
        };
        /** @description What can be imported into a container. */
        TagManagerContainer: {
            /** @description What is imported. */
            containerVersion: components["schemas"]["TagManagerVersion"];
            /**
             * Format: int32
             * @description 2.
             */
            exportFormatVersion: number;
            /** @description When it was made, `YYYY-MM-DD HH:MM:SS` in UTC. */
            exportTime: string;
        };
        /** @description Which kind of container it is. */
        TagManagerContainerHead: {
            /** @description Any account. */
            accountId: string;
            /** @description Any container. */
            containerId: string;
            /** @description What it is called. */
            name: string;
            /** @description Where it came from. */
            path: string;
            /** @description No container of anybody's. */
            publicId: string;
            /** @description For web pages. */
            usageContext: components["schemas"]["TagManagerContext"][];
        };
        /**
         * @description Where a container runs.
         * @enum {string}
         */
        TagManagerContext: "WEB";
        /**
         * @description How often a tag fires.
         * @enum {string}
         */
        TagManagerFiring: "ONCE_PER_EVENT";
        /** @description A value without anything in it. */
        TagManagerNothing: {
            /** @description What kind of value. */
            type: components["schemas"]["TagManagerType"];
        };
        /** @description A value with a name. */
        TagManagerParameter: {
            /** @description Its name. */
            key: string;
            /** @description What kind of value. */
            type: components["schemas"]["TagManagerType"];
            /** @description The value, as a text whatever its kind is. */
            value: string;
        };
        /** @description A tag. */
        TagManagerTag: {
            /** @description Any account. */
            accountId: string;
            /** @description Which consent it needs. */
            consentSettings: components["schemas"]["TagManagerConsent"];
            /** @description Any container. */
            containerId: string;
            /** @description Changes whenever the tag does. */
            fingerprint: string;
            /** @description The trigger "All Pages". */
            firingTriggerId: string[];
            /** @description Nothing is monitored. */
            monitoringMetadata: components["schemas"]["TagManagerNothing"];
            /** @description What it is called. */
            name: string;
            /** @description The markup, and how it is put in. */
            parameter: components["schemas"]["TagManagerParameter"][];
            /** @description Once for each event of its trigger. */
            tagFiringOption: components["schemas"]["TagManagerFiring"];
            /** @description Names it within the container. */
            tagId: string;
            /** @description `html`: markup that is put into the page. */
            type: string;
        };
        /**
         * @description Kinds of values.
         * @enum {string}
         */
        TagManagerType: "TEMPLATE" | "BOOLEAN" | "LIST" | "MAP";
        /** @description A version of a container. */
        TagManagerVersion: {
            /** @description Any account. */
            accountId: string;
            /** @description The container. */
            container: components["schemas"]["TagManagerContainerHead"];
            /** @description Any container. */
            containerId: string;
            /** @description Any version. */
            containerVersionId: string;
            /** @description Changes whenever the container does: milliseconds since 1970. */
            fingerprint: string;
            /** @description Where it came from, if it had come from somewhere. */
            path: string;
            /** @description One tag. */
            tag: components["schemas"]["TagManagerTag"][];
        };
        /** @description A channel. */
        TaxonomyEntry: {
            /** @description Whether every profile has it. */
            is_default: boolean;
            /** @description Its name. */
            name: string;
        };
        /** @description The figures of a part of the period. Numbers are exact or, for ratios, rounded to six decimals. */
        TimeBucket: {
            /** @description Sessions with a single page view, in percent. */
            bounce_rate: components["schemas"]["DecimalNumber"];
            /** @description Credited conversions, a sum of shares; refunds not counted. */
            conversions: components["schemas"]["DecimalNumber"];
            /**
             * Format: date
             * @description Last day; it belongs to the bucket.
             */
            end: string;
            /**
             * Format: int64
             * @description Page views.
             */
            pageviews: number;
            /** @description Cash credited to touches. */
            revenue: components["schemas"]["DecimalNumber"];
            /** @description Revenue divided by spend; 0 without spend. */
            roas: components["schemas"]["DecimalNumber"];
            /**
             * Format: int64
             * @description Sessions with at least one page view.
             */
            sessions: number;
            /** @description Ad spend in the reporting currency. */
            spend: components["schemas"]["DecimalNumber"];
            /**
             * Format: date
             * @description First day.
             */
            start: string;
            /**
             * Format: int64
             * @description Distinct anonymous ids. Who came in two buckets counts in both.
             */
            visitors: number;
        };
        /** @description A time series. */
        TimeSeriesData: {
            /** @description Every bucket of the period, earliest first, those in which nothing happened too. */
            buckets: components["schemas"]["TimeBucket"][];
        };
        /** @description A code or a refresh token, to be exchanged. */
        TokenRequest: {
            /** @description The client. */
            client_id?: string | null;
            /** @description The secret of a client that has one and does not send it in the header. */
            client_secret?: string | null;
            /** @description The code. */
            code?: string | null;
            /** @description What the code challenge was made of. */
            code_verifier?: string | null;
            /** @description `authorization_code` or `refresh_token`. */
            grant_type: string;
            /** @description Where the code was sent to. */
            redirect_uri?: string | null;
            /** @description The refresh token. */
            refresh_token?: string | null;
            /** @description The tool server's address. */
            resource?: string | null;
            /** @description Fewer scopes for the new access token. */
            scope?: string | null;
        };
        /** @description Tokens. */
        TokenResponse: {
            /** @description `svc_user_…`. */
            access_token: string;
            /**
             * Format: int64
             * @description Seconds.
             */
            expires_in: number;
            /** @description `svc_rt_…`; it can be exchanged once. */
            refresh_token?: string;
            /** @description What the access token allows, separated by spaces. */
            scope: string;
            /** @description `Bearer`. */
            token_type: string;
        };
        /** @description Sums over the touches. */
        Total: {
            credited_amount: components["schemas"]["DecimalString"] | null;
            /**
             * Format: int64
             * @description 1000000000 when the conversion is credited, 0 when not.
             */
            share_billionths: number;
        };
        /** @description One path with those who took it. */
        TouchPath: {
            /** @description Touches a conversion, or a person where nobody converted, repeats counted; six decimals. */
            avg_touches: components["schemas"]["DecimalNumber"];
            /**
             * Format: int64
             * @description Conversions that the path led to, refunds not counted; 0 where nobody converted.
             */
            conversions: number;
            /**
             * @description Channels in the order of the touches; touches of one channel in a row are one step. At most
             *     20 steps. A touch whose traffic is not classified yet is an empty string.
             */
            path: string[];
            /**
             * Format: int64
             * @description Distinct people.
             */
            people: number;
            /** @description Cash of those conversions in the reporting currency, before refunds. */
            revenue: components["schemas"]["DecimalNumber"];
            /** @description Whether the path goes on after the steps that are shown. */
            truncated: boolean;
        };
        /** @description A batch of browser events of one visitor. */
        TrackerBatch: {
            /**
             * @description Anonymous id of the browser. Without one, page views are counted with their source and page,
             *     and neither visitors, sessions, touches nor credit; other events are refused.
             */
            a?: string | null;
            /**
             * @description Cookies of Meta's pixel as the browser has them, `_fbp=…;_fbc=…`, once an answer has said `wants_cookies`. What
             *     has another form is left out.
             */
            c?: string | null;
            /** @description What happened. */
            e: components["schemas"]["TrackerEvent"][];
            /** @description Public tracking key. */
            k: string;
            /**
             * Format: int64
             * @description The browser's clock when it sent, in milliseconds; not used, ages count.
             */
            n?: number | null;
            /**
             * Format: int64
             * @description Version of this format: 1.
             */
            v?: number | null;
        };
        /** @description A browser event. */
        TrackerEvent: {
            /**
             * Format: uuid
             * @description A UUID; sending it twice counts once.
             */
            i: string;
            /**
             * Format: int64
             * @description Engaged milliseconds; required for engaged time.
             */
            ms?: number | null;
            /** @description Name of a custom event. */
            n?: string | null;
            /**
             * @description Identifiers of an identify event (`email`, `phone`, `crm_contact_id`, `national_id`,
             *     `external_id`, `first_name`, `last_name`), or properties of a custom event.
             */
            p?: Record<string, never> | null;
            /** @description Referrer as the browser tells it; empty when it tells that there is none. */
            r?: string | null;
            /** @description `pv` page view, `eng` engaged time, `id` identify, `ev` custom event. */
            t: string;
            /** @description Title of the page. */
            ti?: string | null;
            /**
             * Format: int64
             * @description Age of the event when it was sent, in milliseconds, at most 7 days; less than 0 is 0.
             */
            ts?: number | null;
            /** @description Address of the page; required for a page view. */
            u?: string | null;
        };
        /** @description An exclusion in force; conditions that do not matter are null. */
        TrackingExclusion: {
            /** @description Browsers; empty when they do not matter. */
            anonymous_ids: string[];
            /** @description Where the sender was. */
            country: string | null;
            /**
             * Format: date-time
             * @description Since when it is in force.
             */
            created_at: string;
            /**
             * Format: int64
             * @description How many events count for nothing because of it, as far as they have been looked at; what
             *     several exclusions mean counts for the oldest of them.
             */
            events: number;
            /**
             * Format: uuid
             * @description Names the exclusion.
             */
            id: string;
            /** @description The host of the page with which they came, or one above it, in lower-case ASCII. */
            landing_host: string | null;
            /** @description How the path of that page begins. */
            path_prefix: string | null;
            /**
             * Format: date-time
             * @description Events that came in from here on.
             */
            received_from: string | null;
            /**
             * Format: date-time
             * @description Events that came in before this.
             */
            received_until: string | null;
            /** @description The host of the page before that page, or one above it. */
            referrer_host: string | null;
            /** @description Senders, each an address on one day; empty when they do not matter. */
            senders: string[];
            /** @description The page's `utm_campaign` in normal form. */
            utm_campaign: string | null;
            /** @description The page's `utm_content` in normal form. */
            utm_content: string | null;
            /** @description The page's `utm_medium` in normal form. */
            utm_medium: string | null;
            /** @description The page's `utm_source` in normal form. */
            utm_source: string | null;
            /** @description The page's `utm_term` in normal form. */
            utm_term: string | null;
        };
        /**
         * @description What events of browsers have in common that count for nothing: all that is sent, and at least one
         *     condition besides the time.
         */
        TrackingExclusionDraft: {
            /** @description Browsers by their anonymous ids, 1 to 1,000. */
            anonymous_ids?: string[] | null;
            /**
             * @description Where the sender was, ISO 3166-1 alpha-2.
             * @example CL
             */
            country?: string | null;
            /**
             * @description The host of the page with which they came, or one above it.
             * @example copied-shop.example
             */
            landing_host?: string | null;
            /**
             * @description How the path of that page begins.
             * @example /wp-admin
             */
            path_prefix?: string | null;
            /**
             * Format: date-time
             * @description Events that came in from here on; absent is from the first one on. RFC 3339.
             */
            received_from?: string | null;
            /**
             * Format: date-time
             * @description Events that came in before this; absent is without end. RFC 3339.
             */
            received_until?: string | null;
            /**
             * @description The host of the page before that page, or one above it.
             * @example spam.example
             */
            referrer_host?: string | null;
            /**
             * @description Senders, 1 to 1,000, as a preview names them: each is an address on one day.
             * @example [
             *       "8f0c2d6be1a94573"
             *     ]
             */
            senders?: string[] | null;
            /** @description The page's `utm_campaign`, in any case of letters. */
            utm_campaign?: string | null;
            /** @description The page's `utm_content`, in any case of letters. */
            utm_content?: string | null;
            /** @description The page's `utm_medium`, in any case of letters. */
            utm_medium?: string | null;
            /** @description The page's `utm_source`, in any case of letters. */
            utm_source?: string | null;
            /** @description The page's `utm_term`, in any case of letters. */
            utm_term?: string | null;
        };
        /** @description One host on which the tracker was heard, or should have been. */
        TrackingHost: {
            /**
             * Format: date-time
             * @description When the tracker was heard there first, RFC 3339, also if it was refused; null where it never was since hosts
             *     are noted.
             */
            first_seen_at: string | null;
            /** @description The host of the page, without port and `www.`. */
            host: string;
            /** @description Whether the service has the same version now; null without a version. No version is older than another. */
            is_current: boolean | null;
            /**
             * Format: date-time
             * @description When the last page view was taken; null where none was.
             */
            last_seen_at: string | null;
            /**
             * Format: int64
             * @description Page views of the last seven local days, today among them.
             */
            page_views_7_days: number;
            /**
             * Format: int64
             * @description Page views of the present local day, those of robots left out.
             */
            page_views_today: number;
            /** @description What is wrong, and what to do. */
            problems: components["schemas"]["TrackingProblem"][];
            /** @description `reporting`; `silent` where no page view came for `silent_after_hours`; `never` where none was ever taken. */
            status: string;
            /** @description The version that the tracker told last; null where it tells none, as those of before versions. */
            version: string | null;
            /** @description How the tracker got into the pages, the latest first: `snippet`, `gtm` or `shopify`; empty where it does not tell. */
            ways: string[];
        };
        /** @description The profile's tracking key. */
        TrackingKeyResult: {
            /** @description Whether this call issued it; `false` when the profile had one. */
            created: boolean;
            /**
             * Format: uuid
             * @description Names the key.
             */
            id: string;
            /** @description What a page's tracker sends; not secret. Begins with `trk_live_`. */
            public_key: string;
            /** @description `active`. */
            status: string;
        };
        /** @description A tracking key of the profile. */
        TrackingKeyRow: {
            /**
             * Format: date-time
             * @description When it was issued, RFC 3339.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Names the key.
             */
            id: string;
            /** @description What a page's tracker sends; not secret. */
            public_key: string;
            /** @description `active`. */
            status: string;
        };
        /** @description What belongs to the settings. */
        TrackingMeta: {
            /**
             * Format: uuid
             * @description Whose they are.
             */
            profile_id: string;
            /**
             * Format: uuid
             * @description The full replay that shows what changed, or null. Until it is through, reports show what they
             *     showed before.
             */
            recompute_id: string | null;
        };
        /** @description Something that is wrong with how the tracker is installed. */
        TrackingProblem: {
            /**
             * @description `tracker_missing`, `tracker_silent`, `tracker_outdated`, `host_refused`, `foreign_host`, `refused_events` or
             *     `doubled_page_views`; more may come.
             */
            code: string;
            /** @description What to do, in English. */
            recommendation: string;
            /** @description What to do, as a word that never changes. Two problems may share one. */
            recommendation_code: string;
        };
        /**
         * @description What of the addresses of pages and referrers is stored with events from now on (user info,
         *     fragments and e-mail addresses never are), whose pages count, and which referrers say nothing.
         */
        TrackingSettings: {
            /** @description Hosts of the shipped lists whose returns make touches all the same. */
            allowed_referrers: string[];
            /**
             * @description Referrers that never make a touch, beside the shipped ones: hosts with all below them, or hosts
             *     with a path.
             */
            excluded_referrers: string[];
            /** @description Names of parameters that are kept besides, in lower case. */
            kept_parameters: string[];
            /** @description Whether events of pages on other domains are refused; it says nothing without own domains. */
            only_own_domains: boolean;
            /** @description Domains of the profile: a visit from one of them to another is no touch. */
            own_domains: string[];
            /** @description Hosts of payments and sign-ins that every profile excludes unless it allows them. */
            shipped_exclusions: components["schemas"]["ShippedExclusion"][];
            /**
             * @description `attribution`: of the query only what says something about traffic, and `kept_parameters`;
             *     or `all`.
             */
            url_query: string;
        };
        /** @description What is to change; what is left out stays. No field takes null. */
        TrackingSettingsPatch: {
            /**
             * @description All hosts of the shipped lists, as `shipped_exclusions` names them, whose returns make touches
             *     all the same.
             * @example [
             *       "shop.app"
             *     ]
             */
            allowed_referrers?: string[];
            /**
             * @description All further referrers that never make a touch: hosts, or hosts with a path; at most 100.
             * @example [
             *       "sso.shop.example/back"
             *     ]
             */
            excluded_referrers?: string[];
            /**
             * @description All names of parameters that are kept besides, in any case of letters; at most 100, each of 1
             *     to 64 characters.
             * @example [
             *       "size",
             *       "variant"
             *     ]
             */
            kept_parameters?: string[];
            /**
             * @description Whether events of pages on other domains are refused.
             * @example true
             */
            only_own_domains?: boolean;
            /**
             * @description All domains of the profile; at most 100. Scheme, port, `www.` and `*.` do not matter.
             * @example [
             *       "shop.example"
             *     ]
             */
            own_domains?: string[];
            /**
             * @description `attribution` or `all`.
             * @example attribution
             */
            url_query?: string;
        };
        /** @description Whether the tracker is installed. */
        TrackingVerification: {
            /**
             * Format: date-time
             * @description When it was looked whether page views come twice, RFC 3339; null when nobody has looked yet.
             */
            checked_at: string | null;
            /**
             * @description Hosts that page views came from, at most 50: those of own domains, then those of others, the latest of each
             *     first; behind them the own domains from which nothing was ever heard. Where no host has any page view and the
             *     profile has some of before hosts were noted, they are taken for those of its own domain if it has one alone, and
             *     of several none is said to be missing.
             */
            hosts: components["schemas"]["TrackingHost"][];
            /**
             * Format: date-time
             * @description When the last page view was taken, on whichever host, RFC 3339; null where none ever was. Where no host has any
             *     yet, it is what the last look (`checked_at`) knew of page views from before hosts were noted.
             */
            last_seen_at: string | null;
            /** @description What is wrong and of no one host. */
            problems: components["schemas"]["TrackingProblem"][];
            /**
             * Format: int32
             * @description Hours without a page view after which a host is silent.
             */
            silent_after_hours: number;
            /** @description Whether any host reports: `reporting`, `silent` or `never`. */
            status: string;
            /** @description The version of the pixel for a store. */
            store_pixel_version: string;
            /** @description The version of `/tracker.js`. */
            tracker_version: string;
        };
        /** @description What to know before believing figures. */
        Trust: {
            /** @description Every signal, always, in one order: one that is missing would be read as health. */
            signals: components["schemas"]["TrustSignal"][];
        };
        /** @description One thing to know before believing a figure. */
        TrustSignal: {
            /**
             * @description `results_replaying` (the status of freshness), `results_behind` (minutes of the oldest change), `tracker_silent`,
             *     `outcomes_silent` (silent feeds), `spend_silent` (days without a row), `volume_unusual` (unusual stretches that are
             *     open), `money_without_rate` (amounts), `coverage_low`, `ads_unresolved`, `utm_faulty` (percent), `utm_unscanned`
             *     (days), `figures_restated` (percent).
             */
            code: string;
            /** @description `ok`, `notice` or `warning`. */
            level: string;
            /** @description What to do, as a word that never changes; null for `ok`, and where it ends by itself. */
            recommendation_code: string | null;
            /**
             * Format: date
             * @description The first local day of the present state; null where that is not known, and for `ok`.
             */
            since: string | null;
            threshold: components["schemas"]["DecimalNumber"] | null;
            value: components["schemas"]["TrustValue"] | null;
        };
        /** @description What a signal says: a word, or a number in its own unit. */
        TrustValue: string | components["schemas"]["DecimalNumber"];
        /** @description Outcomes that are credited to no touch for one reason. */
        UnattributedOutcomes: {
            /**
             * Format: int64
             * @description How many.
             */
            outcomes: number;
            /**
             * @description `no_identity`: the event names nobody. `no_touch_in_window`: nobody came by a link in the window that counts
             *     under the model. `not_eligible`: the definition gives no credit. `pending_fx`: the amount waits for a rate. More
             *     may come.
             */
            reason: string;
        };
        /** @description Merges that are to be taken back. */
        UndoMergesRequest: {
            /** @description At most 50, in any order; one that is named twice is taken back once. */
            merge_ids: string[];
        };
        /** @description Merges that were taken back. */
        UndoneMerges: {
            /** @description They, in the order that was given. */
            merges: components["schemas"]["Merge"][];
        };
        /** @description New values for some fields of a conversion definition; what is absent stays. */
        UpdateDefinitionBody: {
            /** @description Whether its conversions may be credited to a touch. */
            attribution_eligible?: boolean;
            /** @description The name under which reports ask for it; taken verbatim and unique in the profile. */
            conversion_key?: string;
            /** @description A label for people. */
            display_name?: string;
            /** @description cash, pipeline or gross. */
            revenue_type?: string;
            /** @description Raw event types of 1 to 128 characters; replaces the whole list. */
            source_event_names?: string[];
        };
        /** @description New values for some fields of an outcome definition; what is absent stays. */
        UpdateOutcomeDefinitionBody: {
            /** @description The label for people. */
            display_name?: string;
            /** @description The raw event type that is counted under it; unique in its family. */
            event_key?: string;
        };
        /** @description A subscription after a change. */
        UpdatedWebhookSubscription: components["schemas"]["WebhookSubscription"] & {
            /**
             * @description Its new secret, when `url` has another host now: the former receiver is not to know it. It is shown this
             *     once.
             */
            secret?: string;
        };
        /** @description What the last look at the links found. */
        UtmAnomalies: {
            /** @description The faults that were found, at most one of each category, the worst first. */
            anomalies: components["schemas"]["UtmAnomaly"][];
            /**
             * Format: date-time
             * @description When the window was looked at, RFC 3339; null when nobody has looked yet, which does not mean that all is well.
             */
            refreshed_at: string | null;
            /**
             * Format: int32
             * @description Whole local days that are looked at, beside today.
             */
            scan_window_days: number;
        };
        /** @description One fault, wherever it was found. */
        UtmAnomaly: {
            /**
             * @description `unsubstituted_macro`, `placement_in_source`, `missing_utms_on_paid`, `missing_ad_identifier`,
             *     `non_channel_medium` or `inconsistent_source_vocab`; more may come.
             */
            category: string;
            /**
             * Format: int64
             * @description Touches with it.
             */
            count: number;
            /** @description The UTM field; `all_utms` where all are missing, `any` for several. */
            field: string;
            /** @description `count` in percent of the touches that could have it, one decimal; 0 for `inconsistent_source_vocab`. */
            pct: components["schemas"]["DecimalNumber"];
            /** @description What to do, in English. */
            recommendation: string;
            /** @description What to do, as a word that never changes. Two faults may share one. */
            recommendation_code: string | null;
            /**
             * @description At most five values that show it, the most frequent first; none for `unsubstituted_macro` and
             *     `missing_utms_on_paid`.
             */
            samples: components["schemas"]["UtmAnomalySample"][];
            /** @description `high`, `medium`, `low` or `info`; more may come. */
            severity: string;
        };
        /** @description A value that shows a fault. */
        UtmAnomalySample: {
            /**
             * Format: int64
             * @description Touches.
             */
            count: number;
            /**
             * @description The value in lower case; `(empty)` where there was none. While the profile masks personal values, of one with
             *     an `@` the first letter and the domain.
             */
            value: string;
        };
        /** @description What is said of links. */
        UtmCheck: {
            /** @description In the order in which they were sent. */
            links: components["schemas"]["UtmCheckedLink"][];
            /** @description Whether nothing is wrong with any of them. */
            ok: boolean;
        };
        /** @description Links to be judged. */
        UtmCheckBody: {
            /**
             * @description Whether they are what is pasted into an ad platform: placeholders are to be in them then. Without it they are
             *     judged like the addresses of visits.
             */
            templates?: boolean;
            /** @description 1 to 1,000 addresses, each of at most 4,096 bytes, in a body of at most 1 MiB. */
            urls: string[];
        };
        /** @description What is said of a link. */
        UtmCheckedLink: {
            /** @description The channel of a visit that comes by it; null for what is no address. */
            channel: string | null;
            /** @description Its faults, the worst first. */
            faults: components["schemas"]["UtmLinkFault"][];
            /** @description Its place among those that were sent, from 0. */
            index: number;
            /** @description `ok`, `faulty`, or `no_address` for what is no `http` or `https` address. */
            status: string;
            template: components["schemas"]["UtmTemplate"] | null;
        };
        /** @description Touches that came in one way and share a fault. */
        UtmFaultyLink: {
            /** @description Credited cash of the window under `last_touch` that stands under the wrong name. */
            cash_at_stake: components["schemas"]["DecimalString"];
            /** @description Kinds of click ids that came along. */
            click_kinds: string[];
            /**
             * Format: date
             * @description The first local day with such a touch in the window.
             */
            first_seen: string;
            /** @description Host of the landing page. */
            landing_host: string | null;
            /** @description At most two segments of its path. */
            landing_path: string | null;
            /**
             * Format: date
             * @description The last one.
             */
            last_seen: string;
            template: components["schemas"]["UtmTemplate"] | null;
            /**
             * Format: int64
             * @description Touches.
             */
            touches: number;
            /** @description Parameters for ids that hold a placeholder. */
            unfilled_parameters: string[];
            /** @description `utm_campaign` in lower case. */
            utm_campaign: string | null;
            /** @description `utm_content` in lower case. */
            utm_content: string | null;
            /** @description `utm_medium` in lower case. */
            utm_medium: string | null;
            /** @description `utm_source` in lower case. */
            utm_source: string | null;
            /** @description `utm_term` in lower case. */
            utm_term: string | null;
        };
        /** @description A fault with the links behind it. */
        UtmFindingBody: components["schemas"]["UtmAnomaly"] & {
            /** @description Credited cash of the window under `last_touch` that stands under the wrong name, of all links. */
            cash_at_stake: components["schemas"]["DecimalString"];
            /** @description At most twenty ways in which such touches came, the most cash first. */
            links: components["schemas"]["UtmFaultyLink"][];
            mute: components["schemas"]["UtmMute"] | null;
        };
        /** @description How the links of a profile are. */
        UtmHealth: {
            /** @description What is credited to advertisements that nobody knows, as of now. */
            dangling_ad_ids: components["schemas"]["DanglingAdIdsSummary"];
            /** @description What the last look counted. */
            summary: components["schemas"]["UtmHealthSummary"];
        };
        /** @description What came of looking at the links now. */
        UtmHealthRefresh: {
            /**
             * @description Whether they were looked at for this request; false when the last look is less than ten minutes old, and is what
             *     is answered.
             */
            refreshed: boolean;
            /** @description What was counted. */
            summary: components["schemas"]["UtmHealthSummary"];
        };
        /** @description What a look at the links of a profile counted. */
        UtmHealthSummary: {
            /**
             * Format: int64
             * @description Touches with a UTM value or of which something says that somebody paid.
             */
            events_scanned: number;
            /**
             * Format: int64
             * @description Those with a fault of high severity.
             */
            high_count: number;
            /**
             * Format: int64
             * @description Those with a fault of medium severity and none of high.
             */
            medium_count: number;
            /**
             * Format: date-time
             * @description When the window was looked at, RFC 3339; null when nothing has looked at it yet.
             */
            refreshed_at: string | null;
            /**
             * Format: int32
             * @description Whole local days that are looked at, beside today.
             */
            scan_window_days: number;
        };
        /** @description What the last look of one day found. */
        UtmHistoryDay: {
            /**
             * Format: date
             * @description The local day.
             */
            date: string;
            /**
             * Format: int64
             * @description Touches that were looked at.
             */
            events_scanned: number;
            /** @description What was found. */
            faults: components["schemas"]["UtmHistoryFault"][];
        };
        /** @description How many touches had a fault. */
        UtmHistoryFault: {
            /** @description Their credited cash in the reporting currency of that day. */
            cash_at_stake: components["schemas"]["DecimalString"];
            /** @description The fault, as among the anomalies. */
            category: string;
            /**
             * Format: int64
             * @description Touches of the window of that day.
             */
            count: number;
        };
        /** @description A fault of a link. */
        UtmLinkFault: {
            /** @description The fault, as among the anomalies. */
            category: string;
            /** @description The parameter that has it; `all_utms` where all are missing, `any` where several could mend it. */
            field: string;
            /** @description What to do, in English. */
            recommendation: string;
            /** @description What to do, as a word that never changes. */
            recommendation_code: string;
            /** @description How bad it is once visitors come by the link. */
            severity: string;
        };
        /** @description Why a fault is let be. */
        UtmMute: {
            /** @description Whether it is still let be: until there are half as many touches again, and at least five more. */
            in_force: boolean;
            /**
             * Format: date-time
             * @description Since when, RFC 3339.
             */
            muted_at: string;
            /** @description Why. */
            reason: string;
            /**
             * Format: int64
             * @description Touches with it then.
             */
            touches: number;
        };
        /** @description Whether a fault is let be. */
        UtmMuteBody: {
            /** @description Why it is let be, 1 to 500 characters; null tells it again. */
            reason: string | null;
        };
        /** @description Whether a fault is let be now. */
        UtmMuted: {
            /** @description The fault. */
            category: string;
            /** @description Why it is let be; null when it is told. */
            reason: string | null;
        };
        /** @description URL parameters to paste into an ad platform. */
        UtmTemplate: {
            /** @description Where the platform documents its placeholders. */
            documentation: string;
            /** @description The parameters, with the platform's own placeholders. */
            parameters: string;
            /** @description Where the platform takes them. */
            place: string;
            /** @description The platform. */
            platform: string;
        };
        /** @description Whether views take credit. */
        ViewCredit: {
            /**
             * @description True: a view within `view_through_window_days` of a conversion is a touch like others, under every model. False,
             *     as at first: it is counted, and told in explanations, and changes no figure.
             */
            credited: boolean;
        };
        /** @description What belongs to the decision. */
        ViewCreditMeta: {
            /**
             * Format: uuid
             * @description Whose it is.
             */
            profile_id: string;
            /**
             * Format: uuid
             * @description The full replay that shows what changed; null when nothing did. Until it is through, reports show what they
             *     showed before.
             */
            recompute_id: string | null;
        };
        /** @description One of them, by exactly one of the two. */
        ViewRecipientDraft: {
            /**
             * Format: uuid
             * @description The id of a customer here. The id of somebody who was merged is of whom they lead to.
             */
            customer_id?: string | null;
            /** @description The id of a customer in the caller's own system, as events and lists of customers tell it. */
            external_id?: string | null;
        };
        /** @description The token of one of them. */
        ViewRecipientResult: {
            /** @description Its position, from 0. */
            index: number;
            /** @description Why there is none: `unknown_customer`. Absent otherwise. */
            reason?: string;
            /**
             * @description What stands in the picture's address as `r`: 43 characters that say nothing of the person, the same whenever it is
             *     asked for. Null where nobody is known.
             */
            token: string | null;
        };
        /** @description Whom pictures will be sent to. */
        ViewRecipientsDraft: {
            /** @description 1 to 1,000. */
            recipients: components["schemas"]["ViewRecipientDraft"][];
        };
        /** @description The tokens. */
        ViewRecipientsResult: {
            /** @description One for each, in their order. */
            results: components["schemas"]["ViewRecipientResult"][];
        };
        /** @description How often the pictures of a campaign were loaded. */
        ViewedCampaignBody: {
            /**
             * Format: int64
             * @description Those of programs; never a touch.
             */
            bots: number;
            /**
             * Format: int64
             * @description Those with the token of a recipient.
             */
            by_recipients: number;
            /** @description Campaign; empty when the address names none. */
            campaign: string;
            /** @description The channel of what its address says. */
            channel: string;
            /**
             * Format: int64
             * @description Those of a mail program's servers, when somebody opened the mail.
             */
            mail_proxy: number;
            /** @description Medium. */
            medium: string;
            /**
             * Format: int64
             * @description Those of servers that load pictures whether or not anybody looks; never a touch.
             */
            prefetched: number;
            /** @description Traffic source. */
            source: string;
            /**
             * Format: int64
             * @description All loads.
             */
            views: number;
        };
        /** @description What the answer is about. */
        ViewsMeta: {
            /**
             * Format: date
             * @description First day.
             */
            date_from: string;
            /**
             * Format: date
             * @description Last day.
             */
            date_to: string;
            /**
             * Format: uuid
             * @description The profile.
             */
            profile_id: string;
            /**
             * @description `replay_pending`: a full replay waits or runs, and credit is that of before it. Absent when there is nothing to
             *     say.
             */
            warnings?: string[];
        };
        /** @description A channel with both figures. */
        ViewsOfChannel: {
            /** @description The channel. */
            channel: string;
            /** @description `last_touch` as reports show it. */
            with_views: components["schemas"]["LastTouchFigures"];
            /** @description `last_touch` if views took no credit. */
            without_views: components["schemas"]["LastTouchFigures"];
        };
        /** @description What people were shown. */
        ViewsReport: {
            /** @description The most viewed campaigns first, at most 100. */
            campaigns: components["schemas"]["ViewedCampaignBody"][];
            /** @description Every channel with credit, by name. */
            channels: components["schemas"]["ViewsOfChannel"][];
            /** @description Whether views take credit. While they do not, both figures of a channel are the same. */
            credited: boolean;
            /** @description Whether there are more. */
            has_more_campaigns: boolean;
            /** @description The currency of revenue. */
            reporting_currency: string;
        };
        /** @description One request. */
        WebhookAttempt: {
            /**
             * Format: date-time
             * @description When it ended.
             */
            ended_at: string;
            /**
             * Format: int32
             * @description 1, 2, 3, …
             */
            number: number;
            /** @description `status` when there was an answer, otherwise `timeout`, `blocked_address`, `tls` or `connection`. */
            outcome: string;
            /** @description The first 2 KiB of the answer; what is no text is replaced. */
            response_excerpt: string;
            /**
             * Format: int32
             * @description The status of the answer; null when there was none.
             */
            status: number | null;
            /**
             * Format: int64
             * @description How long it took, in milliseconds.
             */
            took_ms: number;
        };
        /** @description One event on its way to one subscription. */
        WebhookDelivery: {
            /**
             * Format: int32
             * @description How many requests there were.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description The event: `id` of the body.
             */
            event_id: string;
            /**
             * Format: uuid
             * @description Its id: `webhook-id` of every request.
             */
            id: string;
            /**
             * @description How the last one ended: `status` when there was an answer, otherwise `timeout`, `blocked_address`, `tls` or
             *     `connection`; null when there was none.
             */
            last_outcome: string | null;
            /**
             * Format: int32
             * @description The status of the last answer.
             */
            last_status: number | null;
            /**
             * Format: date-time
             * @description When the next attempt is due; null unless it is pending.
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When it was delivered, or given up; null while it is pending.
             */
            settled_at: string | null;
            /**
             * @description `pending`: it waits for its next attempt; `delivered`: the receiver answered with 2xx; `dead`: it is not
             *     tried any more.
             */
            status: string;
            /**
             * Format: uuid
             * @description Who gets it.
             */
            subscription_id: string;
            /** @description The event's type. */
            type: string;
        };
        /** @description A delivery with its requests. */
        WebhookDeliveryDetail: components["schemas"]["WebhookDelivery"] & {
            /** @description Its requests, first to last. */
            attempt_list: components["schemas"]["WebhookAttempt"][];
            /** @description Whether its payload is still kept, so that it can be replayed. */
            payload_kept: boolean;
        };
        /** @description Who is told of what, and where. */
        WebhookSubscription: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Since when they are not; null while they are.
             */
            disabled_at: string | null;
            /**
             * @description `gone`: the receiver answered 410; `failing`: every request failed for too long; `manual`: somebody
             *     switched it off. Null while it is enabled.
             */
            disabled_reason: string | null;
            /** @description Whether events are sent. */
            enabled: boolean;
            /** @description Types of events that are sent. */
            events: string[];
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Providers whose events are sent; `platform` is this service itself. */
            providers: string[];
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Where events are sent to. */
            url: string;
        };
        /** @description What is to change; what is left out stays. */
        WebhookSubscriptionChange: {
            /**
             * @description Whether events are sent. What waits of a subscription that is switched off is not sent any more; one
             *     that is switched on begins without failures.
             */
            enabled?: boolean;
            /** @description Types of events: 1 to 100, each once. */
            events?: string[];
            /** @description Providers: 1 to 100, each once. */
            providers?: string[];
            /** @description As of a new one. Another host gets another secret at once. */
            url?: string;
        };
        /** @description Whole pesos, or dollars and cents. */
        WebpayAmount: string | number;
        /**
         * @description What Webpay Plus answered a `commit` or a `status` call with, as it is, with whose the order is. Members that are
         *     not listed are ignored, and `meta.warnings` says `unknown_fields_ignored`; `token_ws` is not stored. An order of a mall
         *     has `details`, which is 400: report each of them.
         */
        WebpayBody: {
            /** @description Accounting day, `MMDD`. */
            accounting_date?: string | null;
            /** @description What was authorised: whole pesos, or dollars and cents. A string has digits, and a point in dollars alone. */
            amount: components["schemas"]["WebpayAmount"];
            /** @description The browser's anonymous id, as the tracker made it. */
            anonymous_id?: string | null;
            /** @description The bank's code of the authorisation. */
            authorization_code?: string | null;
            balance?: components["schemas"]["WebpayAmount"] | null;
            /** @description The order. It is the payment's idempotency key. */
            buy_order: string;
            /** @description Until when an authorisation can be captured: while it is not `CAPTURED`, it is no payment yet. */
            capture_expiration_date?: string | null;
            card_detail?: components["schemas"]["WebpayCard"] | null;
            /** @description Contact id in the caller's CRM. */
            crm_contact_id?: string | null;
            /** @description `CLP` when absent, or `USD`; not the profile's. */
            currency?: string | null;
            /** @description E-mail address. */
            email?: string | null;
            /** @description The caller's own customer id; never enough alone. */
            external_id?: string | null;
            /** @description Given name. */
            first_name?: string | null;
            installments_amount?: components["schemas"]["DecimalNumber"] | null;
            /**
             * Format: int32
             * @description Number of instalments.
             */
            installments_number?: number | null;
            /** @description Family name. */
            last_name?: string | null;
            /** @description Government identity document number. */
            national_id?: string | null;
            /** @description Kind of card and instalments: `VD`, `VN`, `VC`, `SI`, `S2`, `NC`, `VP`. */
            payment_type_code?: string | null;
            /** @description Telephone number. */
            phone?: string | null;
            /**
             * Format: int32
             * @description What the bank said, 0 if it approved; needed with `AUTHORIZED` and `CAPTURED`.
             */
            response_code?: number | null;
            /** @description The shop's id of the purchase. */
            session_id?: string | null;
            /** @description Where the order is. */
            status: components["schemas"]["WebpayStatus"];
            /**
             * Format: date-time
             * @description When the buyer paid, RFC 3339; absent is now.
             */
            transaction_date?: string | null;
            /** @description How the buyer was authenticated. It is kept and says nothing of whether the order was paid. */
            vci?: string | null;
        };
        /** @description The card. */
        WebpayCard: {
            /** @description Its last four digits. Whoever is sent the whole number may pass it on: the rest is dropped before anything is stored. */
            card_number?: string | null;
        };
        /** @description The context of the answer. */
        WebpayMeta: {
            /**
             * Format: uuid
             * @description The profile that the order belongs to.
             */
            profile_id: string;
            /**
             * @description `unknown_fields_ignored` when the object had members that are not documented, `identifier_ignored:<field>` when
             *     an identifier is a placeholder, `no_identifier` when nothing says whose the order is.
             */
            warnings: string[];
        };
        /** @description What became of an order. */
        WebpayResult: {
            /**
             * Format: date-time
             * @description When it happened, RFC 3339.
             */
            event_time: string | null;
            /** @description `payment_received` or `payment_refunded`. */
            event_type: string | null;
            /**
             * Format: uuid
             * @description Names the event; the same for every replay.
             */
            id: string | null;
            /** @description The key that it is recorded under: the order, or `webpay-refund:{order}:{given back in all}`. */
            idempotency_key: string | null;
            /**
             * @description Why not: `awaiting_capture`, `not_authorised`, `not_finished`, or `unknown_payment` of a refund of what nobody
             *     reported as paid.
             */
            reason: string | null;
            /**
             * Format: date-time
             * @description When it first came in, RFC 3339.
             */
            received_at: string | null;
            /** @description Whether an event stands for what was told: the payment, or the latest refund. Null in the rest when none does. */
            recorded: boolean;
            /** @description Whether it was recorded before; nothing was written then. */
            replayed: boolean;
        };
        /**
         * @description Where an order is.
         * @enum {string}
         */
        WebpayStatus: "INITIALIZED" | "AUTHORIZED" | "CAPTURED" | "FAILED" | "REVERSED" | "NULLIFIED" | "PARTIALLY_NULLIFIED";
        /** @description Attribution windows in days; 0 is off. */
        WindowsInForce: {
            /**
             * Format: int32
             * @description For visits before cash conversions.
             */
            cash_window_days: number;
            /**
             * Format: int32
             * @description For visits before conversions that are not cash.
             */
            click_window_days: number;
            /**
             * Format: int32
             * @description For visits under `first_touch`.
             */
            first_touch_window_days: number;
            /**
             * Format: int32
             * @description For views of mails and banners.
             */
            view_through_window_days: number;
        };
        /** @description What an answer about a workspace is about. */
        WorkspaceMeta: {
            /** @description `checkout_unavailable` when a checkout was due and could not be opened. */
            warnings?: string[];
            /**
             * Format: uuid
             * @description The workspace.
             */
            workspace_id: string;
        };
        /** @description A workspace as one of its members sees it. */
        WorkspaceRow: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description Its name. */
            name: string;
            /** @description `starter`, `growth` or `agency`. */
            plan: string;
            /** @description `owner`, `admin` or `member`. */
            role: string;
            /**
             * Format: date-time
             * @description When its trial ends; null without one, or while its length is open.
             */
            trial_ends_at: string | null;
            /**
             * Format: uuid
             * @description Its id.
             */
            workspace_id: string;
        };
    };
    responses: {
        /** @description Something else has what was asked for; `errors` names the fields. */
        conflict: {
            headers: {
                "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The idempotency key was used for other content. */
        idempotency_key_reused: {
            headers: {
                "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The credential lacks the scope in `required_scope`. */
        insufficient_scope: {
            headers: {
                /** @description `Bearer`, and what would help: where the authorization server is found and which grant to ask for. */
                "www-authenticate"?: string;
                "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service failed. */
        internal_error: {
            headers: {
                "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A parameter, a header or the body cannot be read. */
        invalid_request: {
            headers: {
                "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No credential, or one that does not count. */
        invalid_token: {
            headers: {
                /** @description `Bearer`, and what would help: where the authorization server is found and which grant to ask for. */
                "www-authenticate"?: string;
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The path answers other methods, named in `Allow`. */
        method_not_allowed: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not there, or out of the caller's reach. */
        not_found: {
            headers: {
                "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is too long. */
        payload_too_large: {
            headers: {
                "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many calls; `Retry-After` says when the same call passes. */
        rate_limited: {
            headers: {
                /** @description Whole seconds after which the same call passes. */
                "retry-after"?: number;
                "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service cannot answer now; `Retry-After` says when to send the same again. */
        unavailable: {
            headers: {
                "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body has another media type or a content coding. */
        unsupported_media_type: {
            headers: {
                "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Units that the caller has at most; as many flow in each minute. */
        RateLimitLimit: number;
        /** @description Units that are left to the caller now. */
        RateLimitRemaining: number;
        /** @description Names this request in the service's log. */
        RequestId: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAuthorizationServerMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationServer"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getProtectedResourceRoot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtectedResource"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getProtectedResource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Path of the tool server, without its first slash. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtectedResource"];
                };
            };
            /** @description No tool server has this path. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listChannelRules: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All rules and channels. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ChannelRules_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    createChannelRule: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleBody"];
            };
        };
        responses: {
            /** @description The rule is in force. */
            201: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ChannelRule_RuleChangeMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description Another rule has the priority, or the profile has 200 rules. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    diffChannelRules: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleDiffBody"];
            };
        };
        responses: {
            /** @description What the rules would do. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_RuleDiffResult_RulePreviewMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    countChannelRuleMatches: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MatchCountBody"];
            };
        };
        responses: {
            /** @description What the rule would do. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_MatchCountResult_RulePreviewMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description Another rule has the priority, or the profile has 200 rules. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    reorderChannelRules: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReorderBody"];
            };
        };
        responses: {
            /** @description Both rules as they are now, the first one first. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_ChannelRule_RuleChangeMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    suggestChannelRules: {
        parameters: {
            query?: {
                /** @description Days up to today, 30 by default. More are not refused but clamped to 30, and `meta.warnings` has `window_clamped`. */
                days?: number;
                /** @description Suggestions, 20 by default. */
                limit?: number;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Suggestions, best first. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_RuleSuggestion_SuggestionsMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteChannelRule: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The rule. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule is gone. */
            204: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateChannelRule: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The rule. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleChangeBody"];
            };
        };
        responses: {
            /** @description The rule as it is now. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ChannelRule_RuleChangeMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description Another rule has the priority. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addChannel: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelBody"];
            };
        };
        responses: {
            /** @description The channel was there. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ChannelResult_ProfileMeta"];
                };
            };
            /** @description The channel is new. */
            201: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ChannelResult_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description The workspace has 200 channels of its own. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCustomers: {
        parameters: {
            query: {
                /** @description First day, YYYY-MM-DD. */
                date_from: string;
                /** @description Last day, YYYY-MM-DD; at most 366 days in all. */
                date_to: string;
                /**
                 * @description A conversion key of the profile.
                 * @example payment_received
                 */
                goal: string;
                /** @description Part of a name or e-mail address; refused while the profile shows personal data masked. */
                search?: string;
                /** @description Rows a page, 10 by default. */
                limit?: number;
                /** @description First half of the cursor of the page before; needs `cursor_id`. */
                cursor_time?: string;
                /** @description Second half of the cursor of the page before; needs `cursor_time`. */
                cursor_id?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_Customer_CustomersMeta_CustomersPagination"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    importCustomers: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportBody"];
            };
        };
        responses: {
            /** @description What became of each row. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ImportResult_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    searchCustomers: {
        parameters: {
            query: {
                /** @description What is known of the customer. */
                q: string;
                /** @description A customer to leave out. */
                exclude?: string;
                /** @description Rows a page, 20 by default. */
                limit?: number;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The best candidate first. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_CustomerCandidate_SearchMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getCustomerJourney: {
        parameters: {
            query?: {
                /** @description Events to leave out, 0 by default. */
                offset?: number;
                /** @description Rows a page, 50 by default. */
                limit?: number;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The `customer_profile_id` of the customer list. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the history. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_JourneyData_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    createEvent: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: {
                /** @description Names the event, so that sending it again is harmless. Kept for ever, unique in the profile. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEventBody"];
            };
        };
        responses: {
            /** @description The same event was recorded before under the same key. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_EventResult_EventMeta"];
                };
            };
            /** @description The event is recorded. */
            201: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_EventResult_EventMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            /** @description The key was used for an event with other content. */
            422: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listGoals: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The goals. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_Goal_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    createGoal: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateGoalBody"];
            };
        };
        responses: {
            /** @description The goal is created. */
            201: {
                headers: {
                    /** @description `@` and the unix second of the notice (RFC 9745). */
                    deprecation?: string;
                    /** @description The successor, as `<path>; rel="successor-version"`, once the day of removal is set. */
                    link?: string;
                    /** @description The day of removal, once it is set (RFC 8594). */
                    sunset?: string;
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Goal_GoalMeta"];
                };
            };
            /** @description A parameter, a header or the body cannot be read. */
            400: {
                headers: {
                    /** @description `@` and the unix second of the notice (RFC 9745). */
                    deprecation?: string;
                    /** @description The successor, as `<path>; rel="successor-version"`, once the day of removal is set. */
                    link?: string;
                    /** @description The day of removal, once it is set (RFC 8594). */
                    sunset?: string;
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No credential, or one that does not count. */
            401: {
                headers: {
                    /** @description `@` and the unix second of the notice (RFC 9745). */
                    deprecation?: string;
                    /** @description The successor, as `<path>; rel="successor-version"`, once the day of removal is set. */
                    link?: string;
                    /** @description The day of removal, once it is set (RFC 8594). */
                    sunset?: string;
                    /** @description `Bearer`, and what would help: where the authorization server is found and which grant to ask for. */
                    "www-authenticate"?: string;
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The credential lacks the scope in `required_scope`. */
            403: {
                headers: {
                    /** @description `@` and the unix second of the notice (RFC 9745). */
                    deprecation?: string;
                    /** @description The successor, as `<path>; rel="successor-version"`, once the day of removal is set. */
                    link?: string;
                    /** @description The day of removal, once it is set (RFC 8594). */
                    sunset?: string;
                    /** @description `Bearer`, and what would help: where the authorization server is found and which grant to ask for. */
                    "www-authenticate"?: string;
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not there, or out of the caller's reach. */
            404: {
                headers: {
                    /** @description `@` and the unix second of the notice (RFC 9745). */
                    deprecation?: string;
                    /** @description The successor, as `<path>; rel="successor-version"`, once the day of removal is set. */
                    link?: string;
                    /** @description The day of removal, once it is set (RFC 8594). */
                    sunset?: string;
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The path answers other methods, named in `Allow`. */
            405: {
                headers: {
                    /** @description `@` and the unix second of the notice (RFC 9745). */
                    deprecation?: string;
                    /** @description The successor, as `<path>; rel="successor-version"`, once the day of removal is set. */
                    link?: string;
                    /** @description The day of removal, once it is set (RFC 8594). */
                    sunset?: string;
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A definition has the event name as its key or among its event types, or the profile has 200 definitions. */
            409: {
                headers: {
                    /** @description `@` and the unix second of the notice (RFC 9745). */
                    deprecation?: string;
                    /** @description The successor, as `<path>; rel="successor-version"`, once the day of removal is set. */
                    link?: string;
                    /** @description The day of removal, once it is set (RFC 8594). */
                    sunset?: string;
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is too long. */
            413: {
                headers: {
                    /** @description `@` and the unix second of the notice (RFC 9745). */
                    deprecation?: string;
                    /** @description The successor, as `<path>; rel="successor-version"`, once the day of removal is set. */
                    link?: string;
                    /** @description The day of removal, once it is set (RFC 8594). */
                    sunset?: string;
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body has another media type or a content coding. */
            415: {
                headers: {
                    /** @description `@` and the unix second of the notice (RFC 9745). */
                    deprecation?: string;
                    /** @description The successor, as `<path>; rel="successor-version"`, once the day of removal is set. */
                    link?: string;
                    /** @description The day of removal, once it is set (RFC 8594). */
                    sunset?: string;
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many calls; `Retry-After` says when the same call passes. */
            429: {
                headers: {
                    /** @description `@` and the unix second of the notice (RFC 9745). */
                    deprecation?: string;
                    /** @description The successor, as `<path>; rel="successor-version"`, once the day of removal is set. */
                    link?: string;
                    /** @description Whole seconds after which the same call passes. */
                    "retry-after"?: number;
                    /** @description The day of removal, once it is set (RFC 8594). */
                    sunset?: string;
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service failed. */
            500: {
                headers: {
                    /** @description `@` and the unix second of the notice (RFC 9745). */
                    deprecation?: string;
                    /** @description The successor, as `<path>; rel="successor-version"`, once the day of removal is set. */
                    link?: string;
                    /** @description The day of removal, once it is set (RFC 8594). */
                    sunset?: string;
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    /** @description `@` and the unix second of the notice (RFC 9745). */
                    deprecation?: string;
                    /** @description The successor, as `<path>; rel="successor-version"`, once the day of removal is set. */
                    link?: string;
                    /** @description The day of removal, once it is set (RFC 8594). */
                    sunset?: string;
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteGoal: {
        parameters: {
            query: {
                /** @description The goal. */
                id: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The goal is gone. */
            204: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDefinitions: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both catalogues. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_DefinitionCatalogues_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    createDefinition: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDefinitionBody"];
            };
        };
        responses: {
            /** @description The definition is created. */
            201: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ConversionDefinition_DefinitionMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description Another definition has the key or claims some of the event types (`errors` names it, and them), or the profile has 200 definitions. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    diffDefinition: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DiffDefinitionBody"];
            };
        };
        responses: {
            /** @description The figures of both. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_DefinitionDiff_DaysMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    previewDefinition: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewDefinitionBody"];
            };
        };
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_DefinitionPreview_DaysMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    suggestDefinitions: {
        parameters: {
            query?: {
                /** @description Local days to look back, today included; 90 by default. */
                days?: number;
                /** @description Rows, 50 by default. */
                limit?: number;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event types. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_DefinitionSuggestion_BoundedDaysMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteDefinition: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The definition. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The definition is gone. */
            204: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateDefinition: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The definition. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateDefinitionBody"];
            };
        };
        responses: {
            /** @description The definition as it is now. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ConversionDefinition_DefinitionMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description Another definition has the key or claims some of the event types; `errors` names it, and them. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    countOutcomes: {
        parameters: {
            query?: {
                /** @description First local day, YYYY-MM-DD; absent is 30 days in all. */
                date_from?: string;
                /** @description Last local day, YYYY-MM-DD; absent is today. At most 366 days in all. */
                date_to?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts, at most 1,000. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_OutcomeTypeCount_BoundedDaysMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getHandoff: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The hand-off. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hand-off. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Handoff_HandoffMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listMerges: {
        parameters: {
            query?: {
                /** @description Only merges into this customer. */
                customer_profile_id?: string;
                /** @description Rows a page, 20 by default. */
                limit?: number;
                /** @description `pagination.cursor` of the page before. */
                cursor?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_Merge_ProfileMeta_CursorPagination"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listMergeProposals: {
        parameters: {
            query?: {
                /** @description `pending` (without it), `merged`, `dismissed` or `snoozed`. What was to wait until a moment that is over is pending. */
                status?: string;
                /** @description Only `strong`, `likely` or `possible` ones. */
                band?: string;
                /** @description Rows a page, 20 by default. */
                limit?: number;
                /** @description `pagination.cursor` of the page before. */
                cursor?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. A cursor that cannot be read starts from the beginning. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalsBody"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    scanMergeProposals: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is queued, or under way. */
            202: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_MergeProposalScan_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    decideMergeProposal: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The proposal. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideMergeProposalRequest"];
            };
        };
        responses: {
            /** @description It is decided. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_MergeProposalDecision_MergeProposalDecisionMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description Somebody decided otherwise; or the two cannot be one customer; or the merge would do something else than was previewed. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewMergeProposal: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The proposal. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the merge would do. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_MergeConsequence_MergeMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description The two cannot be one customer any more. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    repairCustomers: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RepairRequest"];
            };
        };
        responses: {
            /** @description What is filled in, or would be. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Repair_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    scanRepairs: {
        parameters: {
            query?: {
                /** @description Only customers for whom a repair would fill something in. */
                repairable?: boolean;
                /** @description Customers to leave out. */
                offset?: number;
                /** @description Rows a page, 50 by default. */
                limit?: number;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_RepairScan_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    createMcpToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["McpTokenBody"];
            };
        };
        responses: {
            /** @description The tokens, shown only now. */
            201: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_McpToken_NoMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    /** @description Changes with the document. */
                    etag?: string;
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The caller's copy, named by If-None-Match, is current. */
            304: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            405: components["responses"]["method_not_allowed"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    updateOutcomeDefinition: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The outcome definition. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOutcomeDefinitionBody"];
            };
        };
        responses: {
            /** @description The outcome definition as it is now. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_OutcomeDefinition_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description Another label of the family has the event key. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOverview: {
        parameters: {
            query: {
                /** @description First day, YYYY-MM-DD. */
                date_from: string;
                /** @description Last day, YYYY-MM-DD; at most 366 days in all. */
                date_to: string;
                /** @description The attribution model: last_touch (the default), first_touch, linear, time_decay, last_non_direct or position_based (40 % to the first touch, 40 % to the last, 20 % between: our addition, G28). */
                model?: "last_touch" | "first_touch" | "linear" | "time_decay" | "last_non_direct" | "position_based";
                /**
                 * @description The day on which credit counts: conversion_date (the default), that of the conversion, or touch_date, that of the credited touch. A conversion without credit has no touch, so it counts on its own day in outcomes, cash_revenue and cash_payments either way.
                 * @example touch_date
                 */
                accounting?: string;
                /** @description The figures as they were reported at this instant, in the currency and on the days of then. Only `filter[channel]` can be combined with it, and only accounting by conversion_date; visits are then told apart by the channels of now, and a warning says so. */
                as_of?: string;
                /**
                 * @description `is:`, `is_not:` or `contains:` and one or more values separated by `|`. The same for source, medium, campaign, country, device, browser, os, referrer_host and landing_path in place of channel; several filters must all hold.
                 * @example is:Paid Search
                 */
                "filter[channel]"?: string;
                /**
                 * @description Conversion keys that count, one or several separated by commas; every key by default. Conversions, revenue and what follows from them are of these keys; visits and spend are of all, and `meta.warnings` says `spend_of_all_goals`. Not with `as_of`.
                 * @example payment_received
                 */
                goal?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures of both periods. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_OverviewData_OverviewMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    createWebpayPayment: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebpayBody"];
            };
        };
        responses: {
            /** @description It was recorded before, or there is nothing to record. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_WebpayResult_WebpayMeta"];
                };
            };
            /** @description The payment, or what of it was given back since, is recorded. */
            201: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_WebpayResult_WebpayMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            /** @description The order's name was used for an event of other content. */
            422: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getProfile: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile as it is set now. With the warning `replay_pending`, reports may still show figures of earlier settings. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Profile_SettingsMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    updateProfile: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfilePatch"];
            };
        };
        responses: {
            /** @description The profile after the change. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Profile_SettingsMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAttributionSettings: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The windows as they are set now. With the warning `replay_pending`, reports may still show figures of earlier settings. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_AttributionSettings_SettingsMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    updateAttributionSettings: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttributionSettingsPatch"];
            };
        };
        responses: {
            /** @description The windows after the change. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_AttributionSettings_SettingsMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createAuditEvent: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuditEventBody"];
            };
        };
        responses: {
            /** @description The row is written. */
            201: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_AuditEventResult_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getDarkMessagingSpend: {
        parameters: {
            query?: {
                /** @description First day, YYYY-MM-DD; with `date_to`. Without both, today and the thirty days before it. */
                date_from?: string;
                /** @description Last day, YYYY-MM-DD, with `date_from`; at most 366 days in all. */
                date_to?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is at risk. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_DarkMessagingSpend_DarkMessagingSpendMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getFreshness: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshot. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Freshness_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    replaceOutcomeDefinitions: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OutcomeFamilyBody"];
            };
        };
        responses: {
            /** @description The family as it is now. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_OutcomeDefinition_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description The profile would have more than 1,000 outcome definitions. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getProfileReadiness: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checklist. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ReadinessBody_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    createProfile: {
        parameters: {
            query?: {
                /** @description The workspace, when the body does not name it. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProfileBody"];
            };
        };
        responses: {
            /** @description It was made a moment ago. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_CreatedProfileBody_ProfileMeta"];
                };
            };
            /** @description It is made. */
            201: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_CreatedProfileBody_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getQuality: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The score. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_QualityScore_QualityScoreMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getAttributionQuality: {
        parameters: {
            query?: {
                /** @description First day, YYYY-MM-DD; with `date_to`. Without both, today and the thirty days before it. */
                date_from?: string;
                /** @description Last day, YYYY-MM-DD, with `date_from`; at most 366 days in all. */
                date_to?: string;
                /** @description The attribution model: last_touch (the default), first_touch, linear, time_decay, last_non_direct or position_based. */
                model?: "last_touch" | "first_touch" | "linear" | "time_decay" | "last_non_direct" | "position_based";
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How outcomes are covered. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_AttributionQuality_AttributionQualityMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getInstrumentationHealth: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the site is measured. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_InstrumentationHealth_QualityMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getUtmHealth: {
        parameters: {
            query?: {
                /** @description The attribution model: last_touch (the default), first_touch, linear, time_decay, last_non_direct or position_based. */
                model?: "last_touch" | "first_touch" | "linear" | "time_decay" | "last_non_direct" | "position_based";
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The health of links. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_UtmHealth_QualityMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listUtmAnomalies: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The faults. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_UtmAnomalies_QualityMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    refreshUtmHealth: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was counted. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_UtmHealthRefresh_QualityMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTagManagerContainer: {
        parameters: {
            query?: {
                /** @description `required`: nothing is sent and nothing stored before the visitor has agreed. A store pixel always waits for the store to say so. */
                consent?: "required";
                /** @description `file`: the bare thing, as a file to save, in place of the envelope. */
                format?: "file";
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The container, in an envelope or, with `format=file`, as a file to import. */
            200: {
                headers: {
                    /** @description The name of the file, with `format=file`. */
                    "content-disposition"?: string;
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagManagerAnswer"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            /** @description The profile has no active tracking key, or cannot be reached. */
            404: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getStorePixel: {
        parameters: {
            query?: {
                /** @description `required`: nothing is sent and nothing stored before the visitor has agreed. A store pixel always waits for the store to say so. */
                consent?: "required";
                /** @description `file`: the bare thing, as a file to save, in place of the envelope. */
                format?: "file";
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code, in an envelope or, with `format=file`, as a file. */
            200: {
                headers: {
                    /** @description The name of the file, with `format=file`. */
                    "content-disposition"?: string;
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_StorePixelInstaller_ProfileMeta"];
                    "text/javascript": string;
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            /** @description The profile has no active tracking key, or cannot be reached. */
            404: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listTrackingKeys: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The active keys, oldest first. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_TrackingKeyRow_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    createTrackingKey: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile had a key; this is it. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_TrackingKeyResult_ProfileMeta"];
                };
            };
            /** @description The key is issued. */
            201: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_TrackingKeyResult_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getTrackingSnippet: {
        parameters: {
            query?: {
                /** @description Id of a pixel of Meta's, which is loaded in a second tag, behind the same consent. */
                social_pixel_id?: string;
                /** @description `required`: nothing is sent and nothing stored before the visitor has agreed. A store pixel always waits for the store to say so. */
                consent?: "required";
                /** @description `file`: the bare thing, as a file to save, in place of the envelope. */
                format?: "file";
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The markup, in an envelope or, with `format=file`, as a file. */
            200: {
                headers: {
                    /** @description The name of the file, with `format=file`. */
                    "content-disposition"?: string;
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_SnippetInstaller_ProfileMeta"];
                    "text/html": string;
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            /** @description The profile has no active tracking key, or cannot be reached. */
            404: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getTrust: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signals. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Trust_QualityScoreMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The delivery: `webhook-id` of its requests. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is on its way. */
            202: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_QueuedWebhookDelivery_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description Its payload is not kept any more. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listWebhookSubscriptions: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscriptions. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_WebhookSubscription_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    createWebhookSubscription: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhookSubscription"];
            };
        };
        responses: {
            /** @description The subscription with its secret. */
            201: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_CreatedWebhookSubscription_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description The profile has 100 subscriptions. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteWebhookSubscription: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription is gone. */
            204: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    updateWebhookSubscription: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookSubscriptionChange"];
            };
        };
        responses: {
            /** @description The subscription as it is now. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_UpdatedWebhookSubscription_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_RotatedWebhookSecret_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description Ten old secrets still sign. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    testWebhookSubscription: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is on its way. */
            202: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_QueuedWebhookDelivery_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listWorkspaces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_WorkspaceRow_NoMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWorkspaceBody"];
            };
        };
        responses: {
            /** @description It was made a moment ago. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_CreatedWorkspaceBody_WorkspaceMeta"];
                };
            };
            /** @description It is made. */
            201: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_CreatedWorkspaceBody_WorkspaceMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    createCheckoutSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A workspace of the caller. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checkout, if one can be opened. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_CheckoutSessionBody_WorkspaceMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description The plan costs nothing, or is paid already. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listAdSets: {
        parameters: {
            query: {
                /** @description First day, YYYY-MM-DD. */
                date_from: string;
                /** @description Last day, YYYY-MM-DD; at most 366 days in all. */
                date_to: string;
                /** @description The attribution model: last_touch (the default), first_touch, linear, time_decay, last_non_direct or position_based. */
                model?: "last_touch" | "first_touch" | "linear" | "time_decay" | "last_non_direct" | "position_based";
                /** @description The day on which credit counts: conversion_date (the default) or touch_date. */
                accounting?: string;
                /**
                 * @description `is:`, `is_not:` or `contains:` and one or more values separated by `|`. The same for source, medium, campaign, country, device, browser, os, referrer_host and landing_path in place of channel; several filters must all hold.
                 * @example is:Paid Search
                 */
                "filter[channel]"?: string;
                /**
                 * @description Conversion keys that count, one or several separated by commas; every key by default. Conversions, revenue and what follows from them are of these keys; visits and spend are of all, and `meta.warnings` says `spend_of_all_goals`.
                 * @example payment_received
                 */
                goal?: string;
                /** @description The figure that rows are sorted by: revenue (the default), spend, roas, conversions, visitors, sessions or bounce_rate. */
                sort?: string;
                /** @description desc (the default) or asc. Rows of equal value stand in ascending order of their ids. */
                order?: string;
                /** @description Rows a page, 20 by default. */
                limit?: number;
                /**
                 * @description The cursor of the page before, with the same `sort` and `order`.
                 * @example 1250.5|23844
                 */
                cursor?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueAnswer"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listAds: {
        parameters: {
            query: {
                /** @description First day, YYYY-MM-DD. */
                date_from: string;
                /** @description Last day, YYYY-MM-DD; at most 366 days in all. */
                date_to: string;
                /** @description The attribution model: last_touch (the default), first_touch, linear, time_decay, last_non_direct or position_based. */
                model?: "last_touch" | "first_touch" | "linear" | "time_decay" | "last_non_direct" | "position_based";
                /** @description The day on which credit counts: conversion_date (the default) or touch_date. */
                accounting?: string;
                /**
                 * @description `is:`, `is_not:` or `contains:` and one or more values separated by `|`. The same for source, medium, campaign, country, device, browser, os, referrer_host and landing_path in place of channel; several filters must all hold.
                 * @example is:Paid Search
                 */
                "filter[channel]"?: string;
                /**
                 * @description Conversion keys that count, one or several separated by commas; every key by default. Conversions, revenue and what follows from them are of these keys; visits and spend are of all, and `meta.warnings` says `spend_of_all_goals`.
                 * @example payment_received
                 */
                goal?: string;
                /** @description The figure that rows are sorted by: revenue (the default), spend, roas, conversions, visitors, sessions or bounce_rate. */
                sort?: string;
                /** @description desc (the default) or asc. Rows of equal value stand in ascending order of their ids. */
                order?: string;
                /** @description Rows a page, 20 by default. */
                limit?: number;
                /**
                 * @description The cursor of the page before, with the same `sort` and `order`.
                 * @example 1250.5|23845
                 */
                cursor?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueAnswer"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getViews: {
        parameters: {
            query?: {
                /** @description First day, YYYY-MM-DD; with `date_to`. Without both, today and the thirty days before it. */
                date_from?: string;
                /** @description Last day, YYYY-MM-DD, with `date_from`; at most 366 days in all. */
                date_to?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What people were shown. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ViewsReport_ViewsMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    createRecompute: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description May be left out. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RecomputeRequest"] | null;
            };
        };
        responses: {
            /** @description The replay waits, or another one that waits serves. */
            202: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_RecomputeQueued_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRecomputes: {
        parameters: {
            query?: {
                /** @description Rows a page, 20 by default. */
                limit?: number;
                /** @description `pagination.cursor` of the page before. */
                cursor?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_Recompute_ProfileMeta_CursorPagination"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getRecompute: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The replay. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The replay. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Recompute_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getBreakdown: {
        parameters: {
            query: {
                /** @description First day, YYYY-MM-DD. */
                date_from: string;
                /** @description Last day, YYYY-MM-DD; at most 366 days in all. */
                date_to: string;
                /** @description The attribution model: last_touch (the default), first_touch, linear, time_decay, last_non_direct or position_based. */
                model?: "last_touch" | "first_touch" | "linear" | "time_decay" | "last_non_direct" | "position_based";
                /** @description The day on which credit counts: conversion_date (the default) or touch_date. */
                accounting?: string;
                /**
                 * @description `is:`, `is_not:` or `contains:` and one or more values separated by `|`. The same for source, medium, campaign, country, device, browser, os, referrer_host and landing_path in place of channel; several filters must all hold.
                 * @example is:Paid Search
                 */
                "filter[channel]"?: string;
                /**
                 * @description Conversion keys that count, one or several separated by commas; every key by default. Conversions, revenue and what follows from them are of these keys; visits and spend are of all, and `meta.warnings` says `spend_of_all_goals`.
                 * @example payment_received
                 */
                goal?: string;
                /** @description The figure that rows are sorted by: revenue (the default), spend, roas, conversions, visitors, sessions or bounce_rate. */
                sort?: string;
                /** @description desc (the default) or asc. Rows of equal value stand in ascending order of their keys. */
                order?: string;
                /** @description Rows a page, 20 by default. */
                limit?: number;
                /**
                 * @description The cursor of the page before, with the same `sort` and `order`.
                 * @example 1250.5|Email
                 */
                cursor?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description channel, source, medium, campaign, campaign_id (the platform's; `campaign` is what `utm_campaign` says), ad_set, ad, referrer_host, landing_path, country, device, browser, os or keyword (`utm_term`). Spend is known by the first seven alone. */
                dimension: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, and the total. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BreakdownAnswer"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listCampaigns: {
        parameters: {
            query: {
                /** @description First day, YYYY-MM-DD. */
                date_from: string;
                /** @description Last day, YYYY-MM-DD; at most 366 days in all. */
                date_to: string;
                /** @description The attribution model: last_touch (the default), first_touch, linear, time_decay, last_non_direct or position_based. */
                model?: "last_touch" | "first_touch" | "linear" | "time_decay" | "last_non_direct" | "position_based";
                /** @description The day on which credit counts: conversion_date (the default) or touch_date. */
                accounting?: string;
                /**
                 * @description `is:`, `is_not:` or `contains:` and one or more values separated by `|`. The same for source, medium, campaign, country, device, browser, os, referrer_host and landing_path in place of channel; several filters must all hold.
                 * @example is:Paid Search
                 */
                "filter[channel]"?: string;
                /**
                 * @description Conversion keys that count, one or several separated by commas; every key by default. Conversions, revenue and what follows from them are of these keys; visits and spend are of all, and `meta.warnings` says `spend_of_all_goals`.
                 * @example payment_received
                 */
                goal?: string;
                /** @description The figure that rows are sorted by: revenue (the default), spend, roas, conversions, visitors, sessions or bounce_rate. */
                sort?: string;
                /** @description desc (the default) or asc. Rows of equal value stand in ascending order of their ids. */
                order?: string;
                /** @description Rows a page, 20 by default. */
                limit?: number;
                /**
                 * @description The cursor of the page before, with the same `sort` and `order`.
                 * @example 1250.5|23843
                 */
                cursor?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueAnswer"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    collectEvents: {
        parameters: {
            query?: {
                /** @description Version of the tracker: 1 to 32 letters, digits, `.`, `_` and `-`. Anything else counts as not told. */
                s?: string;
                /** @description How the tracker got into the page: `snippet`, `gtm` or `shopify`. Any other word counts as not told. */
                w?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackerBatch"];
                "text/plain": components["schemas"]["TrackerBatch"];
            };
        };
        responses: {
            /** @description The events are recorded. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_CollectResult_NoMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            /** @description More events a minute than this key or this address may send; try again after `Retry-After` seconds. */
            429: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listConnections: {
        parameters: {
            query?: {
                /** @description Rows a page, 20 by default. */
                limit?: number;
                /** @description `pagination.cursor` of the page before. */
                cursor?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_Connection_ProfileMeta_CursorPagination"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    createConnection: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewConnection"];
            };
        };
        responses: {
            /** @description The hand-off. */
            201: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ConnectionHandoff_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description The profile has 100 connections. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getConnection: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The connection. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Connection_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteConnection: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The connection. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed, or was before. */
            204: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    updateConnection: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The connection. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectionChange"];
            };
        };
        responses: {
            /** @description The connection as it is now. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Connection_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    syncConnection: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The connection. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection as it is now; it will be read. */
            202: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Connection_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description The account's spend is not read. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    explainConversion: {
        parameters: {
            query?: {
                /** @description The attribution model: last_touch (the default), first_touch, linear, time_decay, last_non_direct or position_based. */
                model?: "last_touch" | "first_touch" | "linear" | "time_decay" | "last_non_direct" | "position_based";
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The `conversion_id` of the customer list. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The explanation. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ConversionExplanation_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getConversionExports: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The conversion. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is known of it. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ConversionExports_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listCreatives: {
        parameters: {
            query: {
                /** @description First day, YYYY-MM-DD. */
                date_from: string;
                /** @description Last day, YYYY-MM-DD; at most 366 days in all. */
                date_to: string;
                /** @description The attribution model: last_touch (the default), first_touch, linear, time_decay, last_non_direct or position_based. */
                model?: "last_touch" | "first_touch" | "linear" | "time_decay" | "last_non_direct" | "position_based";
                /** @description The day on which credit counts: conversion_date (the default) or touch_date. */
                accounting?: string;
                /**
                 * @description `is:`, `is_not:` or `contains:` and one or more values separated by `|`. The same for source, medium, campaign, country, device, browser, os, referrer_host and landing_path in place of channel; several filters must all hold.
                 * @example is:Paid Search
                 */
                "filter[channel]"?: string;
                /**
                 * @description Conversion keys that count, one or several separated by commas; every key by default. Conversions, revenue and what follows from them are of these keys; visits and spend are of all, and `meta.warnings` says `spend_of_all_goals`.
                 * @example payment_received
                 */
                goal?: string;
                /** @description The figure that rows are sorted by: revenue (the default), spend, roas, conversions, visitors, sessions or bounce_rate. */
                sort?: string;
                /** @description desc (the default) or asc. Rows of equal value stand in ascending order of their ids. */
                order?: string;
                /** @description Rows a page, 20 by default. */
                limit?: number;
                /**
                 * @description The cursor of the page before, with the same `sort` and `order`.
                 * @example 1250.5|912345
                 */
                cursor?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueAnswer"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    eraseCustomer: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person is forgotten. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_CustomerErasure_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportCustomer: {
        parameters: {
            query?: {
                /** @description Rows of each list to leave out. */
                offset?: number;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_CustomerExport_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description The profile shows personal data masked. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getExportCompliance: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is decided. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ExportCompliance_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    updateExportCompliance: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportComplianceWrite"];
            };
        };
        responses: {
            /** @description What is decided now. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ExportCompliance_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getExportCoverage: {
        parameters: {
            query: {
                /** @description First local day of the profile. */
                date_from: string;
                /** @description Last local day; at most 366 days. */
                date_to: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How destinations stand with what reports count. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ExportCoverage_ExportCoverageMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listCustomAudiences: {
        parameters: {
            query: {
                /** @description The connection. */
                connection_id: string;
                /** @description Rows a page, 20 by default. */
                limit?: number;
                /** @description `pagination.cursor` of the page before. */
                cursor?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_CustomAudience_ProfileMeta_CursorPagination"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description The account has to be connected anew, or the platform refuses the question. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description The platform does not answer. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDatasetQuality: {
        parameters: {
            query: {
                /** @description The destination. */
                destination_id: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the platform says. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_DatasetQuality_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description The account has to be connected anew, or the platform refuses the question. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description The platform does not answer. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listExportDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Only those that stand so.
                 * @example skipped
                 */
                status?: string;
                /**
                 * @description Only those that are not told for this reason.
                 * @example no_match_key
                 */
                skip_reason?: string;
                /** @description Only those of this destination. */
                destination_id?: string;
                /** @description Only those under this rule. */
                rule_id?: string;
                /** @description Only those that tell of this conversion. */
                conversion_id?: string;
                /** @description Only those that are `real`, or a `test`. */
                kind?: string;
                /** @description Rows a page, 20 by default. */
                limit?: number;
                /** @description `pagination.cursor` of the page before. */
                cursor?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_ExportDelivery_ProfileMeta_CursorPagination"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getExportDelivery: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The delivery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ExportDelivery_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listExportDestinations: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The destinations. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ExportDestinations_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    createExportDestination: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportDestinationWrite"];
            };
        };
        responses: {
            /** @description The destination. */
            201: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ExportDestination_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            /** @description The profile has no such connection. */
            404: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            /** @description The profile has 50 destinations. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getExportDestination: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The destination. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The destination. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ExportDestination_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    updateExportDestination: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The destination. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportDestinationWrite"];
            };
        };
        responses: {
            /** @description The destination as it is now. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ExportDestination_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    provisionExportDestination: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The destination. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportProvision"];
            };
        };
        responses: {
            /** @description The destination as it is now. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ExportDestination_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getExportDiagnostics: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How every destination is wired. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ExportDiagnostics_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listExportRules: {
        parameters: {
            query?: {
                /** @description Rows a page, 20 by default. */
                limit?: number;
                /** @description `pagination.cursor` of the page before. */
                cursor?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_ExportRule_ProfileMeta_CursorPagination"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    createExportRule: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportRuleWrite"];
            };
        };
        responses: {
            /** @description The rule. */
            201: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ExportRule_ExportRuleMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            /** @description The profile has no such conversion definition. */
            404: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            /** @description The profile has 200 rules that are not archived. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    dryRunExportRule: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportRuleDryRunRequest"];
            };
        };
        responses: {
            /** @description What would have been told. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ExportRuleDryRun_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            /** @description The profile has no such rule, destination or conversion definition. */
            404: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    previewExportRule: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportRulePreviewRequest"];
            };
        };
        responses: {
            /** @description What it would have read. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ExportRulePreview_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            /** @description The profile has no such conversion definition. */
            404: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getExportRule: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The rule. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ExportRule_ExportRuleMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    updateExportRule: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The rule. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportRuleWrite"];
            };
        };
        responses: {
            /** @description The rule as it is now. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ExportRule_ExportRuleMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description It would be taken out of the archive, and the profile has 200 other rules. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    sendExportTest: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ExportTest"] | null;
            };
        };
        responses: {
            /** @description What was sent. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ExportTestSent_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description Nothing may be sent, or the account has to be connected anew. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getCustomerIdentity: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is known of them. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_CustomerIdentity_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    splitCustomer: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SplitRequest"];
            };
        };
        responses: {
            /** @description They are two. */
            201: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_SplitConsequence_MergeMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description The customer was merged into another one or has more than 200 identifiers or 50 splits that stand, or facts would join one of the two with somebody else; they were parted so already, and the detail names that split; or the split would do something else than was previewed. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewSplit: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The customer. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SplitPreviewRequest"];
            };
        };
        responses: {
            /** @description What the split would do. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_SplitConsequence_MergeMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description The customer was merged into another one or has more than 200 identifiers or 50 splits that stand, or facts would join one of the two with somebody else; or they were parted so already, and the detail names that split. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    decideMergeProposals: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideMergeProposalsRequest"];
            };
        };
        responses: {
            /** @description They are decided. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_MergeProposalDecisions_SelectionMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description Of one of them somebody decided otherwise, or the two cannot be one customer; or the merges would do something else than was previewed. `errors` says of which; none is decided. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewMergeProposals: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SelectionPreviewRequest"];
            };
        };
        responses: {
            /** @description What the merges would do. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_SelectionConsequence_SelectionMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description Of one of them the two cannot be one customer, or somebody decided otherwise; `errors` says of which. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    mergeCustomers: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeRequest"];
            };
        };
        responses: {
            /** @description They are one. */
            201: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_MergeConsequence_MergeMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description The two cannot be one customer: each has a national id, one was merged already, or one has no identifier that names a person; or the merge would do something else than was previewed. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewMerge: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergePreviewRequest"];
            };
        };
        responses: {
            /** @description What the merge would do. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_MergeConsequence_MergeMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description The two cannot be one customer: each has a national id, one was merged already, or one has no identifier that names a person. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    undoMerges: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoMergesRequest"];
            };
        };
        responses: {
            /** @description They are undone. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_UndoneMerges_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description A later merge of a customer stands and is not among them; `errors` says of which. None is undone. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    undoMerge: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The merge. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are two again. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Merge_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description A later merge of the same customer stands: undo that one first. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    undoSplit: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The split. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are one again. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Split_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description A later merge or split of one of the two stands: undo that one first; or one of the two was forgotten. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPaths: {
        parameters: {
            query: {
                /** @description First day, YYYY-MM-DD. */
                date_from: string;
                /** @description Last day, YYYY-MM-DD; at most 366 days in all. */
                date_to: string;
                /** @description true (the default): paths that end in a conversion, by their conversions. false: paths of people without any, by people. */
                converting?: boolean;
                /**
                 * @description Conversion keys that count, one or several separated by commas; every key by default.
                 * @example payment_received
                 */
                goal?: string;
                /**
                 * @description Only paths with a touch that fits. A filter on any dimension of the overview; several must all fit one and the same touch.
                 * @example is:Paid Search|Email
                 */
                "filter[channel]"?: string;
                /** @description Rows a page, 20 by default. */
                limit?: number;
                /**
                 * @description The cursor of the page before.
                 * @example 12|["Paid Search", "Direct"]
                 */
                cursor?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_TouchPath_PathsMeta_RankedPagination"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    updateViewCredit: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ViewCredit"];
            };
        };
        responses: {
            /** @description What is decided now. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ViewCredit_ViewCreditMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getProfileDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The profile. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Deletion_NoMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            /** @description It is not, or there is no such profile. */
            404: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    requestProfileDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The profile. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeletionRequest"];
            };
        };
        responses: {
            /** @description It is to be deleted, or was already. */
            202: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Deletion_NoMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            /** @description There is no such profile. */
            404: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    withdrawProfileDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The profile. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It stays. */
            204: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            /** @description It was not to be deleted, or there is no such profile. */
            404: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getProfileRetention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The profile. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is decided. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Retention_NoMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            /** @description There is no such profile. */
            404: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    updateProfileRetention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The profile. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetentionChange"];
            };
        };
        responses: {
            /** @description What is decided. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Retention_NoMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            /** @description There is no such profile. */
            404: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    checkUtmLinks: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UtmCheckBody"];
            };
        };
        responses: {
            /** @description What is said of them. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_UtmCheck_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listUtmFindings: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The faults. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_UtmFindingBody_QualityMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    muteUtmFinding: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The fault, as among the anomalies.
                 * @example non_channel_medium
                 */
                category: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UtmMuteBody"];
            };
        };
        responses: {
            /** @description It is let be, or told again. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_UtmMuted_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            /** @description The last look did not find it, or there is no such fault. */
            404: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listUtmHistory: {
        parameters: {
            query: {
                /** @description First day, YYYY-MM-DD. */
                date_from: string;
                /** @description Last day, YYYY-MM-DD; at most 366 days in all. */
                date_to: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The days in their order. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_UtmHistoryDay_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listRestatements: {
        parameters: {
            query?: {
                /**
                 * @description Only restatements with one of these causes, separated by commas; `several` stands for causes of more than one kind.
                 * @example windows_changed,late_event
                 */
                cause?: string;
                /** @description Rows a page, 20 by default. */
                limit?: number;
                /** @description `pagination.cursor` of the page before. */
                cursor?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_Restatement_ProfileMeta_CursorPagination"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getRestatement: {
        parameters: {
            query?: {
                /** @description What is credited under this model. */
                model?: "last_touch" | "first_touch" | "linear" | "time_decay" | "last_non_direct" | "position_based";
                /** @description Lines a page, 100 by default. */
                limit?: number;
                /** @description `pagination.cursor` of the page before. */
                cursor?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The restatement. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The restatement with one page of its lines. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestatementPage"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    putSpend: {
        parameters: {
            query?: {
                /** @description `account_days`: these rows are all that is left of the account's days. */
                replace?: string;
                /** @description First day that is replaced; with `date_to`, at most 366 days. Without both, the days of the rows are. */
                date_from?: string;
                /** @description Last day that is replaced. */
                date_to?: string;
                /** @description Whose days are replaced; needed only without rows. */
                platform?: string;
                /** @description Whose days are replaced; absent is that of the rows, or the empty one. */
                account_id?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SpendRows"];
                "text/csv": string;
            };
        };
        responses: {
            /** @description All rows are written. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_SpendResult_SpendMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSpendBatches: {
        parameters: {
            query?: {
                /** @description Rows a page, 20 by default. */
                limit?: number;
                /** @description `pagination.cursor` of the page before. */
                cursor?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_SpendBatch_ProfileMeta_CursorPagination"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listSpendPlatforms: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The platforms by name. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_SpendPlatformRecord_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    replaceSpendPlatforms: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SpendPlatformsBody"];
            };
        };
        responses: {
            /** @description The platforms by name, as they are now. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_SpendPlatformRecord_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getSpendRestatements: {
        parameters: {
            query: {
                /** @description First local day of the spend. */
                date_from: string;
                /** @description Last local day; at most 366 days. */
                date_to: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How spend of these days moved. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_SpendRestatements_SpendRestatementsMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getTimeSeries: {
        parameters: {
            query: {
                /** @description day (the default), week or month. */
                interval?: string;
                /** @description First day, YYYY-MM-DD. */
                date_from: string;
                /** @description Last day, YYYY-MM-DD; at most 366 days in all. */
                date_to: string;
                /** @description The attribution model: last_touch (the default), first_touch, linear, time_decay, last_non_direct or position_based. */
                model?: "last_touch" | "first_touch" | "linear" | "time_decay" | "last_non_direct" | "position_based";
                /** @description The day on which credit counts: conversion_date (the default) or touch_date. */
                accounting?: string;
                /**
                 * @description `is:`, `is_not:` or `contains:` and one or more values separated by `|`. The same for source, medium, campaign, country, device, browser, os, referrer_host and landing_path in place of channel; several filters must all hold.
                 * @example is:Paid Search
                 */
                "filter[channel]"?: string;
                /**
                 * @description Conversion keys that count, one or several separated by commas; every key by default. Conversions, revenue and what follows from them are of these keys; visits and spend are of all, and `meta.warnings` says `spend_of_all_goals`.
                 * @example payment_received
                 */
                goal?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every bucket of the period. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_TimeSeriesData_FiguresMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listTrackingExclusions: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The exclusions in force, oldest first. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_TrackingExclusion_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    createTrackingExclusion: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackingExclusionDraft"];
            };
        };
        responses: {
            /** @description The exclusion is in force. */
            201: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_TrackingExclusion_ExclusionMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            /** @description The profile has 100 exclusions. */
            409: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewTrackingExclusion: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackingExclusionDraft"];
            };
        };
        responses: {
            /** @description What the exclusion would do. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ExclusionPreview_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteTrackingExclusion: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The exclusion. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is not in force any more. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ExclusionDeleted_ExclusionMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    issueViewRecipients: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ViewRecipientsDraft"];
            };
        };
        responses: {
            /** @description A token for each, or why there is none. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ViewRecipientsResult_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTrackingSettings: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings in force. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_TrackingSettings_TrackingMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    updateTrackingSettings: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackingSettingsPatch"];
            };
        };
        responses: {
            /** @description The settings from now on. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_TrackingSettings_TrackingMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            /** @description Too many writes at once; send the same again. */
            503: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTrackingVerification: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was heard. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_TrackingVerification_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getViewPicture: {
        parameters: {
            query?: {
                /** @description The public tracking key. */
                k?: string;
                /** @description A token of `POST /api/v1beta/tracking/recipients`. */
                r?: string;
                /** @description As in links. */
                utm_source?: string;
                /** @description As in links. */
                utm_medium?: string;
                /** @description As in links. */
                utm_campaign?: string;
                /** @description As in links. */
                utm_term?: string;
                /** @description As in links. */
                utm_content?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture, whatever was asked. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "image/gif": string;
                };
            };
            405: components["responses"]["method_not_allowed"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only those of this subscription. */
                subscription_id?: string;
                /** @description Only those that are `pending`, `delivered` or `dead`. */
                status?: string;
                /**
                 * @description Only those of events of this type.
                 * @example conversion.recorded
                 */
                type?: string;
                /** @description Rows a page, 20 by default. */
                limit?: number;
                /** @description `pagination.cursor` of the page before. */
                cursor?: string;
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page_WebhookDelivery_ProfileMeta_CursorPagination"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: {
                /** @description The profile. Required with a user token or a session token. An API key has one profile of its own and may leave it out. A profile that the caller cannot reach is answered with 404, like one that does not exist. */
                profile_id?: string;
            };
            header?: never;
            path: {
                /** @description The delivery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_WebhookDeliveryDetail_ProfileMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            404: components["responses"]["not_found"];
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getWorkspaceDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is. */
            200: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Deletion_NoMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            /** @description It is not, or there is no such workspace. */
            404: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    requestWorkspaceDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeletionRequest"];
            };
        };
        responses: {
            /** @description It is to be deleted, or was already. */
            202: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Deletion_NoMeta"];
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            /** @description There is no such workspace. */
            404: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    withdrawWorkspaceDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It stays. */
            204: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["invalid_token"];
            403: components["responses"]["insufficient_scope"];
            /** @description It was not to be deleted, or there is no such workspace. */
            404: {
                headers: {
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getOpenidConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenidConfiguration"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getKeySet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeySet"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    createSessionToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Absent when the cookie is sent. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionTokenRequest"];
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionToken"];
                };
            };
            400: components["responses"]["invalid_request"];
            /** @description No cookie, or address or password is wrong. */
            401: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            /** @description Too many tries. */
            429: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process answers. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceStatus"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    registerClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientRegistration"];
            };
        };
        responses: {
            /** @description The client. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredClient"];
                };
            };
            /** @description Metadata that cannot be kept. */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            /** @description More than 300 in an hour from one address; `Retry-After` says when. */
            429: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    issueToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description Tokens. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            /** @description Nothing to exchange. */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No such client. */
            401: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["RevocationRequest"];
            };
        };
        responses: {
            /** @description The token counts no more. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An unreadable request. */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No such client. */
            401: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    issueConfidentialToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description Tokens. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            /** @description Nothing to exchange. */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The client did not prove itself. */
            401: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Requests can be served. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceStatus"];
                };
            };
            405: components["responses"]["method_not_allowed"];
            500: components["responses"]["internal_error"];
            /** @description Something that is needed is missing; `detail` names it. */
            503: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTrackerScript: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JavaScript. */
            200: {
                headers: {
                    etag?: string;
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                };
            };
            /** @description The caller's copy, named by If-None-Match, is current. */
            304: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            405: components["responses"]["method_not_allowed"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    onConnectionConnected: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery: the same in every attempt and replay. What was seen under it was seen. */
                "webhook-id": string;
                /** @description When the attempt was made: seconds since 1970. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, one for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    data: {
                        /**
                         * Format: uuid
                         * @description The connection.
                         */
                        connection_id: string;
                        /** @description The connector. */
                        provider: string;
                        /** @description True in test events, absent otherwise. */
                        test?: boolean;
                    };
                    /**
                     * Format: uuid
                     * @description The event: the same for every subscription.
                     */
                    id: string;
                    /**
                     * Format: uuid
                     * @description Whose event it is.
                     */
                    profile_id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /** @constant */
                    type: "connection.connected";
                };
            };
        };
        responses: {
            /** @description Nothing is sent to this subscription any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is delivered. Anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConnectionReconnectRequired: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery: the same in every attempt and replay. What was seen under it was seen. */
                "webhook-id": string;
                /** @description When the attempt was made: seconds since 1970. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, one for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    data: {
                        /**
                         * Format: uuid
                         * @description The connection.
                         */
                        connection_id: string;
                        /** @description The connector. */
                        provider: string;
                        /**
                         * @description Why it stopped.
                         * @enum {string}
                         */
                        reason: "token_expired" | "permission_missing" | "account_closed" | "failing_for_days";
                        /** @description True in test events, absent otherwise. */
                        test?: boolean;
                    };
                    /**
                     * Format: uuid
                     * @description The event: the same for every subscription.
                     */
                    id: string;
                    /**
                     * Format: uuid
                     * @description Whose event it is.
                     */
                    profile_id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /** @constant */
                    type: "connection.reconnect_required";
                };
            };
        };
        responses: {
            /** @description Nothing is sent to this subscription any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is delivered. Anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConnectionRevoked: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery: the same in every attempt and replay. What was seen under it was seen. */
                "webhook-id": string;
                /** @description When the attempt was made: seconds since 1970. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, one for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    data: {
                        /**
                         * Format: uuid
                         * @description The connection.
                         */
                        connection_id: string;
                        /** @description The connector. */
                        provider: string;
                        /** @description True in test events, absent otherwise. */
                        test?: boolean;
                    };
                    /**
                     * Format: uuid
                     * @description The event: the same for every subscription.
                     */
                    id: string;
                    /**
                     * Format: uuid
                     * @description Whose event it is.
                     */
                    profile_id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /** @constant */
                    type: "connection.revoked";
                };
            };
        };
        responses: {
            /** @description Nothing is sent to this subscription any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is delivered. Anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConversionAttributed: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery: the same in every attempt and replay. What was seen under it was seen. */
                "webhook-id": string;
                /** @description When the attempt was made: seconds since 1970. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, one for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    data: {
                        /**
                         * Format: uuid
                         * @description The definition that claims it.
                         */
                        conversion_definition_id: string;
                        /**
                         * Format: uuid
                         * @description The conversion.
                         */
                        conversion_id: string;
                        /** @description True in test events, absent otherwise. */
                        test?: boolean;
                    };
                    /**
                     * Format: uuid
                     * @description The event: the same for every subscription.
                     */
                    id: string;
                    /**
                     * Format: uuid
                     * @description Whose event it is.
                     */
                    profile_id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /** @constant */
                    type: "conversion.attributed";
                };
            };
        };
        responses: {
            /** @description Nothing is sent to this subscription any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is delivered. Anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConversionChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery: the same in every attempt and replay. What was seen under it was seen. */
                "webhook-id": string;
                /** @description When the attempt was made: seconds since 1970. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, one for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    data: {
                        /** @description The channel with the largest share, before and after; null when no touch is credited. */
                        channel: {
                            after: string | null;
                            before: string | null;
                        };
                        /**
                         * Format: uuid
                         * @description The definition that claims it.
                         */
                        conversion_definition_id: string;
                        /**
                         * Format: uuid
                         * @description The conversion.
                         */
                        conversion_id: string;
                        /** @description What touches are credited with, before and after; null when nothing is. */
                        credited: {
                            after: string | null;
                            before: string | null;
                        };
                        /** @description The profile's currency. */
                        currency: string;
                        /**
                         * @description The profile's attribution model, under which credit and channel are told.
                         * @enum {string}
                         */
                        model: "last_touch" | "first_touch" | "linear" | "time_decay" | "last_non_direct" | "position_based";
                        /**
                         * Format: uuid
                         * @description The line of the ledger of reported figures that says what changed and why; null when all figures stayed.
                         */
                        restatement_id: string | null;
                        /** @description True in test events, absent otherwise. */
                        test?: boolean;
                    };
                    /**
                     * Format: uuid
                     * @description The event: the same for every subscription.
                     */
                    id: string;
                    /**
                     * Format: uuid
                     * @description Whose event it is.
                     */
                    profile_id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /** @constant */
                    type: "conversion.changed";
                };
            };
        };
        responses: {
            /** @description Nothing is sent to this subscription any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is delivered. Anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConversionRecorded: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery: the same in every attempt and replay. What was seen under it was seen. */
                "webhook-id": string;
                /** @description When the attempt was made: seconds since 1970. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, one for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    data: {
                        /** @description The channel with the largest share; null when no touch is credited. */
                        channel: string | null;
                        /**
                         * Format: uuid
                         * @description The definition that claims it.
                         */
                        conversion_definition_id: string;
                        /**
                         * Format: uuid
                         * @description The conversion.
                         */
                        conversion_id: string;
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        converted_at: string;
                        /** @description The profile's currency. */
                        currency: string;
                        /**
                         * @description The profile's attribution model, under which credit and channel are told.
                         * @enum {string}
                         */
                        model: "last_touch" | "first_touch" | "linear" | "time_decay" | "last_non_direct" | "position_based";
                        /**
                         * Format: uuid
                         * @description The outcome event that it is made of.
                         */
                        outcome_event_id: string;
                        /**
                         * @description What its value means.
                         * @enum {string}
                         */
                        revenue_type: "cash" | "pipeline" | "gross";
                        /** @description True in test events, absent otherwise. */
                        test?: boolean;
                        /** @description Its value in the profile's currency, negative for a refund; null when it has none or no exchange rate is known. */
                        value: string | null;
                    };
                    /**
                     * Format: uuid
                     * @description The event: the same for every subscription.
                     */
                    id: string;
                    /**
                     * Format: uuid
                     * @description Whose event it is.
                     */
                    profile_id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /** @constant */
                    type: "conversion.recorded";
                };
            };
        };
        responses: {
            /** @description Nothing is sent to this subscription any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is delivered. Anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onExportCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery: the same in every attempt and replay. What was seen under it was seen. */
                "webhook-id": string;
                /** @description When the attempt was made: seconds since 1970. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, one for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    data: {
                        /** @description How many conversions there are of each status and each reason for leaving one out. */
                        counts: {
                            [key: string]: number;
                        };
                        /** @description Where conversions are sent to. */
                        provider: string;
                        /**
                         * Format: uuid
                         * @description The run.
                         */
                        run_id: string;
                        /** @description True in test events, absent otherwise. */
                        test?: boolean;
                    };
                    /**
                     * Format: uuid
                     * @description The event: the same for every subscription.
                     */
                    id: string;
                    /**
                     * Format: uuid
                     * @description Whose event it is.
                     */
                    profile_id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /** @constant */
                    type: "export.completed";
                };
            };
        };
        responses: {
            /** @description Nothing is sent to this subscription any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is delivered. Anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onExportFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery: the same in every attempt and replay. What was seen under it was seen. */
                "webhook-id": string;
                /** @description When the attempt was made: seconds since 1970. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, one for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    data: {
                        /** @description How many conversions there are of each status and each reason for leaving one out. */
                        counts: {
                            [key: string]: number;
                        };
                        /** @description Where conversions are sent to. */
                        provider: string;
                        /**
                         * Format: uuid
                         * @description The run.
                         */
                        run_id: string;
                        /** @description True in test events, absent otherwise. */
                        test?: boolean;
                    };
                    /**
                     * Format: uuid
                     * @description The event: the same for every subscription.
                     */
                    id: string;
                    /**
                     * Format: uuid
                     * @description Whose event it is.
                     */
                    profile_id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /** @constant */
                    type: "export.failed";
                };
            };
        };
        responses: {
            /** @description Nothing is sent to this subscription any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is delivered. Anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onHandoffCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery: the same in every attempt and replay. What was seen under it was seen. */
                "webhook-id": string;
                /** @description When the attempt was made: seconds since 1970. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, one for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    data: {
                        /**
                         * Format: uuid
                         * @description The hand-off.
                         */
                        handoff_id: string;
                        /**
                         * @description How the human finished it.
                         * @enum {string}
                         */
                        status: "completed" | "declined";
                        /** @description True in test events, absent otherwise. */
                        test?: boolean;
                    };
                    /**
                     * Format: uuid
                     * @description The event: the same for every subscription.
                     */
                    id: string;
                    /**
                     * Format: uuid
                     * @description Whose event it is.
                     */
                    profile_id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /** @constant */
                    type: "handoff.completed";
                };
            };
        };
        responses: {
            /** @description Nothing is sent to this subscription any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is delivered. Anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onProfileFreshnessChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery: the same in every attempt and replay. What was seen under it was seen. */
                "webhook-id": string;
                /** @description When the attempt was made: seconds since 1970. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, one for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    data: {
                        /**
                         * Format: date-time
                         * @description Everything that was received before it is in the figures.
                         */
                        fresh_until: string;
                        /** @description True in test events, absent otherwise. */
                        test?: boolean;
                    };
                    /**
                     * Format: uuid
                     * @description The event: the same for every subscription.
                     */
                    id: string;
                    /**
                     * Format: uuid
                     * @description Whose event it is.
                     */
                    profile_id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /** @constant */
                    type: "profile.freshness.changed";
                };
            };
        };
        responses: {
            /** @description Nothing is sent to this subscription any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is delivered. Anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQualityAlert: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery: the same in every attempt and replay. What was seen under it was seen. */
                "webhook-id": string;
                /** @description When the attempt was made: seconds since 1970. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, one for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    data: {
                        /** @description Which signal of trust. */
                        code: string;
                        /**
                         * @description What it is now: `ok`, `notice` or `warning`.
                         * @enum {string}
                         */
                        level: "notice" | "warning" | "ok";
                        /**
                         * @description What it was before; it or `level` is `ok`.
                         * @enum {string}
                         */
                        previous_level: "notice" | "warning" | "ok";
                        /** @description What to do, as a word that never changes; null when it is `ok` again, and where it ends by itself. */
                        recommendation_code: string | null;
                        /**
                         * Format: date
                         * @description The first local day on which it was not `ok`; null when it is `ok` again.
                         */
                        since: string | null;
                        /** @description True in test events, absent otherwise. */
                        test?: boolean;
                        /** @description From where on it is not `ok`; null where a word decides. */
                        threshold: number | null;
                        /** @description What was measured, a word or a number in the signal's unit; null where nothing was. */
                        value: string | number | null;
                    };
                    /**
                     * Format: uuid
                     * @description The event: the same for every subscription.
                     */
                    id: string;
                    /**
                     * Format: uuid
                     * @description Whose event it is.
                     */
                    profile_id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /** @constant */
                    type: "quality.alert";
                };
            };
        };
        responses: {
            /** @description Nothing is sent to this subscription any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is delivered. Anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRecomputeCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery: the same in every attempt and replay. What was seen under it was seen. */
                "webhook-id": string;
                /** @description When the attempt was made: seconds since 1970. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, one for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    data: {
                        /**
                         * Format: date-time
                         * @description When its results became what readers see.
                         */
                        finished_at: string;
                        /**
                         * Format: uuid
                         * @description The full replay.
                         */
                        recompute_id: string;
                        /** @description True in test events, absent otherwise. */
                        test?: boolean;
                    };
                    /**
                     * Format: uuid
                     * @description The event: the same for every subscription.
                     */
                    id: string;
                    /**
                     * Format: uuid
                     * @description Whose event it is.
                     */
                    profile_id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /** @constant */
                    type: "recompute.completed";
                };
            };
        };
        responses: {
            /** @description Nothing is sent to this subscription any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is delivered. Anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReportRestated: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery: the same in every attempt and replay. What was seen under it was seen. */
                "webhook-id": string;
                /** @description When the attempt was made: seconds since 1970. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, one for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    data: {
                        /** @description How many conversions changed or appeared. */
                        conversions: number;
                        /**
                         * Format: uuid
                         * @description The line of the ledger of reported figures that says what changed and why; null when all figures stayed.
                         */
                        restatement_id: string | null;
                        /** @description True in test events, absent otherwise. */
                        test?: boolean;
                    };
                    /**
                     * Format: uuid
                     * @description The event: the same for every subscription.
                     */
                    id: string;
                    /**
                     * Format: uuid
                     * @description Whose event it is.
                     */
                    profile_id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /** @constant */
                    type: "report.restated";
                };
            };
        };
        responses: {
            /** @description Nothing is sent to this subscription any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is delivered. Anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
