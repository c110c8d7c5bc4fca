-- Services that need no code: the clients that a workspace registered there itself, and what a service is asked to do.

/* One of a service in the place of the operator's. A connection keeps the client that it was made with, sealed with its tokens. */
create table oauth_clients (
  org_id uuid not null references orgs,
  id uuid not null,
  provider text not null,
  client_id text not null,
  secret_sealed text not null,
  saved_by uuid,
  saved_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, provider)
);
grant select, insert, update, delete on oauth_clients to foyer_app;
call keep_tenants_apart('oauth_clients');

alter table oauth_flows
  add column client_id text,                -- the workspace's own, as the person was sent there with; null: the operator's
  add column server text;                   -- of a service where each account has its own
