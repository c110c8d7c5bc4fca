/* A mailbox whose server announces mail as it arrives (IMAP IDLE) is listened to by one worker at a time. */
alter table mailbox_readings add column listen_due_at timestamptz;  -- from then on a worker may begin to listen; while one does it moves this on. Null: nothing is announced
alter table mailbox_readings add column listener uuid;              -- the worker that listens, or did
alter table mailbox_readings add column listen_failures int not null default 0;
update mailbox_readings set listen_due_at = now();
create index mailbox_readings_to_listen on mailbox_readings (listen_due_at) where listen_due_at is not null;
create index mailbox_readings_of_listener on mailbox_readings (listener) where listener is not null;
grant update (listen_due_at, listen_failures) on mailbox_readings to foyer_system;

/* Mailboxes of any workspace that no worker listens to. */
create function unheard_mailboxes(due_before timestamptz, most int)
returns table (org_id uuid, id uuid) language sql stable security definer set search_path = foyer, pg_temp set enable_seqscan = off
as $$ select r.org_id, r.id from mailbox_readings r where r.listen_due_at <= due_before order by r.listen_due_at limit most $$;

/* Those that a worker still listens to. */
create function heard_mailboxes(by_listener uuid)
returns table (id uuid) language sql stable security definer set search_path = foyer, pg_temp set enable_seqscan = off
as $$ select r.id from mailbox_readings r where r.listener = by_listener and r.listen_due_at is not null $$;

/* They stay its own until then; a time that is over gives them to others. */
create function keep_listening(by_listener uuid, kept_until timestamptz)
returns table (id uuid) language sql volatile security definer set search_path = foyer, pg_temp set enable_seqscan = off
as $$ update mailbox_readings r set listen_due_at = kept_until, listen_failures = 0
  where r.listener = by_listener and r.listen_due_at is not null returning r.id $$;

grant create on schema foyer to foyer_system;
alter function unheard_mailboxes owner to foyer_system;
alter function heard_mailboxes owner to foyer_system;
alter function keep_listening owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function unheard_mailboxes, heard_mailboxes, keep_listening from public;
grant execute on function unheard_mailboxes, heard_mailboxes, keep_listening to foyer_app;
