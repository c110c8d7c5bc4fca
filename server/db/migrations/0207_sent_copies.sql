/*
 * A mail that has left, and that its mailbox would not keep among what was sent, is listed there all the same, tried again, and says so when that is given up. Its
 * files are needed for as long: the mailbox has none of them.
 */
alter table mailbox_mails
  add column copy_state text check (copy_state in ('waiting', 'failed')),   -- null: its mailbox has it, or nothing is known
  add column copy_error text check (length(copy_error) <= 500);

/*
 * That a mail is being handed to its provider is committed before the provider is asked. A worker that is killed meanwhile says nothing: once that mark is older
 * than its lease, the mail may have left, whether or not another worker is there to look.
 */
alter table mailbox_mails add column sending_until timestamptz;   -- of `sending`: the end of the lease
alter table mails add column claimed_at timestamptz;              -- of `queued`: since when it is being handed over; null once its provider has answered

create or replace function unused_mail_files(unused_before timestamptz, unsent_before timestamptz, most int)
returns table (org_id uuid, id uuid) language sql stable security definer set search_path = foyer, pg_temp
as $$
  select f.org_id, f.id from mail_files f left join mailbox_mails m on m.org_id = f.org_id and m.id = f.mail_id
  where f.created_at < unused_before
    and not exists (select from mail_drafts d where d.org_id = f.org_id and d.id = f.draft_id)
    and (m.id is null
      or m.state = 'sent' and m.copy_state is null and exists (select from mailbox_places p where p.org_id = f.org_id and p.mail_id = m.id)
      or m.state in ('sent', 'failed', 'cancelled') and f.created_at < unsent_before)
  order by f.created_at limit most
$$;
