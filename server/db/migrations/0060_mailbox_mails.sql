-- Copies of members' mailboxes. Who may see a mail is decided by its mailbox; threads hold a row that refers to it, and never its text
-- where the mailbox is personal.

-- Addresses and domains whose mail is nobody's but the owner's.
alter table mailboxes add column excluded text[] not null default '{}';

-- How far a mailbox has been read.
create table mailbox_readings (
  org_id uuid not null references orgs,
  id uuid not null,                          -- the mailbox
  cursor text,                               -- null: everything since `since` is read
  begun_at_cursor text,                      -- of a reading of everything: where what changed meanwhile begins
  since timestamptz not null,
  listed int,                                -- of a reading of everything: mails there, and how many of them have been copied
  copied int not null default 0,
  synced_at timestamptz,
  behind_since timestamptz,
  last_error text check (length(last_error) <= 500),
  next_poll_at timestamptz,
  leased_until timestamptz,                  -- one reads at a time; a reader that is silent for two minutes is dead
  is_wanted boolean not null default false,  -- another asked meanwhile
  watched_until timestamptz,
  aliases text[] not null default '{}',      -- addresses that its provider confirms, beside its own
  primary key (org_id, id)
);
create index mailbox_readings_due on mailbox_readings (next_poll_at) where next_poll_at is not null;

create table mailbox_folders (
  org_id uuid not null references orgs,
  mailbox_id uuid not null,
  id text not null check (length(id) <= 1000),
  name text not null check (length(name) <= 1000),
  role text check (role in ('inbox', 'sent', 'drafts', 'spam', 'trash', 'archive', 'all')),
  primary key (org_id, mailbox_id, id)
);

create table mailbox_mails (
  org_id uuid not null references orgs,
  id uuid not null,
  mailbox_id uuid not null,
  direction text not null check (direction in ('in', 'out')),
  at timestamptz not null,                   -- by the provider's clock
  state text check (state in ('queued', 'sending', 'sent', 'failed', 'uncertain', 'cancelled')),  -- of one that left from here
  error text check (length(error) <= 500),
  error_code text,
  tries int not null default 0,
  looks int not null default 0,              -- how often it was looked for among what was sent
  send_at timestamptz,
  sent_at timestamptz,
  person_id uuid,                            -- who sent it here
  message_id text check (length(message_id) <= 1000),
  given_message_id text check (length(given_message_id) <= 1000),   -- what the provider put in place of ours
  fingerprint bytea not null,                -- what a copy of it in another folder has in common with it
  thread_ref text,
  in_reply_to text check (length(in_reply_to) <= 1000),
  refs text[] not null default '{}',         -- References
  answers uuid,                              -- the mail of this mailbox that it answers
  from_email text check (length(from_email) <= 320),
  from_name text check (length(from_name) <= 500),
  to_list jsonb not null default '[]',       -- [{"name","email"}]
  cc_list jsonb not null default '[]',
  bcc_list jsonb not null default '[]',
  reply_list jsonb not null default '[]',
  subject text not null check (length(subject) <= 2000),
  preview text not null check (length(preview) <= 300),
  kind text not null check (kind in ('person', 'bulk', 'automatic', 'bounce')),
  kind_reason text not null,
  broken text,                               -- why it could not be read whole
  is_proven boolean not null default false,  -- its provider says that it comes from whom it says
  attachments jsonb not null default '[]',
  size_bytes int not null default 0,
  is_seen boolean not null,                  -- in the mailbox
  seen_error text check (length(seen_error) <= 500),
  folders text[] not null default '{}',
  gone_at timestamptz,                       -- deleted in the mailbox; kept as part of a conversation
  tracking_id uuid,
  opened_at timestamptz,                     -- loaded by others than its sender
  bounced_at timestamptz,
  bounce text check (length(bounce) <= 1000),
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);
create index mailbox_mails_by_time on mailbox_mails (org_id, mailbox_id, at desc, id desc);
create index mailbox_mails_by_message on mailbox_mails (org_id, message_id) where message_id is not null;
create index mailbox_mails_by_given on mailbox_mails (org_id, given_message_id) where given_message_id is not null;
create index mailbox_mails_alike on mailbox_mails (org_id, mailbox_id, fingerprint);
create index mailbox_mails_on_the_way on mailbox_mails (org_id, state) where state in ('queued', 'sending', 'uncertain');
create unique index mailbox_mails_tracked on mailbox_mails (org_id, tracking_id) where tracking_id is not null;

-- Apart, so that lists stay small.
create table mailbox_bodies (
  org_id uuid not null references orgs,
  id uuid not null,                          -- of the mail
  text text,
  html text,
  headers jsonb not null default '[]',
  calendars jsonb not null default '[]',
  primary key (org_id, id)
);

-- Where a mail is at its provider: by IMAP in several folders.
create table mailbox_places (
  org_id uuid not null references orgs,
  mailbox_id uuid not null,
  ref text not null check (length(ref) <= 2000),
  mail_id uuid not null,
  folders text[] not null,
  is_seen boolean not null,
  at timestamptz not null,
  primary key (org_id, mailbox_id, ref)
);
create index mailbox_places_of_mail on mailbox_places (org_id, mail_id);

-- One row for each folder that a mail is in: lists of a folder among a million mails are an index scan.
create table mailbox_entries (
  org_id uuid not null references orgs,
  mailbox_id uuid not null,
  folder text not null,
  at timestamptz not null,
  mail_id uuid not null,
  primary key (org_id, mailbox_id, folder, mail_id)
);
create index mailbox_entries_by_time on mailbox_entries (org_id, mailbox_id, folder, at desc, mail_id desc);

-- Loads of the picture that says a mail was opened: the first of each class, then how often.
create table mail_loads (
  org_id uuid not null references orgs,
  mail_id uuid not null,
  class text not null check (class in ('person', 'proxy', 'scanner', 'own')),
  reason text not null,                      -- the rule that says so
  first_at timestamptz not null,
  last_at timestamptz not null,
  times int not null default 1,
  primary key (org_id, mail_id, class)
);

alter table messages drop constraint messages_channel_check;
alter table messages add constraint messages_channel_check check (channel in ('web_chat', 'whatsapp', 'email', 'note'));
alter table messages add column mail_id uuid;
alter table messages add column mail_key text;   -- what copies of one mail in several mailboxes have in common
create unique index messages_by_mail on messages (org_id, mail_key, contact_id) where mail_key is not null;
create index messages_of_mail on messages (org_id, mail_id) where mail_id is not null;

grant select, insert, update, delete on mailbox_readings, mailbox_folders, mailbox_mails, mailbox_bodies, mailbox_places,
  mailbox_entries, mail_loads to foyer_app;
call keep_tenants_apart('mailbox_readings');
call keep_tenants_apart('mailbox_folders');
call keep_tenants_apart('mailbox_mails');
call keep_tenants_apart('mailbox_bodies');
call keep_tenants_apart('mailbox_places');
call keep_tenants_apart('mailbox_entries');
call keep_tenants_apart('mail_loads');

/* Mailboxes of any workspace that are to be read again. */
create function due_mailboxes(due_before timestamptz, most int)
returns table (org_id uuid, id uuid) language sql stable security definer set search_path = foyer, pg_temp set enable_seqscan = off
as $$ select r.org_id, r.id from mailbox_readings r where r.next_poll_at <= due_before order by r.next_poll_at limit most $$;

/* Whose a tracked mail is; nothing for an id that is on no mail. */
create function mail_of_tracking(given uuid)
returns table (org_id uuid, id uuid, sent_at timestamptz) language sql stable security definer
set search_path = foyer, pg_temp set enable_seqscan = off
as $$ select m.org_id, m.id, m.sent_at from mailbox_mails m where m.tracking_id = given limit 10 $$;
create index mailbox_mails_by_tracking on mailbox_mails (tracking_id) where tracking_id is not null;

grant create on schema foyer to foyer_system;
alter function due_mailboxes owner to foyer_system;
alter function mail_of_tracking owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function due_mailboxes, mail_of_tracking from public;
grant execute on function due_mailboxes, mail_of_tracking to foyer_app;
