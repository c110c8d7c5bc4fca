-- Documents: templates with versions, what is signed by whom, the evidence of it, seals.

create table templates (
  org_id uuid not null references orgs,
  id uuid not null,
  name text not null check (length(name) between 1 and 120),
  kind text not null check (kind in ('text', 'pdf', 'google')),
  version int not null check (version > 0),  -- the newest
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index templates_name on templates (org_id, lower(name)) where archived_at is null;

-- Never changed: a document keeps the version that it was made from.
create table template_versions (
  org_id uuid not null,
  template_id uuid not null,
  version int not null check (version > 0),
  body text check (length(body) <= 200000),  -- of a text
  file_name text,                            -- of a PDF: its place among the files
  file_sha256 bytea,
  google_file_id text check (length(google_file_id) <= 200),
  placeholders jsonb not null,               -- [{"key","type","default","label"}]
  fields jsonb not null,                     -- of a PDF: [{"id","kind","signer","label","page","x","y","width","height"}]
  made_by uuid,
  created_at timestamptz not null default now(),
  primary key (org_id, template_id, version),
  foreign key (org_id, template_id) references templates on delete cascade,
  check (body is not null or file_name is not null or google_file_id is not null)
);

-- From the id of a document to its workspace, for those who have nothing but what is printed on it.
create table directory.documents (
  id uuid primary key,
  org_id uuid not null
);
-- From the token of a link to the signer whom it is for. A new link takes the place of the old one.
create table directory.sign_links (
  token_hash bytea primary key,              -- SHA-256
  org_id uuid not null,
  document_id uuid not null,
  signer_id uuid not null,
  unique (org_id, document_id, signer_id)
);
-- From the SHA-256 of a file to the document that it belongs to: for whoever drops a file to verify it.
create table directory.document_hashes (
  sha256 bytea not null,
  org_id uuid not null,
  document_id uuid not null,
  kind text not null,
  primary key (sha256, org_id, document_id, kind)
);
grant select, insert, update, delete on directory.documents, directory.sign_links, directory.document_hashes to foyer_app;

create table documents (
  org_id uuid not null references orgs,
  id uuid not null,
  title text not null check (length(title) between 1 and 255),
  doc_type text not null check (doc_type in ('contract', 'invoice')),
  status text not null default 'pending_signature'
    check (status in ('pending_signature', 'signed', 'declined', 'expired', 'voided')),
  status_reason text check (length(status_reason) <= 1000),
  -- Of the seal: nothing before all have signed. Only what was signed is sealed.
  seal text check (seal in ('waiting', 'stamping', 'sealed', 'failed')),
  seal_reason text check (length(seal_reason) <= 500),
  seal_tries int not null default 0,
  deal_id uuid,
  contact_id uuid,
  template_id uuid not null,
  template_version int not null,
  replacements jsonb not null,
  changed_text jsonb not null default '[]',  -- what differs between template and document, a line each
  locale text not null default 'en',
  pages jsonb not null,                      -- [{"width","height"}] in points
  fields jsonb not null,                     -- [{"id","kind","signerId","label","page","x","y","width","height"}]
  made_by uuid,
  ends_at timestamptz not null,              -- the links live until then
  head_seq int not null default 0,           -- of the chain of its events
  head_hash bytea,
  signed_at timestamptz,
  sealed_at timestamptz,
  kept_until timestamptz,
  held_since timestamptz,                    -- a legal hold
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, template_id, template_version) references template_versions (org_id, template_id, version),
  check ((status = 'signed') = (seal is not null))
);
create index documents_newest on documents (org_id, id desc);
create index documents_of_deal on documents (org_id, deal_id, id) where deal_id is not null;
create index documents_of_contact on documents (org_id, contact_id, id) where contact_id is not null;
create index documents_pending on documents (org_id, ends_at) where status = 'pending_signature';

create table document_signers (
  org_id uuid not null,
  document_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  email text not null check (length(email) <= 254),
  email_key text not null,
  role text not null check (role in ('admin', 'client')),
  turn int not null check (turn between 1 and 50),           -- those of one turn sign in any order
  person_id uuid,                            -- a member
  state text not null check (state in ('waiting', 'asked', 'signed', 'declined', 'replaced')),
  token_sealed text,                         -- of the link, so that a reminder can name it
  marks jsonb,                               -- what was filled in, by field
  draft_marks jsonb,                         -- saved as one goes
  class text check (class in ('link', 'session', 'attested')),
  signed_at timestamptz,
  reason text check (length(reason) <= 1000),
  asked_at timestamptz,
  reminded_at timestamptz,
  opened_at timestamptz,
  told_at timestamptz,                       -- the sealed document was sent to them
  primary key (org_id, document_id, id),
  foreign key (org_id, document_id) references documents on delete cascade,
  check ((state = 'signed') = (signed_at is not null)),
  check ((state = 'signed') = (class is not null))
);
create unique index document_signers_address on document_signers (org_id, document_id, email_key, role) where state <> 'replaced';

-- Written once, under names that hold their digest; never exchanged.
create table document_files (
  org_id uuid not null,
  document_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('original', 'sealed', 'certificate', 'uploaded')),
  name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  bytes bigint not null check (bytes > 0),
  checked_at timestamptz not null default now(),             -- read and hashed again
  fault text check (length(fault) <= 300),
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, document_id) references documents on delete cascade
);
create unique index document_files_kind on document_files (org_id, document_id, kind) where kind <> 'uploaded';
create index document_files_unchecked on document_files (org_id, checked_at);

/* The evidence: every event holds the hash of the one before. What is personal in it stands in `document_personal`, salted; the event
   holds only the digest of it, so that a person can be erased and the chain stays whole. The form is in docs/evidence.md. */
create table document_events (
  org_id uuid not null,
  document_id uuid not null,
  seq int not null check (seq > 0),
  kind text not null,
  at timestamptz not null,
  said text not null,                        -- canonical JSON (RFC 8785), to the letter what was hashed
  hash bytea not null check (length(hash) = 32),
  primary key (org_id, document_id, seq),
  foreign key (org_id, document_id) references documents on delete cascade
);
create table document_personal (
  org_id uuid not null,
  document_id uuid not null,
  seq int not null,
  key text not null,
  salt bytea not null check (length(salt) = 16),
  value text not null check (length(value) <= 4000),
  primary key (org_id, document_id, seq, key),
  foreign key (org_id, document_id, seq) references document_events on delete cascade
);

-- What a workspace seals with. Old ones go on verifying.
create table seal_identities (
  org_id uuid not null references orgs,
  id uuid not null,
  source text not null check (source in ('own', 'uploaded')),
  chain text[] not null check (cardinality(chain) between 1 and 10),         -- DER in base64, the leaf first
  key_sealed text not null,                  -- PKCS#8
  subject text not null,
  fingerprint text not null,
  not_before timestamptz not null,
  not_after timestamptz not null,
  made_by uuid,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  primary key (org_id, id)
);
create unique index seal_identities_current on seal_identities (org_id) where retired_at is null;

create table sealing_settings (
  org_id uuid primary key references orgs,
  timestamp text not null default 'none' check (timestamp in ('required', 'preferred', 'none')),
  timestamp_url text check (length(timestamp_url) <= 500),
  allows_attesting boolean not null default true,
  days_to_sign int not null default 30 check (days_to_sign between 1 and 365),
  updated_at timestamptz not null default now()
);

grant select, insert, update, delete on templates, documents, document_signers, document_files, document_personal, seal_identities,
  sealing_settings to foyer_app;
grant select, insert on template_versions, document_events to foyer_app;
call keep_tenants_apart('templates', 'template_versions', 'documents', 'document_signers', 'document_files', 'document_events',
  'document_personal', 'seal_identities', 'sealing_settings');

/* Documents of any workspace whose time to sign has ended. */
create function overdue_documents(most int)
returns table (org_id uuid, id uuid) language sql stable security definer set search_path = foyer, pg_temp
as $$ select d.org_id, d.id from documents d where d.status = 'pending_signature' and d.ends_at <= now() order by d.ends_at limit most $$;
create index documents_overdue on documents (ends_at) where status = 'pending_signature';

grant create on schema foyer to foyer_system;
alter function overdue_documents owner to foyer_system;
revoke create on schema foyer from foyer_system;
grant select on documents to foyer_system;
revoke execute on function overdue_documents from public;
grant execute on function overdue_documents to foyer_app;
