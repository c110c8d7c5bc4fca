/* How far back a mailbox is read is decided by its first reader (`MAIL_FIRST_DAYS`), and later by members (`read-older-mail`). */
alter table mailbox_readings alter column since drop not null;
