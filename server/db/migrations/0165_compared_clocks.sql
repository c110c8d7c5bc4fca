-- By which rules of zones a meeting ahead was compared with what was agreed: each is compared once with new ones, and its hosts are told.

alter table bookings add column clock_compared text;   -- null: never yet

/* Workspaces with meetings ahead that were agreed by other rules and not yet compared with these. */
create function workspaces_to_compare(rules text, most int)
returns table (org_id uuid) language sql stable security definer set search_path = foyer, pg_temp
as $$ select distinct b.org_id from bookings b
  where b.state in ('pending', 'confirmed') and b.starts_at > now() and b.tz_version <> rules
    and b.clock_compared is distinct from rules limit most $$;

grant create on schema foyer to foyer_system;
alter function workspaces_to_compare owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function workspaces_to_compare from public;
grant execute on function workspaces_to_compare to foyer_app;
