-- Each night the heads of all documents of a workspace are sealed into one record, which is a file of its own.

create table seal_records (
  org_id uuid not null references orgs,
  id uuid not null,
  day date not null,
  name text not null,                        -- of its file; written once
  sha256 bytea not null check (length(sha256) = 32),
  bytes bigint not null check (bytes > 0),
  documents int not null check (documents > 0),
  stamped_at timestamptz,                    -- by a timestamp authority
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index seal_records_day on seal_records (org_id, day desc);

-- What the newest record with a document in it says of the head of its chain.
create table recorded_heads (
  org_id uuid not null,
  document_id uuid not null,
  record_id uuid not null,
  seq int not null check (seq > 0),
  hash bytea not null check (length(hash) = 32),
  primary key (org_id, document_id),
  foreign key (org_id, document_id) references documents on delete cascade,
  foreign key (org_id, record_id) references seal_records
);
create index recorded_heads_record on recorded_heads (org_id, record_id);

grant select, insert on seal_records to foyer_app;
grant select, insert, update, delete on recorded_heads to foyer_app;
call keep_tenants_apart('seal_records', 'recorded_heads');
