-- Meetings: hours, event types, bookings that cannot collide, reminders.

create extension if not exists btree_gist with schema foyer;

-- IANA zones. A person's own; null: that of the workspace.
alter table orgs add column time_zone text not null default 'UTC' check (length(time_zone) between 1 and 64);
alter table directory.people add column time_zone text check (length(time_zone) between 1 and 64);

-- The bookable time of a member, by an id of its own that visitors are told.
create table directory.bookable_calendars (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  person_id uuid not null,
  feed_hash bytea unique,                    -- SHA-256 of the token of its calendar feed
  unique (org_id, person_id)
);

-- From the token of a link to its booking: `meet` leads to the room, `manage` changes it.
create table directory.booking_links (
  token_hash bytea primary key,              -- SHA-256
  org_id uuid not null,
  booking_id uuid not null,
  kind text not null check (kind in ('meet', 'manage')),
  unique (org_id, booking_id, kind)
);
grant select, insert, update, delete on directory.bookable_calendars, directory.booking_links to foyer_app;

-- When a member can be booked. Without a row: Monday to Friday, 9 to 17.
create table work_hours (
  org_id uuid not null references orgs,
  id uuid not null,                          -- the person
  time_zone text check (length(time_zone) between 1 and 64),
  tz_version text not null,
  weekly jsonb not null,                     -- {"mon":[["09:00","17:00"]]}
  dates jsonb not null default '{}',         -- {"2027-03-28":[]}: a date replaces its weekday
  feed_token_sealed text,
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);

create table event_types (
  org_id uuid not null references orgs,
  id uuid not null,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 64),
  name text not null check (length(name) between 1 and 120),
  about text not null default '' check (length(about) <= 2000),
  minutes int not null check (minutes between 5 and 1440),
  grid_minutes int not null check (grid_minutes between 5 and 1440),
  mode text not null check (mode in ('one', 'round_robin', 'collective')),
  hosts text not null default 'listed' check (hosts in ('listed', 'admins')),  -- admins: whoever is admin or owner
  buffer_before_minutes int not null default 0 check (buffer_before_minutes between 0 and 480),
  buffer_after_minutes int not null default 0 check (buffer_after_minutes between 0 and 480),
  notice_minutes int not null default 120 check (notice_minutes between 0 and 129600),
  horizon_days int not null default 60 check (horizon_days between 1 and 730),
  limit_per_day int check (limit_per_day between 1 and 200),
  limit_per_week int check (limit_per_week between 1 and 1000),
  approval boolean not null default false,
  from_outside text not null default 'ask' check (from_outside in ('ask', 'follow')),
  place jsonb not null default '{"kind":"meet"}',
  questions jsonb not null default '[]',
  reminder_minutes int[] not null default '{1440,60}',
  change_limit_minutes int not null default 0 check (change_limit_minutes between 0 and 43200),
  calendar_max_age_minutes int check (calendar_max_age_minutes between 5 and 10080),
  makes_deal boolean not null default false,
  whatsapp_template jsonb,                   -- {"name","language"}
  is_default boolean not null default false,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index event_types_slug on event_types (org_id, slug) where archived_at is null;
create unique index event_types_default on event_types (org_id) where is_default;

create table event_type_hosts (
  org_id uuid not null,
  event_type_id uuid not null,
  person_id uuid not null,
  place int not null,
  primary key (org_id, event_type_id, person_id),
  foreign key (org_id, event_type_id) references event_types
);

create table bookings (
  org_id uuid not null references orgs,
  id uuid not null,
  event_type_id uuid not null,
  state text not null check (state in ('held', 'pending', 'confirmed', 'cancelled', 'declined', 'expired')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- What the host's wall showed when it was booked, and by which rules; the zone of the booker is how they read it.
  wall_clock text not null,
  host_zone text not null,
  zone text not null,
  tz_version text not null,
  locale text not null default 'en',
  sequence int not null default 0 check (sequence >= 0),
  because jsonb not null,                    -- why these hosts
  contact_id uuid,
  deal_id uuid,
  name text check (length(name) between 1 and 255),
  email text check (length(email) <= 254),
  email_key text,
  phone text check (length(phone) <= 64),
  company text check (length(company) <= 255),
  shown_as text check (length(shown_as) <= 300),   -- the date and time as the booker's page showed them
  answers jsonb not null default '[]',
  source text not null check (source in ('page', 'member', 'api')),
  made_by uuid,                              -- the member, where one booked
  network text,                              -- of the booker, as a digest
  tokens_sealed text,                        -- {"meet","manage"}
  room_url text,
  calendar_as_of timestamptz,                -- how old the copy of the calendars was
  reason text check (length(reason) <= 500), -- of a cancellation
  ended_by text check (ended_by in ('booker', 'member', 'calendar')),
  ended_by_person uuid,
  hold_expires_at timestamptz,
  hold_hash bytea,                           -- SHA-256 of what its holder was given
  answer text check (answer in ('accepted', 'tentative', 'declined', 'proposed')),   -- of the booker's calendar
  answer_facts jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  check ((state = 'held') = (hold_expires_at is not null)),
  check (state in ('held', 'expired') or (name is not null and tokens_sealed is not null))
);
create index bookings_by_start on bookings (org_id, starts_at, id);
create index bookings_of_contact on bookings (org_id, contact_id, id) where contact_id is not null;
create index bookings_of_recipient on bookings (org_id, email_key, created_at) where email_key is not null;
create index bookings_of_network on bookings (org_id, network, created_at) where network is not null;
create index bookings_of_type on bookings (org_id, event_type_id, starts_at);

/* What makes a second meeting of one host impossible, across event types: one span a host and booking, with its buffers. Of 64 at once
   on one place one gets it, the rest no row (`on conflict do nothing`); nothing waits, nothing is checked first. */
create table booking_spans (
  org_id uuid not null,
  booking_id uuid not null,
  person_id uuid not null,
  during tstzrange not null check (not isempty(during)),
  state text not null check (state in ('held', 'pending', 'confirmed', 'cancelled', 'declined', 'expired')),
  held_until timestamptz,                    -- a hold that has run out takes no place
  primary key (org_id, booking_id, person_id),
  foreign key (org_id, booking_id) references bookings on delete cascade,
  constraint no_two_at_once exclude using gist (org_id with =, person_id with =, during with &&)
    where (state in ('held', 'pending', 'confirmed'))
);

/* All that follows from a booking outside: its state is shown, and it can be done again. */
create table booking_effects (
  org_id uuid not null,
  id uuid not null,
  booking_id uuid not null,
  sequence int not null,
  kind text not null check (kind in ('calendar', 'booker_mail', 'host_mail', 'whatsapp')),
  what text not null check (what in ('requested', 'confirmed', 'moved', 'cancelled', 'declined')),
  person_id uuid,                            -- the host it is for
  state text not null check (state in ('queued', 'done', 'failed', 'skipped', 'uncertain')),
  reason text check (length(reason) <= 500),
  tries int not null default 0,
  ref uuid,                                  -- the email or message
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique nulls not distinct (org_id, booking_id, sequence, kind, what, person_id),
  foreign key (org_id, booking_id) references bookings on delete cascade
);

create table booking_reminders (
  org_id uuid not null,
  booking_id uuid not null,
  sequence int not null,
  minutes_before int not null,
  channel text not null check (channel in ('email', 'whatsapp')),
  due_at timestamptz not null,
  state text not null check (state in ('waiting', 'sent', 'skipped', 'failed')),
  reason text check (length(reason) <= 500),
  ref uuid,
  settled_at timestamptz,
  primary key (org_id, booking_id, sequence, minutes_before, channel),
  foreign key (org_id, booking_id) references bookings on delete cascade
);
create index booking_reminders_due on booking_reminders (due_at) where state = 'waiting';

-- Who pressed "this was not me": gets no more mail about bookings.
create table booking_refusals (
  org_id uuid not null references orgs,
  email_key text not null,
  at timestamptz not null default now(),
  primary key (org_id, email_key)
);

/* Copies of members' calendars, for availability: what stands there takes time from them, whatever becomes of their provider. */
create table calendars (
  org_id uuid not null references orgs,
  id uuid not null,
  person_id uuid not null,                   -- whose time it takes
  connection_id uuid not null,
  provider_id text not null check (length(provider_id) <= 1024),
  name text not null check (length(name) <= 500),
  time_zone text,
  is_primary boolean not null default false,
  is_writable boolean not null default false,
  is_ticked boolean not null default false,  -- its events take time
  is_target boolean not null default false,  -- meetings are written into it
  cursor text,                               -- where reading goes on; null: from the start
  generation int not null default 0,         -- of a read from the start: what an older one left is gone afterwards
  read_events int not null default 0,        -- so far, in this read from the start
  synced_at timestamptz,
  behind_since timestamptz,                  -- the first try that failed since then
  last_error text check (length(last_error) <= 500),
  next_poll_at timestamptz,
  channel_id uuid,
  channel_token_hash bytea,
  channel_resource text,
  channel_ends_at timestamptz,
  channel_message bigint,
  primary key (org_id, id),
  unique (org_id, connection_id, provider_id)
);
create unique index calendars_target on calendars (org_id, person_id) where is_target;
create index calendars_due on calendars (next_poll_at) where next_poll_at is not null;

create table calendar_events (
  org_id uuid not null,
  calendar_id uuid not null,
  provider_id text not null check (length(provider_id) <= 1024),
  person_id uuid not null,
  generation int not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at >= starts_at),
  all_day_from date,                         -- of an all-day event; its end is exclusive
  all_day_to date,
  takes_time boolean not null,               -- opaque, not cancelled, not declined
  counts boolean not null,                   -- takes time, and its calendar is ticked
  is_tentative boolean not null default false,
  is_private boolean not null default false,
  summary text not null default '',
  location text not null default '',
  attendees jsonb not null default '[]',
  ical_uid text,
  etag text,
  meet_link text,
  booking_id uuid,                           -- written by us, for this booking
  booking_sequence int,
  primary key (org_id, calendar_id, provider_id),
  foreign key (org_id, calendar_id) references calendars on delete cascade
);
/* A month of ten people with 5,000 events each: 3 ms, where a range index took 35. Events of more than two days are few, and are looked up
   apart: so a search by the start needs to go back two days and no further. */
create index calendar_events_busy on calendar_events (org_id, person_id, starts_at) include (ends_at)
  where counts and booking_id is null;
create index calendar_events_long on calendar_events (org_id, person_id, ends_at) include (starts_at)
  where counts and booking_id is null and ends_at - starts_at > interval '2 days';
create index calendar_events_of_booking on calendar_events (org_id, booking_id) where booking_id is not null;

/* What we wrote into whose calendar: at most one event a booking and host. */
create table calendar_writes (
  org_id uuid not null,
  booking_id uuid not null,
  person_id uuid not null,
  calendar_id uuid not null,
  connection_id uuid not null,
  provider_calendar_id text not null,
  event_id text not null,
  sequence int not null,                     -- of the booking, as last written
  state text not null check (state in ('writing', 'written', 'removed')),
  etag text,
  room_url text,
  seen_change text,                          -- what the host did there that nobody has decided about
  updated_at timestamptz not null default now(),
  primary key (org_id, booking_id, person_id)
);

grant select, insert, update, delete on work_hours, event_types, event_type_hosts, bookings, booking_spans, booking_effects,
  booking_reminders, booking_refusals, calendars, calendar_events, calendar_writes to foyer_app;
call keep_tenants_apart('work_hours', 'event_types', 'event_type_hosts', 'bookings', 'booking_spans', 'booking_effects',
  'booking_reminders', 'booking_refusals', 'calendars', 'calendar_events', 'calendar_writes');

/* Every workspace can be booked from its first minute: half an hour with its owner, then with all admins by turns. */
create function enter_default_event_type() returns trigger language plpgsql set search_path = foyer, pg_temp
as $$
begin
  insert into event_types (org_id, id, slug, name, minutes, grid_minutes, mode, hosts, is_default)
  values (new.org_id, uuidv7(), 'meeting', 'Meeting', 30, 30, 'round_robin', 'admins', true);
  return null;
end
$$;

/* Every member has bookable time. */
create function enter_bookable_calendar() returns trigger language plpgsql set search_path = foyer, directory, pg_temp
as $$
begin
  insert into directory.bookable_calendars (org_id, person_id) values (new.org_id, new.id) on conflict do nothing;
  return null;
end
$$;

/* Workspaces with a reminder that is due. */
create function due_reminders(due_before timestamptz, most int)
returns table (org_id uuid) language sql stable security definer set search_path = foyer, pg_temp set enable_seqscan = off
as $$ select distinct r.org_id from booking_reminders r where r.state = 'waiting' and r.due_at <= due_before limit most $$;

grant create on schema foyer to foyer_system;
alter function due_reminders owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function enter_default_event_type, enter_bookable_calendar, due_reminders from public;
grant execute on function enter_default_event_type, enter_bookable_calendar, due_reminders to foyer_app;


-- A restore, which writes as the owner of the database, brings its own.
create trigger enter_default_event_type after insert on orgs for each row when (current_user = 'foyer_app') execute function enter_default_event_type();
create trigger enter_bookable_calendar after insert on members for each row when (current_user = 'foyer_app') execute function enter_bookable_calendar();

-- Those of before.
insert into event_types (org_id, id, slug, name, minutes, grid_minutes, mode, hosts, is_default)
  select org_id, uuidv7(), 'meeting', 'Meeting', 30, 30, 'round_robin', 'admins', true from orgs;
insert into directory.bookable_calendars (org_id, person_id) select org_id, id from members;

-- A booking can begin a deal.
alter table deals drop constraint deals_kind_check;
alter table deals add constraint deals_kind_check check (kind in ('prd', 'web_chat', 'whatsapp', 'voice', 'lead', 'manual', 'booking'));
