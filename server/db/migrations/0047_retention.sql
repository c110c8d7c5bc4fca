/* The log of events and the audit log end somewhere. Rows of both are only ever added by the app; what is old enough goes through these
   two functions, and nothing younger than 30 days goes at all. */

/* The oldest events of an organization, before an id, at most so many. Never one that a reader has not passed yet, that rests in
   Background work, or that comes after one at which a reader stands still. */
create function prune_events(wanted_org uuid, before_id uuid, readers text[], most int)
returns bigint language sql security definer set search_path = foyer, directory, pg_temp
as $$
  with gone as (
    delete from events where org_id = wanted_org and id in (
      select e.id from events e
      where e.org_id = wanted_org and e.id < before_id and e.at < now() - interval '30 days'
        and e.tx < all (select c.tx from event_cursors c where c.reader = any (readers))
        and not exists (select from reaction_failures f where f.org_id = wanted_org and f.event_id = e.id)
        and not exists (
          select from reaction_failures f join events b on b.org_id = f.org_id and b.id = f.event_id
          where f.org_id = wanted_org and f.state <> 'passed' and (b.tx, b.id) <= (e.tx, e.id))
      order by e.id limit most)
    returning 1)
  select count(*) from gone
$$;

create function prune_audit(wanted_org uuid, before_id uuid, most int)
returns bigint language sql security definer set search_path = foyer, pg_temp
as $$
  with gone as (
    delete from audit where org_id = wanted_org and id in (
      select id from audit where org_id = wanted_org and id < before_id and at < now() - interval '30 days' order by id limit most)
    returning 1)
  select count(*) from gone
$$;

grant delete on events, audit to foyer_system;
grant create on schema foyer to foyer_system;
alter function prune_events owner to foyer_system;
alter function prune_audit owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function prune_events, prune_audit from public;
grant execute on function prune_events, prune_audit to foyer_app;
