-- Prospecting: people that a search showed, what was paid for to know more of them, and how much that may cost.

create table prospecting_settings (
  org_id uuid primary key references orgs,
  monthly_credits int not null check (monthly_credits between 0 and 1000000),
  updated_at timestamptz not null default now()
);

/* One call that asks for ten people at most. What is reserved counts until it is known what it cost. */
create table prospect_calls (
  org_id uuid not null references orgs,
  id uuid not null,
  connection_id uuid not null,
  person_id uuid,                           -- who asked
  people int not null check (people between 1 and 10),
  with_mobiles boolean not null,
  reserved int not null,                    -- credits, the most that it can cost
  credits int,                              -- what it did cost, or may have cost where no answer came
  state text not null default 'reserved' check (state in ('reserved', 'sent', 'settled', 'released', 'unknown')),
  reason text,                              -- in one line, why it was released or is unknown
  hook_hash bytea,                          -- of the secret in the address that mobile numbers are told to
  told_at timestamptz,                      -- numbers came to that address
  made_at timestamptz not null default clock_timestamp(),
  lease_until timestamptz not null,         -- past it, its process is gone
  ended_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, connection_id) references connections (org_id, id),
  check ((state in ('settled', 'released', 'unknown')) = (credits is not null))
);
create index prospect_calls_by_time on prospect_calls (org_id, made_at);
create index prospect_calls_open on prospect_calls (lease_until) where state in ('reserved', 'sent');

/* A person as a search showed one, and what an enrichment brought. Not a contact: nobody here has to do with them yet. */
create table prospects (
  org_id uuid not null references orgs,
  their_id text not null check (length(their_id) between 1 and 64),
  shown jsonb not null,                     -- {name, title, company, has_email}: the name masked
  shown_at timestamptz not null default now(),
  outcome text check (outcome in ('found', 'nothing', 'unknown')),  -- of the last enrichment; null: never asked for
  asked_at timestamptz,                     -- when that ended
  with_mobile boolean not null default false,  -- the mobile number was asked for, too
  mobile_state text check (mobile_state in ('waiting', 'came', 'none')),
  call_id uuid,                             -- the call that is asking for them now
  last_call_id uuid,                        -- the call that the outcome is of
  person_sealed text,                       -- what was found, sealed
  primary key (org_id, their_id),
  check ((outcome is null) = (asked_at is null))
);
create index prospects_of_call on prospects (org_id, call_id) where call_id is not null;
create index prospects_of_last_call on prospects (org_id, last_call_id) where mobile_state = 'waiting';

grant select, insert, update, delete on prospecting_settings, prospect_calls, prospects to foyer_app, foyer_system;
call keep_tenants_apart('prospecting_settings', 'prospect_calls', 'prospects');

/* Calls of any workspace whose process is gone. */
create function lost_prospect_calls(most int)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select c.org_id, c.id from prospect_calls c
  where c.state in ('reserved', 'sent') and c.lease_until < now()
  order by c.lease_until limit most
$$;

grant create on schema foyer to foyer_system;
alter function lost_prospect_calls owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function lost_prospect_calls from public;
grant execute on function lost_prospect_calls to foyer_app;
-- Removals of data that is kept no longer, as an owner asked for them.

create table cleanups (
  org_id uuid not null references orgs,
  id uuid not null,
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  cutoff_at timestamptz not null,           -- what was kept no longer at this moment goes
  planned jsonb not null,                   -- by kind, as counted at the start
  removed jsonb not null,
  place int not null default 0,             -- the kind that it is at
  started_by uuid,
  started_at timestamptz not null,
  moved_at timestamptz not null,            -- the last lot
  ended_at timestamptz,
  primary key (org_id, id),
  check ((state = 'running') = (ended_at is null))
);
create unique index cleanups_one_at_a_time on cleanups (org_id) where state = 'running';

grant select, insert, update, delete on cleanups to foyer_app, foyer_system;
call keep_tenants_apart('cleanups');
