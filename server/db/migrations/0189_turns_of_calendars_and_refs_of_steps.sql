-- Until when the reader of a calendar is taken to live; null: it is not being read. A reading has a generation of its own.
alter table calendars add column reading_until timestamptz;

-- By the email or message that a step made, which failed.
create index booking_effects_of_ref on booking_effects (org_id, ref) where ref is not null;
create index booking_reminders_of_ref on booking_reminders (org_id, ref) where ref is not null;
