-- People: second factors, invitations, and tokens that end when somebody says so.

alter table directory.sessions
  add column id uuid not null unique default gen_random_uuid(),   -- named in the tokens made from the session
  add column agent text,                                          -- User-Agent at the sign-in, as claimed
  add column address text;

-- A token without a session (of the command line, or of a trusted issuer) that was made before this counts no more.
alter table directory.people add column tokens_from timestamptz;
-- The workspace where a person was last: where the next sign-in leads, if they still belong to it.
alter table directory.people add column last_org_id uuid;

alter table directory.links drop constraint links_purpose_check;
alter table directory.links add constraint links_purpose_check check (purpose in ('set-up', 'set-password', 'reset-password'));
-- The job that made it: run once more after a crash, it makes no second one.
alter table directory.links add column job_id uuid unique;

create table directory.totp (
  person_id uuid primary key references directory.people on delete cascade,
  sealed_secret text not null,
  confirmed_at timestamptz,                 -- null until the first code was right: it does not count before
  last_step bigint,                         -- of the last code that was taken; none is taken twice
  created_at timestamptz not null default now()
);

create table directory.recovery_codes (
  person_id uuid not null references directory.people on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (person_id, hash)
);

create table directory.passkeys (
  id uuid primary key,
  credential_id text not null unique,       -- the authenticator's, base64url
  person_id uuid not null references directory.people on delete cascade,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index on directory.passkeys (person_id);

-- Half a sign-in (the password was right, the code is to come), and challenges that a passkey must answer.
create table directory.challenges (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('second-factor', 'passkey-sign-in', 'passkey-make')),
  person_id uuid references directory.people on delete cascade,
  challenge text,                           -- WebAuthn's, base64url
  expires_at timestamptz not null
);
create index on directory.challenges (expires_at);

-- From the token of an invitation to its organization.
create table directory.invitation_tokens (
  token_hash bytea primary key,
  org_id uuid not null,
  invitation_id uuid not null,
  expires_at timestamptz not null
);
create index on directory.invitation_tokens (invitation_id);

create table invitations (
  org_id uuid not null references orgs,
  id uuid not null,
  email text not null,                      -- as it was written
  email_key text not null,
  name text,
  role text not null check (role in ('owner', 'admin', 'member')),
  invited_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid,
  ended_at timestamptz,                     -- withdrawn, or replaced by a later one
  primary key (org_id, id)
);
-- A second invitation of one address replaces the first: never two that are open.
create unique index invitations_open on invitations (org_id, email_key) where accepted_at is null and ended_at is null;

grant select, insert, update, delete on invitations to foyer_app, foyer_system;
grant select, insert, update, delete on directory.totp, directory.recovery_codes, directory.passkeys, directory.challenges,
  directory.invitation_tokens to foyer_app;
call keep_tenants_apart('invitations');

/* Binds the transaction to an organization and answers the role that the person has there now: null for whoever is no member,
   whose session has ended, or whose tokens no longer count. One statement, so that it can travel with BEGIN. */
create function enter_as(wanted_org uuid, wanted_person uuid, wanted_session uuid, issued timestamptz)
returns text language plpgsql set search_path = foyer, directory, pg_temp
as $$
begin
  perform set_config('foyer.org', wanted_org::text, true);
  return (
    select m.role from members m join people p on p.id = m.id
    where m.org_id = wanted_org and m.id = wanted_person
      and case when wanted_session is null then p.tokens_from is null or issued >= p.tokens_from
          else exists (select from sessions s where s.id = wanted_session and s.person_id = wanted_person and s.expires_at > now()) end);
end
$$;
