-- Files that members send along with mails. They are here before the mail is, and go when the mailbox has them.
create table mail_files (
  org_id uuid not null references orgs,
  id uuid not null,
  person_id uuid not null,                   -- whose it is until it is part of a mail
  name text not null check (length(name) between 1 and 255),
  type text not null check (length(type) <= 127),
  size_bytes int not null check (size_bytes between 0 and 20971520),
  received_bytes int not null default 0,
  parts int[] not null default '{}',         -- where each part begins that came whole
  mail_id uuid,                              -- of one that was queued
  place int not null default 0,              -- in that mail
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);
create index mail_files_of_mail on mail_files (org_id, mail_id) where mail_id is not null;
create index mail_files_unused on mail_files (org_id, person_id) where mail_id is null;
create index mail_files_by_age on mail_files (created_at);
grant select, insert, update, delete on mail_files to foyer_app;
call keep_tenants_apart('mail_files');

/* Files of any workspace that no mail waits for: of none, of one that is gone, or that the mailbox has. */
create function unused_mail_files(unused_before timestamptz, unsent_before timestamptz, most int)
returns table (org_id uuid, id uuid) language sql stable security definer set search_path = foyer, pg_temp
as $$
  select f.org_id, f.id from mail_files f left join mailbox_mails m on m.org_id = f.org_id and m.id = f.mail_id
  where f.created_at < unused_before
    and (m.id is null
      or m.state = 'sent' and exists (select from mailbox_places p where p.org_id = f.org_id and p.mail_id = m.id)
      or m.state in ('sent', 'failed', 'cancelled') and f.created_at < unsent_before)
  order by f.created_at limit most
$$;
grant create on schema foyer to foyer_system;
alter function unused_mail_files owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function unused_mail_files from public;
grant execute on function unused_mail_files to foyer_app;
