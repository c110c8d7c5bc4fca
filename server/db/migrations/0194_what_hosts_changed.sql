/*
 * What a host did with a meeting in their calendar was an English sentence with a wall clock of no zone. It is kept as what it was, and each reader is told it in
 * their language and zone. A sentence about an event that is no longer among the copies stays as it is.
 */
alter table calendar_writes add column seen_starts_at timestamptz;   -- of `seen_change` moved: where the event lies
update calendar_writes set seen_change = 'deleted' where seen_change like 'Deleted in %';
update calendar_writes w set seen_change = 'moved', seen_starts_at = e.starts_at
from calendar_events e
where e.org_id = w.org_id and e.calendar_id = w.calendar_id and e.provider_id = w.event_id and w.seen_change like 'Moved in %';
alter table calendar_writes add check (coalesce(seen_change = 'moved', false) = (seen_starts_at is not null));
