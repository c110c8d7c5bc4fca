-- What people decided about background work that had come to rest: done once more, or given up, and why.
create table work_decisions (
  org_id uuid not null,
  id uuid not null,
  work_id uuid not null,                    -- the job, or the request in the inbox
  name text not null,                       -- of the job or the hook
  decision text not null check (decision in ('replayed', 'dropped')),
  reason text,                              -- of what was dropped
  person_id uuid,
  at timestamptz not null default now(),
  primary key (org_id, id)
);
grant select, insert on work_decisions to foyer_app;
call keep_tenants_apart('work_decisions');

-- A request that will never be read, by somebody's decision. It stays, so that a repeat of it is known.
alter table inbox drop constraint inbox_state_check;
alter table inbox add constraint inbox_state_check check (state in ('stored', 'read', 'unreadable', 'failed', 'dropped'));
drop index inbox_by_state;
create index inbox_by_state on inbox (org_id, state, id) where state not in ('read', 'dropped');
