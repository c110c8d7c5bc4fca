-- What is kept of a CRM that a workspace has connected: how its fields become ours, what was read of it, and by which run.

create table crm_settings (
  org_id uuid not null references orgs,
  connection_id uuid not null,
  mapping jsonb not null default '{}',      -- {fields: [{entity, theirs, ours, direction, conflict}], stages: {theirs: ours}}; what is missing is as usual
  entities text[] not null default '{companies,contacts,deals}',
  schedule text not null default 'off' check (schedule in ('off', 'hourly', 'daily')),
  share int not null default 50 check (share between 1 and 100),  -- of a vendor's limits, in percent; the rest is for other programs
  currency text check (currency ~ '^[A-Z]{3}$'),  -- of amounts that name none; null: the CRM's, or the one that deals here have
  creates text[] not null default '{}',     -- of which kinds records are made there
  watermarks jsonb not null default '{}',   -- by entity: up to when changes were read, in the vendor's time
  whole_at timestamptz,                     -- when everything was read last
  next_run_at timestamptz,                  -- null: not by schedule
  updated_at timestamptz not null default now(),
  primary key (org_id, connection_id),
  foreign key (org_id, connection_id) references connections (org_id, id)
);
create index crm_settings_due on crm_settings (next_run_at) where next_run_at is not null;

create table sync_jobs (
  org_id uuid not null references orgs,
  id uuid not null,
  connection_id uuid not null,
  provider text not null,
  kind text not null check (kind in ('sync', 'rehearsal', 'undo')),
  of_job uuid,                              -- of an undo: the run that it takes back
  entities text[] not null,
  mode text not null check (mode in ('all', 'changes')),
  cause text not null check (cause in ('person', 'schedule')),
  started_by uuid,
  status text not null default 'queued' check (status in ('queued', 'in_progress', 'completed', 'failed')),
  condition text check (condition in ('running', 'waiting_for_limit', 'needs_reauth', 'stalled')),
  condition_since timestamptz,
  reason text,                              -- in one line, for people: why it waits, stands still or failed
  code text,                                -- why it failed: cancelled, given_up, disconnected, …
  resumes_at timestamptz,
  steps jsonb not null,                     -- by entity: {step, cursor, since, last, marks}
  counts jsonb not null,                    -- by entity: {total, new, changed, unchanged, failed, gone, conflicts, written}
  error_count int not null default 0,
  certificate jsonb,
  tries int not null default 0,             -- runs since the last step forward
  created_at timestamptz not null default now(),
  started_at timestamptz,
  moved_at timestamptz not null default now(),  -- the last step forward
  completed_at timestamptz,
  undone_by uuid,                           -- the job that takes it back, or took it
  primary key (org_id, id),
  foreign key (org_id, connection_id) references connections (org_id, id),
  check ((kind = 'undo') = (of_job is not null)),
  check ((status in ('completed', 'failed')) = (completed_at is not null))
);
create unique index sync_jobs_one_at_a_time on sync_jobs (org_id, connection_id) where status in ('queued', 'in_progress');
create index sync_jobs_of_connection on sync_jobs (org_id, connection_id, id);
create index sync_jobs_open on sync_jobs (moved_at) where status in ('queued', 'in_progress');

/* A record there and what stands for it here. */
create table sync_links (
  org_id uuid not null,
  connection_id uuid not null,
  entity text not null check (entity in ('companies', 'contacts', 'deals')),
  their_id text not null check (length(their_id) between 1 and 255),
  our_id uuid not null,                     -- a company, a contact or a deal
  state text not null default 'linked' check (state in ('linked', 'gone', 'merged')),
  merged_into text,
  modified_at timestamptz,                  -- there, as it was read last
  seen jsonb not null,                      -- what it said there when it was read last, by our fields and custom ones
  differs text[] not null default '{}',     -- fields in which ours was another when it was read: nothing both had
  pinned text[] not null default '{}',      -- fields that a person decided on
  our_at timestamptz not null,              -- our record's updated_at after the last write by a sync: later is somebody else's
  compared_at timestamptz not null default '-infinity',  -- ours was compared with what was seen there, for writing it there
  made_by uuid,                             -- the run that made our record; null: it was here
  linked_by uuid not null,
  job_id uuid not null,                     -- the run that read it last
  linked_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (org_id, connection_id, entity, their_id)
);
create index sync_links_of_record on sync_links (org_id, our_id);
create index sync_links_of_maker on sync_links (org_id, linked_by, entity, their_id);

/* A record that names another which is not here yet. */
create table sync_waiting (
  org_id uuid not null,
  connection_id uuid not null,
  wants_entity text not null,
  wants_id text not null,
  entity text not null,
  their_id text not null,
  place int not null,                       -- 0: the main one
  primary key (org_id, connection_id, wants_entity, wants_id, entity, their_id)
);

/* A record of ours that is being created there: after a crash it is looked for before it is created again. */
create table sync_intents (
  org_id uuid not null,
  connection_id uuid not null,
  entity text not null,
  our_id uuid not null,
  at timestamptz not null default now(),
  primary key (org_id, connection_id, entity, our_id)
);

/* What a run changed in records that were here before: by this it is taken back. */
create table sync_changes (
  org_id uuid not null,
  job_id uuid not null,
  n bigint generated by default as identity,
  entity text not null,
  their_id text not null,
  our_id uuid not null,
  field text not null,
  was text,
  became text,
  primary key (org_id, job_id, n)
);

create table sync_errors (
  org_id uuid not null,
  job_id uuid not null,
  n bigint generated by default as identity,
  entity text not null,
  record_id text not null,
  field text,
  code text not null,
  message text not null,
  at timestamptz not null default now(),
  primary key (org_id, job_id, n)
);

/* Ours and theirs differ, and a person decides. */
create table sync_conflicts (
  org_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  entity text not null,
  their_id text not null,
  our_id uuid not null,
  field text not null,
  ours text,
  theirs text,
  state text not null default 'open' check (state in ('open', 'ours', 'theirs', 'settled')),
  job_id uuid not null,
  at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid,
  primary key (org_id, id)
);
create unique index sync_conflicts_one on sync_conflicts (org_id, connection_id, entity, their_id, field) where state = 'open';
create index sync_conflicts_of_record on sync_conflicts (org_id, our_id) where state = 'open';

/* What a rehearsal would have made is found by later pages of it. */
create table sync_rehearsed (
  org_id uuid not null,
  job_id uuid not null,
  key text not null,
  primary key (org_id, job_id, key)
);

/* What a rehearsal shows of single records, and what stays of a run that was taken back. */
create table sync_samples (
  org_id uuid not null,
  job_id uuid not null,
  n bigint generated by default as identity,
  entity text not null,
  record_id text not null,
  verdict text not null,
  details jsonb not null,
  primary key (org_id, job_id, n)
);

grant select, insert, update, delete on crm_settings, sync_jobs, sync_links, sync_waiting, sync_changes, sync_errors, sync_conflicts,
  sync_rehearsed, sync_samples, sync_intents to foyer_app, foyer_system;
call keep_tenants_apart('crm_settings', 'sync_jobs', 'sync_links', 'sync_waiting', 'sync_changes', 'sync_errors', 'sync_conflicts',
  'sync_rehearsed', 'sync_samples', 'sync_intents');

-- A deal can come from a CRM.
alter table deals drop constraint deals_kind_check;
alter table deals add constraint deals_kind_check check (kind in ('prd', 'web_chat', 'whatsapp', 'voice', 'lead', 'manual', 'booking', 'import')) not valid;

-- A deal that is taken back is looked for in every table that may name it.
create index messages_of_deal on messages (org_id, deal_id) where deal_id is not null;

/* As before, without deals that a CRM brought and that had no task here: what is next for them is planned there. */
create or replace function idle_deals(most int)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select d.org_id, d.id from deals d
  where d.state = 'open'
    and not exists (select from tasks t where t.org_id = d.org_id and t.deal_id = d.id and t.done_at is null)
    and not exists (select from notices n where n.org_id = d.org_id and n.kind = 'deal_idle' and n.subject_id = d.id)
    and (d.kind <> 'import' or exists (select from tasks t where t.org_id = d.org_id and t.deal_id = d.id))
  limit most
$$;

/* Runs of any workspace that stand still, wait until now, or were not begun. */
create function silent_syncs(silent_since timestamptz, at_time timestamptz, most int)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select j.org_id, j.id from sync_jobs j
  where j.status in ('queued', 'in_progress')
    and (j.condition is distinct from 'waiting_for_limit' and j.moved_at < silent_since or j.resumes_at < at_time)
  order by j.moved_at limit most
$$;

/* Connections of any workspace whose schedule says now. */
create function due_syncs(at_time timestamptz, most int)
returns table (org_id uuid, connection_id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$ select s.org_id, s.connection_id from crm_settings s where s.next_run_at <= at_time order by s.next_run_at limit most $$;

grant create on schema foyer to foyer_system;
alter function silent_syncs owner to foyer_system;
alter function due_syncs owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function silent_syncs, due_syncs from public;
grant execute on function silent_syncs, due_syncs to foyer_app;
