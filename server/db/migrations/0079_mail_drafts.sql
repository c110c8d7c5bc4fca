-- Emails that a member is writing. They are that member's alone, also those of a mailbox of the team.
create table mail_drafts (
  org_id uuid not null references orgs,
  id uuid not null,
  person_id uuid not null,
  mailbox_id uuid not null,                  -- whose address it was last written from; it may be disconnected since
  window_id uuid not null,                   -- of the window that saved last
  version int not null default 1,
  kind text not null check (kind in ('new', 'reply', 'reply_all', 'forward')),
  mail_id uuid,                              -- the mail that it answers or passes on; it may be gone since
  from_email text not null check (length(from_email) <= 320),
  to_text text not null check (length(to_text) <= 10000),
  cc_text text not null check (length(cc_text) <= 10000),
  bcc_text text not null check (length(bcc_text) <= 10000),
  subject text not null check (length(subject) <= 998),
  body text not null check (length(body) <= 100000),
  is_tracked boolean not null default false,
  is_signed boolean not null default true,
  takes_files boolean not null default false,  -- the files of the mail that it passes on are still to be fetched
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
-- A window that had no answer to its first save, and saves again, has one draft.
create unique index mail_drafts_of_window on mail_drafts (org_id, person_id, window_id);
create index mail_drafts_newest on mail_drafts (org_id, person_id, updated_at desc, id desc);
create index mail_drafts_by_age on mail_drafts (org_id, updated_at);
grant select, insert, update, delete on mail_drafts to foyer_app;
call keep_tenants_apart('mail_drafts');

alter table mail_files add column draft_id uuid;
create index mail_files_of_draft on mail_files (org_id, draft_id) where draft_id is not null;

/* Files of any workspace that no mail waits for: of none and of no draft, of one that is gone, or that the mailbox has. */
create or replace function unused_mail_files(unused_before timestamptz, unsent_before timestamptz, most int)
returns table (org_id uuid, id uuid) language sql stable security definer set search_path = foyer, pg_temp
as $$
  select f.org_id, f.id from mail_files f left join mailbox_mails m on m.org_id = f.org_id and m.id = f.mail_id
  where f.created_at < unused_before
    and not exists (select from mail_drafts d where d.org_id = f.org_id and d.id = f.draft_id)
    and (m.id is null
      or m.state = 'sent' and exists (select from mailbox_places p where p.org_id = f.org_id and p.mail_id = m.id)
      or m.state in ('sent', 'failed', 'cancelled') and f.created_at < unsent_before)
  order by f.created_at limit most
$$;
