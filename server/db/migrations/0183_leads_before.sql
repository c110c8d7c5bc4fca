/* Of some external_ids, given by their digests, those of which a source brought the lead, and the request that made it as it was kept (null
   where it stands elsewhere). As is_lead_of_source, which servers of before call. */
create function leads_of_source(of_org uuid, of_source uuid, id_digests uuid[])
returns table (digest uuid, received text)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select l.dkey, l.received from leads l where l.dkey = any (id_digests) and l.org_id = of_org and l.key_id = of_source
$$;

grant create on schema foyer to foyer_system;
alter function leads_of_source owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function leads_of_source from public;
grant execute on function leads_of_source to foyer_app;
