-- One change of many records. What is to be changed is written down, record by record, before the first is: a run that is killed goes on
-- where it was, each record is changed once, and what it was before can be given back.

create table bulk_changes (
  org_id uuid not null references orgs,
  id uuid not null,
  kind text not null check (kind in ('lead', 'contact', 'company', 'deal', 'task')),
  change jsonb not null,                    -- with its type
  selection jsonb,                          -- a filter and a search; null: records that were named
  state text not null check (state in ('selecting', 'changing', 'done', 'cancelled', 'failed', 'undoing', 'undone')),
  failed_in text check (failed_in in ('selecting', 'changing', 'undoing')),
  code text,                                -- of the error
  cursor text,                              -- where selecting goes on
  at_place int not null default 0,          -- up to which record it is changed, or undone
  selected int not null default 0,
  done int not null default 0,
  skipped int not null default 0,
  failed int not null default 0,
  undone int not null default 0,
  kept int not null default 0,              -- not undone: they were changed since
  tries int not null default 0,             -- runs that were begun since the last step
  person_id uuid,                           -- who started it; null: a key did
  key_id uuid,
  undone_by uuid,
  undone_by_key uuid,
  created_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (org_id, id)
);
create index bulk_changes_under_way on bulk_changes (org_id, id) where state in ('selecting', 'changing', 'undoing');
create index bulk_changes_silent on bulk_changes (moved_at) where state in ('selecting', 'changing', 'undoing');

create table bulk_change_records (
  org_id uuid not null,
  change_id uuid not null,
  place int not null,
  record_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'skipped', 'failed', 'undone', 'kept')),
  reason text,                              -- a code: why it was skipped, failed or kept
  before jsonb,                             -- of what the change wrote over
  after jsonb,
  primary key (org_id, change_id, place),
  unique (org_id, change_id, record_id),
  foreign key (org_id, change_id) references bulk_changes on delete cascade
);
create index bulk_change_records_with_reason on bulk_change_records (org_id, change_id, place) where reason is not null;

grant select, insert, update, delete on bulk_changes, bulk_change_records to foyer_app;
call keep_tenants_apart('bulk_changes', 'bulk_change_records');

/* Across organizations, longest silent first. */
create function stalled_bulk_changes(silent_since timestamptz, most int)
returns table (org_id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select b.org_id from bulk_changes b
  where b.state in ('selecting', 'changing', 'undoing') and b.moved_at < silent_since
  group by b.org_id order by min(b.moved_at) limit most
$$;
grant create on schema foyer to foyer_system;
alter function stalled_bulk_changes owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function stalled_bulk_changes from public;
grant execute on function stalled_bulk_changes to foyer_app;
grant select on bulk_changes to foyer_system;
