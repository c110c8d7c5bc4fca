-- Who was made a member and has not joined as yet has a seat: a person of that workspace alone. What they join with, an account of
-- that address or a new one, is decided by them, and until then nothing that anybody can ask for depends on it.

alter table directory.people alter column email_key drop not null;
alter table directory.people
  add column seat_key text,                               -- normalised address of somebody who has not joined as yet
  add column became_id uuid references directory.people,  -- they joined with this account: what is left is a name in old entries
  add constraint people_account_seat_or_gone check (num_nonnulls(email_key, seat_key, became_id) = 1);
create index people_of_seat on directory.people (seat_key) where seat_key is not null;
create index people_became on directory.people (became_id) where became_id is not null;

-- As the server: across organizations it has nothing but this one look.
set local role foyer_app;

-- Made a member of one workspace, and never came.
update directory.people p set seat_key = email_key, email_key = null
where password_hash is null and last_org_id is null
  and not exists (select from directory.sessions s where s.person_id = p.id)
  and not exists (select from directory.passkeys k where k.person_id = p.id)
  and (select count(*) from foyer.organizations_of(p.id)) = 1;

-- Where nobody has said where the next sign-in leads, it leads to the workspace that came first and not to whichever came last.
update directory.people p
set last_org_id = (
  select o.org_id from foyer.organizations_of(p.id) with ordinality as o(org_id, slug, name, role, n) order by n desc limit 1)
where last_org_id is null and email_key is not null;

reset role;
