/* A provider may tell of changes in a mailbox (Gmail, by the operator's topic): it is asked for that anew each day, and what it tells is a hint. */
alter table mailbox_readings add column watch_due_at timestamptz;   -- from then on the provider is asked again. Null: it tells nothing this way
alter table mailbox_readings add column watch_error text;           -- why it does not, in words
alter table mailbox_readings add column hinted_at timestamptz;      -- told, and not read since: what is told meanwhile is the same hint
update mailbox_readings r set watch_due_at = now() from mailboxes m where m.org_id = r.org_id and m.id = r.id and m.provider = 'google';
create index mailbox_readings_to_watch on mailbox_readings (watch_due_at) where watch_due_at is not null;
create index mailboxes_by_address on mailboxes (email_key) where ended_at is null;

/* Mailboxes of any workspace whose provider is to be asked to tell of changes. */
create function unwatched_mailboxes(due_before timestamptz, most int)
returns table (org_id uuid, id uuid) language sql stable security definer set search_path = foyer, pg_temp set enable_seqscan = off
as $$ select r.org_id, r.id from mailbox_readings r where r.watch_due_at <= due_before order by r.watch_due_at limit most $$;

/* Mailboxes of an address at a provider, in any workspace: a provider that tells of a change names nothing else. */
create function mailboxes_of_address(of_provider text, of_key text, of_sandbox boolean)
returns table (org_id uuid, id uuid) language sql stable security definer set search_path = foyer, pg_temp set enable_seqscan = off
as $$
  select m.org_id, m.id from mailboxes m join connections c on c.org_id = m.org_id and c.id = m.id
  where m.email_key = of_key and m.provider = of_provider and m.ended_at is null and m.has_mail and (c.mode = 'sandbox') = of_sandbox
  order by m.id limit 100
$$;

grant create on schema foyer to foyer_system;
alter function unwatched_mailboxes owner to foyer_system;
alter function mailboxes_of_address owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function unwatched_mailboxes, mailboxes_of_address from public;
grant execute on function unwatched_mailboxes, mailboxes_of_address to foyer_app;
