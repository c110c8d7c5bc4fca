-- Accounts at other services, and each call to them.

create table connections (
  org_id uuid not null references orgs,
  id uuid not null,
  provider text not null,
  kind text not null check (kind in ('key', 'oauth')),
  mode text not null check (mode in ('live', 'test', 'sandbox')),
  status text not null check (status in ('connected', 'needs_reauth', 'error', 'disconnected')),
  account text,                             -- whose it is, in the provider's words
  scopes text[] not null default '{}',
  credentials text,                         -- JSON under FOYER_KEY, bound to the id. Gone once disconnected
  expires_at timestamptz,                   -- of the access token
  last_error text,                          -- why it needs somebody, or why the last call failed: words, no secret
  last_call_at timestamptz,
  last_ok_at timestamptz,
  connected_at timestamptz not null default now(), -- also when credentials were replaced: what an older call found out is of the past
  connected_by uuid,
  disconnected_at timestamptz,
  webhook_tried_at timestamptz,             -- when the provider was last asked to send its webhooks here
  version int not null default 1,           -- goes up with every change of the credentials
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  check ((status = 'disconnected') = (credentials is null)),
  check ((status = 'disconnected') = (disconnected_at is not null))
);
-- Money goes one way: of a payment provider there is one account at a time.
create unique index connections_one_at_a_time on connections (org_id, provider)
  where status <> 'disconnected' and provider in ('stripe', 'razorpay');
grant select, insert, update on connections to foyer_app;

-- A webhook names the connection that it is for.
create table directory.connections (
  id uuid primary key,
  org_id uuid not null
);
grant select, insert on directory.connections to foyer_app;

-- What was called and what came back, without a word of what was said. No foreign key: it is written behind the call.
create table provider_calls (
  org_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  provider text not null,
  operation text not null,                  -- in the provider's words: checkout.sessions.create
  method text not null,
  host text not null,
  status int,                               -- null when no answer came
  outcome text not null check (outcome in ('ok', 'refused', 'rate_limited', 'failed', 'cut', 'timed_out', 'no_answer')),
  tries int not null,
  duration_ms int not null,                 -- of all tries, with the waits between
  provider_request_id text,
  at timestamptz not null,
  primary key (org_id, id)
);
create index provider_calls_of_connection on provider_calls (connection_id, id);
grant select, insert, delete on provider_calls to foyer_app;

call keep_tenants_apart('connections', 'provider_calls');
