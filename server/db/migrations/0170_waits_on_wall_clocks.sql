-- Open waits that stand on a wall clock, by the version of the zone rules by which their instant was worked out.
create index workflow_waits_on_clocks on workflow_waits (org_id, (clock ->> 'tzVersion'), id) where state = 'open' and clock is not null;

/* Workspaces with open waits that were worked out by other rules than these: a look at an index for each that has any. */
create function orgs_with_waits_of_other_rules(rules text)
returns setof uuid
language sql stable security definer set search_path = foyer, pg_temp
as $$
  with recursive orgs (id) as (
    (select w.org_id from workflow_waits w where w.state = 'open' and w.clock is not null order by w.org_id limit 1)
    union all
    select (select w.org_id from workflow_waits w where w.state = 'open' and w.clock is not null and w.org_id > o.id order by w.org_id limit 1)
    from orgs o where o.id is not null)
  select o.id from orgs o
  where o.id is not null and (
    exists (select from workflow_waits w where w.org_id = o.id and w.state = 'open' and w.clock is not null and w.clock ->> 'tzVersion' < rules)
    or exists (select from workflow_waits w where w.org_id = o.id and w.state = 'open' and w.clock is not null and w.clock ->> 'tzVersion' > rules))
$$;

grant create on schema foyer to foyer_system;
alter function orgs_with_waits_of_other_rules owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function orgs_with_waits_of_other_rules from public;
grant execute on function orgs_with_waits_of_other_rules to foyer_app;
