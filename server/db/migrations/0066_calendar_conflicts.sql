/* Events of a host's own over their bookings. One that a member keeps is told no more, until it moves. */
create table calendar_conflicts (
  org_id uuid not null,
  booking_id uuid not null,
  calendar_id uuid not null,
  event_id text not null check (length(event_id) <= 1024),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  seen_at timestamptz not null default now(),
  kept_at timestamptz,
  kept_by uuid,
  primary key (org_id, booking_id, calendar_id, event_id),
  foreign key (org_id, booking_id) references bookings on delete cascade,
  foreign key (org_id, calendar_id) references calendars on delete cascade
);
create index calendar_conflicts_of_event on calendar_conflicts (org_id, calendar_id, event_id);
grant select, insert, update, delete on calendar_conflicts to foyer_app;
call keep_tenants_apart('calendar_conflicts');
