-- A list of a mailbox says nothing of a mail that was placed after the list was begun.
alter table mailbox_places add column placed_at timestamptz not null default now();
