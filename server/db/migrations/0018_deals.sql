-- Who somebody is, when they come by several ways; and what is being done with them: deals, their stages, whose they are, what is next.

-- ── One person, several records ─────────────────────────────────────────────────────────────────────────────────────

-- Nothing moves when two contacts are found to be one person: the source points at the target, and whoever reads a person
-- reads the whole family. So nothing can be lost or doubled by it, and undoing takes the pointer away.
alter table contacts add column merged_into uuid;  -- the contact that this one was joined to; an edge of a tree
alter table contacts add column root_id uuid;      -- the top of that tree; null: this one. Kept with every join and undo
alter table contacts add column company_id uuid;
create index contacts_of_family on contacts (org_id, root_id) where root_id is not null;
alter table contacts add check ((merged_into is null) = (root_id is null)), add check (merged_into <> id);

-- WhatsApp's business-scoped user id: people there may write without showing a number.
alter table contact_keys drop constraint contact_keys_kind_check;
alter table contact_keys add constraint contact_keys_kind_check check (kind in ('email', 'phone', 'whatsapp'));

create table contact_merges (
  org_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  target_id uuid not null,
  cause text not null check (cause in ('person', 'link', 'same_email', 'same_phone', 'same_whatsapp', 'number_changed')),
  reason text,
  filled jsonb not null default '{}',       -- blanks of the target that the source filled: {field: value}
  person_id uuid,                           -- null: it was plain from what they sent
  at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by uuid,
  primary key (org_id, id),
  check (source_id <> target_id)
);
create unique index contact_merges_standing on contact_merges (org_id, source_id) where undone_at is null;
create index contact_merges_of_target on contact_merges (org_id, target_id, id);

-- ── Deals ───────────────────────────────────────────────────────────────────────────────────────────────────────────

create table pipelines (
  org_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  is_default boolean not null default false,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  check (not (is_default and archived_at is not null))
);
create unique index pipelines_one_default on pipelines (org_id) where is_default;

create table stages (
  org_id uuid not null,
  id uuid not null,
  pipeline_id uuid not null,
  slug text not null check (slug ~ '^[a-z0-9]+(_[a-z0-9]+)*$' and length(slug) <= 64),  -- `status` on the wire
  name text not null check (length(name) between 1 and 100),
  kind text not null check (kind in ('open', 'won', 'lost')),
  position int not null,
  archived_at timestamptz,
  primary key (org_id, id),
  unique (org_id, pipeline_id, slug),
  foreign key (org_id, pipeline_id) references pipelines (org_id, id)
);

create table companies (
  org_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  domain text,                              -- lower case, without www; never one that gives mailboxes to everybody
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index companies_by_domain on companies (org_id, domain) where domain is not null;
alter table contacts add foreign key (org_id, company_id) references companies (org_id, id);

create table deals (
  org_id uuid not null,
  id uuid not null,
  contact_id uuid not null,                 -- as it was when the deal was made; the person is the family of it
  company_id uuid,
  name text not null check (length(name) between 1 and 255),
  kind text not null check (kind in ('prd', 'web_chat', 'whatsapp', 'voice', 'lead', 'manual')),
  pipeline_id uuid not null,
  stage_id uuid not null,
  state text not null default 'open' check (state in ('open', 'won', 'lost', 'linked')),  -- linked: went into another deal
  linked_to uuid,                           -- that deal
  lost_reason text,
  rank text not null collate "C",           -- place in the column of the board: fractional, compared byte by byte
  value_minor bigint check (value_minor >= 0),
  currency text,
  business_name text,
  industry text,
  assigned_to uuid,
  assigned_because jsonb,                   -- why: {rule, turns, of, away} or {person_id, reason}
  assigned_at timestamptz,
  asked jsonb,                              -- what the prospect wrote: {problem, users, features}
  prd text,
  prd_state text not null default 'none' check (prd_state in ('none', 'given', 'queued', 'written', 'failed')),
  prd_model text,
  prd_at timestamptz,
  lead_id uuid,                             -- the lead that it was made of
  response_due_at timestamptz,
  responded_at timestamptz,                 -- when the prospect first heard from a person here
  responded_by uuid,
  stage_since timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, contact_id) references contacts (org_id, id),
  foreign key (org_id, company_id) references companies (org_id, id),
  foreign key (org_id, pipeline_id) references pipelines (org_id, id),
  foreign key (org_id, stage_id) references stages (org_id, id),
  check ((state = 'linked') = (linked_to is not null)),
  check ((value_minor is null) = (currency is null)),
  check (state <> 'lost' or lost_reason is not null)
);
create index deals_of_contact on deals (org_id, contact_id, id);
create index deals_of_stage on deals (org_id, stage_id, rank, id) where state <> 'linked';
create index deals_of_person on deals (org_id, assigned_to, id) where state = 'open';
create index deals_waiting on deals (org_id, response_due_at) where state = 'open' and responded_at is null;
create index deals_of_lead on deals (org_id, lead_id) where lead_id is not null;
-- A prospect who is the same person twice at the same moment gets one deal: whoever makes one holds the contact's row.

create table deal_moves (
  org_id uuid not null,
  id uuid not null,
  deal_id uuid not null,
  from_stage_id uuid,                       -- null: it was made
  to_stage_id uuid not null,
  person_id uuid,                           -- null: nobody in particular did it
  cause text not null,                      -- person, prd, web_chat, whatsapp, voice, lead, link, undo
  why text,
  at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, deal_id) references deals (org_id, id)
);
create index deal_moves_of_deal on deal_moves (org_id, deal_id, id);

-- Whose turn it is. The row of the organization is held while one is chosen, so that any number of deals at once are shared out
-- one after the other.
create table assignment_pointers (
  org_id uuid not null,
  id uuid not null,                         -- the organization's
  turns bigint not null default 0,          -- given out so far
  primary key (org_id, id)
);
create table assignment_turns (
  org_id uuid not null,
  id uuid not null,                         -- the person
  turns bigint not null default 0,          -- one who comes, or comes back, starts with as many as the others have
  last_turn_at timestamptz,
  away_from timestamptz,
  away_until timestamptz,                   -- null with away_from set: until further notice
  primary key (org_id, id)
);
create table assignments (
  org_id uuid not null,
  id uuid not null,
  deal_id uuid not null,
  person_id uuid,                           -- null: nobody could be found
  because jsonb not null,
  by_person_id uuid,                        -- null: by turns
  at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, deal_id) references deals (org_id, id)
);
create index assignments_of_deal on assignments (org_id, deal_id, id);

-- What is next, or what is waited for.
create table tasks (
  org_id uuid not null,
  id uuid not null,
  deal_id uuid,
  contact_id uuid,
  kind text not null check (kind in ('next_action', 'wait', 'call_back')),
  title text not null check (length(title) between 1 and 500),
  due_at timestamptz,
  assigned_to uuid,
  cause jsonb not null,                     -- {rule} or {person_id} or {call_id}
  cause_key text,                           -- the same cause makes one task
  created_at timestamptz not null default now(),
  done_at timestamptz,
  done_by uuid,
  outcome text,
  primary key (org_id, id),
  foreign key (org_id, deal_id) references deals (org_id, id),
  foreign key (org_id, contact_id) references contacts (org_id, id)
);
create unique index tasks_by_cause on tasks (org_id, cause_key) where cause_key is not null;
create index tasks_open on tasks (org_id, due_at, id) where done_at is null;
create index tasks_of_deal on tasks (org_id, deal_id, id);
create index tasks_of_contact on tasks (org_id, contact_id, id);

-- When the person behind a lead first heard from somebody here. No foreign key: leads of an upload can be taken back.
create table lead_responses (
  org_id uuid not null,
  id uuid not null,                         -- the lead's
  responded_at timestamptz not null,
  person_id uuid,
  by_kind text not null check (by_kind in ('message', 'call', 'mail', 'person')),
  primary key (org_id, id)
);

-- A value of a deal or a company, with where it comes from. A person's is pinned: what a model finds later is a proposal beside it.
create table facts (
  org_id uuid not null,
  id uuid not null,
  subject_kind text not null check (subject_kind in ('deal', 'company')),
  subject_id uuid not null,
  field text not null,
  value text not null,
  state text not null check (state in ('current', 'pinned', 'proposed', 'replaced', 'dismissed')),
  source text not null,                     -- 'person', or the provider: 'gemini'
  model text,
  person_id uuid,
  at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index facts_one_standing on facts (org_id, subject_kind, subject_id, field) where state in ('current', 'pinned');
create unique index facts_one_proposed on facts (org_id, subject_kind, subject_id, field) where state = 'proposed';
create index facts_of_subject on facts (org_id, subject_kind, subject_id, id);

alter table orgs
  add column response_target_minutes int not null default 60 check (response_target_minutes between 1 and 43200),
  add column call_countries text[] not null default '{}';   -- ISO 3166; empty: the default country alone

grant select, insert, update, delete on contact_merges, pipelines, stages, companies, deals, deal_moves, assignment_pointers,
  assignment_turns, assignments, tasks, lead_responses, facts to foyer_app;
call keep_tenants_apart('contact_merges', 'pipelines', 'stages', 'companies', 'deals', 'deal_moves', 'assignment_pointers',
  'assignment_turns', 'assignments', 'tasks', 'lead_responses', 'facts');

/* Open deals of any organization with nothing ahead of them: no task, no wait. Each is to be raised. */
create function idle_deals(most int)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select d.org_id, d.id from deals d
  where d.state = 'open'
    and not exists (select from tasks t where t.org_id = d.org_id and t.deal_id = d.id and t.done_at is null)
    and not exists (select from notices n where n.org_id = d.org_id and n.kind = 'deal_idle' and n.subject_id = d.id)
  limit most
$$;
/* Deals of any organization whose prospect has waited longer than was promised, and nobody was told yet. */
create function late_deals(due_before timestamptz, most int)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select d.org_id, d.id from deals d
  where d.state = 'open' and d.responded_at is null and d.response_due_at < due_before
    and not exists (select from notices n where n.org_id = d.org_id and n.kind = 'response_late' and n.subject_id = d.id)
  order by d.response_due_at limit most
$$;
grant create on schema foyer to foyer_system;
alter function idle_deals owner to foyer_system;
alter function late_deals owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function idle_deals, late_deals from public;
grant execute on function idle_deals, late_deals to foyer_app;
