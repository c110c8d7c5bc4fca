-- 200 syncs that wait for a person, or that a restore holds, were always the oldest: nothing else was ever called stalled.

/* Runs of any workspace that stand still, wait until now, or were not begun; none that waits for a person, or is held. */
create or replace function silent_syncs(silent_since timestamptz, at_time timestamptz, most int)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select j.org_id, j.id from sync_jobs j
  where j.status in ('queued', 'in_progress')
    and (coalesce(j.condition, '') not in ('waiting_for_limit', 'needs_reauth') and j.moved_at < silent_since
        and coalesce(j.resumes_at, at_time) < '9999-01-01'
      or j.resumes_at < at_time)
  order by j.moved_at limit most
$$;
