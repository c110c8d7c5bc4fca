/* Whether an event of a kind came within so many seconds, in any workspace, among the newest of the log: what work in lots gives way to. */
create function event_came(wanted text, within_seconds float8, newest int)
returns boolean language sql volatile security definer set search_path = foyer, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
  select exists (
    select from (select e.type, e.at from events e order by e.tx desc, e.id desc limit newest) e
    where e.type = wanted and e.at > clock_timestamp() - make_interval(secs => within_seconds))
$$;
grant create on schema foyer to foyer_system;
alter function event_came owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function event_came from public;
grant execute on function event_came to foyer_app;

-- Written by each whole run and read by none: what the next one reads is said by its watermarks.
alter table crm_settings drop column whole_at;

/* An endpoint may ask for the single records that a CRM sync makes or changes. */
alter table webhook_endpoints add column with_imports boolean not null default false;

/* How far the records of a sync are queued for an endpoint that asked for them. Gone once all of them are. */
create table sync_webhooks (
  org_id uuid not null,
  job_id uuid not null,
  endpoint_id uuid not null,
  entity text not null check (entity in ('contacts', 'deals')),
  part text not null default 'made' check (part in ('made', 'changed')),
  after text not null default '',           -- of what was made, their id; of what was changed, the number of the change
  primary key (org_id, job_id, endpoint_id),
  foreign key (org_id, job_id) references sync_jobs on delete cascade
);
grant select, insert, update, delete on sync_webhooks to foyer_app, foyer_system;
call keep_tenants_apart('sync_webhooks');

/* Values that a member pinned: no sync writes over them. */
create table sync_pins (
  org_id uuid not null,
  entity text not null check (entity in ('companies', 'contacts', 'deals')),
  our_id uuid not null,
  field text not null check (length(field) <= 64),
  pinned_by uuid,
  pinned_at timestamptz not null default now(),
  primary key (org_id, our_id, field)
);
grant select, insert, update, delete on sync_pins to foyer_app, foyer_system;
call keep_tenants_apart('sync_pins');
