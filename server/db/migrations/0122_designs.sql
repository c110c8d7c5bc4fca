-- Designs of a workspace's account at a design service, as far as they are used here.
create table designs (
  org_id uuid not null references orgs,
  id uuid not null,
  connection_id uuid not null,
  vendor_id text not null check (vendor_id ~ '^[A-Za-z0-9_-]{1,50}$'),
  title text not null check (length(title) <= 255),
  pages int,
  changed_at timestamptz not null,          -- there, as it was seen last
  gone_at timestamptz,                      -- it was asked for and is not there
  picture_name text,                        -- our own copy, in the store
  picture_type text,
  picture_of timestamptz,                   -- changed_at of what it shows
  picture_due_at timestamptz,               -- it was ordered; not again before then
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, connection_id) references connections (org_id, id),
  check ((picture_name is null) = (picture_type is null))
);
create unique index designs_once on designs (org_id, connection_id, vendor_id);

create table design_links (
  org_id uuid not null,
  id uuid not null,
  design_id uuid not null,
  deal_id uuid,
  contact_id uuid,
  linked_by uuid,
  linked_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, design_id) references designs (org_id, id),
  foreign key (org_id, deal_id) references deals (org_id, id),
  foreign key (org_id, contact_id) references contacts (org_id, id),
  check (num_nonnulls(deal_id, contact_id) = 1)
);
create unique index design_links_of_deal on design_links (org_id, deal_id, design_id) where deal_id is not null;
create unique index design_links_of_contact on design_links (org_id, contact_id, design_id) where contact_id is not null;
create index design_links_of_design on design_links (org_id, design_id);

/* What was asked of the service, once each: a new design, files of one, a template to be filled. */
create table design_jobs (
  org_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('create', 'export', 'fill')),
  connection_id uuid not null,
  design_id uuid,                           -- of an export: whose files; of the others: what was made
  wish jsonb not null,
  wish_digest bytea not null check (length(wish_digest) = 32),
  asked_by text check (length(asked_by) <= 100),  -- of the Idempotency-Key
  person_id uuid,
  deal_id uuid,                             -- what a new design is linked to
  contact_id uuid,
  state text not null default 'queued' check (state in ('queued', 'asking', 'running', 'done', 'failed')),
  vendor_job_id text check (length(vendor_job_id) <= 50),
  code text check (length(code) <= 100),    -- why it failed
  reason text check (length(reason) <= 300),-- why it waits, or failed, in the service's words
  polls int not null default 0,
  misses int not null default 0,            -- files that could not be fetched
  run int not null default 0,               -- the newest run; what an older one says is too late
  leased_by uuid,
  leased_until timestamptz,
  next_at timestamptz not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, connection_id) references connections (org_id, id),
  foreign key (org_id, design_id) references designs (org_id, id),
  foreign key (org_id, deal_id) references deals (org_id, id) on delete set null (deal_id),
  foreign key (org_id, contact_id) references contacts (org_id, id) on delete set null (contact_id),
  check ((state in ('done', 'failed')) = (ended_at is not null)),
  check (kind <> 'export' or design_id is not null)
);
/* The same click twice is one export. */
create unique index design_jobs_one_export on design_jobs (org_id, design_id, wish_digest)
  where kind = 'export' and state in ('queued', 'asking', 'running');
create unique index design_jobs_asked on design_jobs (org_id, asked_by) where asked_by is not null;
create index design_jobs_of_design on design_jobs (org_id, design_id, id);
create index design_jobs_open on design_jobs (next_at) where state in ('queued', 'asking', 'running');
create index design_jobs_of_connection on design_jobs (org_id, connection_id) where state in ('queued', 'asking', 'running');

create table design_files (
  org_id uuid not null,
  id uuid not null,
  job_id uuid not null,
  place int not null,                       -- from 0, in the order of the pages
  name text not null,                       -- in the store
  type text not null,
  bytes bigint not null check (bytes > 0),
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, job_id) references design_jobs (org_id, id)
);
create unique index design_files_of_job on design_files (org_id, job_id, place);

/* What the plan of an account can do, as the service said it last. */
create table design_accounts (
  org_id uuid not null,
  connection_id uuid not null,
  can_use_templates boolean not null,
  can_fill_templates boolean not null,
  asked_at timestamptz not null,
  primary key (org_id, connection_id),
  foreign key (org_id, connection_id) references connections (org_id, id)
);

grant select, insert, update, delete on designs, design_links, design_jobs, design_files, design_accounts to foyer_app, foyer_system;
call keep_tenants_apart('designs', 'design_links', 'design_jobs', 'design_files', 'design_accounts');

alter table stored_files drop constraint stored_files_kind_check;
alter table stored_files add constraint stored_files_kind_check
  check (kind in ('document', 'record', 'template', 'email', 'message', 'upload', 'design'));

/* Jobs of any workspace that should have gone on by now. */
create function silent_design_jobs(at_time timestamptz, most int)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select j.org_id, j.id from design_jobs j
  where j.state in ('queued', 'asking', 'running') and j.next_at < at_time
  order by j.next_at limit most
$$;
grant create on schema foyer to foyer_system;
alter function silent_design_jobs owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function silent_design_jobs from public;
grant execute on function silent_design_jobs to foyer_app;
