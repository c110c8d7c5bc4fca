/*
 * What was asked about a meeting, and what its host did in their calendar, needs no answer once the meeting is over: the clock ends it. `past_questions` answers
 * which meetings that is about: of all workspaces, so of each table by an index of its few rows that wait.
 */
create index tasks_about_meetings on tasks (cause_key)
  where done_at is null and deleted_at is null and cause_key like 'meeting\_%';
create index notices_about_meetings on notices (subject_id) where kind in ('meeting_changed', 'meeting_conflict', 'meeting_host_left');
create index calendar_writes_changed on calendar_writes (booking_id) where seen_change is not null;

create function past_questions(over_before timestamptz, most int)
returns table (org_id uuid, booking_id uuid) language sql stable security definer set search_path = foyer, pg_temp set enable_seqscan = off
as $$
  select distinct b.org_id, b.id
  from (
    select t.org_id, substring(t.cause_key from '^meeting_(?:changed|conflict|answer|host_left):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):')::uuid
    from tasks t where t.done_at is null and t.deleted_at is null and t.cause_key like 'meeting\_%'
    union all
    select n.org_id, n.subject_id from notices n where n.kind in ('meeting_changed', 'meeting_conflict', 'meeting_host_left')
    union all
    select w.org_id, w.booking_id from calendar_writes w where w.seen_change is not null
  ) as asked (org_id, booking_id)
  join bookings b on b.org_id = asked.org_id and b.id = asked.booking_id
  where b.ends_at <= over_before limit most
$$;

grant create on schema foyer to foyer_system;
alter function past_questions owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function past_questions from public;
grant execute on function past_questions to foyer_app;

-- One task a meeting and host: their id stands in its key, so that the same is not asked twice.
update tasks set cause_key = regexp_replace(cause_key, '^(meeting_conflict:[0-9a-f-]{36}:)', '\1' || assigned_to || ':')
where done_at is null and assigned_to is not null and cause_key ~ '^meeting_conflict:[0-9a-f-]{36}:[0-9a-f-]{36}$';
