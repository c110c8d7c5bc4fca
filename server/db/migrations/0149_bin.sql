-- The bin: what went into it with another record, and what was removed for good.

/* The record that took it along: it comes back with that one, and is not listed beside it. */
alter table leads add column deleted_with uuid;
alter table tasks add column deleted_with uuid;
create index leads_deleted_with on leads (org_id, deleted_with) where deleted_with is not null;
create index tasks_deleted_with on tasks (org_id, deleted_with) where deleted_with is not null;
grant update (deleted_with) on leads to foyer_app;

/* Removed for good: the row stays without what it said, because others refer to it, and a lead that is sent again is still known by it. */
alter table leads add column removed_at timestamptz;
alter table contacts add column removed_at timestamptz;
alter table companies add column removed_at timestamptz;
alter table deals add column removed_at timestamptz;

/* What the bin lists, newest first. */
drop index leads_deleted, contacts_deleted, companies_deleted, deals_deleted, tasks_deleted;
create index leads_deleted on leads (org_id, deleted_at, id) where deleted_at is not null and removed_at is null;
create index contacts_deleted on contacts (org_id, deleted_at, id) where deleted_at is not null and removed_at is null;
create index companies_deleted on companies (org_id, deleted_at, id) where deleted_at is not null and removed_at is null;
create index deals_deleted on deals (org_id, deleted_at, id) where deleted_at is not null and removed_at is null;
create index tasks_deleted on tasks (org_id, deleted_at, id) where deleted_at is not null;


/* As in 0118, without what is in the bin. */
create or replace function idle_deals(most int)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select d.org_id, d.id from deals d
  where d.state = 'open' and d.deleted_at is null
    and not exists (select from tasks t where t.org_id = d.org_id and t.deal_id = d.id and t.done_at is null and t.deleted_at is null)
    and not exists (select from notices n where n.org_id = d.org_id and n.kind = 'deal_idle' and n.subject_id = d.id)
    and (d.kind <> 'import' or exists (select from tasks t where t.org_id = d.org_id and t.deal_id = d.id))
  limit most
$$;

/* As in 0018, without what is in the bin. */
create or replace function late_deals(due_before timestamptz, most int)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select d.org_id, d.id from deals d
  where d.state = 'open' and d.deleted_at is null and d.responded_at is null and d.response_due_at < due_before
    and not exists (select from notices n where n.org_id = d.org_id and n.kind = 'response_late' and n.subject_id = d.id)
  order by d.response_due_at limit most
$$;

/* As in 0146, without what is in the bin. */
create or replace function hurried_deals(at_time timestamptz, most int)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select d.org_id, d.id from deals d
  join orgs o on o.org_id = d.org_id
  where d.state = 'open' and d.deleted_at is null and d.responded_at is null
    and d.response_due_at > at_time and d.response_due_at <= at_time + interval '1 hour'
    and d.response_due_at <= at_time + make_interval(mins => least(60, greatest(1, o.response_target_minutes / 4)))
    and not exists (select from notices n where n.org_id = d.org_id and n.kind = 'response_due_soon' and n.subject_id = d.id)
  order by d.response_due_at limit most
$$;
