-- Records of removed documents are listed, the newest removal first.
create index removed_documents_newest on removed_documents (org_id, removed_at desc, id desc);

-- Where a signed document is too large for an email, its signers get a link to it that ends.
create table directory.download_links (
  token_hash bytea primary key check (length(token_hash) = 32),    -- SHA-256
  org_id uuid not null,
  document_id uuid not null,
  signer_id uuid not null,
  ends_at timestamptz not null
);
create index download_links_document on directory.download_links (org_id, document_id);
grant select, insert, delete on directory.download_links to foyer_app;
