-- Apps of Meta: a notification names its app in the address that it comes to, so that one whose pages are known to none finds its signer
-- by an index; and leads from before a page was a source.

alter table directory.meta_pages add app_id text;   -- the workspace's own app that it was connected with; null: the operator's
create index meta_pages_by_app on directory.meta_pages (app_id, source_id);
-- Connected anew, so that each app is told of its own address.
update meta_pages set state = 'joining', next_poll_at = now() where state = 'working';

alter table meta_pages add announced_from timestamptz not null default now();  -- leads from before were not announced
update meta_pages set announced_from = since;

drop function meta_signers;
/*
 * The connections by which leads of pages are announced, with what the secret of their app is known by: one statement for each
 * notification. Without pages: the oldest of that app, for a notification of a page that is known to none.
 */
create function meta_signers(pages text[], app text)
returns table (org_id uuid, id uuid, mode text, credentials text)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select c.org_id, c.id, c.mode, c.credentials
  from (select d.org_id, d.source_id from directory.meta_pages d where d.page_id = any (pages)
        union all
        (select d.org_id, d.source_id from directory.meta_pages d
         where cardinality(pages) = 0 and app is not null and d.app_id = app order by d.source_id limit 1)
        union all
        (select d.org_id, d.source_id from directory.meta_pages d
         where cardinality(pages) = 0 and app is null and d.app_id is null order by d.source_id limit 1)) l
  join meta_pages p on p.org_id = l.org_id and p.source_id = l.source_id
  join connections c on c.org_id = p.org_id and c.id = p.connection_id
  order by c.org_id, c.id
$$;
grant create on schema foyer to foyer_system;
alter function meta_signers owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function meta_signers from public;
grant execute on function meta_signers to foyer_app;
