-- The house: roles, tenancy, people, keys, contacts, leads and the log of what came in.
--
-- Three roles, none of which anybody logs in as:
--   foyer_app     what the server acts as. Sees one organization at a time, by row-level security.
--   foyer_system  reaches across organizations. Owns the few functions that must (find a key by its hash,
--                 take a batch of leads of many organizations); also what a backup reads as.
--   the owner     whoever runs the migrations. Owns the tables and never serves a request.

-- ── Global look-ups: from something a stranger presents (an address, a hash) to an organization ────────────────

create table directory.people (
  id uuid primary key,
  email text not null,
  email_key text not null unique,           -- normalised address: what people are compared by
  name text not null,
  password_hash text,                       -- null until the set-password link was used
  created_at timestamptz not null default now()
);

create table directory.sessions (
  token_hash bytea primary key,             -- SHA-256; the token itself is only in the cookie
  person_id uuid not null references directory.people,
  org_id uuid not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index on directory.sessions (person_id);

-- One-time links: set up the first workspace, set a password. A link is used by a POST, once.
create table directory.links (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('set-up', 'set-password')),
  person_id uuid references directory.people,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);

create table directory.slugs (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 64),
  org_id uuid not null unique
);

create table directory.key_hashes (
  hash bytea primary key,
  org_id uuid not null,
  key_id uuid not null
);

create table directory.signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  sealed_private text not null,             -- AES-256-GCM under FOYER_KEY
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

-- Token buckets (GCRA): tat is the theoretical arrival time of the next request. One row a credential and surface.
create table directory.buckets (
  id uuid primary key,
  tat timestamptz not null
) with (fillfactor = 50);

-- ── Tenant tables: org_id in every key, row-level security forced ──────────────────────────────────────────────

create table orgs (
  org_id uuid primary key,
  slug text not null,
  name text not null check (length(name) between 1 and 255),
  default_country text check (default_country ~ '^[A-Z]{2}$'),
  key_rate_per_minute int not null default 1200 check (key_rate_per_minute between 1 and 100000000),
  lead_quota_per_month int check (lead_quota_per_month >= 0),
  created_at timestamptz not null default now()
);

create table members (
  org_id uuid not null references orgs,
  id uuid not null references directory.people,       -- the person
  role text not null check (role in ('owner', 'admin', 'member')),
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);
create index members_of_person on members (id);

create table api_keys (
  org_id uuid not null references orgs,
  id uuid not null,
  name text not null,
  hint text not null,                       -- last four characters, to tell keys apart
  scopes text[] not null,
  rate_per_minute int check (rate_per_minute between 1 and 100000000),
  created_by uuid,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  rolled_to uuid,                           -- the key that takes over when this one ends
  primary key (org_id, id)
);

-- org_id refers to nothing here and below: whoever writes has been told the organization by its key or its member.
-- Checking it a lead would lock the one row of the organization a lead, and write that down.
create table contacts (
  org_id uuid not null,
  id uuid not null,
  email text,                               -- as it was first received
  phone text,                               -- E.164
  full_name text,
  company text,
  job_title text,
  linkedin_url text,
  -- Marketing permission. Leads have no privilege on these two columns: see the grants below.
  subscription text not null default 'none' check (subscription in ('none', 'subscribed', 'unsubscribed')),
  opted_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);

-- What identifies a contact: a 16-byte digest of organization, kind and normalised value. Key first: the one
-- index that can serve the look-up, so that a plan made on empty tables is the right one for ever.
create table contact_keys (
  key uuid not null,
  org_id uuid not null,
  contact_id uuid not null,
  kind text not null check (kind in ('email', 'phone')),
  primary key (key, org_id)
);
create index contact_keys_of_contact on contact_keys (org_id, contact_id);

-- In place of a foreign key: a key is written only together with a lead of its contact, which has one, and two more
-- checks a lead were an eighth of its cost. What remains to be done is to go with the contact.
create function forget_contact_keys() returns trigger language plpgsql set search_path = foyer, pg_temp as $$
begin
  delete from contact_keys k using gone g where k.org_id = g.org_id and k.contact_id = g.id;
  return null;
end
$$;
create trigger forget_contact_keys after delete on contacts referencing old table as gone
for each statement execute function forget_contact_keys();

create table leads (
  org_id uuid not null,
  id uuid not null,                         -- UUIDv7: newest first is the primary key backwards
  contact_id uuid not null,
  dkey uuid,                                -- digest of organization and external_id; null when none was sent
  external_id text,
  source text not null,
  email text,                               -- as received
  phone text,                               -- as received
  phone_e164 text,
  full_name text,
  job_title text,
  note text,
  linkedin_url text,
  metadata jsonb not null default '{}',     -- company
  consent jsonb,                            -- a claim somebody made; never a permission
  via text not null check (via in ('api', 'upload', 'replay', 'demo')),
  delivery_id uuid,                         -- the request that brought it
  upload_id uuid,                           -- or the file
  upload_row int,
  received text,                            -- to the letter, where no delivery keeps it (a row of a file, as JSON)
  received_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (dkey, org_id),
  foreign key (org_id, contact_id) references contacts
);
create index leads_of_contact on leads (org_id, contact_id, id);
create index leads_of_source on leads (org_id, source, id);
create index leads_of_upload on leads (org_id, upload_id, id) where upload_id is not null;

-- Every request that carried a valid key, with its outcome.
create table deliveries (
  org_id uuid not null,
  id uuid not null,                         -- the X-Request-Id of the answer
  key_id uuid not null,
  received_at timestamptz not null default now(),
  status smallint not null,
  outcome text not null check (outcome in ('accepted', 'deduplicated', 'replayed', 'rejected')),
  code text,                                -- error code when rejected
  field text,
  message text,
  flags text[] not null default '{}',       -- external_id_conflict, unused:phone_number …
  body bytea,                               -- to the letter; null when it was never read whole
  lead_id uuid,
  replay_of uuid,                           -- the rejected delivery that this one mends
  mended_by uuid,                           -- the delivery that mended this one
  primary key (org_id, id)
);
create index deliveries_of_key on deliveries (org_id, key_id, id);
create index deliveries_of_lead on deliveries (org_id, lead_id, id) where outcome <> 'accepted' and lead_id is not null;

create table idempotency (
  id uuid not null,                         -- digest of credential, surface and Idempotency-Key
  org_id uuid not null,
  payload uuid not null,                    -- digest of the payload
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (id, org_id)
);
create index idempotency_age on idempotency (created_at);

create table quota_usage (
  org_id uuid not null,
  month date not null,
  used int not null,
  primary key (org_id, month)
);

-- What happened, in the transaction in which it happened. tx lets a reader follow the log without missing a
-- transaction that committed late: it reads up to the oldest one still running.
create table events (
  org_id uuid not null,
  id uuid not null,
  type text not null,
  subject_id uuid not null,
  payload jsonb not null,
  tx xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  primary key (org_id, id)
);
create index events_in_order on events (tx, id);

create table directory.event_cursors (
  reader text primary key,
  tx xid8 not null default '0',
  id uuid not null default '00000000-0000-0000-0000-000000000000'
);

-- Words by which leads and contacts are found. Written behind the intake by the worker, so that a lead never
-- waits for it. Each word carries the first eight hex digits of the organization's digest: one organization's
-- search never walks another's postings.
create table search (
  org_id uuid not null,
  kind text not null check (kind in ('lead', 'contact')),
  id uuid not null,
  words tsvector not null,
  primary key (org_id, kind, id)
);
create index search_words on search using gin (words);

-- ── Who may do what ─────────────────────────────────────────────────────────────────────────────────────────────

grant usage on schema foyer, directory to foyer_app, foyer_system;
grant select, insert, update, delete on all tables in schema directory to foyer_app;
grant select, insert, update, delete on all tables in schema foyer to foyer_app, foyer_system;

-- A consent claim is append-only, and what was received stays as it was.
revoke update on leads, deliveries, events from foyer_app, foyer_system;
grant update (contact_id, upload_id) on leads to foyer_app;
grant update (mended_by, lead_id) on deliveries to foyer_app;

-- No lead ever changes a subscription: what writes leads has no privilege on these columns.
revoke insert, update on contacts from foyer_system;
grant insert (org_id, id, email, phone, full_name, company, job_title, linkedin_url) on contacts to foyer_system;
grant update (email, phone, full_name, company, job_title, linkedin_url, updated_at) on contacts to foyer_system;

grant select, insert, update on directory.buckets, directory.event_cursors to foyer_system;
grant select on directory.key_hashes to foyer_system;

-- No setting means no rows: nullif turns the empty string of a reset setting into null, and null equals nothing.
do $$
declare t text;
begin
  foreach t in array array['orgs', 'members', 'api_keys', 'contacts', 'contact_keys', 'leads', 'deliveries',
                           'idempotency', 'quota_usage', 'events', 'search'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to foyer_app
                      using (org_id = (select nullif(current_setting(''foyer.org'', true), '''')::uuid))
                      with check (org_id = (select nullif(current_setting(''foyer.org'', true), '''')::uuid))', t);
    execute format('create policy system on %I to foyer_system using (true) with check (true)', t);
  end loop;
end $$;
