-- From the token of a member's calendar feed to whose it is. It ends with the membership.
create table directory.calendar_feeds (
  token_hash bytea primary key,              -- SHA-256
  org_id uuid not null,
  person_id uuid not null,
  created_at timestamptz not null,
  unique (org_id, person_id),
  foreign key (org_id, person_id) references members on delete cascade
);
grant select, insert, update, delete on directory.calendar_feeds to foyer_app;
