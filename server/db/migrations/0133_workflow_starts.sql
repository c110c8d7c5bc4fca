-- What starts workflows by the clock, and by requests of other systems.

/* One row for each workflow whose published version starts by the clock. */
create table workflow_schedules (
  org_id uuid not null references orgs,
  workflow_id uuid not null,
  version int not null,
  schedule jsonb not null,
  missed text not null check (missed in ('skip', 'once', 'each')),
  last_instant timestamptz not null,        -- up to which times were looked at; at first that of publishing
  next_at timestamptz,                      -- when to look again; null: never, or put aside
  parked_at timestamptz,                    -- next_at of one whose workflow is stopped
  primary key (org_id, workflow_id)
);
create index workflow_schedules_due on workflow_schedules (next_at) where next_at is not null;
create index workflow_schedules_due_of_org on workflow_schedules (org_id, next_at) where next_at is not null;

/* The address of a workflow is known by the digest of its token alone; for a while after a change by that of the one before, too. */
create table directory.workflow_hooks (
  token_hash bytea primary key check (length(token_hash) = 32),
  org_id uuid not null,
  workflow_id uuid not null,
  until timestamptz                         -- of the one before; null: it is the one of now
);
create index workflow_hooks_of_workflow on directory.workflow_hooks (org_id, workflow_id);
grant select, insert, update, delete on directory.workflow_hooks to foyer_app;
grant select, insert on directory.workflow_hooks to foyer_system;

create table workflow_hooks (
  org_id uuid not null references orgs,
  workflow_id uuid not null,
  token_hint text not null,                 -- its last four characters
  old_token_until timestamptz,
  secret_sealed text not null,
  secret_hint text not null,
  old_secret_sealed text,
  old_secret_until timestamptz,
  refused int not null default 0,           -- requests without the proof
  refused_at timestamptz,
  made_at timestamptz not null default now(),
  rolled_at timestamptz,
  primary key (org_id, workflow_id)
);

/* Each request that was taken, once, with the run that it started. */
create table workflow_hook_requests (
  org_id uuid not null,
  id uuid not null,
  workflow_id uuid not null,
  version int not null,
  message_hash bytea,                       -- of the name that its sender gave it; null: it gave none
  outcome text not null check (outcome in ('started', 'filtered', 'skipped')),
  run_id uuid,                              -- null where it started none
  trigger jsonb,                            -- what came, where no run has it
  received_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index workflow_hook_requests_once on workflow_hook_requests (org_id, workflow_id, message_hash);
create index workflow_hook_requests_of_workflow on workflow_hook_requests (org_id, workflow_id, id desc);
create index workflow_hook_requests_old on workflow_hook_requests (org_id, received_at);

grant select, insert, update, delete on workflow_schedules, workflow_hooks, workflow_hook_requests to foyer_app;
call keep_tenants_apart('workflow_schedules', 'workflow_hooks', 'workflow_hook_requests');
grant update on workflow_schedules to foyer_system;

/* Workspaces in which a schedule is due: a look at an index for each that has one. */
create function orgs_with_due_schedules()
returns setof uuid
language sql stable security definer set search_path = foyer, pg_temp
as $$
  with recursive orgs (id) as (
    (select s.org_id from workflow_schedules s where s.next_at is not null order by s.org_id limit 1)
    union all
    select (select s.org_id from workflow_schedules s where s.next_at is not null and s.org_id > o.id order by s.org_id limit 1)
    from orgs o where o.id is not null)
  select o.id from orgs o
  where o.id is not null and exists (select from workflow_schedules s where s.org_id = o.id and s.next_at <= now())
$$;

/* Schedules that were put aside while their switch was turned off again are looked at as before. */
create function unpark_workflow_schedules()
returns int
language sql volatile security definer set search_path = foyer, pg_temp
as $$
  with back as (
    update workflow_schedules s set next_at = s.parked_at, parked_at = null
    from workflows w where s.parked_at is not null and w.org_id = s.org_id and w.id = s.workflow_id and w.stopped_at is null
      and not exists (select from workflow_settings g where g.org_id = s.org_id and g.stopped_at is not null) returning s.workflow_id)
  select count(*)::int from back
$$;

/* As in 0127, with schedules: whether one is due, and how late the run that is due longest is. */
drop function workflow_runs_wait();
create function workflow_runs_wait(out is_due boolean, out wait_ms int, out late_ms int, out is_schedule_due boolean)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select coalesce(r.due_at <= now(), false),
    least(60000, greatest(0, extract(epoch from least(r.due_at, s.next_at) - now()) * 1000))::int,
    least(2000000000, greatest(0, extract(epoch from now() - r.due_at) * 1000))::int,
    coalesce(s.next_at <= now(), false)
  from (select (select due_at from workflow_runs where due_at is not null order by due_at limit 1) as due_at) r,
    (select (select next_at from workflow_schedules where next_at is not null order by next_at limit 1) as next_at) s
$$;

/* The workflow behind an address, with what its requests are proven by. */
create function find_workflow_hook(wanted bytea)
returns table (org_id uuid, workflow_id uuid, until timestamptz, secret_sealed text, old_secret_sealed text, old_secret_until timestamptz,
  trigger jsonb, rate_per_minute int)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select h.org_id, h.workflow_id, d.until, h.secret_sealed, h.old_secret_sealed, h.old_secret_until, v.definition -> 'trigger',
    o.key_rate_per_minute
  from directory.workflow_hooks d
  join workflow_hooks h on h.org_id = d.org_id and h.workflow_id = d.workflow_id
  join orgs o on o.org_id = h.org_id
  left join workflow_versions v on v.org_id = h.org_id and v.workflow_id = h.workflow_id and v.published_until is null
  where d.token_hash = wanted and (d.until is null or d.until > now())
$$;

grant create on schema foyer to foyer_system;
alter function orgs_with_due_schedules owner to foyer_system;
alter function unpark_workflow_schedules owner to foyer_system;
alter function workflow_runs_wait owner to foyer_system;
alter function find_workflow_hook owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function orgs_with_due_schedules, unpark_workflow_schedules, workflow_runs_wait, find_workflow_hook from public;
grant execute on function orgs_with_due_schedules, unpark_workflow_schedules, workflow_runs_wait, find_workflow_hook to foyer_app;
