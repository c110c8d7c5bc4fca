-- Rehearsals of workflows on history: what was asked for, how far it has come, and what it showed. Kept for seven days.

create table workflow_rehearsals (
  org_id uuid not null references orgs,
  id uuid not null,
  workflow_id uuid not null,
  draft_id uuid,                            -- with its revision; null: a version that was published
  revision int,
  version int,
  definition jsonb not null,                -- as it was when it was asked for
  from_at timestamptz not null,
  to_at timestamptz not null,
  choices jsonb not null default '{}',      -- how people answer, by step
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  played int not null default 0,
  to_play int,                              -- starts and events; null: not known yet
  report jsonb,
  reason text,                              -- why it failed
  asked_by uuid not null,                   -- a member or a key
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (org_id, id)
);
/* One at a time in a workspace. */
create unique index workflow_rehearsals_running on workflow_rehearsals (org_id) where state = 'running';
create index workflow_rehearsals_of_workflow on workflow_rehearsals (org_id, workflow_id, id desc);
create index workflow_rehearsals_of_draft on workflow_rehearsals (org_id, draft_id, revision) where draft_id is not null;
create index workflow_rehearsals_old on workflow_rehearsals (org_id, created_at);

/* For whom it had run, and what had left for them: what differs from the published version first. */
create table workflow_rehearsal_people (
  org_id uuid not null,
  rehearsal_id uuid not null,
  place int not null,
  subject_kind text not null,
  subject_id uuid,
  name text,
  change text not null check (change in ('more', 'less', 'other', 'same')),
  has_failed boolean not null,
  runs jsonb not null,                      -- of what was rehearsed
  published_runs jsonb not null,            -- of the published version, where they differ
  primary key (org_id, rehearsal_id, place),
  foreign key (org_id, rehearsal_id) references workflow_rehearsals on delete cascade
);

/* What its publisher had seen: the numbers outlive the rehearsal. */
alter table workflow_versions add column rehearsal_seen jsonb;

grant select, insert, update, delete on workflow_rehearsals, workflow_rehearsal_people to foyer_app;
call keep_tenants_apart('workflow_rehearsals', 'workflow_rehearsal_people');
