-- When its provider said that it changed, until it is read; and when its channel is looked after again.
alter table calendars add column hinted_at timestamptz;
alter table calendars add column next_watch_at timestamptz not null default now();

/* By which a provider says that a calendar changed. The row is there before the provider is asked: its id and the org's are the channel's. */
create table calendar_channels (
  org_id uuid not null,
  id uuid not null,
  calendar_id uuid not null,
  token_hash bytea not null,                 -- SHA-256 of what comes back with each hint
  state text not null check (state in ('asked', 'open')),
  resource_id text check (length(resource_id) <= 255),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  hints int not null default 0,              -- since `hints_from`, for their limit
  hints_from timestamptz,
  primary key (org_id, id),
  foreign key (org_id, calendar_id) references calendars on delete cascade
);
create index calendar_channels_of_calendar on calendar_channels (org_id, calendar_id);
grant select, insert, update, delete on calendar_channels to foyer_app;
call keep_tenants_apart('calendar_channels');
