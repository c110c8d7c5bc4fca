/* What colleagues see of the mails of one thread in a personal mailbox, where its owner chose other than for the mailbox. */
create table mailbox_thread_shares (
  org_id uuid not null references orgs,
  mailbox_id uuid not null,
  contact_id uuid not null,   -- whose thread it was when it was chosen; who is merged later keeps it
  shares text not null check (shares in ('time', 'subject', 'all')),
  primary key (org_id, mailbox_id, contact_id),
  foreign key (org_id, mailbox_id) references mailboxes (org_id, id) on delete cascade,
  foreign key (org_id, contact_id) references contacts (org_id, id) on delete cascade
);
create index mailbox_thread_shares_of_contact on mailbox_thread_shares (org_id, contact_id);
grant select, insert, update, delete on mailbox_thread_shares to foyer_app;
call keep_tenants_apart('mailbox_thread_shares');

/* Mails by an address, for a person who becomes a contact after they were written. */
create function mail_addresses(from_email text, to_list jsonb, cc_list jsonb) returns text[] language sql immutable parallel safe
as $$ select array(select lower(from_email) where from_email is not null
  union select lower(e ->> 'email') from jsonb_array_elements(to_list || cc_list) e where e ->> 'email' is not null) $$;
create index mailbox_mails_by_address on mailbox_mails using gin (mail_addresses(from_email, to_list, cc_list));

/*
 * Mails of one workspace with one of these addresses that stand in no thread of their contacts. Not as the app's role: before the rule that
 * keeps workspaces apart PostgreSQL uses no operator on arrays, and would read every mail.
 */
create function unthreaded_mails(of_org uuid, addresses text[], contacts uuid[])
returns table (mailbox_id uuid, address text) language sql stable security definer set search_path = foyer, pg_temp set enable_seqscan = off
as $$
  select distinct m.mailbox_id, a.address from unnest(addresses) a (address)
  join mailbox_mails m on mail_addresses(m.from_email, m.to_list, m.cc_list) @> array[a.address] and m.org_id = of_org and m.gone_at is null
  join mailboxes b on b.org_id = m.org_id and b.id = m.mailbox_id and b.ended_at is null and b.has_mail
  where not exists (select from messages s where s.org_id = m.org_id and s.mail_id = m.id and s.contact_id = any(contacts))
$$;
/* Mails of a mailbox with an address, after one of them. */
create function mails_with_address(of_org uuid, of_mailbox uuid, address text, after uuid, most int)
returns setof uuid language sql stable security definer set search_path = foyer, pg_temp set enable_seqscan = off
as $$
  select m.id from mailbox_mails m where mail_addresses(m.from_email, m.to_list, m.cc_list) @> array[address]
    and m.org_id = of_org and m.mailbox_id = of_mailbox and m.id > after order by m.id limit most
$$;
/* Workspaces with mail. */
create function orgs_with_mail() returns table (org_id uuid) language sql stable security definer set search_path = foyer, pg_temp
as $$ select distinct m.org_id from mailboxes m where m.ended_at is null and m.has_mail $$;

grant create on schema foyer to foyer_system;
alter function unthreaded_mails owner to foyer_system;
alter function mails_with_address owner to foyer_system;
alter function orgs_with_mail owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function unthreaded_mails, mails_with_address, orgs_with_mail from public;
grant execute on function unthreaded_mails, mails_with_address, orgs_with_mail to foyer_app;
