-- Fields of the workspace's own: values go in batches, and leads may bring some.

/* A field is removed at once, its values behind it: the foreign key would look through the values of all fields for them. */
alter table field_values drop constraint field_values_org_id_field_id_fkey;

/* No row: as the API is documented, it passes over a member `fields` of a lead. */
create table field_settings (
  org_id uuid primary key references orgs,
  reads_leads_since timestamptz -- leads that came since then bring values of fields; null: none does
);
grant select, insert, update on field_settings to foyer_app;
call keep_tenants_apart('field_settings');

create index fields_in_forms on fields (org_id) where in_forms;

/* Workspaces in which a lead may bring values. */
create function orgs_with_lead_fields()
returns setof uuid language sql stable security definer set search_path = foyer, pg_temp
as $$
  select org_id from field_settings where reads_leads_since is not null
  union
  select org_id from fields where in_forms and kind = 'lead'
$$;

grant create on schema foyer to foyer_system;
alter function orgs_with_lead_fields owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function orgs_with_lead_fields from public;
grant execute on function orgs_with_lead_fields to foyer_app;
