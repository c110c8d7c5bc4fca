/* The last time that a seal was tried and failed: who gave up is ordered again. */
alter table documents add column seal_tried_at timestamptz;
create index documents_unsealed on documents (coalesce(seal_tried_at, signed_at)) where status = 'signed' and seal <> 'sealed';

/* Documents of any workspace that all have signed and that are not sealed, those whose last try is longest ago first. */
create function unsealed_documents(tried_before timestamptz, most int)
returns table (org_id uuid, id uuid) language sql stable security definer set search_path = foyer, pg_temp
as $$ select d.org_id, d.id from documents d
  where d.status = 'signed' and d.seal <> 'sealed' and coalesce(d.seal_tried_at, d.signed_at) < tried_before
  order by coalesce(d.seal_tried_at, d.signed_at) limit most $$;

grant create on schema foyer to foyer_system;
alter function unsealed_documents owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function unsealed_documents from public;
grant execute on function unsealed_documents to foyer_app;

/* How long documents are kept, in years from their end, by what they are called. */
alter table sealing_settings
  add column contract_years int not null default 10 check (contract_years in (6, 10)),
  add column invoice_years int not null default 10 check (invoice_years in (6, 10));
update documents set kept_until = coalesce(signed_at, updated_at) + interval '10 years'
  where status <> 'pending_signature' and kept_until is null;
create index documents_kept on documents (org_id, kept_until) where held_since is null and kept_until is not null;

/* What remains of a document that was removed: that it was, and by which digests it can be known again. */
create table removed_documents (
  org_id uuid not null references orgs,
  id uuid not null,                          -- that of the document
  title_sha256 bytea not null check (length(title_sha256) = 32),
  doc_type text not null,
  status text not null,
  files jsonb not null,                      -- [{"kind","sha256","bytes"}]
  head_seq int not null,                     -- of the chain of its events
  head_hash bytea,
  made_at timestamptz not null,
  signed_at timestamptz,
  kept_until timestamptz not null,
  rule text not null check (rule in ('term', 'asked')),      -- its term ended; a member asked for it after that
  removed_by uuid,
  removed_at timestamptz not null,
  names_left text[] not null,                -- of stored files that are still to be removed
  primary key (org_id, id)
);
grant select, insert, update on removed_documents to foyer_app;
call keep_tenants_apart('removed_documents');
