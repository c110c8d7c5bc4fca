-- Workflows: what is written, what is published, what runs, what it waits for, and what left the house by it.

create table workflows (
  org_id uuid not null references orgs,
  id uuid not null,
  name text not null,                       -- as published, before that as in the draft of who made it
  published_version int,                    -- null: never, unpublished, or archived
  last_version int not null default 0,
  trigger_kind text,                        -- of the published version
  stopped_at timestamptz,                   -- the stop switch: nothing starts and nothing leaves
  stopped_by uuid,                          -- null: a guard
  stop_reason text,                         -- of a guard, in words for people
  archived_at timestamptz,
  made_from text,                           -- the template
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create index workflows_by_name on workflows (org_id, lower(name), id);

/* Of the workspace as a whole. */
create table workflow_settings (
  org_id uuid not null references orgs primary key,
  stopped_at timestamptz,
  stopped_by uuid
);

/* Each belongs to who writes it. */
create table workflow_drafts (
  org_id uuid not null,
  id uuid not null,
  workflow_id uuid not null,
  person_id uuid not null,
  base_version int,                         -- from which it was made; null: there was none
  revision int not null default 1,          -- grows with each save: who saves an older one is refused
  definition jsonb not null,
  updated_by uuid not null,                 -- who saved last: colleagues may write in it too
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, workflow_id, person_id)
);

/* Never changed, but for the end of the time in which it was the published one. */
create table workflow_versions (
  org_id uuid not null,
  workflow_id uuid not null,
  version int not null,
  definition jsonb not null,
  trigger_kind text not null,
  trigger_event text,
  role text not null check (role in ('member', 'admin')),
  publisher_id uuid not null,
  note text,
  base_version int,                         -- from which its draft was made
  rehearsal_id uuid,                        -- that its publisher had seen
  published_at timestamptz not null default now(),
  published_until timestamptz,              -- null: it is the published one
  primary key (org_id, workflow_id, version)
);
create unique index workflow_versions_published on workflow_versions (org_id, workflow_id) where published_until is null;
create index workflow_versions_of_event on workflow_versions (org_id, trigger_event) where trigger_event is not null;

create table workflow_runs (
  org_id uuid not null,
  id uuid not null,
  workflow_id uuid not null,
  version int not null,
  state text not null default 'queued'
    check (state in ('queued', 'running', 'waiting', 'paused', 'completed', 'failed', 'cancelled')),
  reason_code text,                         -- why it is paused, or how it ended
  reason text,                              -- in words
  start_key text,                           -- `event:<id>`, `time:<instant>`, `hook:<id>`, `run:<run>:<node>:<path>`; null: by hand
  event_id uuid,
  person_id uuid,                           -- who started it by hand
  key_id uuid,                              -- which key did
  subject_kind text check (subject_kind in ('lead', 'contact', 'deal', 'invoice', 'booking', 'other')),
  subject_id uuid,
  trigger jsonb not null,                   -- what expressions see as `trigger`; emptied with what steps gave
  root_id uuid not null,                    -- of effect keys: of a replay that of the run it repeats
  parent_id uuid,                           -- the run that started it by a step
  replay_of uuid,
  depth int not null default 0,             -- of causes: runs that led to it by events and steps
  causes jsonb not null default '[]',       -- their workflows and ids, newest first
  concurrency_key text,
  progress jsonb not null default '{}',     -- threads, frames and variables
  step_count int not null default 0,
  due_at timestamptz,                       -- when there is something to do; of a claimed run the end of its lease. Null: not by the clock
  parked_at timestamptz,                    -- due_at of a run whose workflow was stopped
  lease uuid,
  fence int not null default 0,             -- grows with each claim
  deaths int not null default 0,            -- workers that had it one after the other and never let it go
  news int not null default 0,              -- grows when a wait of it is answered: a worker that has it looks again
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  forgotten_at timestamptz,                 -- what its steps took and gave is gone
  primary key (org_id, id)
);
create unique index workflow_runs_once on workflow_runs (org_id, workflow_id, start_key);
create index workflow_runs_due on workflow_runs (due_at) where due_at is not null;
create index workflow_runs_due_of_org on workflow_runs (org_id, due_at) where due_at is not null;
create index workflow_runs_of_workflow on workflow_runs (org_id, workflow_id, id desc);
create index workflow_runs_of_subject on workflow_runs (org_id, subject_id, id desc) where subject_id is not null;
create index workflow_runs_open on workflow_runs (org_id, workflow_id, state) where ended_at is null;
create index workflow_runs_of_parent on workflow_runs (org_id, parent_id) where parent_id is not null;
create index workflow_runs_of_key on workflow_runs (org_id, workflow_id, concurrency_key, id) where concurrency_key is not null and ended_at is null;
create index workflow_runs_ended on workflow_runs (org_id, ended_at) where ended_at is not null;
create index workflow_runs_parked on workflow_runs (org_id, workflow_id) where parked_at is not null;
create index workflow_runs_of_org on workflow_runs (org_id, id desc);

/* A node in one iteration is one step of a run: it cannot end twice. */
create table workflow_steps (
  org_id uuid not null,
  run_id uuid not null,
  node text not null,
  path text not null,                       -- '' outside of bodies; `/each_lead.3/branches.left`
  place int not null,                       -- in the order in which they ended or began to wait
  kind text not null,
  state text not null check (state in ('running', 'waiting', 'done', 'failed', 'uncertain', 'cancelled')),
  outlet text,
  tries int not null default 0,
  input jsonb,
  output jsonb,
  error jsonb,
  is_simulated boolean not null default false,
  cost_micros bigint,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (org_id, run_id, node, path)
);

create table workflow_waits (
  org_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  workflow_id uuid not null,
  node text not null,
  path text not null,
  kind text not null check (kind in ('time', 'event', 'person', 'run')),
  state text not null default 'open' check (state in ('open', 'answered', 'timed_out', 'cancelled')),
  opened_at timestamptz not null default now(),
  due_at timestamptz,                       -- when it ends by the clock
  clock jsonb,                              -- wall clock and zone, of one that was named so
  event_type text,
  since timestamptz,                        -- events from then on count
  about text,                               -- the id that an event must be about
  asked jsonb,                              -- of a person: heading, text, form, choices
  recipient jsonb,
  person_id uuid,                           -- who is asked; null: a role, or a client
  role text,
  remind_at timestamptz,
  escalate_at timestamptz,
  answer jsonb,
  answer_hash bytea,
  answered_by uuid,                         -- a member
  answered_via text,                        -- 'app', 'link', 'client', 'event', 'api'
  event_id uuid,                            -- that answered it
  child_id uuid,                            -- the run that is waited for
  settled_at timestamptz,
  primary key (org_id, id),
  unique (org_id, run_id, node, path)
);
create index workflow_waits_for_event on workflow_waits (org_id, event_type, about) where state = 'open' and event_type is not null;
create index workflow_waits_of_people on workflow_waits (org_id, id) where kind = 'person' and state = 'open';
create index workflow_waits_to_remind on workflow_waits (least(remind_at, escalate_at)) where state = 'open' and kind = 'person';
create index workflow_waits_for_run on workflow_waits (org_id, child_id) where child_id is not null and state = 'open';

/* What left the house, or was about to: written before it leaves, for as long as a repeat could be asked for. */
create table workflow_effects (
  org_id uuid not null,
  key text not null,                        -- `wf:<root run>:<node>:<path>`, with a counter where a person had it done anew
  run_id uuid not null,
  workflow_id uuid not null,
  node text not null,
  path text not null,
  what text not null,                       -- the action, or the method and host of a request
  state text not null check (state in ('begun', 'done', 'failed', 'uncertain')),
  proof jsonb,
  began_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (org_id, key)
);
create index workflow_effects_of_run on workflow_effects (org_id, run_id);
create index workflow_effects_old on workflow_effects (org_id, began_at);

grant select, insert, update, delete on workflows, workflow_settings, workflow_drafts, workflow_versions, workflow_runs, workflow_steps,
  workflow_waits, workflow_effects to foyer_app;
grant update on workflow_runs to foyer_system;
call keep_tenants_apart('workflows', 'workflow_settings', 'workflow_drafts', 'workflow_versions', 'workflow_runs', 'workflow_steps',
  'workflow_waits', 'workflow_effects');

-- Runs under way are held after a restore.
alter table holds drop constraint holds_kind_check;
alter table holds add constraint holds_kind_check
  check (kind in ('mails', 'messages', 'webhooks', 'payments', 'syncs', 'ai', 'workflows')) not valid;

/* Whether something is due, and whether something will be: with a million that wait, one look at an index. */
create function workflow_runs_wait(out is_due boolean, out wait_ms int)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select coalesce(min(due_at) <= now(), false), least(60000, greatest(0, extract(epoch from min(due_at) - now()) * 1000))::int from
    (select due_at from workflow_runs where due_at is not null order by due_at limit 1) r
$$;

/*
 * Takes runs that are due, of each workspace some, so that a burst of one delays no other. A run that was taken belongs to its lease
 * until `due_at`; who comes back later finds another fence and writes nothing. Runs of a stopped workflow are put aside.
 */
create function claim_workflow_runs(new_lease uuid, lease_ms int, most int, most_of_org int)
returns table (org_id uuid, id uuid, fence int, workflow_id uuid, version int, state text, trigger jsonb, progress jsonb, root_id uuid,
  depth int, causes jsonb, step_count int, subject_kind text, subject_id uuid, parent_id uuid, concurrency_key text, created_at timestamptz, started_at timestamptz,
  news int, deaths int, claimed_at timestamptz, outputs jsonb, answers jsonb)
language sql volatile security definer set search_path = foyer, pg_temp
as $$
  with recursive orgs (id) as (
    (select r.org_id from workflow_runs r where r.due_at is not null order by r.org_id limit 1)
    union all
    select (select r.org_id from workflow_runs r where r.due_at is not null and r.org_id > o.id order by r.org_id limit 1)
    from orgs o where o.id is not null),
  due as (
    select d.* from orgs o cross join lateral (
      select r.org_id, r.id, r.workflow_id, r.due_at, row_number() over (order by r.due_at) as turn
      from workflow_runs r where r.org_id = o.id and r.due_at <= now() order by r.due_at limit most_of_org) d
    where o.id is not null order by d.turn, d.due_at limit most),
  ours as (
    select r.org_id, r.id,
      w.stopped_at is not null or exists (select from workflow_settings s where s.org_id = r.org_id and s.stopped_at is not null) as is_stopped
    from due d join workflow_runs r on r.org_id = d.org_id and r.id = d.id join workflows w on w.org_id = r.org_id and w.id = r.workflow_id
    where r.due_at <= now() for update of r skip locked),
  parked as (
    update workflow_runs r set parked_at = r.due_at, due_at = null, lease = null from ours o
    where o.is_stopped and r.org_id = o.org_id and r.id = o.id),
  taken as (
    update workflow_runs r set lease = new_lease, fence = r.fence + 1, deaths = case when r.lease is null then 0 else r.deaths + 1 end, due_at = now() + make_interval(secs => lease_ms / 1000.0),
      state = 'running', started_at = coalesce(r.started_at, now())
    from ours o where not o.is_stopped and r.org_id = o.org_id and r.id = o.id returning r.*)
  select t.org_id, t.id, t.fence, t.workflow_id, t.version, t.state, t.trigger, t.progress, t.root_id, t.depth, t.causes, t.step_count,
    t.subject_kind, t.subject_id, t.parent_id, t.concurrency_key, t.created_at, t.started_at, t.news, t.deaths, now(),
    case when t.step_count > 0 then
      (select jsonb_agg(jsonb_build_array(s.node, s.path, coalesce(s.output, jsonb_build_object('error', s.error)))) from workflow_steps s
       where s.org_id = t.org_id and s.run_id = t.id and s.state in ('done', 'failed') and (s.output is not null or s.error is not null)) end,
    case when t.news > 0 then
      (select jsonb_agg(jsonb_build_array(w.id, w.answer)) from workflow_waits w
       where w.org_id = t.org_id and w.run_id = t.id and w.state = 'answered') end
  from taken t order by t.created_at, t.id
$$;

/* Runs that were put aside while their switch was turned off again are due as before. */
create function unpark_workflow_runs()
returns int
language sql volatile security definer set search_path = foyer, pg_temp
as $$
  with back as (
    update workflow_runs r set due_at = r.parked_at, parked_at = null
    from workflows w where r.parked_at is not null and r.ended_at is null and w.org_id = r.org_id and w.id = r.workflow_id and w.stopped_at is null
      and not exists (select from workflow_settings s where s.org_id = r.org_id and s.stopped_at is not null) returning r.id)
  select count(*)::int from back
$$;

/* What a worker has taken stays its own for as long as it gives signs of life. */
create function extend_workflow_leases(orgs uuid[], ids uuid[], our_lease uuid, lease_ms int)
returns setof uuid
language sql volatile security definer set search_path = foyer, pg_temp
as $$
  update workflow_runs r set due_at = now() + make_interval(secs => lease_ms / 1000.0)
  from unnest(orgs, ids) as g (org_id, id) where r.org_id = g.org_id and r.id = g.id and r.lease = our_lease returning r.id
$$;

/* Workspaces in which an event can start or resume something. */
create function orgs_with_workflows()
returns setof uuid
language sql stable security definer set search_path = foyer, pg_temp
as $$
  with recursive waiting (id) as (
    (select w.org_id from workflow_waits w where w.state = 'open' and w.event_type is not null order by w.org_id limit 1)
    union all
    select (select w.org_id from workflow_waits w where w.state = 'open' and w.event_type is not null and w.org_id > o.id order by w.org_id limit 1)
    from waiting o where o.id is not null)
  select id from waiting where id is not null
  union
  select org_id from workflow_versions where trigger_event is not null and (published_until is null or published_until > now() - interval '1 hour')
$$;

grant create on schema foyer to foyer_system;
alter function workflow_runs_wait owner to foyer_system;
alter function claim_workflow_runs owner to foyer_system;
alter function extend_workflow_leases owner to foyer_system;
alter function unpark_workflow_runs owner to foyer_system;
alter function orgs_with_workflows owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function workflow_runs_wait, claim_workflow_runs, extend_workflow_leases, unpark_workflow_runs, orgs_with_workflows from public;
grant execute on function workflow_runs_wait, claim_workflow_runs, extend_workflow_leases, unpark_workflow_runs, orgs_with_workflows to foyer_app;
