-- A member's own mail and calendar account. Its connection is theirs: other members and admins do not see it among the workspace's.
alter table connections add column owner_id uuid;
alter table oauth_flows add column owner_id uuid;
alter table oauth_flows add column return_to text check (length(return_to) <= 500);

create table mailboxes (
  org_id uuid not null references orgs,
  id uuid not null,                          -- that of its connection
  person_id uuid not null,                   -- whose it is
  provider text not null check (provider in ('google', 'imap')),
  email text not null check (length(email) <= 254),
  email_key text not null,
  kind text not null default 'personal' check (kind in ('personal', 'team')),
  shares text not null default 'time' check (shares in ('time', 'subject', 'all')),  -- of a mail with a contact, to colleagues
  has_mail boolean not null,                 -- what its owner allowed
  has_calendar boolean not null,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index mailboxes_address on mailboxes (org_id, email_key) where ended_at is null;
create index mailboxes_of_person on mailboxes (org_id, person_id) where ended_at is null;
grant select, insert, update, delete on mailboxes to foyer_app;
call keep_tenants_apart('mailboxes');
