-- Who did what, what people should know of, and what providers told us.

-- Keeps the organizations of new tenant tables apart: forced row-level security, one organization at a time for the server,
-- all of them for the functions that must. Every later tenant table goes through here.
create procedure keep_tenants_apart(variadic tables text[])
language plpgsql set search_path = foyer, pg_temp
as $$
declare t text;
begin
  foreach t in array tables loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to foyer_app
                      using (org_id = (select nullif(current_setting(''foyer.org'', true), '''')::uuid))
                      with check (org_id = (select nullif(current_setting(''foyer.org'', true), '''')::uuid))', t);
    execute format('create policy system on %I to foyer_system using (true) with check (true)', t);
    -- A backup reads as foyer_system, and a restore writes as it.
    execute format('grant select, insert on %I to foyer_system', t);
  end loop;
end $$;
revoke execute on procedure keep_tenants_apart from public;

-- One row a call that wrote, or tried to. Written in the transaction of what it speaks of; a refused one in its own.
create table audit (
  org_id uuid not null,
  id uuid not null,
  at timestamptz not null default now(),
  person_id uuid,                           -- null when a key called, or nobody who is known
  key_id uuid,
  action text not null,
  outcome text not null,                    -- 'done', or the code of the error
  target jsonb not null,                    -- the ids that the call named
  address text not null,
  agent text,                               -- User-Agent, as claimed
  request_id uuid not null,
  primary key (org_id, id)
);
create index audit_of_person on audit (org_id, person_id, id);
create index audit_of_action on audit (org_id, action, id);
grant select, insert on audit to foyer_app, foyer_system;

-- What somebody should look at: shown in the app's notification centre until each person has seen it.
create table notices (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  subject_id uuid not null,
  facts jsonb not null,
  least_role text not null check (least_role in ('member', 'admin', 'owner')),
  at timestamptz not null default now(),
  primary key (org_id, id)
);
-- The same trouble of the same thing is raised once while nobody has cleared it.
create unique index notices_once on notices (org_id, kind, subject_id);
grant select, insert, update, delete on notices to foyer_app, foyer_system;

create table notice_readers (
  org_id uuid not null,
  id uuid not null,                         -- the person
  read_to uuid not null,                    -- the newest notice this person has seen
  primary key (org_id, id)
);
grant select, insert, update, delete on notice_readers to foyer_app;

-- What a provider sent, to the byte, stored before it is answered and read by a job afterwards, as often as it takes.
create table inbox (
  org_id uuid not null,
  id uuid not null,
  hook text not null,
  dedup_key text not null,                  -- the provider's own id of the message; else a digest of the body
  headers jsonb not null,
  body bytea not null,
  state text not null default 'stored' check (state in ('stored', 'read', 'unreadable', 'failed')),
  tries int not null default 0,
  error text,
  received_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (org_id, id),
  unique (org_id, hook, dedup_key)
);
create index inbox_by_state on inbox (org_id, state, id) where state <> 'read';
grant select, insert, update on inbox to foyer_app, foyer_system;

call keep_tenants_apart('audit', 'notices', 'notice_readers', 'inbox');
