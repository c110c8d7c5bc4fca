-- Templates that are Google Docs: what was read of one is its version's `body`, with the revision that it was.

alter table template_versions
  add column google_revision text check (length(google_revision) <= 500),
  add column google_read_at timestamptz;

-- What was begun to make a document, written before anything is made of it: its id marks the copy at Google, so that a repeat goes on with
-- that copy, and what was left behind is found and removed.
create table contract_attempts (
  org_id uuid not null references orgs,
  id uuid not null,
  document_id uuid,                          -- that of the document, should it come about; of a preview none
  asked_by text check (length(asked_by) <= 100),  -- of the Idempotency-Key
  wish bytea not null check (length(wish) = 32),  -- SHA-256 of what was asked for
  connection_id uuid,                        -- whose account the copy is in; null where none is made
  is_clean boolean not null default false,   -- every copy that was asked for was answered, and is removed
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index contract_attempts_asked on contract_attempts (org_id, asked_by) where asked_by is not null;
create index contract_attempts_age on contract_attempts (org_id, created_at);

grant select, insert, update, delete on contract_attempts to foyer_app;
call keep_tenants_apart('contract_attempts');
