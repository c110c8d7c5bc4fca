-- Until when the reader of a calendar is taken to live; null: it is not being read. A reading has a generation of its own.
alter table calendars add column reading_until timestamptz;
