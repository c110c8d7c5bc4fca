-- Files of leads that people upload.

create table uploads (
  org_id uuid not null references orgs,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  state text not null default 'uploading' check (state in
    ('uploading', 'mapping', 'checking', 'checked', 'importing', 'done', 'cancelled', 'failed', 'undoing', 'undone')),
  -- Why it failed, and in which state that was: trying again goes back there.
  failed_in text check (failed_in in ('checking', 'importing', 'undoing')),
  code text,
  message text,
  tries smallint not null default 0,        -- runs since the last progress

  size_bytes bigint not null check (size_bytes >= 0),
  received_bytes bigint not null default 0 check (received_bytes between 0 and size_bytes),
  sha256 text,
  valid_utf8 boolean,                       -- the whole file is
  encoding text,
  delimiter text,
  quote text,
  has_header boolean,
  start_bytes int not null default 0,       -- byte order mark, `sep=` line and preamble before the first row
  start_rows int not null default 0,        -- lines among them
  columns text[] not null default '{}',
  mapping jsonb not null default '[]',      -- one field or null a column
  source text not null default 'upload',    -- for rows that name none

  -- What the check found.
  checked_rows int not null default 0,
  fresh_rows int not null default 0,
  duplicate_rows int not null default 0,
  invalid_rows int not null default 0,

  -- Where the check or the import stands. The import moves it in the transaction that writes the leads.
  position_bytes bigint not null default 0,
  position_row int not null default 0,      -- number of the last row read, as a spreadsheet counts them
  imported_rows int not null default 0,
  deduplicated_rows int not null default 0,
  rejected_rows int not null default 0,
  undone_rows int not null default 0,

  created_by uuid,
  created_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  started_at timestamptz,                   -- the import
  finished_at timestamptz,
  primary key (org_id, id),
  check ((state = 'uploading') = (sha256 is null)),
  check ((state = 'failed') = (failed_in is not null))
);
create index uploads_of_content on uploads (org_id, sha256) where sha256 is not null;

-- The pieces in which a file came: each is stored whole or not at all.
create table upload_parts (
  org_id uuid not null,
  id uuid not null,
  upload_id uuid not null,
  from_byte bigint not null,
  bytes bigint,                             -- null while it is on its way, or when it never came whole
  primary key (org_id, id),
  foreign key (org_id, upload_id) references uploads on delete cascade
);
create unique index upload_parts_in_order on upload_parts (org_id, upload_id, from_byte) where bytes is not null;
create index upload_parts_of_upload on upload_parts (org_id, upload_id);

-- Rows with something to say about them: not those that are plainly new.
create table upload_rows (
  org_id uuid not null,
  upload_id uuid not null,
  row_no int not null,
  outcome text not null check (outcome in ('invalid', 'duplicate', 'mended', 'over_quota', 'imported')),
  cells text[] not null,                    -- as they stand in the file, or as somebody mended them
  mended boolean not null default false,
  code text,
  field text,
  message text,
  lead_id uuid,
  primary key (org_id, upload_id, row_no),
  foreign key (org_id, upload_id) references uploads on delete cascade
);
create index upload_rows_by_outcome on upload_rows (org_id, upload_id, outcome, row_no);

-- How the columns of a file were mapped the last time a file with the same headers came.
create table upload_mappings (
  org_id uuid not null references orgs,
  id uuid not null,
  headers text not null,                    -- digest of the set of headers
  mapping jsonb not null,
  used_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, headers)
);

grant select, insert, update, delete on uploads, upload_parts, upload_rows, upload_mappings to foyer_app, foyer_system;

do $$
declare t text;
begin
  foreach t in array array['uploads', 'upload_parts', 'upload_rows', 'upload_mappings'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to foyer_app
                      using (org_id = (select nullif(current_setting(''foyer.org'', true), '''')::uuid))
                      with check (org_id = (select nullif(current_setting(''foyer.org'', true), '''')::uuid))', t);
    execute format('create policy system on %I to foyer_system using (true) with check (true)', t);
  end loop;
end $$;
