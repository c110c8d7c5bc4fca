-- What stands below each email that is written in a mailbox: HTML, cleaned when it was stored.
alter table mailboxes add column signature text not null default '' check (length(signature) <= 60000);

-- Senders whose pictures from elsewhere a member wants to see without asking. It holds for mails whose sender is proven, and no others.
create table mail_picture_senders (
  org_id uuid not null references orgs,
  person_id uuid not null,
  email_key text not null check (length(email_key) <= 254),
  created_at timestamptz not null default now(),
  primary key (org_id, person_id, email_key)
);
grant select, insert, delete on mail_picture_senders to foyer_app;
call keep_tenants_apart('mail_picture_senders');
