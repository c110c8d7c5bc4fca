-- The outbox: every mail that Foyer sends, with its state, until 90 days after it came to rest.

create table mails (
  org_id uuid not null,
  id uuid not null,                         -- also what providers tell a repeat by: Message-ID, Idempotency-Key
  template text not null,
  to_email text not null,
  to_name text,
  subject text not null,
  sealed text,                              -- HTML and text under FOYER_KEY: links in them let somebody in. Gone once sent
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  tries int not null default 0,
  last_error text,
  provider text,
  provider_id text,                         -- what the provider calls it
  person_id uuid,                           -- whom it is for, where that is somebody known
  created_at timestamptz not null default now(),
  next_try_at timestamptz,                  -- null when nothing more is tried
  give_up_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz,
  primary key (org_id, id),
  check ((state = 'queued') = (next_try_at is not null))
);
create index mails_by_state on mails (org_id, state, id);
create index mails_due on mails (next_try_at, org_id, id) where state = 'queued';
grant select, insert, update, delete on mails to foyer_app, foyer_system;
call keep_tenants_apart('mails');

/* Mails of any organization that nobody works on though their time has come: whoever should have died, or could not. */
create function due_mails(due_before timestamptz, most int)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select m.org_id, m.id from mails m where m.state = 'queued' and m.next_try_at < due_before order by m.next_try_at limit most
$$;
grant create on schema foyer to foyer_system;
alter function due_mails owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function due_mails from public;
grant execute on function due_mails to foyer_app;
