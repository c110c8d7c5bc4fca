-- Where a workspace wants it, a reply is drafted when a customer writes.
alter table ai_settings add column drafts_ahead boolean not null default false;

/* The workspaces that want it. */
create function orgs_with_drafts_ahead()
returns table (org_id uuid) language sql stable security definer set search_path = foyer, pg_temp
as $$ select s.org_id from ai_settings s where s.drafts_ahead $$;

grant create on schema foyer to foyer_system;
alter function orgs_with_drafts_ahead owner to foyer_system;
revoke create on schema foyer from foyer_system;
grant select on ai_settings to foyer_system;
revoke execute on function orgs_with_drafts_ahead from public;
grant execute on function orgs_with_drafts_ahead to foyer_app;
