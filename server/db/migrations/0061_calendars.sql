/* Calendars of any workspace that are to be read again. */
create function due_calendars(due_before timestamptz, most int)
returns table (org_id uuid, id uuid) language sql stable security definer set search_path = foyer, pg_temp set enable_seqscan = off
as $$ select c.org_id, c.id from calendars c where c.next_poll_at <= due_before order by c.next_poll_at limit most $$;

grant create on schema foyer to foyer_system;
alter function due_calendars owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function due_calendars from public;
grant execute on function due_calendars to foyer_app;
