/*
 * As in 0174, and each run is locked by its own key. Joined with what is due, all runs of a workflow were read at each claim, the ended ones too, and each was
 * held against each that is due, wherever statistics were of a minute in which few were due: 0.5 to 0.9 s for 500 runs. `coalesce` keeps the index of what is
 * due from being taken there: with it each of 500 reads all 6,000 that are due.
 */
create or replace function claim_workflow_runs(new_lease uuid, lease_ms int, most int, most_of_org int, full_orgs uuid[], most_bytes int)
returns table (org_id uuid, id uuid, fence int, workflow_id uuid, version int, state text, trigger jsonb, progress jsonb, root_id uuid,
  depth int, causes jsonb, step_count int, subject_kind text, subject_id uuid, contact_id uuid, parent_id uuid, concurrency_key text,
  created_at timestamptz, started_at timestamptz, news int, deaths int, bytes int, claimed_at timestamptz, outputs jsonb, answers jsonb)
language sql volatile security definer set search_path = foyer, pg_temp
as $$
  with recursive orgs (id) as (
    (select r.org_id from workflow_runs r where r.due_at is not null order by r.org_id limit 1)
    union all
    select (select r.org_id from workflow_runs r where r.due_at is not null and r.org_id > o.id order by r.org_id limit 1)
    from orgs o where o.id is not null),
  due as (
    select d.* from orgs o cross join lateral (
      select r.org_id, r.id, r.due_at, row_number() over (order by r.due_at) as turn,
        case when r.bytes is not null then r.bytes
          else octet_length(r.trigger::text) + octet_length(r.progress::text) + coalesce((r.progress ->> 'bytes')::int, 0) end as bytes
      from workflow_runs r where r.org_id = o.id and r.due_at <= now() order by r.due_at limit most_of_org) d
    where o.id is not null and o.id <> all (full_orgs) order by d.turn, d.due_at limit most),
  fitting as (
    select f.org_id, f.id from (
      select d.org_id, d.id, row_number() over longest_due as place, sum(d.bytes) over longest_due as bytes_so_far
      from due d window longest_due as (order by d.turn, d.due_at rows unbounded preceding)) f
    where f.place = 1 or f.bytes_so_far <= most_bytes),
  ours as (
    select r.org_id, r.id,
      exists (select from workflows w where w.org_id = r.org_id and w.id = r.workflow_id and w.stopped_at is not null)
        or exists (select from workflow_settings s where s.org_id = r.org_id and s.stopped_at is not null) as is_stopped
    from fitting d cross join lateral (
      select l.org_id, l.id, l.workflow_id from workflow_runs l
      where l.org_id = d.org_id and l.id = d.id and coalesce(l.due_at <= now(), false) for update skip locked) r),
  parked as (
    update workflow_runs r set parked_at = r.due_at, due_at = null, lease = null from ours o
    where o.is_stopped and r.org_id = o.org_id and r.id = o.id),
  taken as (
    update workflow_runs r set lease = new_lease, fence = r.fence + 1, deaths = case when r.lease is null then 0 else r.deaths + 1 end, due_at = now() + make_interval(secs => lease_ms / 1000.0),
      state = 'running', started_at = coalesce(r.started_at, now())
    from ours o where not o.is_stopped and r.org_id = o.org_id and r.id = o.id returning r.*)
  select t.org_id, t.id, t.fence, t.workflow_id, t.version, t.state, t.trigger, t.progress, t.root_id, t.depth, t.causes, t.step_count,
    t.subject_kind, t.subject_id, t.contact_id, t.parent_id, t.concurrency_key, t.created_at, t.started_at, t.news, t.deaths, t.bytes, now(),
    case when t.step_count > 0 then
      (select jsonb_agg(jsonb_build_array(s.node, s.path, coalesce(s.output, jsonb_build_object('error', s.error)))) from workflow_steps s
       where s.org_id = t.org_id and s.run_id = t.id and s.state in ('done', 'failed') and (s.output is not null or s.error is not null)) end,
    case when t.news > 0 then
      (select jsonb_agg(jsonb_build_array(w.id, w.answer)) from jsonb_array_elements(t.progress -> 'threads') at
       join workflow_waits w on w.org_id = t.org_id and w.id = (at ->> 'wait')::uuid and w.state = 'answered') end
  from taken t order by t.created_at, t.id
$$;
