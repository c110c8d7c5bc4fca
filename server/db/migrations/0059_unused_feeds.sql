-- Columns that nothing has used.
alter table work_hours drop column feed_token_sealed;
alter table directory.bookable_calendars drop column feed_hash;
