-- Consent at other services: what was begun, and who renews a token just now.

create table oauth_flows (
  org_id uuid not null references orgs,
  id uuid not null,
  state_hash bytea not null,                -- of what comes back with the answer, once
  provider text not null,
  mode text not null check (mode in ('live', 'test', 'sandbox')),
  connection_id uuid not null,              -- the id that a new connection will have
  person_id uuid not null,
  session_id uuid,                          -- the browser that began it; null where that was a program with a token
  verifier_sealed text not null,            -- of PKCE, under FOYER_KEY
  redirect_uri text not null,
  scopes text[] not null,                   -- asked for
  expires_at timestamptz not null,
  primary key (org_id, id)
);
create unique index oauth_flows_by_state on oauth_flows (org_id, state_hash);
grant select, insert, update, delete on oauth_flows to foyer_app;

-- A lease, not a lock: nobody holds a connection to the database while a service thinks. By the database's clock, which is the
-- same for all.
create table token_renewals (
  org_id uuid not null references orgs,
  connection_id uuid not null,
  holder uuid,                              -- who asks the service now; null when nobody does
  version int not null,                     -- of the credentials that are being renewed, or were last
  leased_until timestamptz not null,        -- whoever holds it longer is taken for dead
  renewed_at timestamptz,
  failed_at timestamptz,                    -- of the last try, when it may work another time
  failures int not null default 0,          -- in a row
  reason text,
  primary key (org_id, connection_id)
);
grant select, insert, update on token_renewals to foyer_app;

call keep_tenants_apart('oauth_flows', 'token_renewals');
