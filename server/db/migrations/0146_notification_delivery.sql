-- How members want to be notified, and what leaves by email and by push.

create table notification_settings (
  org_id uuid not null,
  id uuid not null,                         -- the person
  choices jsonb not null default '{}',      -- topic → {app, mail, push}; what is not in it is as usual
  quiet_from text check (quiet_from ~ '^[0-2][0-9]:[0-5][0-9]$'),  -- on the wall clock of the person
  quiet_to text check (quiet_to ~ '^[0-2][0-9]:[0-5][0-9]$'),
  summary_at text not null default '08:00' check (summary_at ~ '^[0-2][0-9]:[0-5][0-9]$'),
  has_sound boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  check ((quiet_from is null) = (quiet_to is null))
);
grant select, insert, update, delete on notification_settings to foyer_app;

-- What is to be emailed to one person, once it has lain unread for a moment. A burst about one thing is one row.
create table notice_mails (
  org_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'mailed', 'read', 'unwanted')),
  due_at timestamptz not null,
  mail_id uuid,
  settled_at timestamptz,
  primary key (org_id, id),
  check ((state = 'waiting') = (settled_at is null)),
  check ((state = 'mailed') = (mail_id is not null))
);
create unique index notice_mails_once on notice_mails (org_id, person_id, kind, subject_id) where state = 'waiting';
create index notice_mails_due on notice_mails (due_at) where state = 'waiting';
create index notice_mails_of_subject on notice_mails (org_id, person_id, kind, subject_id, settled_at desc) where state = 'mailed';
create index notice_mails_of_mail on notice_mails (org_id, mail_id) where mail_id is not null;
grant select, insert, update, delete on notice_mails to foyer_app;
grant select on notice_mails to foyer_system;

-- The morning summaries: one a person and day of their calendar, whatever crashed.
create table notice_summaries (
  org_id uuid not null,
  person_id uuid not null,
  day date not null,
  due_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'mailed', 'empty')),
  up_to timestamptz,                        -- of notices raised until then; the next begins there
  mail_id uuid,
  primary key (org_id, person_id, day),
  check ((state = 'waiting') = (up_to is null)),
  check ((state = 'mailed') = (mail_id is not null))
);
create index notice_summaries_due on notice_summaries (due_at) where state = 'waiting';
create index notice_summaries_of_mail on notice_summaries (org_id, mail_id) where mail_id is not null;
grant select, insert, update, delete on notice_summaries to foyer_app;
grant select on notice_summaries to foyer_system;

-- The key by which push services know this server (RFC 8292). Made at first use; there is one.
create table directory.push_keys (
  id text primary key,
  public_key text not null,                 -- base64url, uncompressed point of P-256
  sealed_private text not null,             -- AES-256-GCM under FOYER_KEY
  created_at timestamptz not null default now()
);
grant select, insert, update on directory.push_keys to foyer_app;

-- Browsers that may be pushed to.
create table push_subscriptions (
  org_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  endpoint_hash bytea not null,             -- SHA-256: the address is a credential
  sealed text not null,                     -- AES-256-GCM under FOYER_KEY: address and keys
  host text not null,                       -- of the push service
  device text not null,                     -- browser and system, as it said
  created_at timestamptz not null default now(),
  last_sent_at timestamptz,
  last_error text,
  primary key (org_id, id)
);
-- One browser is one person's: who signs in there later takes it over.
create unique index push_subscriptions_once on push_subscriptions (org_id, endpoint_hash);
create index push_subscriptions_of_person on push_subscriptions (org_id, person_id);
grant select, insert, update, delete on push_subscriptions to foyer_app;

-- What is pushed to one browser. A burst about one thing is one row while it waits.
create table push_messages (
  org_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'read', 'failed')),
  tries int not null default 0,
  next_try_at timestamptz not null,
  give_up_at timestamptz not null,
  last_error text,
  settled_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, subscription_id) references push_subscriptions on delete cascade,
  check ((state = 'waiting') = (settled_at is null))
);
create unique index push_messages_once on push_messages (org_id, subscription_id, kind, subject_id) where state = 'waiting';
create index push_messages_due on push_messages (next_try_at) where state = 'waiting';
create index push_messages_of_subscription on push_messages (org_id, subscription_id);
grant select, insert, update, delete on push_messages to foyer_app;
grant select on push_messages to foyer_system;

call keep_tenants_apart('notification_settings', 'notice_mails', 'notice_summaries', 'push_subscriptions', 'push_messages');

/* Members of any workspace for whom emails or a summary are due: of each workspace its first, before a second of any. */
create function due_notice_mails(at_time timestamptz, of_each int, most int)
returns table (org_id uuid, person_id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select d.org_id, d.person_id from (
    select w.org_id, w.person_id, min(w.due_at) as due_at,
      row_number() over (partition by w.org_id order by min(w.due_at)) as place
    from (
      select m.org_id, m.person_id, m.due_at from notice_mails m where m.state = 'waiting' and m.due_at <= at_time
      union all
      select s.org_id, s.person_id, s.due_at from notice_summaries s where s.state = 'waiting' and s.due_at <= at_time) w
    group by w.org_id, w.person_id) d
  where d.place <= of_each order by d.place, d.due_at limit most
$$;

/* Pushes of any workspace that are due without a job: it was lost, or used up. */
create function due_push_messages(due_before timestamptz, of_each int, most int)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select d.org_id, d.id from (
    select p.org_id, p.id, p.next_try_at, row_number() over (partition by p.org_id order by p.next_try_at) as place
    from push_messages p where p.state = 'waiting' and p.next_try_at < due_before) d
  where d.place <= of_each order by d.place, d.next_try_at limit most
$$;

/* Deals whose first reply is due soon: within a quarter of the time that there was for it, and no sooner than in an hour. */
create function hurried_deals(at_time timestamptz, most int)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select d.org_id, d.id from deals d
  join orgs o on o.org_id = d.org_id
  where d.state = 'open' and d.responded_at is null
    and d.response_due_at > at_time and d.response_due_at <= at_time + interval '1 hour'
    and d.response_due_at <= at_time + make_interval(mins => least(60, greatest(1, o.response_target_minutes / 4)))
    and not exists (select from notices n where n.org_id = d.org_id and n.kind = 'response_due_soon' and n.subject_id = d.id)
  order by d.response_due_at limit most
$$;

create index invoices_open_by_due_date on invoices (due_on) where state = 'sent';

/* Invoices of any workspace that were to be paid within the three days before a day, and of which there is no notice yet. */
create function overdue_invoices(today date, most int)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select i.org_id, i.id from invoices i
  where i.state = 'sent' and i.due_on >= today - 3 and i.due_on < today
    and not exists (select from notices n where n.org_id = i.org_id and n.kind = 'invoice_overdue' and n.subject_id = i.id)
  order by i.due_on limit most
$$;

grant create on schema foyer to foyer_system;
alter function due_notice_mails owner to foyer_system;
alter function due_push_messages owner to foyer_system;
alter function hurried_deals owner to foyer_system;
alter function overdue_invoices owner to foyer_system;
revoke create on schema foyer from foyer_system;
grant select on invoices to foyer_system;
revoke execute on function due_notice_mails, due_push_messages, hurried_deals, overdue_invoices from public;
grant execute on function due_notice_mails, due_push_messages, hurried_deals, overdue_invoices to foyer_app;
