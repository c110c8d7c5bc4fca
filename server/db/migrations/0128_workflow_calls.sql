-- Calls by workflows: the log of calls names which one, and events say which run brought them about.

alter table audit drop constraint audit_via_check;
alter table audit add constraint audit_via_check check (via in ('assistant', 'workflow')) not valid;
-- { id, name, version, run, publisher }: the name as it was then.
alter table audit add column workflow jsonb;
alter table audit add constraint audit_workflow_check check ((workflow is not null) = (coalesce(via, '') = 'workflow')) not valid;

-- { run, workflow, depth } of the workflow's call in whose transaction it was written, by whichever statement. Null elsewhere: a job or a
-- reaction that such a call or event leads to begins anew.
alter table events add column cause jsonb;
alter table events alter column cause set default nullif(current_setting('foyer.cause', true), '')::jsonb;

/* As before (0050, 0052), with the cause. */
drop function next_events(text, uuid, text, int, text[], uuid[]);
create function next_events(after_tx text, after_id uuid, horizon text, most int, types text[], orgs uuid[])
returns table (place int, is_wanted boolean, tx text, org_id uuid, id uuid, type text, subject_id uuid, facts jsonb, at timestamptz, cause jsonb)
language sql stable security definer set search_path = foyer, pg_temp set enable_seqscan = off set enable_bitmapscan = off
as $$
  select r.place, r.is_wanted, r.tx::text, r.org_id, r.id, r.type, r.subject_id, case when r.is_wanted then r.payload end, r.at, r.cause
  from (
    select e.*, e.type = any (types) and (orgs is null or e.org_id = any (orgs)) as is_wanted,
      row_number() over (order by e.tx, e.id)::int as place, lead(e.id) over (order by e.tx, e.id) is null as is_last
    from (select * from events e where (e.tx, e.id) > (after_tx::xid8, after_id) and e.tx < horizon::xid8 order by e.tx, e.id limit most) e) r
  where r.is_wanted or r.is_last
$$;

/* As before (0046, 0052), with the cause. */
create or replace function missed_events(org uuid, from_id uuid, upto_tx text, upto_id uuid, most int, types text[])
returns jsonb language sql stable security definer set search_path = foyer, pg_temp set enable_seqscan = off
as $$
  select coalesce(jsonb_agg(jsonb_build_object('org_id', m.org_id, 'id', m.id, 'type', m.type, 'subject_id', m.subject_id,
                                               'facts', m.payload, 'at', m.at, 'cause', m.cause) order by m.tx, m.id), '[]'::jsonb)
  from (
    select e.* from events e
    where e.org_id = org and e.type = any (types)
      and (e.tx, e.id) >= (select f.tx, f.id from events f where f.org_id = org and f.id = from_id)
      and (e.tx, e.id) <= (upto_tx::xid8, upto_id)
    order by e.tx, e.id limit most) m
$$;

grant create on schema foyer to foyer_system;
alter function next_events owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function next_events from public;
grant execute on function next_events to foyer_app;
