/*
 * An invoice is overdue when its day is over where the workspace is (decision 0185). The days come from the runtime, which took the names of the zones: the
 * database may know fewer of them, and one that it does not know would fail the job for all.
 */
create function zones_of_workspaces()
returns table (zone text)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select distinct o.time_zone from orgs o
$$;

drop function overdue_invoices(date, int);

/* As before (see 0152), by the day that each zone has: `days[n]` is that of `zones[n]`. */
create function overdue_invoices(zones text[], days date[], most int)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select i.org_id, i.id from invoices i
  join orgs o on o.org_id = i.org_id
  join unnest(zones, days) as z (zone, today) on z.zone = o.time_zone
  where i.state = 'sent' and i.number_period <> 'demo'
    -- At one instant the zones of the world have three days at most: the stretch of the index.
    and i.due_on >= (select min(d.today) from unnest(days) as d (today)) - 3 and i.due_on < (select max(d.today) from unnest(days) as d (today))
    and i.due_on >= z.today - 3 and i.due_on < z.today
    and not exists (select from notices n where n.org_id = i.org_id and n.kind = 'invoice_overdue' and n.subject_id = i.id)
  order by i.due_on limit most
$$;

grant create on schema foyer to foyer_system;
alter function zones_of_workspaces owner to foyer_system;
alter function overdue_invoices owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function zones_of_workspaces, overdue_invoices from public;
grant execute on function zones_of_workspaces, overdue_invoices to foyer_app;

/*
 * Home reads imported deals that have not moved since apart from all others: ten thousand of a file, all of one moment, would hide each other one. A row is in two
 * of the four.
 */
drop index deals_standing;
drop index deals_standing_of;
create index deals_standing on deals (org_id, stage_since, id) include (kind)
  where state = 'open' and deleted_at is null and (kind <> 'import' or stage_since > created_at);
create index deals_standing_of on deals (org_id, assigned_to, stage_since, id) include (kind)
  where state = 'open' and deleted_at is null and (kind <> 'import' or stage_since > created_at);
create index deals_as_imported on deals (org_id, stage_since, id) include (kind)
  where state = 'open' and deleted_at is null and kind = 'import' and stage_since <= created_at;
create index deals_as_imported_of on deals (org_id, assigned_to, stage_since, id) include (kind)
  where state = 'open' and deleted_at is null and kind = 'import' and stage_since <= created_at;
