-- A run that waits for its turn, and that nothing begins: who started it saw the run before it open, and who ended that one did not see it yet.
create index workflow_runs_waiting on workflow_runs (org_id, workflow_id, concurrency_key, id)
  where concurrency_key is not null and state = 'queued' and due_at is null and parked_at is null;

/*
 * Begins the oldest run of each key of which no run has begun. Now and then: an end begins the next one itself. A look at an index for each key of
 * which runs wait.
 */
create function begin_next_workflow_runs()
returns int
language sql volatile security definer set search_path = foyer, pg_temp
as $$
  with recursive keys (org_id, workflow_id, concurrency_key, id) as (
    (select r.org_id, r.workflow_id, r.concurrency_key, r.id from workflow_runs r
     where r.concurrency_key is not null and r.state = 'queued' and r.due_at is null and r.parked_at is null
     order by r.org_id, r.workflow_id, r.concurrency_key, r.id limit 1)
    union all
    select n.org_id, n.workflow_id, n.concurrency_key, n.id from keys k cross join lateral (
      select r.org_id, r.workflow_id, r.concurrency_key, r.id from workflow_runs r
      where r.concurrency_key is not null and r.state = 'queued' and r.due_at is null and r.parked_at is null
        and (r.org_id, r.workflow_id, r.concurrency_key) > (k.org_id, k.workflow_id, k.concurrency_key)
      order by r.org_id, r.workflow_id, r.concurrency_key, r.id limit 1) n),
  next as (
    select k.org_id, k.id from keys k
    where not exists (
      select from workflow_runs o
      where o.org_id = k.org_id and o.workflow_id = k.workflow_id and o.concurrency_key = k.concurrency_key and o.ended_at is null
        and (o.state <> 'queued' or o.due_at is not null or o.parked_at is not null))),
  begun as (
    update workflow_runs r set due_at = now() from next n
    where r.org_id = n.org_id and r.id = n.id and r.state = 'queued' and r.due_at is null and r.parked_at is null returning r.id)
  select count(*)::int from begun
$$;
grant create on schema foyer to foyer_system;
alter function begin_next_workflow_runs owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function begin_next_workflow_runs from public;
grant execute on function begin_next_workflow_runs to foyer_app;
