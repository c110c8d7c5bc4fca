/* A meeting can be given to another host; a request that was never answered ends; what a step tells says so. */
alter table booking_effects drop constraint booking_effects_what_check;
alter table booking_effects add constraint booking_effects_what_check
  check (what in ('requested', 'confirmed', 'moved', 'cancelled', 'declined', 'handed', 'released', 'unanswered'));
alter table bookings drop constraint bookings_ended_by_check;
alter table bookings add constraint bookings_ended_by_check check (ended_by in ('booker', 'member', 'calendar', 'clock'));
create index bookings_unanswered on bookings (starts_at) where state = 'pending';

/* Workspaces with requests whose start has passed. */
create function unanswered_requests(begun_before timestamptz, most int)
returns table (org_id uuid) language sql stable security definer set search_path = foyer, pg_temp set enable_seqscan = off
as $$ select distinct b.org_id from bookings b where b.state = 'pending' and b.starts_at <= begun_before limit most $$;

grant create on schema foyer to foyer_system;
alter function unanswered_requests owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function unanswered_requests from public;
grant execute on function unanswered_requests to foyer_app;
