-- Where meetings take place that no calendar makes a room for: an address with `{id}`.
alter table orgs add column room_pattern text check (length(room_pattern) <= 500);

-- Colleagues see its events, and not only that they take time.
alter table calendars add column is_shared boolean not null default false;
