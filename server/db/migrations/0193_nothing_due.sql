/*
 * As in 0133, and null where nothing will be due: `greatest(0, null)` is 0, so a worker with nothing to wait for looked again after 5 ms, a hundred times a
 * second for as long as no run and no schedule had a time.
 */
create or replace function workflow_runs_wait(out is_due boolean, out wait_ms int, out late_ms int, out is_schedule_due boolean)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select coalesce(r.due_at <= now(), false),
    case when least(r.due_at, s.next_at) is not null
      then least(60000, greatest(0, extract(epoch from least(r.due_at, s.next_at) - now()) * 1000))::int end,
    least(2000000000, greatest(0, extract(epoch from now() - r.due_at) * 1000))::int,
    coalesce(s.next_at <= now(), false)
  from (select (select due_at from workflow_runs where due_at is not null order by due_at limit 1) as due_at) r,
    (select (select next_at from workflow_schedules where next_at is not null order by next_at limit 1) as next_at) s
$$;
