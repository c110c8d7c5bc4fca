-- Leads whose first answer is waited for: whose they are, and until when their members were told that it is due.

-- What waits and nothing else, by owner: a file of a million leads that wait for none is not in it (decision 0146).
create index leads_waiting on leads (org_id, owner_id, id) where state is null and deleted_at is null and lead_waits(waits, via);

/* Owners of leads that wait, by hopping from one to the next in the index, and null for those without one: as many steps as there are
   owners, however many leads each of them has. */
create function owners_of_waiting_leads(of_org uuid)
returns table (owner_id uuid)
language sql stable set search_path = foyer, pg_temp
as $$
  with recursive hop (at_owner) as (
    (select l.owner_id from leads l
     where l.org_id = of_org and l.state is null and l.deleted_at is null and lead_waits(l.waits, l.via) and l.owner_id is not null
     order by l.owner_id limit 1)
    union all
    select (
      select l.owner_id from leads l
      where l.org_id = of_org and l.state is null and l.deleted_at is null and lead_waits(l.waits, l.via) and l.owner_id > hop.at_owner
      order by l.owner_id limit 1)
    from hop where hop.at_owner is not null)
  select at_owner from hop where at_owner is not null
  union all
  select null
$$;

/* Until which leads of a workspace it was told that their answers are due: each is told of once, whoever works with the app meanwhile. */
create table told_lead_waits (
  org_id uuid primary key references orgs,
  soon_to uuid not null,                    -- the id that a lead of the moment would have, up to which it was told that they are due soon
  late_to uuid not null,                    -- and that they are late
  checked_at timestamptz not null           -- when notices were last compared with what waits
);
grant select, insert, update, delete on told_lead_waits to foyer_app;
grant select on told_lead_waits to foyer_system;
call keep_tenants_apart('told_lead_waits');

/* The smallest id of a moment. */
create function id_floor(at timestamptz) returns uuid language sql stable parallel safe
return rpad(lpad(to_hex(floor(extract(epoch from greatest(at, to_timestamp(0))) * 1000)::bigint), 12, '0') || '70008', 32, '0')::uuid;

/* Whether a lead that waits came between two moments, given by ids. */
create function has_waiting_lead(of_org uuid, from_id uuid, before_id uuid)
returns boolean
language sql stable set search_path = foyer, pg_temp
as $$
  select exists (
    select from owners_of_waiting_leads(of_org) o
    cross join lateral (
      (select l.id from leads l
       where l.org_id = of_org and l.state is null and l.deleted_at is null and lead_waits(l.waits, l.via)
         and l.owner_id = o.owner_id and l.id >= from_id and l.id < before_id
       limit 1)
      union all
      (select l.id from leads l
       where o.owner_id is null and l.org_id = of_org and l.state is null and l.deleted_at is null and lead_waits(l.waits, l.via)
         and l.owner_id is null and l.id >= from_id and l.id < before_id
       limit 1)) w)
$$;

/* Workspaces in which the first answer to a lead became due soon or late since it was last told, and then those with notices of it, which
   are compared with what waits: the one first that was looked at longest ago. A workspace costs the same few steps, however many leads it has. */
create function orgs_of_due_leads(at_time timestamptz, most int)
returns table (org_id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select d.org_id from (
    select o.org_id, t.checked_at,
      has_waiting_lead(o.org_id, greatest(t.late_to, b.oldest), id_floor(at_time - make_interval(mins => o.response_target_minutes)))
      or has_waiting_lead(o.org_id, greatest(t.soon_to, b.oldest), id_floor(at_time - make_interval(
        mins => o.response_target_minutes - least(60, greatest(1, o.response_target_minutes / 4))))) as has_news
    from orgs o
    left join told_lead_waits t on t.org_id = o.org_id
    cross join lateral (
      select id_floor(at_time - interval '30 days' - make_interval(mins => o.response_target_minutes)) as oldest) b) d
  where d.has_news
    or exists (select from notices n where n.org_id = d.org_id and n.kind in ('leads_due_soon', 'leads_late'))
  order by d.has_news desc, d.checked_at nulls first limit most
$$;

grant create on schema foyer to foyer_system;
alter function orgs_of_due_leads owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function owners_of_waiting_leads, has_waiting_lead, id_floor, orgs_of_due_leads from public;
grant execute on function owners_of_waiting_leads, has_waiting_lead, id_floor to foyer_app, foyer_system;
grant execute on function orgs_of_due_leads to foyer_app;
