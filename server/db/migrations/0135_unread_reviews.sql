-- Reviews that are listed and cannot be read: a location says how many, and the others are read as ever.
alter table review_locations add unread int not null default 0;
