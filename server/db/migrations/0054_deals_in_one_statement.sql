/* Whom contacts work for, by the domain of their address: the company that has it, or one that is made now; written down with the contact,
   which the caller holds (`findEmployers`). Of any number of callers at once one makes it, and the others wait and take it. */
create function find_employers(org uuid, people jsonb)
returns table (contact_id uuid, company_id uuid) language plpgsql as $$
#variable_conflict use_column
begin
  insert into companies (org_id, id, name, domain)
  select distinct on (p.domain) org, p.company_id, p.name, p.domain
  from jsonb_to_recordset(people) as p (contact_id uuid, company_id uuid, domain text, name text)
  where not exists (select from companies c where c.org_id = org and c.domain = p.domain)
  order by p.domain, p.company_id
  on conflict do nothing;
  -- A statement of its own: it sees what another has made meanwhile.
  return query
    update contacts c set company_id = k.id
    from jsonb_to_recordset(people) as p (contact_id uuid, domain text), companies k
    where c.org_id = org and c.id = p.contact_id and k.org_id = org and k.domain = p.domain
    returning c.id, k.id;
end $$;

/* Holds whose turn it is until the transaction ends, and gives so many turns out (`turnsTaken`): each to the admin or owner with the fewest. */
create function take_turns(org uuid, wanted int)
returns table (place bigint, id uuid, turns bigint, present bigint, away bigint) language plpgsql as $$
#variable_conflict use_column
begin
  insert into assignment_pointers (org_id, id) values (org, org)
  on conflict (org_id, id) do update set turns = assignment_pointers.turns;
  -- A statement of its own: it sees the turns that were given while it waited.
  return query
    with admins as (
      select m.id, coalesce(t.turns, 0) as turns, t.last_turn_at,
             t.away_from is not null and t.away_from <= now() and (t.away_until is null or t.away_until > now()) as is_away
      from members m left join assignment_turns t on t.org_id = m.org_id and t.id = m.id
      where m.org_id = org and m.role in ('admin', 'owner')
    ), present as (
      select id, greatest(turns, max(turns) over () - 1) as turns, last_turn_at from admins where not is_away
    ), held as materialized (
      select p.* from present p join members m on m.org_id = org and m.id = p.id
      where m.role in ('admin', 'owner') order by p.id for share of m
    ), chosen as materialized (
      -- Of those with equally many, one who was given a turn a moment ago comes after those whose last is longer ago.
      select row_number() over (order by h.turns + n, n, h.last_turn_at nulls first, h.id) as place, h.id, h.turns + n as turns
      from held h cross join generate_series(0, wanted - 1) n
      order by place limit wanted
    ), given as (
      insert into assignment_turns (org_id, id, turns, last_turn_at)
      select org, id, max(turns) + 1, (select clock_timestamp()) + make_interval(secs => max(place) / 1e6) from chosen group by id
      on conflict (org_id, id) do update set turns = excluded.turns, last_turn_at = excluded.last_turn_at
      returning id
    ), counted as (
      update assignment_pointers set turns = turns + (select count(*) from chosen)
      where org_id = org and id = org and exists (select from given)
    )
    select c.place, c.id, c.turns, (select count(*) from present), (select count(*) from admins where is_away)
    from (select) one left join chosen c on true order by c.place;
end $$;
