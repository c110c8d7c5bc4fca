/* Workspaces that are connected to a provider of AI, or have asked one: each night its models are read, and what of them ends is announced. */
create function orgs_with_ai(providers text[])
returns table (org_id uuid) language sql stable security definer set search_path = foyer, pg_temp
as $$
  select c.org_id from connections c where c.provider = any(providers) and c.status <> 'disconnected'
  union
  select u.org_id from ai_usage u $$;

grant create on schema foyer to foyer_system;
alter function orgs_with_ai owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function orgs_with_ai from public;
grant execute on function orgs_with_ai to foyer_app;
