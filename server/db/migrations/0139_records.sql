-- What contacts, companies, leads and deals have in common: an owner, tags, notes, files, fields of the workspace's own, and the bin.

/* The row that a request wrote stays as it was received; these columns are what people do with it. Null: new. */
alter table leads
  add column state text check (state in ('contacted', 'qualified', 'not_fit', 'deal')),
  add column state_reason text,
  add column state_at timestamptz,
  add column state_by uuid,
  add column owner_id uuid,
  add column deleted_at timestamptz,
  add column deleted_by uuid;
create index leads_of_owner on leads (org_id, owner_id, id) where owner_id is not null;
create index leads_of_state on leads (org_id, state, id) where state is not null;
create index leads_deleted on leads (org_id, deleted_at) where deleted_at is not null;
grant update (state, state_reason, state_at, state_by, owner_id, deleted_at, deleted_by) on leads to foyer_app;

alter table contacts add column owner_id uuid, add column deleted_at timestamptz, add column deleted_by uuid;
create index contacts_of_owner on contacts (org_id, owner_id, id) where owner_id is not null;
create index contacts_deleted on contacts (org_id, deleted_at) where deleted_at is not null;

alter table companies add column owner_id uuid, add column deleted_at timestamptz, add column deleted_by uuid;
create index companies_of_owner on companies (org_id, owner_id, id) where owner_id is not null;
create index companies_deleted on companies (org_id, deleted_at) where deleted_at is not null;

alter table deals
  add column close_on date,                 -- when it is expected to be decided
  add column chance smallint check (chance between 0 and 100), -- per cent; null: that of its stage
  add column deleted_at timestamptz,
  add column deleted_by uuid;
create index deals_deleted on deals (org_id, deleted_at) where deleted_at is not null;
alter table stages add column chance smallint check (chance between 0 and 100);

alter table tasks add column deleted_at timestamptz, add column deleted_by uuid;
create index tasks_deleted on tasks (org_id, deleted_at) where deleted_at is not null;

/* One list a workspace; two that differ in case are one. */
create table tags (
  org_id uuid not null references orgs,
  id uuid not null,
  name text not null,
  name_key text not null,                   -- as names are compared: without case
  hue smallint not null check (hue between 1 and 8),
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, name_key)
);

create table record_tags (
  org_id uuid not null,
  kind text not null check (kind in ('contact', 'company', 'lead', 'deal')),
  record_id uuid not null,
  tag_id uuid not null,
  added_by uuid,
  added_at timestamptz not null default now(),
  primary key (org_id, record_id, tag_id),
  foreign key (org_id, tag_id) references tags on delete cascade
);
create index records_of_tag on record_tags (org_id, tag_id, kind, record_id);

create table notes (
  org_id uuid not null references orgs,
  id uuid not null,
  kind text not null check (kind in ('contact', 'company', 'lead', 'deal')),
  record_id uuid not null,
  body text not null,
  mentions uuid[] not null default '{}',    -- members who are named in it
  author_id uuid,                           -- null: a key or a workflow
  author_workflow text,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  primary key (org_id, id)
);
create index notes_of_record on notes (org_id, record_id, id) where deleted_at is null;
create index notes_deleted on notes (org_id, deleted_at) where deleted_at is not null;

create table record_files (
  org_id uuid not null references orgs,
  id uuid not null,
  kind text not null check (kind in ('contact', 'company', 'lead', 'deal')),
  record_id uuid not null,
  name text not null,
  media_type text not null,                 -- as its first bytes say, not as its sender does
  bytes int not null,
  sha256 bytea not null,
  file_key text not null,                   -- where it is stored
  added_by uuid,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (org_id, id)
);
create index files_of_record on record_files (org_id, record_id, id) where deleted_at is null;
create index record_files_deleted on record_files (org_id, deleted_at) where deleted_at is not null;

/* Fields of the workspace's own. */
create table fields (
  org_id uuid not null references orgs,
  id uuid not null,
  kind text not null check (kind in ('contact', 'company', 'lead', 'deal')),
  key text not null,                        -- in the API: never changes
  name text not null,
  type text not null check (type in ('text', 'number', 'money', 'date', 'choice', 'choices', 'person', 'link', 'tick')),
  options jsonb not null default '{}',      -- choices with ids, the currency, limits
  required_stage_id uuid,                   -- a deal moves to this stage, or beyond, with a value only
  in_forms boolean not null default false,
  place int not null,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, kind, key)
);

/* A row a value: `choices` has one for each. Of the four columns one is set. */
create table field_values (
  org_id uuid not null,
  field_id uuid not null,
  record_id uuid not null,
  place smallint not null default 0,
  text_value text,
  number_value numeric,                     -- money: minor units; tick: 1
  date_value date,
  id_value uuid,                            -- a choice or a person
  updated_at timestamptz not null default now(),
  primary key (org_id, record_id, field_id, place),
  foreign key (org_id, field_id) references fields on delete cascade,
  check (num_nonnulls(text_value, number_value, date_value, id_value) = 1)
);
create index field_values_by_text on field_values (org_id, field_id, lower(left(text_value, 200)) collate "C", record_id) where text_value is not null;
create index field_values_by_number on field_values (org_id, field_id, number_value, record_id) where number_value is not null;
create index field_values_by_date on field_values (org_id, field_id, date_value, record_id) where date_value is not null;
create index field_values_by_id on field_values (org_id, field_id, id_value, record_id) where id_value is not null;

grant select, insert, update, delete on tags, record_tags, notes, record_files, fields, field_values to foyer_app;
call keep_tenants_apart('tags', 'record_tags', 'notes', 'record_files', 'fields', 'field_values');
