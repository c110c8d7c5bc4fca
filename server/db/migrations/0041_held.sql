-- What a restored backup must not let out by itself: it may have left before. One row a workspace and kind, until an owner releases it.

create table holds (
  org_id uuid not null references orgs,
  kind text not null check (kind in ('mails', 'messages', 'webhooks', 'payments', 'syncs', 'ai')),
  held_at timestamptz not null,             -- when the backup was restored
  state_of timestamptz not null,            -- when it was taken
  released_at timestamptz,
  released_by uuid,                         -- null: the operator
  primary key (org_id, kind)
);
grant select, insert, update, delete on holds to foyer_app;
call keep_tenants_apart('holds');
