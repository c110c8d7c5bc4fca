/* The sync that wrote a value of a field of the workspace's own: it is no word of a member's. Null: a member, a form or a file. */
alter table field_values add column sync_id uuid;

/* What a CRM calls its own fields, by kind and name, as of the last sync: what is kept under such a name is shown by it. */
alter table crm_settings add column labels jsonb not null default '{}';

/* Workspaces that keep fields of their own in step with a CRM. */
create function orgs_with_synced_fields()
returns setof uuid language sql stable security definer set search_path = foyer, pg_temp
as $$ select distinct org_id from crm_settings where mapping::text like '%"ours": "fields.%' $$;

grant create on schema foyer to foyer_system;
alter function orgs_with_synced_fields owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function orgs_with_synced_fields from public;
grant execute on function orgs_with_synced_fields to foyer_app;
