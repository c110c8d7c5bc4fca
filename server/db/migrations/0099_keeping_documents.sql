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
