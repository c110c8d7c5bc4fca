// Written by `npm run tables` from the migrated database. Do not edit.
import type { ColumnType } from 'kysely'

type Timestamp = ColumnType<Date, Date | string, Date | string>
/** Read as the parsed value, written as JSON text. */
type Json = ColumnType<unknown, string, string>
/** The database fills it in when it is left out. */
type Filled<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

export interface Tables {
  'ai_budget_periods': {
    org_id: string
    budget_id: string
    starts_at: Timestamp
    ends_at: Timestamp
    spent_nano: Filled<number>
    reserved_nano: Filled<number>
  }
  'ai_budgets': {
    org_id: string
    id: string
    scope: string
    subject: string
    period: string
    limit_nano: number
    updated_at: Filled<Timestamp>
  }
  'ai_ledger': {
    org_id: string
    id: string
    at: Timestamp
    ended_at: Timestamp
    person_id: string | null
    feature: string
    provider: string
    model: string
    outcome: string
    input_tokens: number
    cached_tokens: number
    output_tokens: number
    is_estimated: boolean
    input_nano: number | null
    cached_nano: number | null
    output_nano: number | null
    currency: string | null
    cost_nano: number
    fallback_from: string | null
    fallback_reason: string | null
    request_id: string | null
    corrects: string | null
    reason: string | null
  }
  'ai_listed_models': {
    org_id: string
    model: string
    provider: string
    title: string | null
    context_tokens: number | null
    max_output_tokens: number | null
    ends_on: string | null
    listed_at: Filled<Timestamp>
  }
  'ai_models': {
    org_id: string
    model: string
    provider: string
    input_nano: number | null
    cached_nano: number | null
    output_nano: number | null
    context_tokens: number | null
    max_output_tokens: number | null
    is_enabled: Filled<boolean>
    updated_at: Filled<Timestamp>
  }
  'ai_reservations': {
    org_id: string
    id: string
    made_at: Filled<Timestamp>
    lease_until: Timestamp
    person_id: string | null
    feature: string
    provider: string
    model: string
    input_nano: number | null
    cached_nano: number | null
    output_nano: number | null
    currency: string | null
    most_input_tokens: number
    most_output_tokens: number
    reserved_nano: number
    budgets: Json
    fallback_from: string | null
    fallback_reason: string | null
    request_id: string | null
  }
  'ai_settings': {
    org_id: string
    default_model: string | null
    fallbacks: Filled<string[]>
    updated_at: Filled<Timestamp>
    transcript_days: Filled<number>
    mask_emails: Filled<boolean>
    mask_phones: Filled<boolean>
    mask_bank: Filled<boolean>
    mask_own: Filled<string[]>
    drafts_ahead: Filled<boolean>
  }
  'ai_usage': {
    org_id: string
    day: string
    person_id: string
    feature: string
    provider: string
    model: string
    calls: number
    input_tokens: number
    cached_tokens: number
    output_tokens: number
    cost_nano: number
    estimated_nano: number
  }
  'ai_usage_days': {
    org_id: string
    day: string
    feature: string
    provider: string
    model: string
    calls: number
    input_tokens: number
    output_tokens: number
    cost_nano: number
    estimated_nano: number
  }
  'all_deliveries': {
    org_id: string
    id: string
    key_id: string
    received_at: Timestamp
    status: number
    outcome: string
    code: string | null
    field: string | null
    message: string | null
    flags: string[]
    body: Buffer | null
    lead_id: string | null
    replay_of: string | null
    mended_by: string | null
  }
  'api_keys': {
    org_id: string
    id: string
    name: string
    hint: string
    scopes: string[]
    rate_per_minute: number | null
    created_by: string | null
    created_at: Filled<Timestamp>
    last_used_at: Timestamp | null
    expires_at: Timestamp | null
    revoked_at: Timestamp | null
    rolled_to: string | null
  }
  'assignment_pointers': {
    org_id: string
    id: string
    turns: Filled<number>
  }
  'assignment_turns': {
    org_id: string
    id: string
    turns: Filled<number>
    last_turn_at: Timestamp | null
    away_from: Timestamp | null
    away_until: Timestamp | null
  }
  'assignments': {
    org_id: string
    id: string
    deal_id: string
    person_id: string | null
    because: Json
    by_person_id: string | null
    at: Filled<Timestamp>
    workflow: Filled<string | null>
  }
  'assistant_conversations': {
    org_id: string
    id: string
    person_id: string
    title: string
    created_at: Filled<Timestamp>
    last_at: Filled<Timestamp>
    answers_until: Timestamp | null
  }
  'assistant_proposals': {
    org_id: string
    id: string
    conversation_id: string
    person_id: string
    action: string
    input: string
    digest: Buffer
    title: string
    changes: Json
    leaves: string | null
    state: Filled<string>
    created_at: Filled<Timestamp>
    expires_at: Timestamp
    decided_at: Timestamp | null
    output: Json | null
    error_code: string | null
    error_message: string | null
    told_at: Timestamp | null
  }
  'assistant_turns': {
    org_id: string
    conversation_id: string
    place: number
    role: string
    text: string
    content: Json
    created_at: Filled<Timestamp>
  }
  'audit': {
    org_id: string
    id: string
    at: Filled<Timestamp>
    person_id: string | null
    key_id: string | null
    action: string
    outcome: string
    target: Json
    address: string
    agent: string | null
    request_id: string
    via: string | null
    workflow: Json | null
  }
  'booking_effects': {
    org_id: string
    id: string
    booking_id: string
    sequence: number
    kind: string
    what: string
    person_id: string | null
    state: string
    reason: string | null
    tries: Filled<number>
    ref: string | null
    created_at: Filled<Timestamp>
    updated_at: Filled<Timestamp>
  }
  'booking_refusals': {
    org_id: string
    email_key: string
    at: Filled<Timestamp>
  }
  'booking_reminders': {
    org_id: string
    booking_id: string
    sequence: number
    minutes_before: number
    channel: string
    due_at: Timestamp
    state: string
    reason: string | null
    ref: string | null
    settled_at: Timestamp | null
  }
  'booking_spans': {
    org_id: string
    booking_id: string
    person_id: string
    during: string
    state: string
    held_until: Timestamp | null
    ends_at: Filled<Timestamp>
  }
  'bookings': {
    org_id: string
    id: string
    event_type_id: string
    state: string
    starts_at: Timestamp
    ends_at: Timestamp
    wall_clock: string
    host_zone: string
    zone: string
    tz_version: string
    locale: Filled<string>
    sequence: Filled<number>
    because: Json
    contact_id: string | null
    deal_id: string | null
    name: string | null
    email: string | null
    email_key: string | null
    phone: string | null
    company: string | null
    shown_as: string | null
    answers: Filled<Json>
    source: string
    made_by: string | null
    network: string | null
    tokens_sealed: string | null
    room_url: string | null
    calendar_as_of: Timestamp | null
    reason: string | null
    ended_by: string | null
    ended_by_person: string | null
    hold_expires_at: Timestamp | null
    hold_hash: Buffer | null
    answer: string | null
    answer_facts: Json | null
    created_at: Filled<Timestamp>
    updated_at: Filled<Timestamp>
    booker_wall_clock: string | null
    clock_compared: string | null
  }
  'bulk_change_records': {
    org_id: string
    change_id: string
    place: number
    record_id: string
    state: Filled<string>
    reason: string | null
    before: Json | null
    after: Json | null
  }
  'bulk_changes': {
    org_id: string
    id: string
    kind: string
    change: Json
    selection: Json | null
    state: string
    failed_in: string | null
    code: string | null
    cursor: string | null
    at_place: Filled<number>
    selected: Filled<number>
    done: Filled<number>
    skipped: Filled<number>
    failed: Filled<number>
    undone: Filled<number>
    kept: Filled<number>
    tries: Filled<number>
    person_id: string | null
    key_id: string | null
    undone_by: string | null
    undone_by_key: string | null
    created_at: Filled<Timestamp>
    moved_at: Filled<Timestamp>
    finished_at: Timestamp | null
  }
  'business_hours': {
    org_id: string
    weekly: Json
    dates: Json
    updated_at: Filled<Timestamp>
  }
  'business_identities': {
    org_id: string
    legal_name: string | null
    street: string | null
    postcode: string | null
    city: string | null
    region: string | null
    country: string | null
    tax_numbers: Filled<Json>
    registration: string | null
    email: string | null
    phone: string | null
    website: string | null
    bank: Filled<Json>
    colour: string | null
    logo_id: string | null
    footer: string | null
    updated_at: Filled<Timestamp>
  }
  'business_logos': {
    org_id: string
    id: string
    stored_as: string
    media_type: string
    width: number
    height: number
    sha256: Buffer
    bytes: number
    created_by: string | null
    created_at: Filled<Timestamp>
  }
  'calendar_channels': {
    org_id: string
    id: string
    calendar_id: string
    token_hash: Buffer
    state: string
    resource_id: string | null
    asked_at: Timestamp
    expires_at: Timestamp
    hints: Filled<number>
    hints_from: Timestamp | null
  }
  'calendar_conflicts': {
    org_id: string
    booking_id: string
    calendar_id: string
    event_id: string
    starts_at: Timestamp
    ends_at: Timestamp
    seen_at: Filled<Timestamp>
    kept_at: Timestamp | null
    kept_by: string | null
  }
  'calendar_events': {
    org_id: string
    calendar_id: string
    provider_id: string
    person_id: string
    generation: number
    starts_at: Timestamp
    ends_at: Timestamp
    all_day_from: string | null
    all_day_to: string | null
    takes_time: boolean
    counts: boolean
    is_tentative: Filled<boolean>
    is_private: Filled<boolean>
    summary: Filled<string>
    location: Filled<string>
    attendees: Filled<Json>
    ical_uid: string | null
    etag: string | null
    meet_link: string | null
    booking_id: string | null
    booking_sequence: number | null
  }
  'calendar_unread_events': {
    org_id: string
    calendar_id: string
    event_id: string
    reason: string
    generation: number
    title: string
    ical_uid: string | null
    starts_at: Timestamp | null
    all_day_from: string | null
  }
  'calendar_writes': {
    org_id: string
    booking_id: string
    person_id: string
    calendar_id: string
    connection_id: string
    provider_calendar_id: string
    event_id: string
    sequence: number
    state: string
    etag: string | null
    room_url: string | null
    seen_change: string | null
    updated_at: Filled<Timestamp>
    seen_starts_at: Timestamp | null
  }
  'calendars': {
    org_id: string
    id: string
    person_id: string
    connection_id: string
    provider_id: string
    name: string
    time_zone: string | null
    is_primary: Filled<boolean>
    is_writable: Filled<boolean>
    is_ticked: Filled<boolean>
    is_target: Filled<boolean>
    cursor: string | null
    generation: Filled<number>
    read_events: Filled<number>
    synced_at: Timestamp | null
    behind_since: Timestamp | null
    last_error: string | null
    next_poll_at: Timestamp | null
    channel_id: string | null
    channel_token_hash: Buffer | null
    channel_resource: string | null
    channel_ends_at: Timestamp | null
    channel_message: number | null
    is_shared: Filled<boolean>
    hinted_at: Timestamp | null
    next_watch_at: Filled<Timestamp>
    listed_at: Filled<Timestamp>
    gone_at: Timestamp | null
    was_ticked: Filled<boolean>
    reading_until: Timestamp | null
  }
  'calls': {
    org_id: string
    id: string
    connection_id: string
    provider_call_id: string
    direction: string
    contact_id: string | null
    deal_id: string | null
    person_id: string | null
    from_number: string
    to_number: string
    state: string
    state_rank: Filled<number>
    refused_because: string | null
    is_missed: Filled<boolean>
    started_at: Timestamp
    answered_at: Timestamp | null
    ended_at: Timestamp | null
    duration_s: number | null
    next_look_at: Timestamp | null
    outcome: string | null
    note: string | null
    edited_at: Timestamp | null
    deleted_at: Timestamp | null
  }
  'canned_replies': {
    org_id: string
    id: string
    shortcut: string
    title: string
    body: string
    created_by: string | null
    created_at: Filled<Timestamp>
    updated_at: Filled<Timestamp>
  }
  'chat_sessions': {
    org_id: string
    id: string
    key: string
    contact_id: string | null
    deal_id: string | null
    widget_id: string | null
    origin: string | null
    page: string | null
    locale: string | null
    agent: string | null
    created_at: Filled<Timestamp>
    last_seen_at: Filled<Timestamp>
    claimed_name: string | null
    claimed_email: string | null
  }
  'chat_widgets': {
    org_id: string
    id: string
    name: string
    allowed_origins: Filled<string[]>
    greeting: Filled<string>
    title: Filled<string>
    accent: Filled<string>
    theme: Filled<string>
    side: Filled<string>
    locale: Filled<string>
    asks_email: Filled<boolean>
    is_enabled: Filled<boolean>
    created_by: string | null
    created_at: Filled<Timestamp>
    updated_at: Filled<Timestamp>
  }
  'checkouts': {
    org_id: string
    id: string
    invoice_id: string
    connection_id: string
    provider: string
    is_live: boolean
    provider_checkout_id: string | null
    state: Filled<string>
    amount_minor: number
    currency: string
    client_email: string
    success_url: string
    cancel_url: string
    url: string | null
    last_error: string | null
    looks: Filled<number>
    asked_at: Timestamp | null
    next_look_at: Timestamp | null
    created_at: Filled<Timestamp>
    expires_at: Timestamp | null
    keys_spent: Filled<number>
    given_at: Filled<Timestamp>
  }
  'cleanups': {
    org_id: string
    id: string
    state: Filled<string>
    cutoff_at: Timestamp
    planned: Json
    removed: Json
    place: Filled<number>
    started_by: string | null
    started_at: Timestamp
    moved_at: Timestamp
    ended_at: Timestamp | null
  }
  'companies': {
    org_id: string
    id: string
    name: string
    domain: string | null
    created_at: Filled<Timestamp>
    updated_at: Filled<Timestamp>
    owner_id: string | null
    deleted_at: Timestamp | null
    deleted_by: string | null
    name_key: Filled<string | null>
    removed_at: Timestamp | null
    merged_into: string | null
    root_id: string | null
  }
  'company_match_keys': {
    org_id: string
    company_id: string
    key: string
    reason: string
  }
  'company_merges': {
    org_id: string
    id: string
    source_id: string
    target_id: string
    filled: Filled<Json>
    reason: string | null
    person_id: string | null
    at: Filled<Timestamp>
    undone_at: Timestamp | null
    undone_by: string | null
  }
  'connections': {
    org_id: string
    id: string
    provider: string
    kind: string
    mode: string
    status: string
    account: string | null
    scopes: Filled<string[]>
    credentials: string | null
    expires_at: Timestamp | null
    last_error: string | null
    last_call_at: Timestamp | null
    last_ok_at: Timestamp | null
    connected_at: Filled<Timestamp>
    connected_by: string | null
    disconnected_at: Timestamp | null
    webhook_tried_at: Timestamp | null
    version: Filled<number>
    created_at: Filled<Timestamp>
    other_events: Filled<number>
    account_id: string | null
    lacks: Filled<string[]>
    is_off: Filled<boolean>
    has_known_secrets: Filled<boolean>
    watched_until: Timestamp | null
    owner_id: string | null
  }
  'contact_claims': {
    org_id: string
    id: string
    contact_id: string
    key: string
    kind: string
    value: string
    source: string
    state: Filled<string>
    at: Filled<Timestamp>
    decided_at: Timestamp | null
    decided_by: string | null
    merge_id: string | null
  }
  'contact_keys': {
    key: string
    org_id: string
    contact_id: string
    kind: string
    value: string | null
    proof: string | null
  }
  'contact_keys_before': {
    key: string
    org_id: string
    contact_id: string
    kind: string
    value: string | null
    proof: string | null
  }
  'contact_match_keys': {
    org_id: string
    contact_id: string
    key: string
    reason: string
  }
  'contact_merges': {
    org_id: string
    id: string
    source_id: string
    target_id: string
    cause: string
    reason: string | null
    filled: Filled<Json>
    person_id: string | null
    at: Filled<Timestamp>
    undone_at: Timestamp | null
    undone_by: string | null
    deal_id: string | null
  }
  'contacts': {
    org_id: string
    id: string
    email: string | null
    phone: string | null
    full_name: string | null
    company: string | null
    job_title: string | null
    linkedin_url: string | null
    subscription: Filled<string>
    opted_in_at: Timestamp | null
    created_at: Filled<Timestamp>
    updated_at: Filled<Timestamp>
    merged_into: string | null
    root_id: string | null
    company_id: string | null
    email_key: string | null
    email_proof: string | null
    phone_key: string | null
    phone_proof: string | null
    whatsapp_key: string | null
    whatsapp_proof: string | null
    whatsapp_user_id: string | null
    owner_id: string | null
    deleted_at: Timestamp | null
    deleted_by: string | null
    removed_at: Timestamp | null
  }
  'contract_attempts': {
    org_id: string
    id: string
    document_id: string | null
    asked_by: string | null
    wish: Buffer
    connection_id: string | null
    is_clean: Filled<boolean>
    created_at: Filled<Timestamp>
  }
  'conversation_readers': {
    org_id: string
    id: string
    contact_id: string
    read_at: Timestamp
  }
  'conversations': {
    org_id: string
    id: string
    deal_id: string | null
    session_status: Filled<string>
    closed_at: Timestamp | null
    closed_by: string | null
    snoozed_until: Timestamp | null
    assigned_to: string | null
    assigned_at: Timestamp | null
    is_merged: Filled<boolean>
    channel: string | null
    last_message_id: string | null
    last_message_at: Timestamp | null
    last_preview: string | null
    last_direction: string | null
    last_inbound_at: Timestamp | null
    whatsapp_inbound_at: Timestamp | null
    created_at: Filled<Timestamp>
    last_is_unverified: Filled<boolean>
    waiting_since: Timestamp | null
  }
  'crm_settings': {
    org_id: string
    connection_id: string
    mapping: Filled<Json>
    entities: Filled<string[]>
    schedule: Filled<string>
    share: Filled<number>
    currency: string | null
    creates: Filled<string[]>
    watermarks: Filled<Json>
    next_run_at: Timestamp | null
    updated_at: Filled<Timestamp>
    remapped_at: Timestamp | null
    labels: Filled<Json>
  }
  'deal_moves': {
    org_id: string
    id: string
    deal_id: string
    from_stage_id: string | null
    to_stage_id: string
    person_id: string | null
    cause: string
    why: string | null
    at: Filled<Timestamp>
    workflow: Filled<string | null>
    before_rank: string | null
    before_stage_since: Timestamp | null
    before_closed_at: Timestamp | null
    before_lost_reason: string | null
  }
  'deal_people': {
    org_id: string
    deal_id: string
    contact_id: string
    added_at: Filled<Timestamp>
  }
  'deal_sum_changes': {
    org_id: string
    id: Filled<string>
    stage_id: string
    state: string
    assigned_to: string | null
    currency: string | null
    chance: number | null
    count: number
    minor: string
  }
  'deal_sums': {
    org_id: string
    id: Filled<string>
    stage_id: string
    state: string
    assigned_to: string | null
    currency: string | null
    chance: number | null
    count: number
    minor: string
  }
  'deals': {
    org_id: string
    id: string
    contact_id: string | null
    company_id: string | null
    name: string
    kind: string
    pipeline_id: string
    stage_id: string
    state: Filled<string>
    linked_to: string | null
    lost_reason: string | null
    rank: string
    value_minor: number | null
    currency: string | null
    business_name: string | null
    industry: string | null
    assigned_to: string | null
    assigned_because: Json | null
    assigned_at: Timestamp | null
    asked: Json | null
    prd: string | null
    prd_state: Filled<string>
    prd_model: string | null
    prd_at: Timestamp | null
    lead_id: string | null
    response_due_at: Timestamp | null
    responded_at: Timestamp | null
    responded_by: string | null
    stage_since: Filled<Timestamp>
    created_at: Filled<Timestamp>
    updated_at: Filled<Timestamp>
    closed_at: Timestamp | null
    public_id: Filled<string>
    close_on: string | null
    chance: number | null
    deleted_at: Timestamp | null
    deleted_by: string | null
    removed_at: Timestamp | null
    prd_job_id: string | null
    prd_taken_at: Timestamp | null
  }
  'deliveries': {
    org_id: string
    id: string
    key_id: string
    received_at: Filled<Timestamp>
    status: number
    outcome: string
    code: string | null
    field: string | null
    message: string | null
    flags: Filled<string[]>
    body: Buffer | null
    lead_id: string | null
    replay_of: string | null
    mended_by: string | null
  }
  'demo_records': {
    org_id: string
    kind: string
    id: string
  }
  'design_accounts': {
    org_id: string
    connection_id: string
    can_use_templates: boolean
    can_fill_templates: boolean
    asked_at: Timestamp
  }
  'design_files': {
    org_id: string
    id: string
    job_id: string
    place: number
    name: string
    type: string
    bytes: number
    created_at: Filled<Timestamp>
  }
  'design_jobs': {
    org_id: string
    id: string
    kind: string
    connection_id: string
    design_id: string | null
    wish: Json
    wish_digest: Buffer
    asked_by: string | null
    person_id: string | null
    deal_id: string | null
    contact_id: string | null
    state: Filled<string>
    vendor_job_id: string | null
    code: string | null
    reason: string | null
    polls: Filled<number>
    misses: Filled<number>
    run: Filled<number>
    leased_by: string | null
    leased_until: Timestamp | null
    next_at: Timestamp
    created_at: Filled<Timestamp>
    ended_at: Timestamp | null
  }
  'design_links': {
    org_id: string
    id: string
    design_id: string
    deal_id: string | null
    contact_id: string | null
    linked_by: string | null
    linked_at: Filled<Timestamp>
  }
  'designs': {
    org_id: string
    id: string
    connection_id: string
    vendor_id: string
    title: string
    pages: number | null
    changed_at: Timestamp
    gone_at: Timestamp | null
    picture_name: string | null
    picture_type: string | null
    picture_of: Timestamp | null
    picture_due_at: Timestamp | null
    created_at: Filled<Timestamp>
  }
  'document_events': {
    org_id: string
    document_id: string
    seq: number
    kind: string
    at: Timestamp
    said: string
    hash: Buffer
  }
  'document_files': {
    org_id: string
    document_id: string
    id: string
    kind: string
    name: string
    sha256: Buffer
    bytes: number
    checked_at: Filled<Timestamp>
    fault: string | null
    created_at: Filled<Timestamp>
    covered_sha256: Buffer | null
    given_sha256: Buffer | null
  }
  'document_follow_ups': {
    org_id: string
    document_id: string
    kind: string
    subject_id: string | null
    at: Filled<Timestamp>
  }
  'document_mails': {
    org_id: string
    mail_id: string
    document_id: string
    signer_id: string
    kind: string
    queued_at: Filled<Timestamp>
    state: string | null
  }
  'document_personal': {
    org_id: string
    document_id: string
    seq: number
    key: string
    salt: Buffer
    value: string
  }
  'document_signers': {
    org_id: string
    document_id: string
    id: string
    name: string
    email: string
    email_key: string
    role: string
    turn: number
    person_id: string | null
    state: string
    token_sealed: string | null
    marks: Json | null
    draft_marks: Json | null
    class: string | null
    signed_at: Timestamp | null
    reason: string | null
    asked_at: Timestamp | null
    reminded_at: Timestamp | null
    opened_at: Timestamp | null
    told_at: Timestamp | null
    reminders: Filled<string[]>
    successor: Json | null
    code: Filled<string>
    code_hash: Buffer | null
    code_sent_at: Timestamp | null
    code_tries: Filled<number>
    pass_hash: Buffer | null
    pass_given_at: Timestamp | null
    undelivered_at: Timestamp | null
    phone: string | null
  }
  'documents': {
    org_id: string
    id: string
    title: string
    doc_type: string
    status: Filled<string>
    status_reason: string | null
    seal: string | null
    seal_reason: string | null
    seal_tries: Filled<number>
    deal_id: string | null
    contact_id: string | null
    template_id: string
    template_version: number
    replacements: Json
    changed_text: Filled<Json>
    locale: Filled<string>
    pages: Json
    fields: Json
    made_by: string | null
    ends_at: Timestamp
    head_seq: Filled<number>
    head_hash: Buffer | null
    signed_at: Timestamp | null
    sealed_at: Timestamp | null
    kept_until: Timestamp | null
    held_since: Timestamp | null
    created_at: Filled<Timestamp>
    updated_at: Filled<Timestamp>
    remind_after: Filled<number[]>
    remind_before: Filled<number | null>
    when_signed: Json | null
    seal_tried_at: Timestamp | null
    seal_code: string | null
    workflow: Filled<string | null>
  }
  'duplicate_pairs': {
    org_id: string
    one_id: string
    other_id: string
    state: Filled<string>
    reasons: string[]
    strength: number
    decided_by: string | null
    decided_at: Timestamp | null
    kind: Filled<string>
  }
  'event_type_hosts': {
    org_id: string
    event_type_id: string
    person_id: string
    place: number
  }
  'event_types': {
    org_id: string
    id: string
    slug: string
    name: string
    about: Filled<string>
    minutes: number
    grid_minutes: number
    mode: string
    hosts: Filled<string>
    buffer_before_minutes: Filled<number>
    buffer_after_minutes: Filled<number>
    notice_minutes: Filled<number>
    horizon_days: Filled<number>
    limit_per_day: number | null
    limit_per_week: number | null
    approval: Filled<boolean>
    from_outside: Filled<string>
    place: Filled<Json>
    questions: Filled<Json>
    reminder_minutes: Filled<number[]>
    change_limit_minutes: Filled<number>
    calendar_max_age_minutes: number | null
    makes_deal: Filled<boolean>
    whatsapp_template: Json | null
    is_default: Filled<boolean>
    archived_at: Timestamp | null
    created_at: Filled<Timestamp>
    updated_at: Filled<Timestamp>
  }
  'events': {
    org_id: string
    id: string
    type: string
    subject_id: string
    payload: Json
    tx: Filled<string>
    at: Filled<Timestamp>
    cause: Filled<Json | null>
  }
  'facts': {
    org_id: string
    id: string
    subject_kind: string
    subject_id: string
    field: string
    value: string
    state: string
    source: string
    model: string | null
    person_id: string | null
    at: Filled<Timestamp>
    workflow: Filled<string | null>
  }
  'field_settings': {
    org_id: string
    reads_leads_since: Timestamp | null
  }
  'field_values': {
    org_id: string
    field_id: string
    record_id: string
    place: Filled<number>
    text_value: string | null
    number_value: string | null
    date_value: string | null
    id_value: string | null
    updated_at: Filled<Timestamp>
    upload_id: string | null
    sync_id: string | null
  }
  'fields': {
    org_id: string
    id: string
    kind: string
    key: string
    name: string
    type: string
    options: Filled<Json>
    required_stage_id: string | null
    in_forms: Filled<boolean>
    place: number
    archived_at: Timestamp | null
    created_at: Filled<Timestamp>
    updated_at: Filled<Timestamp>
  }
  'holds': {
    org_id: string
    kind: string
    held_at: Timestamp
    state_of: Timestamp
    released_at: Timestamp | null
    released_by: string | null
  }
  'home_visits': {
    org_id: string
    id: string
    since: Timestamp
    seen_at: Timestamp
    checklist_dismissed_at: Timestamp | null
  }
  'idempotency': {
    id: string
    org_id: string
    payload: string
    answer: Json
    created_at: Filled<Timestamp>
  }
  'inbox': {
    org_id: string
    id: string
    hook: string
    dedup_key: string
    headers: Json
    body: Buffer
    state: Filled<string>
    tries: Filled<number>
    error: string | null
    received_at: Filled<Timestamp>
    read_at: Timestamp | null
    connection_id: string | null
  }
  'interactions': {
    org_id: string
    id: string
    kind: string
    contact_id: string | null
    invoice_id: string
    payment_id: string
    facts: Filled<Json>
    at: Filled<Timestamp>
  }
  'invitations': {
    org_id: string
    id: string
    email: string
    email_key: string
    name: string | null
    role: string
    invited_by: string | null
    created_at: Filled<Timestamp>
    expires_at: Timestamp
    accepted_at: Timestamp | null
    accepted_by: string | null
    ended_at: Timestamp | null
  }
  'invoice_counters': {
    org_id: string
    last_number: number
    period: Filled<string>
  }
  'invoice_events': {
    org_id: string
    id: string
    invoice_id: string
    kind: string
    source: string
    person_id: string | null
    facts: Filled<Json>
    at: Filled<Timestamp>
    workflow: Filled<string | null>
  }
  'invoice_lines': {
    org_id: string
    id: string
    invoice_id: string
    position: number
    description: string
    quantity: string
    unit_minor: number
    tax_rate: string
    amount_minor: number
    tax_minor: number
    tax_code: string | null
  }
  'invoice_numbering': {
    org_id: string
    prefix: string
    period: string
    width: number
    updated_at: Filled<Timestamp>
  }
  'invoices': {
    org_id: string
    id: string
    number: number | null
    state: Filled<string>
    state_reason: string | null
    client_name: string
    client_email: string
    client_address: string | null
    contact_id: string | null
    currency: string
    subtotal_minor: number
    tax_minor: number
    total_minor: number
    paid_minor: Filled<number>
    refunded_minor: Filled<number>
    due_on: string | null
    note: string | null
    locale: string
    pay_token_sealed: string | null
    receipt_mail_id: string | null
    created_by: string | null
    created_at: Filled<Timestamp>
    sent_at: Timestamp | null
    paid_at: Timestamp | null
    voided_at: Timestamp | null
    lost_minor: Filled<number>
    number_period: Filled<string>
    label: string | null
    sender: Json | null
    logo_id: string | null
    client_tax_number: string | null
    client_country: string | null
    is_reverse_charge: Filled<boolean>
    place_of_supply: string | null
  }
  'knowledge_files': {
    org_id: string
    id: string
    name: string
    kind: string
    language: string
    text: string
    uploaded_by: string | null
    created_at: Filled<Timestamp>
  }
  'knowledge_passages': {
    org_id: string
    source_id: string
    place: number
    heading: string
    text: string
    language: string
    words: string
  }
  'knowledge_sources': {
    org_id: string
    id: string
    title: string
    kind: string
    file_name: string | null
    language: string
    text: string
    words: number
    saved_by: string | null
    created_at: Filled<Timestamp>
    updated_at: Filled<Timestamp>
  }
  'knowledge_words': {
    org_id: string
    word: string
    passages: number
  }
  'lead_count_changes': {
    org_id: string
    id: Filled<string>
    quarter: Timestamp
    source: string
    owner_id: string | null
    state: string | null
    count: number
  }
  'lead_counts': {
    org_id: string
    id: Filled<string>
    quarter: Timestamp
    source: string
    owner_id: string | null
    state: string | null
    count: number
  }
  'lead_responses': {
    org_id: string
    id: string
    responded_at: Timestamp
    person_id: string | null
    by_kind: string
  }
  'lead_source_consents': {
    org_id: string
    source_id: string
    version: number
    text: string
    created_by: string | null
    created_at: Filled<Timestamp>
  }
  'lead_sources': {
    org_id: string
    id: string
    kind: string
    name: string
    address: string
    settings: Json
    secret_sealed: string | null
    switched_off_at: Timestamp | null
    silence_raised_at: Timestamp | null
    rejects_raised_at: Timestamp | null
    created_by: string | null
    created_at: Filled<Timestamp>
    updated_at: Filled<Timestamp>
    has_bare_ids: Filled<boolean>
    trouble_raised_at: Timestamp | null
  }
  'leads': {
    org_id: string
    id: string
    contact_id: string
    dkey: string | null
    external_id: string | null
    source: string
    email: string | null
    phone: string | null
    phone_e164: string | null
    full_name: string | null
    job_title: string | null
    note: string | null
    linkedin_url: string | null
    metadata: Filled<Json>
    consent: Json | null
    via: string
    delivery_id: string | null
    upload_id: string | null
    upload_row: number | null
    received: string | null
    received_at: Filled<Timestamp>
    key_id: string | null
    flags: string[] | null
    replay_of: string | null
    state: string | null
    state_reason: string | null
    state_at: Timestamp | null
    state_by: string | null
    owner_id: string | null
    deleted_at: Timestamp | null
    deleted_by: string | null
    waits: boolean | null
    deleted_with: string | null
    removed_at: Timestamp | null
  }
  'leads_as_deliveries': {
    org_id: string
    id: string
    key_id: string
    received_at: Timestamp
    status: number
    outcome: string
    code: string
    field: string
    message: string
    flags: string[]
    body: Buffer
    lead_id: string
    replay_of: string
    mended_by: string
  }
  'mail_drafts': {
    org_id: string
    id: string
    person_id: string
    mailbox_id: string
    window_id: string
    version: Filled<number>
    kind: string
    mail_id: string | null
    from_email: string
    to_text: string
    cc_text: string
    bcc_text: string
    subject: string
    body: string
    is_tracked: Filled<boolean>
    is_signed: Filled<boolean>
    takes_files: Filled<boolean>
    created_at: Filled<Timestamp>
    updated_at: Filled<Timestamp>
  }
  'mail_files': {
    org_id: string
    id: string
    person_id: string
    name: string
    type: string
    size_bytes: number
    received_bytes: Filled<number>
    mail_id: string | null
    place: Filled<number>
    created_at: Filled<Timestamp>
    draft_id: string | null
    part_names: Filled<string[]>
  }
  'mail_loads': {
    org_id: string
    mail_id: string
    class: string
    reason: string
    first_at: Timestamp
    last_at: Timestamp
    times: Filled<number>
  }
  'mail_picture_senders': {
    org_id: string
    person_id: string
    email_key: string
    created_at: Filled<Timestamp>
  }
  'mailbox_bodies': {
    org_id: string
    id: string
    text: string | null
    html: string | null
    headers: Filled<Json>
    calendars: Filled<Json>
    report: Json | null
  }
  'mailbox_entries': {
    org_id: string
    mailbox_id: string
    folder: string
    at: Timestamp
    mail_id: string
  }
  'mailbox_folders': {
    org_id: string
    mailbox_id: string
    id: string
    name: string
    role: string | null
  }
  'mailbox_mails': {
    org_id: string
    id: string
    mailbox_id: string
    direction: string
    at: Timestamp
    state: string | null
    error: string | null
    error_code: string | null
    tries: Filled<number>
    looks: Filled<number>
    send_at: Timestamp | null
    sent_at: Timestamp | null
    person_id: string | null
    message_id: string | null
    given_message_id: string | null
    fingerprint: Buffer
    thread_ref: string | null
    in_reply_to: string | null
    refs: Filled<string[]>
    answers: string | null
    from_email: string | null
    from_name: string | null
    to_list: Filled<Json>
    cc_list: Filled<Json>
    bcc_list: Filled<Json>
    reply_list: Filled<Json>
    subject: string
    preview: string
    kind: string
    kind_reason: string
    broken: string | null
    is_proven: Filled<boolean>
    attachments: Filled<Json>
    size_bytes: Filled<number>
    is_seen: boolean
    seen_error: string | null
    folders: Filled<string[]>
    gone_at: Timestamp | null
    tracking_id: string | null
    opened_at: Timestamp | null
    bounced_at: Timestamp | null
    bounce: string | null
    created_at: Filled<Timestamp>
    seen_wanted: boolean | null
    returned: Filled<Json>
    cause: Filled<Json | null>
    copy_state: string | null
    copy_error: string | null
    sending_until: Timestamp | null
  }
  'mailbox_places': {
    org_id: string
    mailbox_id: string
    ref: string
    mail_id: string
    folders: string[]
    is_seen: boolean
    at: Timestamp
    placed_at: Filled<Timestamp>
  }
  'mailbox_readings': {
    org_id: string
    id: string
    cursor: string | null
    begun_at_cursor: string | null
    since: Timestamp | null
    listed: number | null
    copied: Filled<number>
    synced_at: Timestamp | null
    behind_since: Timestamp | null
    last_error: string | null
    next_poll_at: Timestamp | null
    leased_until: Timestamp | null
    is_wanted: Filled<boolean>
    watched_until: Timestamp | null
    aliases: Filled<string[]>
    listen_due_at: Timestamp | null
    listener: string | null
    listen_failures: Filled<number>
    watch_due_at: Timestamp | null
    watch_error: string | null
    hinted_at: Timestamp | null
  }
  'mailbox_thread_shares': {
    org_id: string
    mailbox_id: string
    contact_id: string
    shares: string
  }
  'mailboxes': {
    org_id: string
    id: string
    person_id: string
    provider: string
    email: string
    email_key: string
    kind: Filled<string>
    shares: Filled<string>
    has_mail: boolean
    has_calendar: boolean
    ended_at: Timestamp | null
    created_at: Filled<Timestamp>
    excluded: Filled<string[]>
    signature: Filled<string>
  }
  'mails': {
    org_id: string
    id: string
    template: string
    to_email: string
    to_name: string | null
    subject: string
    sealed: string | null
    state: Filled<string>
    tries: Filled<number>
    last_error: string | null
    provider: string | null
    provider_id: string | null
    person_id: string | null
    created_at: Filled<Timestamp>
    next_try_at: Timestamp | null
    give_up_at: Timestamp
    sent_at: Timestamp | null
    failed_at: Timestamp | null
    attachment_names: Filled<string[]>
    to_address: Filled<string | null>
    may_have_left: Filled<boolean>
    claimed_at: Timestamp | null
  }
  'members': {
    org_id: string
    id: string
    role: string
    created_at: Filled<Timestamp>
  }
  'message_states': {
    org_id: string
    id: string
    state: string
    sent_at: Timestamp | null
    delivered_at: Timestamp | null
    read_at: Timestamp | null
    failed_at: Timestamp | null
    error_code: string | null
    error: string | null
    client_message_id: string | null
    recipient: string | null
  }
  'messages': {
    org_id: string
    id: string
    contact_id: string
    deal_id: string | null
    channel: string
    direction: string
    person_id: string | null
    kind: string
    body: string | null
    content: Filled<Json>
    reply_to: string | null
    connection_id: string | null
    address: string | null
    provider_message_id: string | null
    client_message_id: string | null
    state: string | null
    state_at: Timestamp | null
    error_code: string | null
    error: string | null
    tries: Filled<number>
    at: Timestamp
    created_at: Filled<Timestamp>
    is_unverified: Filled<boolean>
    client_digest: string | null
    is_imported: Filled<boolean>
    mail_id: string | null
    mail_key: string | null
    workflow: Filled<string | null>
    cause: Filled<Json | null>
    values_sealed: string | null
    values_until: Timestamp | null
  }
  'meta_forms': {
    org_id: string
    source_id: string
    form_id: string
    name: string
    status: string
    leads: number | null
    read_to: Timestamp
    cursor: string | null
    pass_to: Timestamp | null
    asked_at: Timestamp | null
    unread_since: Timestamp | null
    unread_reason: string | null
  }
  'meta_leads': {
    org_id: string
    id: string
    source_id: string
    lead_id: string
    form_id: string
    created_at: Timestamp
    announced_at: Timestamp | null
    found_at: Timestamp | null
    is_trial: Filled<boolean>
    state: Filled<string>
    reason: string | null
    tries: Filled<number>
    next_try_at: Filled<Timestamp>
    try_until: Timestamp
    delivery_id: string | null
    settled_at: Timestamp | null
  }
  'meta_pages': {
    org_id: string
    source_id: string
    connection_id: string
    page_id: string
    form_ids: string[] | null
    token_sealed: string | null
    state: Filled<string>
    reason: string | null
    is_followed: Filled<boolean>
    rests_until: Timestamp | null
    since: Filled<Timestamp>
    polled_at: Timestamp | null
    next_poll_at: Timestamp | null
    announced_from: Filled<Timestamp>
  }
  'migrations': {
    name: string
    sha256: string
    applied_at: Filled<Timestamp>
  }
  'notes': {
    org_id: string
    id: string
    kind: string
    record_id: string
    body: string
    mentions: Filled<string[]>
    author_id: string | null
    author_workflow: string | null
    created_at: Filled<Timestamp>
    edited_at: Timestamp | null
    deleted_at: Timestamp | null
  }
  'notice_mails': {
    org_id: string
    id: string
    person_id: string
    kind: string
    subject_id: string
    state: Filled<string>
    due_at: Timestamp
    mail_id: string | null
    settled_at: Timestamp | null
  }
  'notice_readers': {
    org_id: string
    id: string
    read_to: string
  }
  'notice_summaries': {
    org_id: string
    person_id: string
    day: string
    due_at: Timestamp
    state: Filled<string>
    up_to: Timestamp | null
    mail_id: string | null
  }
  'notices': {
    org_id: string
    id: string
    kind: string
    subject_id: string
    facts: Json
    least_role: string
    at: Filled<Timestamp>
    person_id: string | null
  }
  'notification_settings': {
    org_id: string
    id: string
    choices: Filled<Json>
    quiet_from: string | null
    quiet_to: string | null
    summary_at: Filled<string>
    has_sound: Filled<boolean>
    updated_at: Filled<Timestamp>
  }
  'oauth_clients': {
    org_id: string
    id: string
    provider: string
    client_id: string
    secret_sealed: string
    saved_by: string | null
    saved_at: Filled<Timestamp>
  }
  'oauth_flows': {
    org_id: string
    id: string
    state_hash: Buffer
    provider: string
    mode: string
    connection_id: string
    person_id: string
    session_id: string | null
    verifier_sealed: string
    redirect_uri: string
    scopes: string[]
    expires_at: Timestamp
    owner_id: string | null
    return_to: string | null
    client_id: string | null
    server: string | null
  }
  'orgs': {
    org_id: string
    slug: string
    name: string
    default_country: string | null
    key_rate_per_minute: Filled<number>
    lead_quota_per_month: number | null
    created_at: Filled<Timestamp>
    response_target_minutes: Filled<number>
    call_countries: Filled<string[]>
    time_zone: Filled<string>
    room_pattern: string | null
    booking_origins: Filled<string[]>
    currency: string | null
  }
  'page_views': {
    org_id: string
    id: string
    document_id: string | null
    signer_id: string | null
    proposal_id: string | null
    version: number | null
    class: string
    reason: string
    first_at: Timestamp
    last_at: Timestamp
    times: number
    is_attended: Filled<boolean>
    seconds: Filled<number>
    parts: Filled<Json>
  }
  'payment_findings': {
    org_id: string
    id: string
    kind: string
    dedup_key: string
    provider: string
    invoice_id: string | null
    provider_checkout_id: string | null
    provider_payment_id: string | null
    amount_minor: number | null
    currency: string | null
    facts: Filled<Json>
    at: Filled<Timestamp>
    resolved_at: Timestamp | null
    resolved_by: string | null
    resolution: string | null
  }
  'payments': {
    org_id: string
    id: string
    invoice_id: string
    checkout_id: string
    provider: string
    provider_payment_id: string
    kind: string
    amount_minor: number
    refunded_minor: Filled<number>
    currency: string
    method: string | null
    is_live: boolean
    received_at: Timestamp
    created_at: Filled<Timestamp>
    dispute_state: string | null
    lost_minor: Filled<number>
    dispute_fee_minor: number | null
    dispute_fee_currency: string | null
  }
  'pipelines': {
    org_id: string
    id: string
    name: string
    is_default: Filled<boolean>
    archived_at: Timestamp | null
    created_at: Filled<Timestamp>
  }
  'proposal_acceptances': {
    org_id: string
    proposal_id: string
    version: number
    chosen: string[]
    name: string
    total_minor: number
    accepted_at: Timestamp
    said: string
    sha256: Buffer
  }
  'proposal_events': {
    org_id: string
    id: string
    proposal_id: string
    kind: string
    version: number
    at: Timestamp
    person_id: string | null
    name: string | null
    workflow: Filled<string | null>
  }
  'proposal_follow_ups': {
    org_id: string
    proposal_id: string
    kind: string
    subject_id: string | null
    at: Filled<Timestamp>
  }
  'proposal_versions': {
    org_id: string
    proposal_id: string
    version: number
    content: string
    sha256: Buffer
    sent_by: string | null
    sent_at: Timestamp
  }
  'proposals': {
    org_id: string
    id: string
    title: string
    locale: string
    currency: string
    status: Filled<string>
    status_reason: string | null
    version: Filled<number>
    draft: Json | null
    deal_id: string
    contact_id: string
    client_name: string
    client_email: string
    valid_days: Filled<number>
    when_accepted: Json | null
    token_sealed: string | null
    made_by: string | null
    sent_at: Timestamp | null
    ends_at: Timestamp | null
    created_at: Filled<Timestamp>
    updated_at: Filled<Timestamp>
  }
  'prospect_calls': {
    org_id: string
    id: string
    connection_id: string
    person_id: string | null
    people: number
    with_mobiles: boolean
    reserved: number
    credits: number | null
    state: Filled<string>
    reason: string | null
    hook_hash: Buffer | null
    told_at: Timestamp | null
    made_at: Filled<Timestamp>
    lease_until: Timestamp
    ended_at: Timestamp | null
    company_id: string | null
  }
  'prospecting_settings': {
    org_id: string
    monthly_credits: number
    updated_at: Filled<Timestamp>
  }
  'prospects': {
    org_id: string
    their_id: string
    shown: Json
    shown_at: Filled<Timestamp>
    outcome: string | null
    asked_at: Timestamp | null
    with_mobile: Filled<boolean>
    mobile_state: string | null
    call_id: string | null
    last_call_id: string | null
    person_sealed: string | null
  }
  'provider_calls': {
    org_id: string
    id: string
    connection_id: string
    provider: string
    operation: string
    method: string
    host: string
    status: number | null
    outcome: string
    tries: number
    duration_ms: number
    provider_request_id: string | null
    at: Timestamp
  }
  'push_messages': {
    org_id: string
    id: string
    subscription_id: string
    kind: string
    subject_id: string
    state: Filled<string>
    tries: Filled<number>
    next_try_at: Timestamp
    give_up_at: Timestamp
    last_error: string | null
    settled_at: Timestamp | null
  }
  'push_subscriptions': {
    org_id: string
    id: string
    person_id: string
    endpoint_hash: Buffer
    sealed: string
    host: string
    device: string
    created_at: Filled<Timestamp>
    last_sent_at: Timestamp | null
    last_error: string | null
  }
  'quota_usage': {
    org_id: string
    month: string
    used: number
  }
  'reaction_failures': {
    org_id: string
    id: Filled<string>
    reaction: string
    event_id: string
    state: string
    tries: number
    next_try_at: Timestamp | null
    error: string
    created_at: Filled<Timestamp>
    tries_left: Filled<number>
  }
  'reconciliations': {
    org_id: string
    id: string
    provider: string
    started_at: Timestamp
    finished_at: Timestamp | null
    error: string | null
    sums: Filled<Json>
    other_checkouts: Filled<number>
    compared_at: Timestamp | null
  }
  'record_edits': {
    org_id: string
    id: string
    kind: string
    record_id: string
    first_at: Filled<Timestamp>
    at: Filled<Timestamp>
    person_id: Filled<string | null>
    key_id: Filled<string | null>
    workflow: Filled<string | null>
    changes: Json
  }
  'record_files': {
    org_id: string
    id: string
    kind: string | null
    record_id: string | null
    name: string
    media_type: string
    bytes: number
    sha256: Buffer
    file_key: string
    added_by: string | null
    created_at: Filled<Timestamp>
    deleted_at: Timestamp | null
  }
  'record_tags': {
    org_id: string
    kind: string
    record_id: string
    tag_id: string
    added_by: string | null
    added_at: Filled<Timestamp>
  }
  'recorded_heads': {
    org_id: string
    document_id: string
    record_id: string
    seq: number
    hash: Buffer
  }
  'removed_documents': {
    org_id: string
    id: string
    title_sha256: Buffer
    doc_type: string
    status: string
    files: Json
    head_seq: number
    head_hash: Buffer | null
    made_at: Timestamp
    signed_at: Timestamp | null
    kept_until: Timestamp
    rule: string
    removed_by: string | null
    removed_at: Timestamp
    names_left: string[]
  }
  'reply_drafts': {
    org_id: string
    id: string
    person_id: string
    deal_id: string
    upto: string
    text: string
    language: string
    template_name: string | null
    sources: Json
    model: string
    state: Filled<string>
    created_at: Filled<Timestamp>
    settled_at: Timestamp | null
  }
  'review_accounts': {
    org_id: string
    connection_id: string
    next_run_at: Timestamp | null
    updated_at: Filled<Timestamp>
  }
  'review_locations': {
    org_id: string
    id: string
    connection_id: string
    account_id: string
    location_id: string
    title: string
    address: string | null
    map_url: string | null
    is_verified: boolean | null
    is_read: Filled<boolean>
    is_listed: Filled<boolean>
    trouble: string | null
    their_average: string | null
    their_count: number | null
    first_seen_at: Filled<Timestamp>
    read_at: Timestamp | null
    whole_at: Timestamp | null
    unread: Filled<number>
  }
  'review_replies': {
    org_id: string
    id: string
    review_id: string
    kind: string
    text: string | null
    state: Filled<string>
    reason: string | null
    code: string | null
    tries: Filled<number>
    next_at: Timestamp | null
    created_by: string | null
    created_at: Filled<Timestamp>
    done_at: Timestamp | null
    workflow: Filled<string | null>
  }
  'review_runs': {
    org_id: string
    id: string
    connection_id: string
    cause: string
    started_by: string | null
    status: Filled<string>
    wanted: string[] | null
    listed: Filled<boolean>
    todo: Filled<string[]>
    pass: Json | null
    step: Filled<number>
    imported: Filled<number>
    updated: Filled<number>
    removed: Filled<number>
    tries: Filled<number>
    reason: string | null
    code: string | null
    resumes_at: Timestamp | null
    created_at: Filled<Timestamp>
    moved_at: Filled<Timestamp>
    completed_at: Timestamp | null
  }
  'review_versions': {
    org_id: string
    review_id: string
    version: number
    stars: number | null
    text: string | null
    pictures: Filled<number>
    changed_at: Timestamp
    seen_at: Filled<Timestamp>
  }
  'reviews': {
    org_id: string
    id: string
    location_id: string
    review_id: string
    version: Filled<number>
    stars: number | null
    text: string | null
    pictures: Filled<number>
    reviewer: string | null
    posted_at: Timestamp
    changed_at: Timestamp
    first_seen_at: Filled<Timestamp>
    seen_run: string
    missed: Filled<number>
    gone_at: Timestamp | null
    reply_text: string | null
    reply_at: Timestamp | null
    reply_standing: string | null
    reply_violation: string | null
    reply_until: Timestamp | null
  }
  'saved_views': {
    org_id: string
    id: string
    kind: string
    name: string
    owner_id: string
    is_shared: Filled<boolean>
    filter: Json
    sort: string | null
    columns: Json | null
    density: Filled<string>
    created_at: Filled<Timestamp>
    updated_at: Filled<Timestamp>
  }
  'seal_identities': {
    org_id: string
    id: string
    source: string
    chain: string[]
    key_sealed: string
    subject: string
    fingerprint: string
    not_before: Timestamp
    not_after: Timestamp
    made_by: string | null
    created_at: Filled<Timestamp>
    retired_at: Timestamp | null
    crl: string | null
  }
  'seal_records': {
    org_id: string
    id: string
    day: string
    name: string
    sha256: Buffer
    bytes: number
    documents: number
    stamped_at: Timestamp | null
    created_at: Filled<Timestamp>
  }
  'sealing_settings': {
    org_id: string
    timestamp: Filled<string>
    timestamp_url: string | null
    allows_attesting: Filled<boolean>
    days_to_sign: Filled<number>
    updated_at: Filled<Timestamp>
    remind_after: Filled<number[]>
    remind_before: Filled<number | null>
    contract_years: Filled<number>
    invoice_years: Filled<number>
    long_term: Filled<boolean>
    code_template: Json | null
  }
  'search': {
    org_id: string
    kind: string
    id: string
    words: string
  }
  'search_index': {
    org_id: string
    kind: string
    id: string
    contact_id: string | null
    words: string
  }
  'stages': {
    org_id: string
    id: string
    pipeline_id: string
    slug: string
    name: string
    kind: string
    position: number
    archived_at: Timestamp | null
    chance: number | null
  }
  'stored_files': {
    org_id: string
    name: string
    kind: string
    subject_id: string
    bytes: number | null
    sha256: Buffer | null
    place: string | null
    stored_at: Filled<Timestamp>
    checked_at: Filled<Timestamp>
    fault: string | null
  }
  'summaries': {
    org_id: string
    person_id: string
    kind: string
    subject: string
    as_of: string
    newest_at: Timestamp | null
    sentences: Json
    model: string
    created_at: Filled<Timestamp>
  }
  'sync_changes': {
    org_id: string
    job_id: string
    n: Filled<number>
    entity: string
    their_id: string
    our_id: string
    field: string
    was: string | null
    became: string | null
    beside: Json | null
  }
  'sync_conflicts': {
    org_id: string
    id: string
    connection_id: string
    entity: string
    their_id: string
    our_id: string
    field: string
    ours: string | null
    theirs: string | null
    state: Filled<string>
    job_id: string
    at: Filled<Timestamp>
    decided_at: Timestamp | null
    decided_by: string | null
  }
  'sync_errors': {
    org_id: string
    job_id: string
    n: Filled<number>
    entity: string
    record_id: string
    field: string | null
    code: string
    message: string
    at: Filled<Timestamp>
  }
  'sync_intents': {
    org_id: string
    connection_id: string
    entity: string
    our_id: string
    at: Filled<Timestamp>
    sent: Json | null
    begun_at: Filled<Timestamp>
  }
  'sync_jobs': {
    org_id: string
    id: string
    connection_id: string
    provider: string
    kind: string
    of_job: string | null
    entities: string[]
    mode: string
    cause: string
    started_by: string | null
    status: Filled<string>
    condition: string | null
    condition_since: Timestamp | null
    reason: string | null
    code: string | null
    resumes_at: Timestamp | null
    steps: Json
    counts: Json
    error_count: Filled<number>
    certificate: Json | null
    tries: Filled<number>
    created_at: Filled<Timestamp>
    started_at: Timestamp | null
    moved_at: Filled<Timestamp>
    completed_at: Timestamp | null
    undone_by: string | null
    waits_as_told: Filled<boolean>
  }
  'sync_links': {
    org_id: string
    connection_id: string
    entity: string
    their_id: string
    our_id: string
    state: Filled<string>
    merged_into: string | null
    modified_at: Timestamp | null
    seen: Json
    differs: Filled<string[]>
    pinned: Filled<string[]>
    our_at: Timestamp
    compared_at: Filled<Timestamp>
    made_by: string | null
    linked_by: string
    job_id: string
    linked_at: Filled<Timestamp>
    seen_at: Filled<Timestamp>
    is_behind: Filled<boolean>
    gives_since: Timestamp | null
  }
  'sync_pins': {
    org_id: string
    entity: string
    our_id: string
    field: string
    pinned_by: string | null
    pinned_at: Filled<Timestamp>
  }
  'sync_rehearsed': {
    org_id: string
    job_id: string
    key: string
    state: Json | null
  }
  'sync_samples': {
    org_id: string
    job_id: string
    n: Filled<number>
    entity: string
    record_id: string
    verdict: string
    details: Json
  }
  'sync_waiting': {
    org_id: string
    connection_id: string
    wants_entity: string
    wants_id: string
    entity: string
    their_id: string
    place: number
  }
  'sync_webhooks': {
    org_id: string
    job_id: string
    endpoint_id: string
    entity: string
    part: Filled<string>
    after: Filled<string>
  }
  'tags': {
    org_id: string
    id: string
    name: string
    name_key: string
    hue: number
    created_by: string | null
    created_at: Filled<Timestamp>
  }
  'tasks': {
    org_id: string
    id: string
    deal_id: string | null
    contact_id: string | null
    kind: string
    title: string
    due_at: Timestamp | null
    assigned_to: string | null
    cause: Json
    cause_key: string | null
    created_at: Filled<Timestamp>
    done_at: Timestamp | null
    done_by: string | null
    outcome: string | null
    workflow: Filled<string | null>
    done_workflow: string | null
    deleted_at: Timestamp | null
    deleted_by: string | null
    deleted_with: string | null
    company_id: string | null
  }
  'template_files': {
    org_id: string
    id: string
    name: string
    stored_as: string
    sha256: Buffer
    bytes: number
    pages: Json
    created_by: string | null
    created_at: Filled<Timestamp>
  }
  'template_versions': {
    org_id: string
    template_id: string
    version: number
    body: string | null
    file_name: string | null
    file_sha256: Buffer | null
    google_file_id: string | null
    placeholders: Json
    fields: Json
    made_by: string | null
    created_at: Filled<Timestamp>
    file_id: string | null
    boxes: Filled<Json>
    google_revision: string | null
    google_read_at: Timestamp | null
  }
  'templates': {
    org_id: string
    id: string
    name: string
    kind: string
    version: number
    archived_at: Timestamp | null
    created_at: Filled<Timestamp>
    updated_at: Filled<Timestamp>
    remind_after: number[] | null
    remind_before: number | null
    when_signed: Json | null
  }
  'token_renewals': {
    org_id: string
    connection_id: string
    holder: string | null
    version: number
    leased_until: Timestamp
    renewed_at: Timestamp | null
    failed_at: Timestamp | null
    failures: Filled<number>
    reason: string | null
  }
  'told_lead_waits': {
    org_id: string
    soon_to: string
    late_to: string
    checked_at: Timestamp
  }
  'unconnected_webhooks': {
    org_id: string
    id: string
    phone_number_id: string
    business_account_id: string | null
    display_number: string | null
    digest: string
    body: Buffer
    messages: number
    received_at: Filled<Timestamp>
  }
  'unmatched_companies': {
    org_id: string
    id: string
  }
  'unmatched_contacts': {
    org_id: string
    id: string
  }
  'unsearched_records': {
    org_id: string
    kind: string
    id: string
  }
  'upload_mappings': {
    org_id: string
    id: string
    headers: string
    mapping: Json
    used_at: Filled<Timestamp>
  }
  'upload_parts': {
    org_id: string
    id: string
    upload_id: string
    from_byte: number
    bytes: number | null
  }
  'upload_rows': {
    org_id: string
    upload_id: string
    row_no: number
    outcome: string
    cells: string[]
    mended: Filled<boolean>
    code: string | null
    field: string | null
    message: string | null
    lead_id: string | null
  }
  'uploads': {
    org_id: string
    id: string
    name: string
    state: Filled<string>
    failed_in: string | null
    code: string | null
    message: string | null
    tries: Filled<number>
    size_bytes: number
    received_bytes: Filled<number>
    sha256: string | null
    valid_utf8: boolean | null
    encoding: string | null
    delimiter: string | null
    quote: string | null
    has_header: boolean | null
    start_bytes: Filled<number>
    start_rows: Filled<number>
    columns: Filled<string[]>
    mapping: Filled<Json>
    source: Filled<string>
    checked_rows: Filled<number>
    fresh_rows: Filled<number>
    duplicate_rows: Filled<number>
    invalid_rows: Filled<number>
    position_bytes: Filled<number>
    position_row: Filled<number>
    imported_rows: Filled<number>
    deduplicated_rows: Filled<number>
    rejected_rows: Filled<number>
    undone_rows: Filled<number>
    created_by: string | null
    created_at: Filled<Timestamp>
    moved_at: Filled<Timestamp>
    started_at: Timestamp | null
    finished_at: Timestamp | null
    waits_for_answer: Filled<boolean>
  }
  'view_pins': {
    org_id: string
    person_id: string
    view_id: string
    place: number
  }
  'webhook_attempts': {
    org_id: string
    id: string
    delivery_id: string
    at: Timestamp
    duration_ms: number
    status: number | null
    error: string | null
    request_headers: Json
    response_headers: Json
    response_body: string | null
  }
  'webhook_deliveries': {
    org_id: string
    id: string
    endpoint_id: string
    event_id: string
    type: string
    body: string
    state: Filled<string>
    tries: Filled<number>
    last_status: number | null
    last_error: string | null
    created_at: Filled<Timestamp>
    next_try_at: Filled<Timestamp>
    delivered_at: Timestamp | null
    lease: string | null
    leased_until: Timestamp | null
  }
  'webhook_endpoints': {
    org_id: string
    id: string
    url: string
    description: Filled<string>
    event_types: Filled<string[]>
    secret_sealed: string
    secret_hint: string
    old_secret_sealed: string | null
    old_secret_until: Timestamp | null
    state: Filled<string>
    disabled_reason: string | null
    failing_since: Timestamp | null
    strained: Filled<boolean>
    paused_until: Timestamp | null
    created_by: string | null
    created_at: Filled<Timestamp>
    connection_id: string | null
    task: Json | null
    with_imports: Filled<boolean>
  }
  'whatsapp_templates': {
    org_id: string
    id: string
    connection_id: string
    provider_id: string
    name: string
    language: string
    category: string
    status: string
    reason: string | null
    components: Filled<Json>
    variables: Filled<number>
    synced_at: Filled<Timestamp>
    gone_at: Timestamp | null
  }
  'work_decisions': {
    org_id: string
    id: string
    work_id: string
    name: string
    decision: string
    reason: string | null
    person_id: string | null
    at: Filled<Timestamp>
  }
  'work_hours': {
    org_id: string
    id: string
    time_zone: string | null
    tz_version: string
    weekly: Json | null
    dates: Filled<Json>
    updated_at: Filled<Timestamp>
  }
  'workflow_credentials': {
    org_id: string
    id: string
    name: string
    origin: string
    header: string
    secret_sealed: string
    saved_by: string
    created_at: Filled<Timestamp>
    updated_at: Filled<Timestamp>
  }
  'workflow_drafts': {
    org_id: string
    id: string
    workflow_id: string
    person_id: string
    base_version: number | null
    revision: Filled<number>
    definition: Json
    updated_by: string
    created_at: Filled<Timestamp>
    updated_at: Filled<Timestamp>
  }
  'workflow_effects': {
    org_id: string
    key: string
    run_id: string
    workflow_id: string
    node: string
    path: string
    what: string
    state: string
    proof: Json | null
    began_at: Filled<Timestamp>
    ended_at: Timestamp | null
    left_at: Timestamp | null
    anew: Filled<number>
    answer: Json | null
    cost_nano: number | null
  }
  'workflow_hook_requests': {
    org_id: string
    id: string
    workflow_id: string
    version: number
    message_hash: Buffer | null
    outcome: string
    run_id: string | null
    trigger: Json | null
    received_at: Filled<Timestamp>
  }
  'workflow_hooks': {
    org_id: string
    workflow_id: string
    token_hint: string
    old_token_until: Timestamp | null
    secret_sealed: string
    secret_hint: string
    old_secret_sealed: string | null
    old_secret_until: Timestamp | null
    refused: Filled<number>
    refused_at: Timestamp | null
    made_at: Filled<Timestamp>
    rolled_at: Timestamp | null
  }
  'workflow_rehearsal_people': {
    org_id: string
    rehearsal_id: string
    place: number
    subject_kind: string
    subject_id: string | null
    name: string | null
    change: string
    has_failed: boolean
    runs: Json
    published_runs: Json
  }
  'workflow_rehearsals': {
    org_id: string
    id: string
    workflow_id: string
    draft_id: string | null
    revision: number | null
    version: number | null
    definition: Json
    from_at: Timestamp
    to_at: Timestamp
    choices: Filled<Json>
    state: Filled<string>
    played: Filled<number>
    to_play: number | null
    report: Json | null
    reason: string | null
    asked_by: string
    created_at: Filled<Timestamp>
    touched_at: Filled<Timestamp>
    ended_at: Timestamp | null
  }
  'workflow_runs': {
    org_id: string
    id: string
    workflow_id: string
    version: number
    state: Filled<string>
    reason_code: string | null
    reason: string | null
    start_key: string | null
    event_id: string | null
    person_id: string | null
    key_id: string | null
    subject_kind: string | null
    subject_id: string | null
    trigger: Json
    root_id: string
    parent_id: string | null
    replay_of: string | null
    depth: Filled<number>
    causes: Filled<Json>
    concurrency_key: string | null
    progress: Filled<Json>
    step_count: Filled<number>
    due_at: Timestamp | null
    parked_at: Timestamp | null
    lease: string | null
    fence: Filled<number>
    deaths: Filled<number>
    news: Filled<number>
    created_at: Filled<Timestamp>
    started_at: Timestamp | null
    ended_at: Timestamp | null
    forgotten_at: Timestamp | null
    anew: Filled<Json>
    contact_id: string | null
    deal_id: string | null
    bytes: number | null
  }
  'workflow_schedules': {
    org_id: string
    workflow_id: string
    version: number
    schedule: Json
    missed: string
    last_instant: Timestamp
    next_at: Timestamp | null
    parked_at: Timestamp | null
  }
  'workflow_settings': {
    org_id: string
    stopped_at: Timestamp | null
    stopped_by: string | null
  }
  'workflow_steps': {
    org_id: string
    run_id: string
    node: string
    path: string
    place: number
    kind: string
    state: string
    outlet: string | null
    tries: Filled<number>
    input: Json | null
    output: Json | null
    error: Json | null
    is_simulated: Filled<boolean>
    cost_micros: number | null
    started_at: Filled<Timestamp>
    ended_at: Timestamp | null
  }
  'workflow_versions': {
    org_id: string
    workflow_id: string
    version: number
    definition: Json
    trigger_kind: string
    trigger_event: string | null
    role: string
    publisher_id: string
    note: string | null
    base_version: number | null
    rehearsal_id: string | null
    published_at: Filled<Timestamp>
    published_until: Timestamp | null
    rehearsal_seen: Json | null
  }
  'workflow_waits': {
    org_id: string
    id: string
    run_id: string
    workflow_id: string
    node: string
    path: string
    kind: string
    state: Filled<string>
    opened_at: Filled<Timestamp>
    due_at: Timestamp | null
    clock: Json | null
    event_type: string | null
    since: Timestamp | null
    about: string | null
    asked: Json | null
    recipient: Json | null
    person_id: string | null
    role: string | null
    remind_at: Timestamp | null
    escalate_at: Timestamp | null
    answer: Json | null
    answer_hash: Buffer | null
    answered_by: string | null
    answered_via: string | null
    event_id: string | null
    child_id: string | null
    settled_at: Timestamp | null
    escalate_to: Json | null
    announced_at: Timestamp | null
    reminded_at: Timestamp | null
    escalated_at: Timestamp | null
    answered_key: string | null
    field: Filled<string>
    value_digest: string | null
  }
  'workflows': {
    org_id: string
    id: string
    name: string
    published_version: number | null
    last_version: Filled<number>
    trigger_kind: string | null
    stopped_at: Timestamp | null
    stopped_by: string | null
    stop_reason: string | null
    archived_at: Timestamp | null
    made_from: string | null
    created_by: string | null
    created_at: Filled<Timestamp>
    updated_at: Filled<Timestamp>
    stop_chain: string | null
  }
  'directory.anonymous_answers': {
    id: string
    answer: Json | null
    created_at: Filled<Timestamp>
  }
  'directory.backfills': {
    name: string
    kind: string
    org_id: Filled<string>
    id: Filled<string>
    ended_at: Timestamp | null
  }
  'directory.bookable_calendars': {
    id: Filled<string>
    org_id: string
    person_id: string
  }
  'directory.booking_links': {
    token_hash: Buffer
    org_id: string
    booking_id: string
    kind: string
  }
  'directory.buckets': {
    id: string
    tat: Timestamp
  }
  'directory.calendar_feeds': {
    token_hash: Buffer
    org_id: string
    person_id: string
    created_at: Timestamp
  }
  'directory.challenges': {
    token_hash: Buffer
    purpose: string
    person_id: string | null
    challenge: string | null
    expires_at: Timestamp
  }
  'directory.chat_widgets': {
    id: string
    org_id: string
  }
  'directory.connections': {
    id: string
    org_id: string
  }
  'directory.document_hashes': {
    sha256: Buffer
    org_id: string
    document_id: string
    kind: string
  }
  'directory.documents': {
    id: string
    org_id: string
  }
  'directory.download_links': {
    token_hash: Buffer
    org_id: string
    document_id: string
    signer_id: string
    ends_at: Timestamp
  }
  'directory.event_cursors': {
    reader: string
    tx: Filled<string>
    id: Filled<string>
  }
  'directory.human_step_links': {
    token_hash: Buffer
    org_id: string
    step_id: string
    created_at: Filled<Timestamp>
  }
  'directory.invitation_tokens': {
    token_hash: Buffer
    org_id: string
    invitation_id: string
    expires_at: Timestamp
  }
  'directory.invoices': {
    id: string
    org_id: string
  }
  'directory.key_hashes': {
    hash: Buffer
    org_id: string
    key_id: string
  }
  'directory.links': {
    token_hash: Buffer
    purpose: string
    person_id: string | null
    expires_at: Timestamp
    used_at: Timestamp | null
    created_at: Filled<Timestamp>
    job_id: string | null
  }
  'directory.meta_pages': {
    org_id: string
    source_id: string
    page_id: string
    is_on: boolean
    app_id: string | null
  }
  'directory.passkeys': {
    id: string
    credential_id: string
    person_id: string
    name: string
    public_key: Buffer
    counter: number
    transports: string[]
    backed_up: boolean
    created_at: Filled<Timestamp>
    last_used_at: Timestamp | null
  }
  'directory.pay_links': {
    token_hash: Buffer
    org_id: string
    invoice_id: string
  }
  'directory.people': {
    id: string
    email: string
    email_key: string | null
    name: string
    password_hash: string | null
    created_at: Filled<Timestamp>
    tokens_from: Timestamp | null
    last_org_id: string | null
    seat_key: string | null
    became_id: string | null
    time_zone: string | null
    language: string | null
  }
  'directory.proposal_links': {
    token_hash: Buffer
    org_id: string
    proposal_id: string
  }
  'directory.push_keys': {
    id: string
    public_key: string
    sealed_private: string
    created_at: Filled<Timestamp>
  }
  'directory.recovery_codes': {
    person_id: string
    hash: Buffer
    used_at: Timestamp | null
  }
  'directory.sessions': {
    token_hash: Buffer
    person_id: string
    org_id: string
    created_at: Filled<Timestamp>
    last_seen_at: Filled<Timestamp>
    expires_at: Timestamp
    id: Filled<string>
    agent: string | null
    address: string | null
  }
  'directory.sign_links': {
    token_hash: Buffer
    org_id: string
    document_id: string
    signer_id: string
  }
  'directory.signing_keys': {
    kid: string
    public_jwk: Json
    sealed_private: string
    created_at: Filled<Timestamp>
    retired_at: Timestamp | null
  }
  'directory.slugs': {
    slug: string
    org_id: string
  }
  'directory.totp': {
    person_id: string
    sealed_secret: string
    confirmed_at: Timestamp | null
    last_step: number | null
    created_at: Filled<Timestamp>
  }
  'directory.voice_accounts': {
    account_sid: string
    org_id: string
    connection_id: string
  }
  'directory.whatsapp_numbers': {
    phone_number_id: string
    business_account_id: string
    org_id: string
    connection_id: string
    verify_digest: Buffer | null
  }
  'directory.workflow_hooks': {
    token_hash: Buffer
    org_id: string
    workflow_id: string
    until: Timestamp | null
  }
}
