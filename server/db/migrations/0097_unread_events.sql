/* Events of which something could not be read: their owner sees which, and why. Of a read from the start, as with events. */
create table calendar_unread_events (
  org_id uuid not null,
  calendar_id uuid not null,
  event_id text not null check (length(event_id) <= 1024),
  reason text not null check (reason in ('time', 'end', 'occurrence', 'rule', 'dates', 'many', 'zone', 'details')),
  generation int not null,
  title text not null check (length(title) <= 1000),
  ical_uid text check (length(ical_uid) <= 1000),
  starts_at timestamptz,                     -- null: not known
  all_day_from date,
  primary key (org_id, calendar_id, event_id, reason),
  foreign key (org_id, calendar_id) references calendars on delete cascade
);
grant select, insert, update, delete on calendar_unread_events to foyer_app;
call keep_tenants_apart('calendar_unread_events');

/* The list of an account's calendars is asked for again: what is not in it any more is gone, and takes no time until it is back. */
alter table calendars add column listed_at timestamptz not null default now();
alter table calendars add column gone_at timestamptz;
alter table calendars add column was_ticked boolean not null default false;

/* Accounts whose calendars were not listed since. */
create function due_calendar_lists(listed_before timestamptz, most int)
returns table (org_id uuid, mailbox_id uuid) language sql stable security definer set search_path = foyer, pg_temp
as $$ select c.org_id, c.connection_id from calendars c group by c.org_id, c.connection_id
  having max(c.listed_at) < listed_before order by max(c.listed_at) limit most $$;

/* People who host meetings that are ahead, and are no members: those who left before it was asked about that have no task. */
create function former_hosts(most int)
returns table (org_id uuid, person_id uuid) language sql stable security definer set search_path = foyer, pg_temp
as $$ select distinct s.org_id, s.person_id from booking_spans s
  where s.state in ('pending', 'confirmed') and s.ends_at > now()
    and not exists (select from members m where m.org_id = s.org_id and m.id = s.person_id) limit most $$;

grant create on schema foyer to foyer_system;
alter function due_calendar_lists owner to foyer_system;
alter function former_hosts owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function due_calendar_lists from public;
revoke execute on function former_hosts from public;
grant execute on function due_calendar_lists to foyer_app;
grant execute on function former_hosts to foyer_app;
